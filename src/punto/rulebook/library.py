"""The shelf of rulebooks: ids, their editions, the edition in force at an instant, and files that were replaced."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from hashlib import sha256 as sha256_of
from pathlib import Path
from typing import Protocol

from punto.kit import Refused
from punto.rulebook.mistake import known_ones
from punto.rulebook.model import Rulebook
from punto.rulebook.read import edition_of, read_rulebook

SHIPPED = Path(__file__).parent.parent / "rulebooks"

AsOf = date | datetime
"""An instant, or a day, which means its end; a clock without an offset is that of the document's place."""


class FindRulebook(Protocol):
    """Leads from a rulebook's name to the rulebook; a record also names the hash of the file it was made with."""

    def __call__(self, name: str, as_of: AsOf | None = None, *, sha256: str = "") -> Rulebook: ...


def is_in_force(book: Rulebook, as_of: AsOf) -> bool:
    """Whether an edition has come into force by then."""
    zone = book.effective.tzinfo
    if isinstance(as_of, datetime):
        return book.effective <= (as_of if as_of.tzinfo else as_of.replace(tzinfo=zone))
    return book.effective.date() <= as_of


class Library:
    """Rulebooks in folders, `ID/EDITION.toml` in each; later folders add to the shipped one.

    A file that is changed keeps its predecessor beside it, `ID/EDITION.1.toml` and so on, for the books that were
    made with it. Files are read when first needed, so that a command about one rulebook reads one. Editions are those
    in force `as_of` the moment given, else now.
    """

    def __init__(self, folders: Iterable[Path] = (), as_of: AsOf | None = None) -> None:
        self._as_of = as_of
        self._files: dict[str, dict[str, Path]] = {}
        self._replaced: dict[tuple[str, str], list[Path]] = {}
        """By id and edition: revisions, and files of folders before."""
        self._read: dict[Path, Rulebook] = {}
        for folder in (SHIPPED, *folders):
            for file in sorted(folder.glob("*/*.toml")):
                self._put(file)

    def _put(self, file: Path) -> None:
        id, (edition, revision) = file.parent.name, edition_of(file)
        before = None if revision else self._files.get(id, {}).get(edition)
        if not revision:
            self._files.setdefault(id, {})[edition] = file
        if revision or before:
            self._replaced.setdefault((id, edition), []).append(before or file)

    @property
    def ids(self) -> list[str]:
        return list(self._files)

    @property
    def files(self) -> list[Path]:
        """Every file on the shelf, readable or not, also those that were replaced."""
        current = [file for editions in self._files.values() for file in editions.values()]
        return current + [file for files in self._replaced.values() for file in files]

    def editions(self, id: str) -> list[Rulebook]:
        """All editions, the newest last; Refused if there is no such rulebook."""
        files = self._files.get(id)
        if files is None:
            message = f"there is no rulebook {id[:60]!r}; {known_ones(id, self.ids)}"
            raise Refused(code="unknown_rulebook", message=message)
        return sorted((self._load(file) for file in files.values()), key=lambda book: book.effective)

    def find(self, name: str, as_of: AsOf | None = None, *, sha256: str = "") -> Rulebook:
        """The rulebook called `ID` (the edition in force, as of the library unless otherwise) or `ID@EDITION`.

        With a hash, the file that has it, if the edition ever had one like that.
        """
        id, at, edition = name.partition("@")
        if not at:
            return self.in_force(id, as_of or self._moment())
        file = self._files.get(id, {}).get(edition)
        if file is None:
            editions = [book.edition for book in self.editions(id)]
            message = f"{id} has no edition {edition[:40]!r}; {known_ones(edition, editions)}"
            raise Refused(code="unknown_edition", message=message)
        book = self._load(file)
        return book if sha256 in ("", book.sha256) else self._recorded(book, sha256)

    def _recorded(self, book: Rulebook, sha256: str) -> Rulebook:
        """The file that a record was made with; the one in use where no file has that hash."""
        files = self._replaced.get((book.id, book.edition), ())
        file = next((file for file in files if sha256_of(file.read_bytes()).hexdigest() == sha256), None)
        return self._load(file) if file else book

    def in_force(self, id: str, as_of: AsOf) -> Rulebook:
        """The edition in force at an instant, or at the end of a day."""
        editions = self.editions(id)
        before = [book for book in editions if is_in_force(book, as_of)]
        if not before:
            since = editions[0].effective.isoformat(" ", "minutes")
            message = f"no edition of {id} was in force at {as_of.isoformat()}; the first is since {since}"
            raise Refused(code="no_edition_in_force", message=message)
        return before[-1]

    def all_in_force(self) -> list[Rulebook]:
        """Every rulebook that has come into force, in its edition at the library's moment."""
        moment = self._moment()
        editions = ([book for book in self.editions(id) if is_in_force(book, moment)] for id in self.ids)
        return [books[-1] for books in editions if books]

    def _moment(self) -> AsOf:
        return self._as_of or datetime.now(UTC)

    def _load(self, file: Path) -> Rulebook:
        if file not in self._read:
            book = read_rulebook(file)
            if (book.id, book.edition) != (file.parent.name, edition_of(file)[0]):
                place = f"{file.parent.name}/{file.name}"
                message = f"{place} holds {book.name}: its folder and name must say the same"
                raise Refused(code="misplaced_rulebook", message=message)
            self._read[file] = book
        return self._read[file]
