"""A site without a server: the rulebooks with their PAR sheets and the tools around them, as a folder of static files.

`site_files` makes them, `write_site` puts them into a folder.
"""

from punto.site.contents import site_files
from punto.site.folder import check_folder, write_site

__all__ = ["check_folder", "site_files", "write_site"]
