"""The shelf of rulebooks: ids, their editions, and the edition in force at an instant."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from punto.kit import Refused
from punto.rulebook.mistake import known_ones
from punto.rulebook.model import Rulebook
from punto.rulebook.read import read_rulebook

SHIPPED = Path(__file__).parent.parent / "rulebooks"


class Library:
    """Rulebooks in folders, `ID/EDITION.toml` in each; later folders add to the shipped one.

    Files are read when first asked for, so that a command about one rulebook reads one.
    """

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._files: dict[str, dict[str, Path]] = {}
        self._read: dict[Path, Rulebook] = {}
        for folder in (SHIPPED, *folders):
            for file in sorted(folder.glob("*/*.toml")):
                self._files.setdefault(file.parent.name, {})[file.stem] = file

    @property
    def ids(self) -> list[str]:
        return list(self._files)

    @property
    def files(self) -> list[Path]:
        """Every file on the shelf, readable or not."""
        return [file for editions in self._files.values() for file in editions.values()]

    def editions(self, id: str) -> list[Rulebook]:
        """All editions, the newest last; Refused if there is no such rulebook."""
        files = self._files.get(id)
        if files is None:
            raise Refused(
                code="unknown_rulebook", message=f"there is no rulebook {id[:60]!r}; {known_ones(id, self.ids)}"
            )
        return sorted((self._load(file) for file in files.values()), key=lambda book: book.effective)

    def find(self, name: str) -> Rulebook:
        """The rulebook called `ID` (its newest edition) or `ID@EDITION`."""
        id, at, edition = name.partition("@")
        if not at:
            return self.editions(id)[-1]
        file = self._files.get(id, {}).get(edition)
        if file is None:
            editions = [book.edition for book in self.editions(id)]
            raise Refused(
                code="unknown_edition", message=f"{id} has no edition {edition[:40]!r}; {known_ones(edition, editions)}"
            )
        return self._load(file)

    def in_force(self, id: str, at: datetime) -> Rulebook:
        """The edition in force at an instant."""
        before = [book for book in self.editions(id) if book.effective <= at]
        if not before:
            raise Refused(code="no_edition_in_force", message=f"no edition of {id} was in force at {at.isoformat()}")
        return before[-1]

    def _load(self, file: Path) -> Rulebook:
        if file not in self._read:
            book = read_rulebook(file)
            if (book.id, book.edition) != (file.parent.name, file.stem):
                place = f"{file.parent.name}/{file.name}"
                raise Refused(
                    code="misplaced_rulebook",
                    message=f"{place} holds {book.name}: its folder and name must say the same",
                )
            self._read[file] = book
        return self._read[file]
