"""Groups of rows that are sealed together, and their tallies as they stand."""

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
"""Tables of which each row has a seal of its own, besides one over the names of all.

So a process that stands still in mid-transaction blocks neither another's heartbeat nor a take-over.
"""

OF_A_LOG: Final = (keys, shoes)
"""Tables whose rows are sealed with the log they belong to."""

Rows = list[tuple[Any, ...]]

_AT_A_TIME: Final = 2_000


def is_sealed(connection: Connection) -> bool:
    """Whether the books carry seals."""
    return connection.exec_driver_sql("SELECT scope FROM seals LIMIT 1").first() is not None


def stored_seals(connection: Connection, *scopes: str) -> dict[str, Seal]:
    """Seals by their groups: those of the groups named, or all."""
    query = select(seals).where(seals.c.scope.in_(scopes)) if scopes else select(seals)
    return {row.scope: Seal(row.scope, row.rows, row.nonce, row.masked) for row in connection.execute(query)}


def row_seals(connection: Connection, key: SealKey, table: Table) -> dict[str, RowSum]:
    """The tally of every row of a table whose rows have a seal each, by its group."""
    rows = rows_by_scope(table, [tuple(row) for row in connection.execute(select(table))])
    return {scope: key.tally(table.name, row) for scope, row in rows.items()}


def table_tally(connection: Connection, key: SealKey, table: Table, where: ColumnElement[bool] | None = None) -> RowSum:
    """The tally of a table's rows as they stand."""
    query = select(table) if where is None else select(table).where(where)
    streamed = query.execution_options(stream_results=True, max_row_buffer=_AT_A_TIME)
    return key.tally(table.name, (tuple(row) for row in connection.execute(streamed)))


def log_tally(connection: Connection, key: SealKey, log: str) -> RowSum:
    """The tally of the rows that are sealed with a log."""
    tally = RowSum()
    for table in OF_A_LOG:
        tally = tally.plus(table_tally(connection, key, table, table.c.table_id == log))
    return tally


def logs_with_rows(connection: Connection) -> list[str]:
    """Every log that has events, a head or rows beside them."""
    tables = (heads, events, *OF_A_LOG)
    return sorted(connection.scalars(union(*(select(table.c.table_id) for table in tables))))


def rows_by_scope(table: Table, rows: Rows) -> dict[str, Rows]:
    """Rows by their groups, in a table whose rows have a seal each."""
    places = key_places(table)
    return {f"{table.name}:{':'.join(str(row[place]) for place in places)}": [row] for row in rows}


def key_places(table: Table) -> list[int]:
    names = [column.name for column in table.columns]
    return [names.index(column.name) for column in table.primary_key.columns]
