"""The books at one moment: where each log ends, what each account holds, and what is wrong beside the logs.

Logs only grow, so that up to where they ended then they can be read later, one by one or by several processes, and
still belong to the same moment as the balances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, func, select

from punto.store import ledger, reading
from punto.store.column_kinds import foreign_value
from punto.store.entry import Head
from punto.store.error import StoreError
from punto.store.log_seals import about, names_tally
from punto.store.schema import accounts, events, mentions, metadata, people, postings, snapshots
from punto.store.seal_groups import (
    OF_A_LOG,
    OF_A_ROW,
    OF_A_TABLE,
    is_sealed,
    log_tally,
    row_seals,
    stored_seals,
    table_tally,
)
from punto.store.seal_of_seals import SEALS, seals_tally
from punto.store.sealing import has_secret
from punto.store.seals import LOG, LOGS, RowSum, Seal, SealKey

NEEDING_KEY: Final = (*OF_A_TABLE, *OF_A_ROW, *OF_A_LOG, metadata.tables["seals"])
"""Tables whose rows are checked with the house's key alone."""


_UNREADABLE: Final = (StoreError, TypeError, ValueError)
"""What is raised by reading rows that no store wrote: a damaged page, a value of another kind than its column."""


@dataclass(frozen=True, slots=True)
class RowFault:
    """Rows of a table of the database that are not as the house wrote them."""

    table: str
    why: str


class KeptAccount(NamedTuple):
    """A person's role as it is kept, and whether they are shut out."""

    role: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """What one transaction saw."""

    heads: dict[str, Head]
    ends: dict[str, int]
    """By log, the version of its last event, which is the head's unless somebody tampered with it."""
    balances: dict[str, int]
    ledger_fault: str | None
    rows_fault: RowFault | None
    unread: bool = False
    """Whether nothing else was looked at, because rows are at fault that cannot even be compared."""
    people: dict[str, KeptAccount] = field(default_factory=dict)
    """Accounts by name."""


def moment(connection: Connection, key: SealKey | None) -> Moment:
    """The books as one transaction sees them; without the key no seal is looked at."""
    if foreign := foreign_value(connection):
        return Moment({}, {}, {}, None, RowFault(*foreign), unread=True)
    logs = reading.logs(connection)
    heads = {log: reading.head(connection, log) for log in logs}
    ends = {log: _end(connection, log) for log in logs}
    try:
        balances = {row.account: row.balance for row in connection.execute(select(accounts))}
        ledger_fault = ledger.fault(connection)
    except _UNREADABLE as error:
        return Moment(heads, ends, {}, f"cannot be read: {error}", None)
    by_name: dict[str, KeptAccount] = {}
    try:
        rows_fault = next(_faults(connection, logs, key), None)
        query = select(people.c.name, people.c.role, people.c.disabled)
        by_name = {name: KeptAccount(role, bool(disabled)) for name, role, disabled in connection.execute(query)}
    except _UNREADABLE as error:
        rows_fault = RowFault("database", f"cannot be read: {error}")
    return Moment(heads, ends, balances, ledger_fault, rows_fault, people=by_name)


def log_fault(connection: Connection, log: str, key: SealKey) -> RowFault | None:
    """What is wrong with the seal of a log and the rows it stands for, as one transaction sees them."""
    seal = stored_seals(connection, LOG + log).get(LOG + log)
    if seal is None:
        return RowFault("seals", f"the seal of {log} is missing")
    counted = log_tally(connection, key, log)
    if key.open(seal, about(reading.head(connection, log))) == counted:
        return None
    names = " and ".join(table.name for table in OF_A_LOG)
    return RowFault(names, f"the {counted.rows:,} rows beside the log of {log} are not those that the house sealed")


def unchecked(connection: Connection, log: str | None = None) -> dict[str, int]:
    """By table, how many rows cannot be checked without the key; a table whose rows a seal speaks of is named as well.

    Of one log, if it is named.
    """
    counts = {}
    for table in OF_A_LOG if log is not None else NEEDING_KEY:
        query = select(func.count()).select_from(table)
        counts[table.name] = int(connection.scalar(query if log is None else query.where(table.c.table_id == log)) or 0)
    if not is_sealed(connection):
        counts["seals"] = _missing_seals(connection) if log is None else 1
    elif log is None and not foreign_value(connection, metadata.tables["seals"]):
        sealed = stored_seals(connection)
        for name, seal in sealed.items():
            if name in counts:
                counts[name] = max(counts[name], int(seal.rows))
        of_logs = sum(int(seal.rows) for name, seal in sealed.items() if name.startswith(LOG))
        if of_logs > sum(counts[table.name] for table in OF_A_LOG):
            counts[OF_A_LOG[0].name] = of_logs
    return {str(name): rows for name, rows in sorted(counts.items()) if rows}


