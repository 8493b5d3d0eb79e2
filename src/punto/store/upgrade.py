"""Books of an older version brought forward: a copy first, then one transaction that is checked before it counts."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from punto.kit import Refused
from punto.store import ledger, reading
from punto.store.engine import make_engine, writing
from punto.store.error import StoreError
from punto.store.lock import locked
from punto.store.migration import migrate, revision_of
from punto.store.schema import SCHEMA

STEPS: Final = ("copied", "migrated", "verified", "committed")
"""The moments at which a fault test can stop an upgrade; each has just happened."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What an upgrade did; the same schema before and after where there was nothing to do."""

    before: str
    after: str
    copy: str
    """Where the books lie as they were: a file, or a schema of the same database."""
    logs: int
    events: int


def upgrade_books(
    where: str | PathLike[str],
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    at_step: Callable[[str], None] = lambda step: None,
) -> Upgraded:
    """Bring a database to this program's schema; StoreError, and nothing has changed, if what comes out is at fault."""
    engine = make_engine(where)
    try:
        with locked(engine.url), engine.connect() as connection:
            before = _older(connection)
            connection.rollback()
            if before == SCHEMA:
                return Upgraded(before, before, "", *_counted(connection))
            with writing(engine) as changing:
                copy = _copied(changing, before, f"{now():%Y%m%dT%H%M%SZ}")
                at_step("copied")
                migrate(changing)
                at_step("migrated")
                _verify(changing, copy)
                counted = _counted(changing)
                at_step("verified")
            at_step("committed")
            return Upgraded(before, SCHEMA, copy, *counted)
    finally:
        engine.dispose()


def _older(connection: Connection) -> str:
    """The database's schema, if this program can bring it forward."""
    revision = revision_of(connection)
    if revision is None:
        raise Refused(code="no_books", message="there are no books of a house here")
    if not revision.isascii() or not revision.isdigit() or int(revision) > int(SCHEMA):
        message = f"the database cannot be upgraded: it has schema {revision}, this program has {SCHEMA}"
        raise StoreError(code="schema_is_another", message=message)
    return revision


def _copied(connection: Connection, revision: str, stamp: str) -> str:
    """The books as they are now; nobody writes to them before this transaction ends."""
    if connection.dialect.name == "postgresql":
        return _copied_tables(connection, f"punto_schema_{revision}_{stamp.lower()}")
    file = Path(str(connection.engine.url.database))
    return _copied_file(file, file.with_name(f"{file.name}.schema-{revision}.{stamp}"))


def _copied_file(file: Path, copy: Path) -> str:
    """The database with all that its write-ahead log holds, whole under its name or not there."""
    draft = copy.with_name(f"{copy.name}.part")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    source, target = sqlite3.connect(file), sqlite3.connect(draft)
    try:
        source.backup(target)
    except sqlite3.Error as error:
        raise StoreError(code="store_failed", message=f"the books could not be copied: {error}") from error
    finally:
        source.close()
        target.close()
    draft.rename(copy)
    return str(copy)


def _copied_tables(connection: Connection, schema: str) -> str:
    """Every table of the books once more, in a schema beside them."""
    ours = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename")
    names = list(connection.execute(ours).scalars())
    connection.execute(text(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE"))
    connection.execute(text(f'CREATE SCHEMA "{schema}"'))
    for name in names:
        connection.execute(text(f'CREATE TABLE "{schema}"."{name}" AS TABLE "{name}"'))
    return schema


def _verify(connection: Connection, copy: str) -> None:
    """Every chain and every balance holds; StoreError otherwise, which ends the transaction without a trace."""
    faults = (reading.fault(connection, log, None) for log in reading.logs(connection))
    why = next((str(fault) for fault in faults if fault), None) or ledger.fault(connection)
    if why:
        message = f"nothing was changed, because the books are at fault: {why}; they were copied to {copy}"
        raise StoreError(code="books_are_at_fault", message=message)


def _counted(connection: Connection) -> tuple[int, int]:
    logs = reading.logs(connection)
    return len(logs), sum(reading.head(connection, log).version for log in logs)
