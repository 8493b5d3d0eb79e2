"""Many rows at once, handed to the driver as they are.

SQLAlchemy builds a dictionary of parameters for every row of a statement with many; where a house writes hundreds of
rows in each transaction that is a good part of a command's cost, and both drivers take plain tuples.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table

Row = tuple[Any, ...]


def insert_of(table: Table) -> str:
    """The statement that inserts rows of a table, their values in the order of its columns."""
    columns = [column.name for column in table.columns]
    names = ", ".join(f'"{name}"' for name in columns)
    return f'INSERT INTO "{table.name}" ({names}) VALUES ({", ".join("?" * len(columns))})'


def write_rows(connection: Connection, statement: str, rows: Sequence[Row]) -> None:
    """Run a statement with a `?` for each value, once for every row."""
    if rows:
        marked = statement if connection.dialect.paramstyle == "qmark" else statement.replace("?", "%s")
        connection.exec_driver_sql(marked, list(rows))
