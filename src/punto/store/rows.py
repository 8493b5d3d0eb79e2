"""Rows handed to the driver and back as they are.

SQLAlchemy composes a statement anew each time it runs, and builds a dictionary of parameters for every row of one with
many. That was most of what a command cost to keep: so the statements on its way are fixed texts, and both drivers
take plain tuples.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Engine, Table

from punto.store.engine import as_ours

Row = tuple[Any, ...]


def insert_of(table: Table) -> str:
    """The statement that inserts rows of a table, their values in the order of its columns."""
    columns = [column.name for column in table.columns]
    names = ", ".join(f'"{name}"' for name in columns)
    return f'INSERT INTO "{table.name}" ({names}) VALUES {marks(len(columns))}'


@lru_cache(maxsize=512)
def marks(number: int) -> str:
    """So many values in brackets: `(?, ?, ?)`."""
    return f"({', '.join('?' * number)})"


class Driver:
    """The driver's own cursor, in a transaction that SQLAlchemy began; in statements a `?` stands for each value."""

    def __init__(self, connection: Connection) -> None:
        dialect = connection.dialect
        self.engine_name = dialect.name
        self._cursor: Any = connection.connection.cursor()
        self._marked = _unchanged if dialect.paramstyle == "qmark" else _with_percent
        assert dialect.dbapi is not None
        self._errors: Any = dialect.dbapi

    def rows(self, statement: str, values: Sequence[Any]) -> list[Row]:
        """What a statement finds."""
        try:
            self._cursor.execute(self._marked(statement), values)
            rows: list[Row] = self._cursor.fetchall()
        except self._errors.Error as error:
            raise as_ours(error, integrity=isinstance(error, self._errors.IntegrityError)) from error
        return rows

    def row(self, statement: str, *values: Any) -> Row | None:
        """The one row that a statement finds, or none."""
        rows = self.rows(statement, values)
        assert len(rows) <= 1
        return rows[0] if rows else None

    def write(self, statement: str, rows: Sequence[Row]) -> None:
        """Run a statement once for every row."""
        if not rows:
            return
        try:
            self._cursor.executemany(self._marked(statement), rows)
        except self._errors.Error as error:
            raise as_ours(error, integrity=isinstance(error, self._errors.IntegrityError)) from error


class Lookup:
    """The query for one row of a table by its key."""

    def __init__(self, table: Table, *by: str) -> None:
        names = [column.name for column in table.columns]
        columns = ", ".join(f'"{name}"' for name in names)
        conditions = " AND ".join(f'"{name}" = ?' for name in by)
        self._statement = f'SELECT {columns} FROM "{table.name}" WHERE {conditions}'
        self._row: Any = namedtuple(table.name, names)  # type: ignore[misc]

    def find(self, engine: Engine, *key: Any) -> Any:
        """The row, its values under the names of the columns; None where there is none."""
        with engine.connect() as connection:
            row = Driver(connection).row(self._statement, *key)
        return self._row._make(row) if row is not None else None


def _unchanged(statement: str) -> str:
    return statement


@lru_cache(maxsize=1024)
def _with_percent(statement: str) -> str:
    return statement.replace("?", "%s")
