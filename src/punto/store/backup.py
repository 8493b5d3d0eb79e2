"""A backup: the books at one moment, taken while the house runs, in a file that is checked before it gets its name.

Of either engine it is a SQLite database of this schema: `punto audit` reads it as it is, and it can be restored to the
other engine. The key of the sealed shoes is not in it, as it is in no database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Engine, text

from punto.kit import Refused
from punto.store.engine import make_engine, snapshot, writing
from punto.store.error import StoreError
from punto.store.migration import migrate
from punto.store.private import make_private, sync
from punto.store.store import open_store
from punto.store.whole import books_fault, books_size, copy_file, copy_rows

LAST_BACKUP: Final = "backup"
"""The word under which a house remembers its last backup."""


class Backup(msgspec.Struct, frozen=True):
    """One backup: when its moment was, and what is in it."""

    at: str
    file: str
    logs: int
    events: int
    octets: int
    note: str = ""
    """Why the house could not be told of it; empty where it was."""


def back_up(
    where: str | PathLike[str],
    file: Path,
    *,
    key: bytes | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Backup:
    """Copy the books into a file that is not there yet; Refused or StoreError if it could not be, or is at fault.

    The house's key is needed only to note in sealed books that this was done.
    """
    if file.exists():
        raise Refused(code="file_is_there", message=f"{file} is there already, and a backup overwrites nothing")
    draft = file.with_name(f"{file.name}.part")
    moment = now().isoformat(timespec="seconds")
    with open_store(where) as store:
        if key is not None:
            store.check_with(key)
        _fresh(draft)
        try:
            _copy(where, draft)
            logs, events = check(draft, f"it is kept as {draft}")
        except StoreError as error:
            if error.refusal.code != "books_are_at_fault":  # What is at fault may be all that is left of the books.
                draft.unlink(missing_ok=True)
            raise
        _rename(draft, file)
        done = Backup(moment, str(file), logs, events, file.stat().st_size)
        try:
            store.remember(LAST_BACKUP, msgspec.json.encode(msgspec.structs.replace(done, file=file.name)))
        except StoreError as error:  # A full disk is a good reason to take a backup to another.
            done = msgspec.structs.replace(done, note=str(error))
    return done


def last_backup(remembered: bytes | None) -> Backup | None:
    """The last backup, from what the house remembers of it."""
    return msgspec.json.decode(remembered, type=Backup) if remembered else None


def check(draft: Path, outcome: str) -> tuple[int, int]:
    """How many logs and events a copy has; StoreError if its pages, a chain or a balance do not hold."""
    with opened(draft) as engine, snapshot(engine) as connection:
        damage = connection.execute(text("PRAGMA integrity_check")).scalar()
        why = f"the file itself: {damage}" if damage != "ok" else books_fault(connection)
        if why:
            raise StoreError(code="books_are_at_fault", message=f"the books are at fault: {why}; {outcome}")
        return books_size(connection)


@contextmanager
def opened(where: str | PathLike[str]) -> Iterator[Engine]:
    """An engine that is closed again."""
    engine = make_engine(where)
    try:
        yield engine
    finally:
        engine.dispose()


def _fresh(draft: Path) -> None:
    try:
        draft.unlink(missing_ok=True)
        make_private(draft)
    except OSError as error:
        raise Refused(code="unwritable", message=f"{draft} cannot be written: {error.strerror}") from None


def _copy(where: str | PathLike[str], draft: Path) -> None:
    with opened(where) as source:
        if source.dialect.name == "sqlite":
            copy_file(str(source.url.database), draft)
            return
        with opened(draft) as target, snapshot(source) as reading, writing(target) as connection:
            migrate(connection)
            copy_rows(reading, connection)


def _rename(draft: Path, file: Path) -> None:
    """Give a copy its name once all of it is on the disk, as a file that needs no other beside it."""
    with closing(sqlite3.connect(draft)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    sync(draft)
    draft.rename(file)
    with suppress(OSError):  # Not every file system lets a folder be opened for it.
        sync(file.absolute().parent)
