"""Seals of logs on the way of a command: read under the log's lock, moved on with what is written to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, select

from punto.store.entry import Head, start
from punto.store.page import Page
from punto.store.rows import Driver, insert_of, marks
from punto.store.schema import keys, seals, shoes
from punto.store.seal_of_seals import move_seal_of_seals
from punto.store.seals import LOG, LOGS, RowSum, Seal, SealKey

_SEALS: Final = 'SELECT scope, "rows", nonce, masked FROM seals WHERE scope'
_OLD_SEAL: Final = 'UPDATE seals SET "rows" = ?, nonce = ?, masked = ? WHERE scope = ?'
_NEW_SEAL: Final = insert_of(seals)
_SHOE: Final = "SELECT table_id, number, sealed FROM shoes WHERE table_id = ? AND number = ?"


def about(head: Head) -> tuple[int, str]:
    """What a log's seal covers besides its rows."""
    return head.version, head.hash


def names_tally(key: SealKey, logs: Sequence[str]) -> RowSum:
    """The tally of the names of logs."""
    return key.tally(LOGS, ((log,) for log in logs))


def lock_seals(driver: Driver, logs: Sequence[str]) -> dict[str, Seal]:
    """The seals of logs by their names, until the transaction ends.

    Read after the heads are locked, not together with them: a query that waited for a head's lock would return the
    new head with the old seal.
    """
    log_seals = _locked(driver, [LOG + log for log in logs])
    return {seal.scope.removeprefix(LOG): seal for seal in log_seals}


def move_seals(driver: Driver, page: Page, before: Mapping[str, Head], key: SealKey) -> None:
    """Seal what a page writes; `before` has the heads as they were. A log that is new gets a seal of its own.

    A seal that was taken away from a log that is not new is not made again: the audit misses it.
    """
    rows: defaultdict[str, list[tuple[str, tuple[Any, ...]]]] = defaultdict(list)
    for log, command_key, refused in page.keys:
        rows[log].append((keys.name, (log, command_key.key, command_key.digest, command_key.answer, refused)))
    for log, shoe in page.shoes:
        rows[log].append((shoes.name, (log, shoe.number, shoe.sealed)))
    old, moved, new = [], [], []
    for log in sorted(page.moved.keys() | rows.keys()):
        gained = RowSum()
        for table, row in rows[log]:
            gained = gained.plus(key.tally(table, (row,)))
        for _, shoe in (entry for entry in page.shoes if entry[0] == log):
            replaced = [(*row[:2], bytes(row[2])) for row in driver.rows(_SHOE, (log, shoe.number))]
            gained = gained.minus(key.tally(shoes.name, replaced))
        head, scope = page.heads.get(log) or start(log), LOG + log
        if (seal := page.seals.get(log)) is not None:
            tally = key.open(seal, about(before.get(log) or start(log)))
            old.append(seal)
            moved.append(key.close(scope, tally.plus(gained), about(head)))
        elif log not in before:
            new.append(key.close(scope, gained, about(head)))
    if new:
        names = names_tally(key, [seal.scope.removeprefix(LOG) for seal in new])
        of_logs = _locked(driver, [LOGS])
        old += of_logs
        moved += [key.close(LOGS, key.open(seal).plus(names)) for seal in of_logs]
    driver.write(_NEW_SEAL, new)
    driver.write(_OLD_SEAL, [(seal.rows, seal.nonce, seal.masked, seal.scope) for seal in moved])
    move_seal_of_seals(driver, key, old, moved + new)


def take_away(
    connection: Connection, key: SealKey, table: Table, where: ColumnElement[bool], logs: Iterable[str]
) -> None:
    """Seal logs anew without rows that are about to be deleted in the same transaction."""
    driver, names = Driver(connection), sorted(set(logs))
    if not names:
        return
    locked = " FOR UPDATE" if driver.engine_name == "postgresql" else ""
    query = f"SELECT table_id, version, hash FROM heads WHERE table_id IN {marks(len(names))} ORDER BY table_id{locked}"
    heads = {log: Head(log, version, hash) for log, version, hash in driver.rows(query, names)}
    log_seals = lock_seals(driver, names)
    going: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for row in connection.execute(select(table).where(where)):
        going[row.table_id].append(tuple(row))
    moved = []
    for log, seal in log_seals.items():
        head = heads.get(log) or start(log)
        left = key.open(seal, about(head)).minus(key.tally(table.name, going[log]))
        moved.append(key.close(seal.scope, left, about(head)))
    driver.write(_OLD_SEAL, [(seal.rows, seal.nonce, seal.masked, seal.scope) for seal in moved])
    move_seal_of_seals(driver, key, log_seals.values(), moved)


def _locked(driver: Driver, scopes: Sequence[str]) -> list[Seal]:
    locked = " FOR UPDATE" if driver.engine_name == "postgresql" else ""
    return [Seal(*row) for row in driver.rows(f"{_SEALS} IN {marks(len(scopes))} ORDER BY scope{locked}", scopes)]
