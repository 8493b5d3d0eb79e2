"""Values of another kind than their column, which no store writes: SQLite keeps octets or a text in place of a number.

Looked for before anything is read: such a value does not compare with others, and octets can give the hash of a text.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Column, Connection, Float, Integer, LargeBinary, Table, Text, case, func, or_, select

from punto.store.schema import metadata

_STORAGE_CLASS: Final = {Text: "text", Integer: "integer", Float: "real", LargeBinary: "blob"}
"""What SQLite calls the kind of a value, by the kind of its column."""


class ForeignValue(NamedTuple):
    """A value that is not of its column's kind."""

    table: str
    why: str

    def __str__(self) -> str:
        return f"{self.table}: {self.why}"


def foreign_value(connection: Connection, *tables: Table) -> ForeignValue | None:
    """The first in these tables, or in all of them. On PostgreSQL there are none."""
    if connection.dialect.name != "sqlite":
        return None
    foreign = (_in_table(connection, table) for table in tables or metadata.sorted_tables)
    return next(filter(None, foreign), None)


def _in_table(connection: Connection, table: Table) -> ForeignValue | None:
    foreign = {column.name: func.typeof(column) != _storage_class(column) for column in table.columns}
    names = case(*((is_foreign, name) for name, is_foreign in foreign.items()))
    # As SQL literals, whatever their kind: a driver's conversion would fail on just such a value.
    keys = [func.quote(column) for column in table.primary_key.columns]
    row = connection.execute(select(names, *keys).where(or_(*foreign.values())).limit(1)).first()
    if row is None:
        return None
    where = ", ".join(f"{column.name} {value:.60}" for column, value in zip(table.primary_key, row[1:], strict=True))
    of_row = f" of the row with {where}" if where else ""
    return ForeignValue(
        str(table.name), f"the {row[0]}{of_row} is of another kind than its column, which no house writes"
    )


def _storage_class(column: Column[object]) -> str:
    return next(name for kind, name in _STORAGE_CLASS.items() if isinstance(column.type, kind))
