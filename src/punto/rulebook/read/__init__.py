"""Reading a rulebook file: bytes to a `Rulebook`, or every mistake in them at once."""

from punto.rulebook.read.file import SIZE_LIMIT, check_file, parse, read_rulebook

__all__ = ["SIZE_LIMIT", "check_file", "parse", "read_rulebook"]
