"""Books of an older version brought forward: a copy first, then one transaction that is checked before it counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from punto.kit import Refused
from punto.store.engine import make_engine, writing
from punto.store.error import StoreError
from punto.store.lock import locked
from punto.store.migration import migrate, revision_of
from punto.store.schema import SCHEMA
from punto.store.seal_groups import is_sealed
from punto.store.sealing import seal_as_it_stands
from punto.store.whole import books_fault, books_size, copy_file, copy_to_schema

STEPS: Final = ("copied", "migrated", "verified", "committed")
"""The moments at which a fault test can stop an upgrade; each has just happened."""


_WHY: Final = "the books came from a version that sealed nothing, or were made without the key"


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What an upgrade did; the same schema before and after where there was nothing to do."""

    before: str
    after: str
    copy: str
    """Where the books lie as they were: a file, or a schema of the same database."""
    logs: int
    events: int
    sealed: dict[str, int] | None = None
    """By table, how many rows were sealed as they stand; None where nothing was."""
    is_sealed: bool = False
    """Whether the books carry seals now."""


def upgrade_books(
    where: str | PathLike[str],
    *,
    key: bytes | None = None,
    reseal: str = "",
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    at_step: Callable[[str], None] = lambda step: None,
) -> Upgraded:
    """Bring a database to this program's schema; StoreError, and nothing has changed, if what comes out is at fault.

    With the house's key, rows that carry no seals are sealed as they stand; with `reseal`, which says why, all others
    too: what was changed before is not found after.
    """
    engine = make_engine(where)
    try:
        with locked(engine.url), engine.connect() as connection:
            before = _older(connection)
            current = before == SCHEMA
            sealed = current and is_sealed(connection)
            connection.rollback()
            if current and (key is None or (sealed and not reseal)):
                return Upgraded(before, before, "", *books_size(connection), is_sealed=sealed)
            with writing(engine) as changing:
                copy = _copied(changing, before, f"{now():%Y%m%dT%H%M%SZ}")
                at_step("copied")
                migrate(changing)
                at_step("migrated")
                _verify(changing, copy)
                why = reseal or _WHY
                rows = seal_as_it_stands(changing, key, why, now().isoformat())[1] if key is not None else None
                counted = books_size(changing)
                at_step("verified")
            at_step("committed")
            return Upgraded(before, SCHEMA, copy, *counted, sealed=rows, is_sealed=rows is not None)
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
        copy_to_schema(connection, schema := f"punto_schema_{revision}_{stamp.lower()}")
        return schema
    file = Path(str(connection.engine.url.database))
    return _copied_file(file, file.with_name(f"{file.name}.schema-{revision}.{stamp}"))


def _copied_file(file: Path, copy: Path) -> str:
    """The database with all that its write-ahead log holds, whole under its name or not there."""
    draft = copy.with_name(f"{copy.name}.part")
    draft.unlink(missing_ok=True)
    copy_file(file, draft)
    draft.rename(copy)
    return str(copy)


def _verify(connection: Connection, copy: str) -> None:
    """Every chain and every balance holds; StoreError otherwise, which ends the transaction without a trace."""
    if why := books_fault(connection):
        message = f"nothing was changed, because the books are at fault: {why}; they were copied to {copy}"
        raise StoreError(code="books_are_at_fault", message=message)
