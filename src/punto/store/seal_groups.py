"""Groups of rows that are sealed together, and what they count as they stand."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, select, union

from punto.store.schema import (
    arrivals,
    events,
    factors,
    failures,
    heads,
    heartbeats,
    house,
    keys,
    leases,
    people,
    recovery_codes,
    seals,
    sessions,
    shoes,
    snapshots,
)
from punto.store.seals import RowSum, Seal, SealKey

OF_A_TABLE: Final = (arrivals, factors, failures, house, people, recovery_codes, sessions, snapshots)
"""Tables whose rows are sealed together."""

OF_A_ROW: Final = (heartbeats, leases)
"""Tables whose rows have a seal each, and one of their names together.

A process that stands still in mid-transaction keeps nobody else from saying that it is there, or from taking a table.
"""

OF_A_LOG: Final = (keys, shoes)
"""Tables whose rows are sealed with the log they belong to."""

Rows = list[tuple[Any, ...]]

_AT_A_TIME: Final = 2_000


def is_sealed(connection: Connection) -> bool:
    """Whether the books carry seals."""
    return connection.exec_driver_sql("SELECT scope FROM seals LIMIT 1").first() is not None


def stored_seals(connection: Connection, *scopes: str) -> dict[str, Seal]:
    """Seals by their groups: of those that are named, or all."""
    asked = select(seals).where(seals.c.scope.in_(scopes)) if scopes else select(seals)
    return {row.scope: Seal(row.scope, row.rows, row.nonce, row.masked) for row in connection.execute(asked)}


def row_seals(connection: Connection, key: SealKey, table: Table) -> dict[str, RowSum]:
    """What the rows of a table count that have a seal each, by their groups."""
    rows = rows_by_scope(table, [tuple(row) for row in connection.execute(select(table))])
    return {scope: key.tally(table.name, row) for scope, row in rows.items()}


def table_tally(connection: Connection, key: SealKey, table: Table, where: ColumnElement[bool] | None = None) -> RowSum:
    """What the rows of a table count as they stand."""
    asked = select(table) if where is None else select(table).where(where)
    streamed = asked.execution_options(stream_results=True, max_row_buffer=_AT_A_TIME)
    return key.tally(table.name, (tuple(row) for row in connection.execute(streamed)))


def log_tally(connection: Connection, key: SealKey, log: str) -> RowSum:
    """What the rows count that are sealed with a log."""
    tally = RowSum()
    for table in OF_A_LOG:
        tally = tally.plus(table_tally(connection, key, table, table.c.table_id == log))
    return tally


def logs_with_rows(connection: Connection) -> list[str]:
    """Every log that has events, a head or rows beside them."""
    tables = (heads, events, *OF_A_LOG)
    return sorted(connection.scalars(union(*(select(table.c.table_id) for table in tables))))


def rows_by_scope(table: Table, rows: Rows) -> dict[str, Rows]:
    """Rows by the groups of their own."""
    places = key_places(table)
    return {f"{table.name}:{':'.join(str(row[place]) for place in places)}": [row] for row in rows}


def key_places(table: Table) -> list[int]:
    names = [column.name for column in table.columns]
    return [names.index(column.name) for column in table.primary_key.columns]
