"""Bringing a database to this program's schema: an empty one at once, an older one when asked."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from sqlalchemy import Connection, Engine, column, inspect, select, table, text

from punto.store.engine import make_engine, writing
from punto.store.error import StoreError
from punto.store.schema import REVISIONS, SCHEMA

SCRIPTS = Path(__file__).parent / "migrations"


def revision_of(connection: Connection) -> str | None:
    """The database's revision, or None where there is no store yet."""
    if not inspect(connection).has_table(REVISIONS):
        return None
    return connection.execute(select(column("version_num")).select_from(table(REVISIONS))).scalar()


def make_ready(engine: Engine) -> None:
    """Create the tables in an empty database; refuse one of another revision."""
    with engine.connect() as connection:
        revision = revision_of(connection)
    if revision is None:
        _upgrade(engine)
    elif revision != SCHEMA:
        raise StoreError(
            code="schema_is_another",
            message=f"the database has schema {revision}, this program has {SCHEMA}; a later program is needed, "
            "or an older database must first be upgraded",
        )


def upgrade_store(where: str | PathLike[str]) -> None:
    """Bring an older database to this program's schema."""
    engine = make_engine(where)
    try:
        _upgrade(engine)
    finally:
        engine.dispose()


def _upgrade(engine: Engine) -> None:
    # Alembic takes a moment to load, and is needed only here.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            # Two processes may find the database empty at once; "PUNTO" as a number names the lock.
            connection.execute(text("SELECT pg_advisory_xact_lock(345401904207)"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StoreError(code="schema_is_another", message=f"the database cannot be upgraded: {error}") from error
