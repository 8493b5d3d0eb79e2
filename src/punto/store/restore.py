"""Restoring a backup to a database: all of it or nothing, never under a house that is open, never without a copy."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, Engine, delete, func, inspect, select, text, true

from punto.kit import Refused
from punto.store.backup import check, opened
from punto.store.engine import make_engine, snapshot, writing
from punto.store.error import StoreError
from punto.store.links import WORD
from punto.store.lock import locked, require_closed
from punto.store.migration import make_ready, revision_of
from punto.store.private import sync
from punto.store.schema import SCHEMA, heads, house, metadata, seals, sessions
from punto.store.sealing import SECRET, Sealing
from punto.store.whole import books_fault, copy_file, copy_rows, copy_to_schema

STEPS: Final = ("checked", "copied", "written", "committed")
"""The moments at which a fault test can stop a restoration; each has just happened."""

_BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; a leftover of another one would be taken for this one's."""

AtStep = Callable[[str], None]


class Restored(msgspec.Struct, frozen=True):
    """What was restored, and where the books lie that were there before."""

    file: str
    logs: int
    events: int
    replaced: str
    """A file, or a schema of the same database; empty where there were none."""


def restore_books(
    file: Path,
    where: str | PathLike[str],
    *,
    key: bytes | None = None,
    without_key: bool = False,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    at_step: AtStep = lambda step: None,
) -> Restored:
    """Put a backup's books into a database; whatever goes wrong, that has its old books or the new ones.

    Signing everybody out changes rows that are sealed, for which the house's key is needed. Where that is lost,
    `without_key` takes all seals away, and the house is started without its key too.
    """
    stamp = f"{now():%Y%m%dT%H%M%S%fZ}"  # Two in one second must not share a name.
    target = make_engine(where)
    try:
        with locked(target.url), _draft(file, target) as draft:
            logs, events = check(draft, "nothing was restored")
            _sign_everybody_out(draft, key, without_key)
            at_step("checked")
            if target.dialect.name == "sqlite":
                replaced = _into_file(draft, Path(str(target.url.database)), stamp, at_step)
            else:
                replaced = _into_server(draft, target, stamp, at_step)
            at_step("committed")
            return Restored(str(file), logs, events, replaced)
    finally:
        target.dispose()


@contextmanager
def _draft(file: Path, target: Engine) -> Iterator[Path]:
    """A copy of the backup to work on: the backup itself stays as it is."""
    if target.dialect.name == "sqlite":
        database = Path(str(target.url.database))
        if database.exists() and database.samefile(file):
            raise Refused(code="same_file", message=f"{file} is the house itself, and not a backup of it")
        draft = database.with_name(f"{database.name}.restoring")
        draft.unlink(missing_ok=True)
    else:
        number, name = tempfile.mkstemp(prefix="punto-", suffix=".restoring")
        os.close(number)
        draft = Path(name)
    try:
        copy_file(file, draft)
        with opened(draft) as engine, engine.connect() as connection:
            _require_schema(connection, file)
        yield draft
    finally:
        for end in ("", *_BESIDE):
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _require_schema(connection: Connection, file: Path) -> None:
    revision = revision_of(connection)
    if revision is None:
        raise Refused(code="no_books", message=f"{file} holds no books of a house")
    if revision != SCHEMA:
        message = f"{file} has schema {revision}, this program has {SCHEMA}; `punto upgrade {file}` brings it forward"
        raise StoreError(code="schema_is_another", message=message)


def _sign_everybody_out(draft: Path, key: bytes | None, without_key: bool) -> None:
    """A session or link that was ended after the backup must not come alive again with it."""
    links = house.c.word.startswith(WORD)
    with opened(draft) as engine:
        sealing = Sealing(engine)
        if without_key:
            with writing(engine) as connection:
                connection.execute(delete(seals))
                connection.execute(delete(house).where(house.c.word == SECRET))
        elif key is not None:
            sealing.look(key)
        with engine.connect() as connection:
            here = [
                connection.execute(query.limit(1)).first() for query in (select(sessions), select(house).where(links))
            ]
        if any(row is not None for row in here):
            with sealing.changing(sessions, house) as change:
                change.run(sessions, true(), delete(sessions))
                change.run(house, links, delete(house).where(links))


def _into_file(draft: Path, database: Path, stamp: str, at_step: AtStep) -> str:
    if not database.exists() or not database.stat().st_size:
        for end in _BESIDE:
            database.with_name(database.name + end).unlink(missing_ok=True)
        sync(draft)
        os.replace(draft, database)
        sync(database.absolute().parent)
        return ""
    with opened(database) as engine, engine.connect() as connection:
        if not inspect(connection).has_table(heads.name):
            raise Refused(code="no_books", message=f"{database} holds something else than books, and stays as it is")
    copy = database.with_name(f"{database.name}.replaced.{stamp}")
    copy_file(database, copy)
    sync(copy)
    at_step("copied")
    # Page by page into the database that is there, in one transaction of SQLite's own: a file put in its place would
    # meet the write-ahead log of the old one.
    copy_file(draft, database)
    at_step("written")
    return str(copy)


def _into_server(draft: Path, target: Engine, stamp: str, at_step: AtStep) -> str:
    make_ready(target)
    with opened(draft) as source, snapshot(source) as reading, writing(target) as connection:
        require_closed(connection)
        schema = ""
        if connection.scalar(select(func.count()).select_from(heads)):
            copy_to_schema(connection, schema := f"punto_replaced_{stamp.lower()}")
        at_step("copied")
        _empty(connection)
        copy_rows(reading, connection)
        at_step("written")
        if why := books_fault(connection):
            raise StoreError(code="books_are_at_fault", message=f"nothing was restored: {why}")
    return schema


def _empty(connection: Connection) -> None:
    """Take every row away, past the triggers that keep what is written from being changed."""
    names = [f'"{table.name}"' for table in metadata.sorted_tables]
    for name in names:
        connection.execute(text(f"ALTER TABLE {name} DISABLE TRIGGER USER"))
    connection.execute(text(f"TRUNCATE {', '.join(names)}"))
    for name in names:
        connection.execute(text(f"ALTER TABLE {name} ENABLE TRIGGER USER"))