def _missing_seals(connection: Connection) -> int:
    """How many seals books without any must have had: whoever took them away may have taken rows with them."""
    logs = reading.logs(connection)
    return len(OF_A_TABLE) + len(OF_A_ROW) + len(logs) + len((LOGS, SEALS)) if logs else 0


def _end(connection: Connection, log: str) -> int:
    return int(connection.scalar(select(func.max(events.c.version)).where(events.c.table_id == log)) or 0)


def _faults(connection: Connection, logs: list[str], key: SealKey | None) -> Iterator[RowFault]:
    for table in (mentions, postings):
        if stray := sorted(_logs_of(connection, table) - set(logs)):
            yield RowFault(table.name, f"has rows of {stray[0]}, and there is no such log")
    if (table_id := _stray_snapshot(connection)) is not None:
        yield RowFault("snapshots", f"the state kept of {table_id} is not that of any event in its log")
    if has_secret(connection) is not is_sealed(connection):
        yield RowFault("seals", "the seals of these books, or the secret they were made with, were taken away")
    if key is not None:
        yield from _sealed_faults(connection, key, set(logs))


def _sealed_faults(connection: Connection, key: SealKey, logs: set[str]) -> Iterator[RowFault]:
    """What is wrong with seals and sealed rows, but for those of the logs at hand, which are looked at with them."""
    sealed = stored_seals(connection)
    together, seal_of_seals = seals_tally(key, sealed.values()), sealed.pop(SEALS, None)
    for table in OF_A_TABLE:
        counted = table_tally(connection, key, table)
        yield from _seal_faults(key, sealed.pop(str(table.name), None), str(table.name), counted)
    for table in OF_A_ROW:
        rows = row_seals(connection, key, table)
        yield from _seal_faults(key, sealed.pop(str(table.name), None), str(table.name), names_tally(key, sorted(rows)))
        for scope, counted in sorted(rows.items()):
            yield from _seal_faults(key, sealed.pop(scope, None), scope, counted)
    names = [name for name in sealed if name.startswith(LOG)]
    of_logs = {name.removeprefix(LOG): sealed.pop(name) for name in names}
    yield from _seal_faults(key, sealed.pop(LOGS, None), LOGS, names_tally(key, sorted(of_logs)))
    if seal_of_seals is None:
        yield RowFault(SEALS, "the seal of all seals is missing")
    elif key.open(seal_of_seals) != together:
        yield RowFault(SEALS, "they are not all of one moment: rows were put back together with their seal")
    if sealed:
        yield RowFault("seals", f"there is a seal of {min(sealed)}, and nothing that it could stand for")
    for table in OF_A_LOG:
        if stray := sorted(_logs_of(connection, table) - of_logs.keys()):
            yield RowFault(str(table.name), f"has rows of {stray[0]}, and there is no seal of such a log")
    for log in sorted(of_logs.keys() - logs):
        if fault := log_fault(connection, log, key):
            yield fault


def _seal_faults(key: SealKey, seal: Seal | None, name: str, counted: RowSum) -> Iterator[RowFault]:
    if seal is None:
        yield RowFault("seals", f"the seal of {name} is missing")
    elif key.open(seal) != counted:
        what = "the logs in the books" if name == LOGS else f"the {counted.rows:,} rows of {name}"
        table = "seals" if name == LOGS else name.partition(":")[0]
        yield RowFault(table, f"{what} are not those that the house sealed")


def _logs_of(connection: Connection, table: Table) -> set[str]:
    return set(connection.scalars(select(table.c.table_id).distinct()))


def _stray_snapshot(connection: Connection) -> str | None:
    same = (
        (events.c.table_id == snapshots.c.table_id)
        & (events.c.version == snapshots.c.version)
        & (events.c.hash == snapshots.c.hash)
    )
    stray = select(snapshots.c.table_id).outerjoin(events, same).where(events.c.version.is_(None))
    return connection.scalar(stray.order_by(snapshots.c.table_id).limit(1))
