"""Books of version 0.1.0, laid out for a test: as a file, or on a server."""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlalchemy import text

from punto.store.engine import make_engine, writing
from punto.store.migration import migrate

FOLDER = Path(__file__).parent / "books_0_1_0"
KEY = bytes(range(32))
"""The key of their sealed shoes."""

TABLES = (
    *("heads", "events", "postings", "accounts", "keys", "snapshots"),
    *("shoes", "people", "sessions", "failures", "house"),
)


def lay_out(url: str) -> None:
    """The books in an empty database, as 0.1.0 left them."""
    if url.startswith("sqlite"):
        shutil.copy(FOLDER / "house.sqlite3", url.removeprefix("sqlite:///"))
        return
    engine = make_engine(url)
    with writing(engine) as connection:
        migrate(connection, "3")
        for row in (FOLDER / "rows.sql").read_text("utf-8").splitlines():
            connection.exec_driver_sql(row.replace("%", "%%"))
    engine.dispose()


def rows(url: str, table: str, schema: str = "") -> list[tuple[object, ...]]:
    """What a table holds, in the columns that version 0.1.0 had."""
    engine = make_engine(url)
    with engine.connect() as connection:
        columns = COLUMNS.get(table, "*")
        found = connection.execute(text(f"SELECT {columns} FROM {f'{schema}.' if schema else ''}{table}")).all()
    engine.dispose()
    return sorted((tuple(row) for row in found), key=repr)


EVENT_COLUMNS = 'table_id, version, at, "by", acting, command_id, kind, schema, body, previous_hash, hash'

COLUMNS = {
    "events": EVENT_COLUMNS,
    "keys": "table_id, key, digest, answer",
    "people": "bones, name, role, password, disabled, created",
    "sessions": "token, name, created, seen, ended",
    "failures": "bones, at",
}
"""The columns of tables that have more by now."""
