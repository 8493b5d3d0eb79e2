"""Bringing a database to this program's schema: an empty one at once, an older one when asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, column, inspect, select, table, text

from punto.store.engine import writing
from punto.store.error import StoreError
from punto.store.schema import REVISIONS, SCHEMA

SCRIPTS = Path(__file__).parent / "migrations"


def revision_of(connection: Connection) -> str | None:
    """The database's revision, or None where there is no store yet."""
    if not inspect(connection).has_table(REVISIONS):
        return None
    revisions: Sequence[Any] = (
        connection.execute(select(column("version_num")).select_from(table(REVISIONS))).scalars().all()
    )
    if len(revisions) != 1:
        message = f"{REVISIONS} of the database has {len(revisions)} rows, and one says which schema it has"
        raise StoreError(code="schema_is_another", message=message)
    return str(revisions[0])


def make_ready(engine: Engine) -> None:
    """Create the tables in an empty database; refuse one of another revision."""
    with engine.connect() as connection:
        revision = revision_of(connection)
    if revision is None:
        with writing(engine) as connection:
            migrate(connection)
    elif revision != SCHEMA:
        older = revision.isdigit() and int(revision) < int(SCHEMA)
        way = "`punto upgrade` brings it forward and makes a copy first" if older else "a later program is needed"
        message = f"the database has schema {revision}, this program has {SCHEMA}; {way}"
        raise StoreError(code="schema_is_another", message=message)


def migrate(connection: Connection, to: str = "head") -> None:
    """Bring a database to this program's schema, within a transaction that somebody else began."""
    # Alembic takes a moment to load, and is needed only here.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    if connection.dialect.name == "postgresql":
        # Two processes may find the database empty at once; "PUNTO" as a number names the lock.
        connection.execute(text("SELECT pg_advisory_xact_lock(345401904207)"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise StoreError(code="schema_is_another", message=f"the database cannot be upgraded: {error}") from error
