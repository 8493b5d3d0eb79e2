"""A rulebook file: its bytes, its TOML, the rulebook in it."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any

from punto.rulebook.check import check_citations, check_reach
from punto.rulebook.mistake import BadRulebook, Mistake
from punto.rulebook.model import Rulebook
from punto.rulebook.read.document import read_document
from punto.rulebook.read.section import Section

SIZE_LIMIT = 512 * 1024
"""A rulebook is a few dozen kilobytes; what is far larger is something else."""

DOTS_LIMIT = 200
"""In one line. Reading a key a.a.a.… takes tomllib the square of its length: hours, for the largest file."""

_DEALT = ("tableau", "bet", "insurance")
"""Parts of a file that say what coups there are and what they pay."""


def read_rulebook(path: Path) -> Rulebook:
    """The rulebook in a file; BadRulebook names every mistake that can be seen without dealing."""
    book, mistakes = parse(_content(path), str(path))
    if mistakes:
        raise BadRulebook(str(path), mistakes)
    return book


def check_file(path: Path) -> list[Mistake]:
    """Every mistake in a file, also those that only dealing every coup can show."""
    try:
        book, mistakes = parse(_content(path), str(path))
    except BadRulebook as bad:
        return list(bad.mistakes)
    if any(mistake.path.startswith(_DEALT) for mistake in mistakes):
        return mistakes  # Rows and cells that could not be read would make others look out of reach.
    return mistakes + check_reach(book)


def parse(content: bytes, file: str) -> tuple[Rulebook, list[Mistake]]:
    """A rulebook as far as it could be read, and the mistakes; BadRulebook if it is no TOML at all."""
    mistakes: list[Mistake] = []
    book = read_document(Section(_toml(content, file), "", mistakes), hashlib.sha256(content).hexdigest())
    return book, mistakes + check_citations(book)


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except OSError as error:
        what = f"it cannot be read: {error.strerror or 'unknown reason'}"
        raise BadRulebook(str(path), [Mistake("unreadable", "", what, "check the path")]) from None


def _toml(content: bytes, file: str) -> dict[str, Any]:
    def bad(code: str, what: str, fix: str) -> BadRulebook:
        return BadRulebook(file, [Mistake(code, "", what, fix)])

    if len(content) > SIZE_LIMIT:
        raise bad("too_large", f"it is larger than {SIZE_LIMIT // 1024} KiB", "a rulebook file is far smaller")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise bad("not_utf8", f"byte {error.start} is not UTF-8", "save the file as UTF-8") from None
    if any(line.count(".") > DOTS_LIMIT for line in text.split("\n")):
        raise bad("nested_too_deep", "a line has a key of too many parts", "a rulebook has three levels")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what = f"it is not TOML: {str(error)[:200]}"
        raise bad("not_toml", what, "mend that place; a key may stand only once") from None
    except ValueError as error:  # A date or number that TOML's grammar allows and Python does not.
        raise bad("not_toml", f"it is not TOML: {str(error)[:200]}", "mend that value") from None
    except RecursionError:
        raise bad("nested_too_deep", "its tables are nested too deep", "a rulebook has three levels") from None
