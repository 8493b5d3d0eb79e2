"""Tools of contributors: gates of the pages, wheels, checks of what is installed. None is shipped."""
