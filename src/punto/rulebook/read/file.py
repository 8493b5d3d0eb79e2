"""A rulebook file: its bytes, the rulebook in it, its place among the files of its edition."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from punto.rulebook.check import check_citations, check_reach
from punto.rulebook.mistake import BadRulebook, Mistake
from punto.rulebook.model import Rulebook
from punto.rulebook.read.document import read_document
from punto.rulebook.read.irregularities import ABOUT_CLAUSES
from punto.rulebook.read.places import placed
from punto.rulebook.read.section import Section
from punto.rulebook.read.toml import SIZE_LIMIT, Toml, read_toml


def read_rulebook(path: Path) -> Rulebook:
    """The rulebook in a file; BadRulebook names every mistake that can be seen without dealing."""
    book, mistakes = parse(_content(path), str(path))
    if mistakes:
        raise BadRulebook(str(path), mistakes)
    return book


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: the rulebook as far as it could be read, and every mistake in its file."""

    book: Rulebook | None
    """None where the file is no TOML at all."""
    mistakes: tuple[Mistake, ...]
    toml: Toml | None = None

    def has_read(self, *parts: str) -> bool:
        """Whether these parts of the file are free of mistakes, but for words whose meaning was plain."""
        return self.book is not None and not any(
            mistake.path.startswith(parts) for mistake in self.mistakes if not mistake.guessed
        )

    def placed(self, *remarks: Mistake) -> list[Mistake]:
        """Mistakes found elsewhere, with their lines and names in this file."""
        return placed(remarks, self.toml) if self.toml else list(remarks)


def check_file(path: Path) -> list[Mistake]:
    """Every mistake in a file, also those that only dealing every coup can show."""
    return list(checked_file(path).mistakes)


def checked_file(path: Path) -> Checked:
    """Every mistake in a file, with the rulebook as far as it could be read."""
    try:
        toml, book, mistakes = _read(_content(path), str(path))
    except BadRulebook as bad:
        return Checked(None, bad.mistakes)
    return Checked(book, tuple(placed([*mistakes, *check_reach(book, mistakes)], toml)), toml)


def parse(content: bytes, file: str) -> tuple[Rulebook, list[Mistake]]:
    """A rulebook as far as it could be read, and the mistakes; BadRulebook if it is no TOML at all."""
    toml, book, mistakes = _read(content, file)
    return book, placed(mistakes, toml)


def _read(content: bytes, file: str) -> tuple[Toml, Rulebook, list[Mistake]]:
    toml = read_toml(content, file)
    mistakes = list(toml.mistakes)
    book = read_document(Section(toml.root, "", mistakes), hashlib.sha256(content).hexdigest())
    if edition_of(Path(file))[1]:
        mistakes = [mistake for mistake in mistakes if mistake.code not in ABOUT_CLAUSES]
    return toml, book, mistakes + check_citations(book)


def edition_of(file: Path) -> tuple[str, int]:
    """The edition that a file's name gives, and its number among the replaced; 0 for the one in use."""
    edition, dot, number = file.stem.rpartition(".")
    replaced = bool(dot) and number.isascii() and number.isdigit()
    return (edition, int(number)) if replaced else (file.stem, 0)


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)  # One byte more shows that it is too large.
    except OSError as error:
        what = f"it cannot be read: {error.strerror or 'unknown reason'}"
        raise BadRulebook(str(path), [Mistake("unreadable", "", what, "check the path")]) from None
