"""Reading a rulebook file: bytes to a `Rulebook`, or every mistake in them at once."""

from punto.rulebook.read.file import Checked, check_file, checked_file, edition_of, parse, read_rulebook
from punto.rulebook.read.toml import SIZE_LIMIT

__all__ = ["SIZE_LIMIT", "Checked", "check_file", "checked_file", "edition_of", "parse", "read_rulebook"]
