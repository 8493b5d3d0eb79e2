"""The books of a database as a whole: whether they hold, how many events they have, and a copy of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Connection, func, select, text

from punto.store import ledger, reading
from punto.store.column_kinds import foreign_value
from punto.store.error import StoreError
from punto.store.private import make_private
from punto.store.rows import Driver, insert_of
from punto.store.schema import metadata

_AT_A_TIME: Final = 2_000


def books_fault(connection: Connection) -> str | None:
    """The first chain or balance that does not hold."""
    if foreign := foreign_value(connection):
        return str(foreign)
    faults = (reading.fault(connection, log, None) for log in reading.logs(connection))
    return next((str(fault) for fault in faults if fault), None) or ledger.fault(connection)


def books_size(connection: Connection) -> tuple[int, int]:
    """How many logs there are, and how many events in all of them."""
    logs = reading.logs(connection)
    return len(logs), sum(reading.head(connection, log).version for log in logs)


def copy_file(source: str | PathLike[str], target: Path) -> None:
    """All pages of a SQLite database, with what its write-ahead log holds, as they are at one moment.

    Whoever writes to the source meanwhile does not wait. The target, if it is a database already, has the old pages or
    the new ones and never some of each, wherever this is interrupted.
    """
    make_private(target)
    try:
        with (
            closing(sqlite3.connect(f"file:{quote(str(source))}?mode=rw", uri=True)) as pages,
            closing(sqlite3.connect(target)) as into,
        ):
            pages.backup(into)
    except sqlite3.Error as error:
        raise StoreError(code="store_failed", message=f"the books could not be copied: {error}") from error


def copy_rows(source: Connection, target: Connection) -> None:
    """Every row of every table of the schema, from one transaction into another; StoreError if one is missing then."""
    driver = Driver(target)
    for table in metadata.sorted_tables:
        count = 0
        for rows in _some(source, table.name):
            driver.write(insert_of(table), rows)
            count += len(rows)
        copies = target.scalar(select(func.count()).select_from(table))
        if copies != count:
            message = f"{table.name} has {count:,} rows, and {copies:,} were copied"
            raise StoreError(code="books_are_at_fault", message=message)


def _some(connection: Connection, name: str) -> Iterator[list[tuple[object, ...]]]:
    table = metadata.tables[name]
    reading = connection.execution_options(stream_results=True, max_row_buffer=_AT_A_TIME)
    for rows in reading.execute(select(table)).partitions(_AT_A_TIME):
        yield [tuple(row) for row in rows]


def copy_to_schema(connection: Connection, schema: str) -> None:
    """Every table of a PostgreSQL database once more, in a schema beside it; nobody writes before this commits."""
    ours = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename")
    names = list(connection.execute(ours).scalars())
    connection.execute(text(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE"))
    connection.execute(text(f'CREATE SCHEMA "{schema}"'))
    for name in names:
        connection.execute(text(f'CREATE TABLE "{schema}"."{name}" AS TABLE "{name}"'))
