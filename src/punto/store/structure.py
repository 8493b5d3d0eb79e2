"""The database beneath the rows: what answers for a table must be that table, and its indexes must agree with it.

Somebody who owns the database can leave every row as it is and have it answer otherwise: by an index that leads to
another row, by a view or a rule in a table's place, by a trigger that writes what nobody asked for.
"""

from __future__ import annotations

import re
from typing import Final

from sqlalchemy import Connection, text

from punto.store.schema import REVISIONS, metadata

_REFUSING: Final = re.compile(
    r"(CREATE TRIGGER \w+ BEFORE (UPDATE|DELETE) ON \w+ (WHEN OLD\.refused = '' )?)?"
    r"BEGIN (SELECT RAISE\(ABORT,|RAISE EXCEPTION) '\w+ are append-only'(\);|;) END"
)
"""A guard of the house's: whatever it is called and wherever it stands, all it can do is to refuse."""

_SQLITE_OBJECTS: Final = text("SELECT type, name, sql FROM sqlite_master")

_POSTGRESQL_TABLES: Final = text(
    "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace "
    "AND relkind = 'r' AND NOT relhasrules AND NOT relrowsecurity"
)
_POSTGRESQL_TRIGGERS: Final = text(
    "SELECT tgname, prosrc FROM pg_trigger "
    "JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace ORDER BY tgname"
)


def structure_fault(connection: Connection) -> str | None:
    """Why the database may answer otherwise than its tables stand, if it may.

    A guard that is gone is no such reason.
    """
    sqlite = connection.dialect.name == "sqlite"
    tables, triggers = _of_sqlite(connection) if sqlite else _of_postgresql(connection)
    for name in sorted({*metadata.tables, REVISIONS} - tables):
        return f"{name} is not a table that answers for itself: a view, a rule or a policy stands in its place"
    for name, body in sorted(triggers.items()):
        if not _REFUSING.fullmatch(body.strip()):
            return f"the house made no trigger {name}"
    if sqlite:  # No engine on a server tells as much for as little.
        damage = str(connection.execute(text("PRAGMA integrity_check(1)")).scalar())
        return None if damage == "ok" else f"its pages or indexes do not agree: {damage}"
    return None


def _of_sqlite(connection: Connection) -> tuple[set[str], dict[str, str]]:
    """The names of tables, and the triggers."""
    objects = connection.execute(_SQLITE_OBJECTS).all()
    triggers = {name: sql for type, name, sql in objects if type == "trigger"}
    return {name for type, name, _ in objects if type == "table"}, triggers


def _of_postgresql(connection: Connection) -> tuple[set[str], dict[str, str]]:
    """The names of tables, and the triggers."""
    triggers = {row.tgname: row.prosrc for row in connection.execute(_POSTGRESQL_TRIGGERS)}
    return set(connection.scalars(_POSTGRESQL_TABLES)), triggers
