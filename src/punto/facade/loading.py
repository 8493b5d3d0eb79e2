"""Games by name or from a file, and the list of what there is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from punto.facade.arguments import listed, nearest_of, whole
from punto.facade.game import Game
from punto.facade.notebook import NotebookValue, Row
from punto.facade.refusing import refusing
from punto.kit import Refused
from punto.kit.excerpt import excerpt
from punto.rulebook import AsOf, Library, read_moment, read_rulebook

if TYPE_CHECKING:
    from punto.view.rulebook import ShelfRow

Folders = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


@refusing
def load(name: str | os.PathLike[str], *, rulebooks: Folders | None = None, as_of: AsOf | str | None = None) -> Game:
    """The game of a rulebook: `ID`, `ID@EDITION`, or the path of a rulebook file.

    Without an edition it is the one in force at `as_of` (a day, an instant, or either as text), else now. Rulebooks
    of your own are found in the folders of `rulebooks`, as ID/EDITION.toml.
    """
    if (path := _path(name)) is None:
        message = f"{excerpt(name)} is no rulebook's name; write one as 'easy-six', or the path of a rulebook file"
        raise Refused(code="unknown_rulebook", message=message)
    if _is_file(name):
        if not path.is_file():
            raise Refused(code="no_such_file", message=f"there is no rulebook file {str(path)[:200]}")
        return Game(read_rulebook(path))
    return Game(_library(rulebooks, as_of).find(str(name)))


@refusing
def rulebooks(*, rulebooks: Folders | None = None, as_of: AsOf | str | None = None) -> RulebookList:
    """Every edition of every rulebook there is; `in_force` says which of them a plain `load(ID)` gives."""
    from punto.view.rulebook import shelf_row

    shelf = _library(rulebooks, as_of)
    in_force = {book.name for book in shelf.all_in_force()}
    books = (book for id in shelf.ids for book in shelf.editions(id))
    return RulebookList([shelf_row(book, in_force=book.name in in_force) for book in books])


class RulebookList(NotebookValue):
    """Rulebooks on a shelf; an id, or an edition's full name, is in it or not."""

    def __init__(self, rows: list[ShelfRow]) -> None:
        self._shelf = rows

    def __getitem__(self, which: int | str) -> ShelfRow:
        """By its place, by its full name, or by its id: then the edition in force, else the newest."""
        if isinstance(which, str):
            rows = [row for row in self._shelf if which in (row.id, row.name)]
            if not rows:
                message = f"there is no rulebook {excerpt(which, 60)}; {nearest_of(which, self._names)}"
                raise Refused(code="unknown_rulebook", message=message)
            return next((row for row in rows if row.in_force), rows[-1])
        at = whole(which, "a rulebook's place", "unknown_rulebook")
        if not -len(self) <= at < len(self):
            message = f"there is no rulebook {at}: they are numbered 0 to {len(self) - 1}"
            raise Refused(code="unknown_rulebook", message=message)
        return self._shelf[at]

    @property
    def _names(self) -> list[str]:
        return list(dict.fromkeys(name for row in self._shelf for name in (row.id, row.name)))

    def __len__(self) -> int:
        return len(self._shelf)

    def __iter__(self) -> Iterator[ShelfRow]:
        return iter(self._shelf)

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str):
            return any(name in (row.id, row.name) for row in self._shelf)
        return any(type(row) is type(name) and row == name for row in self._shelf)

    def __repr__(self) -> str:
        return f"<{len(self)} rulebooks: {', '.join(row.name for row in self._shelf)}>"

    def _json(self) -> object:
        return self._shelf

    def _rows(self) -> Sequence[Row]:
        return [
            {
                "name": row.name,
                "title": row.title.en,
                "decks": f"{row.decks.least}-{row.decks.most}",
                "bets": row.bets,
                "insurance": row.insurance,
                "in_force": row.in_force,
            }
            for row in self._shelf
        ]


def _is_file(name: str | os.PathLike[str]) -> bool:
    """A path object, or a text that can only be one: ids have neither slash nor .toml."""
    return not isinstance(name, str) or name.endswith(".toml") or "/" in name or os.sep in name


def _library(rulebooks: Folders | None, as_of: AsOf | str | None) -> Library:
    moment = read_moment(as_of, "as_of") if isinstance(as_of, str) else as_of
    if moment is not None and not isinstance(moment, date):
        raise Refused(code="bad_as_of", message=f"as_of is a day, an instant or a text of one, not {excerpt(moment)}")
    if rulebooks is None:
        return _shipped() if moment is None else Library(as_of=moment)
    folders = [rulebooks] if isinstance(rulebooks, str | os.PathLike) else rulebooks
    return Library([_folder(folder) for folder in listed(folders, "rulebooks", "no_such_folder", "folders")], moment)


def _folder(name: object) -> Path:
    if (folder := _path(name)) is None or not folder.is_dir():
        place = excerpt(name, 200) if folder is None else str(folder)[:200]
        raise Refused(code="no_such_folder", message=f"rulebooks: {place} is not a folder")
    return folder


def _path(name: object) -> Path | None:
    """None for what is no path, or one of bytes."""
    if not isinstance(name, str | os.PathLike) or not isinstance(text := os.fspath(name), str):
        return None
    return Path(text)


@lru_cache(maxsize=1)
def _shipped() -> Library:
    """Read once; folders of one's own are read anew each time, because they are edited."""
    return Library()
