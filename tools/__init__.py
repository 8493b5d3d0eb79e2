"""Tools of contributors: what checks the pages. Nothing of it is shipped."""
