"""The transaction: read under locks what the appends need, decide in memory, write it all, commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from sqlalchemy import Connection, Engine

from punto.store.answer import Answer, Append, Appended
from punto.store.engine import writing
from punto.store.entry import Batch, Head, Key, Record
from punto.store.error import Contended
from punto.store.log_seals import lock_seals, move_seals
from punto.store.page import Page, accounts_of
from punto.store.rows import Driver, Row, insert_of, marks
from punto.store.schema import events, keys, mentions, postings, slips
from punto.store.seals import SealKey
from punto.store.signal import Signal, send

STEPS: Final = ("begin", "events", "postings", "balances", "keys", "commit", "committed")
"""The moments of a durable write at which a fault test can stop it: `begin` and `commit` are about to happen, the
others have."""

AtStep = Callable[[str], None]

KeyIn = Callable[[Connection], SealKey | None]
"""The key of the seals for a write in a transaction; None where the books carry none."""

_ATTEMPTS: Final = 8

# Both engines read this same text. An account or table seen for the first time may be
# seen by another process at the same moment: accounts then add up, a table's second
# first event breaks the primary key and is decided again.
_NEW_ACCOUNT: Final = (
    "INSERT INTO accounts (balance, account) VALUES (?, ?) "
    "ON CONFLICT (account) DO UPDATE SET balance = accounts.balance + excluded.balance"
)
_OLD_ACCOUNT: Final = "UPDATE accounts SET balance = balance + ? WHERE account = ?"
_NEW_HEAD: Final = "INSERT INTO heads (version, hash, table_id) VALUES (?, ?, ?)"
_OLD_HEAD: Final = "UPDATE heads SET version = ?, hash = ? WHERE table_id = ?"
_SHOE: Final = (
    "INSERT INTO shoes (table_id, number, sealed) VALUES (?, ?, ?) "
    "ON CONFLICT (table_id, number) DO UPDATE SET sealed = excluded.sealed"
)
_HEADS: Final = (
    "SELECT heads.table_id, heads.version, heads.hash, leases.epoch "
    "FROM heads LEFT JOIN leases ON leases.table_id = heads.table_id WHERE heads.table_id"
)
_EPOCHS: Final = "SELECT table_id, epoch FROM leases WHERE table_id"
_KEYS: Final = "SELECT table_id, key, digest, answer FROM keys WHERE "
_KEYS_AT_ONCE: Final = 500
"""SQLite takes a thousand conditions in one statement."""
_BALANCES: Final = "SELECT account, balance FROM accounts WHERE account"
_EVENT: Final = insert_of(events)
_MENTION: Final = insert_of(mentions)
_POSTING: Final = insert_of(postings)
_KEY: Final = insert_of(keys)
_SLIP: Final = insert_of(slips)
# Nobody needs to hold the last number: who takes the same next one at the same moment breaks the primary key, waits for
# the other to commit, and decides again.
_LAST_SLIPS: Final = "SELECT year, MAX(number) FROM slips WHERE year"


def append_together(engine: Engine, appends: Sequence[Append], at_step: AtStep, key_in: KeyIn) -> list[Answer]:
    """Every append's answer, once what they wrote is durable; one transaction for all.

    An append that cannot be done is answered so and the others are written. What
    the database itself refuses is raised, and then nothing is written.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            return _append(engine, appends, at_step, key_in)
        except Contended:
            if attempt == _ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


def _append(engine: Engine, appends: Sequence[Append], at_step: AtStep, key_in: KeyIn) -> list[Answer]:
    at_step("begin")
    with writing(engine) as connection:
        driver, key = Driver(connection), key_in(connection)
        page = _open_page(driver, appends, key)
        heads_before = dict(page.heads)
        answers = [page.take(append) for append in appends]
        if not page.empty:
            _write(connection, driver, page, heads_before, at_step, key)
        at_step("commit")
    at_step("committed")
    return answers


def append_within(connection: Connection, table: str, batch: Batch, key: SealKey | None) -> None:
    """Write events in a transaction that somebody else began, at whatever version the log stands.

    The log's head stays locked until that transaction ends: whoever else writes to this log comes after.
    """
    driver = Driver(connection)
    page = _open_page(driver, [Append(table, 0, batch)], key)
    heads_before = dict(page.heads)
    answer = page.take(Append(table, page.heads[table].version if heads_before else 0, batch))
    assert isinstance(answer, Appended), answer
    _write(connection, driver, page, heads_before, lambda step: None, key)


def append_anyway(engine: Engine, table: str, batch: Batch, key_in: KeyIn) -> None:
    """Write events in a transaction of their own, at whatever version the log stands."""
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            with writing(engine) as connection:
                append_within(connection, table, batch, key_in(connection))
            return
        except Contended:  # Another process began the log at the same moment.
            if attempt == _ATTEMPTS:
                raise


def _open_page(driver: Driver, appends: Sequence[Append], key: SealKey | None) -> Page:
    """What is true of these tables and accounts until the transaction ends.

    Rows are locked in one order, heads before seals before accounts, so that processes do not
    lock each other out; where they still do, the server ends one and it tries again.
    """
    ids = sorted({append.table for append in appends})
    locked = driver.rows(f"{_HEADS} IN {marks(len(ids))} ORDER BY heads.table_id{_locked(driver, 'heads')}", ids)
    page_heads = {table: Head(table, version, hash) for table, version, hash, _ in locked}
    epochs = {table: epoch for table, _, _, epoch in locked if epoch is not None}
    if new := sorted({append.table for append in appends if append.epoch is not None} - page_heads.keys()):
        epochs |= dict(driver.rows(f"{_EPOCHS} IN {marks(len(new))}", new))
    key_pairs = [(append.table, append.batch.key.key) for append in appends if append.batch.key is not None]
    done: dict[tuple[str, str], Key] = {}
    for first in range(0, len(key_pairs), _KEYS_AT_ONCE):
        some = key_pairs[first : first + _KEYS_AT_ONCE]
        key_rows = driver.rows(keys_statement(len(some)), [value for pair in some for value in pair])
        done |= {(table, key): Key(key, digest, bytes(answer)) for table, key, digest, answer in key_rows}
    page_seals = lock_seals(driver, ids) if key else {}
    balances: dict[str, int] = {}
    if touched := sorted(accounts_of(appends)):
        account_rows = driver.rows(
            f"{_BALANCES} IN {marks(len(touched))} ORDER BY account{_locked(driver, 'accounts')}", touched
        )
        balances = dict(account_rows)
    last_slips: dict[int, int] = {}
    if years := sorted({append.batch.slip.year for append in appends if append.batch.slip is not None}):
        last_slips = dict(driver.rows(f"{_LAST_SLIPS} IN {marks(len(years))} GROUP BY year", years))
    return Page(page_heads, done, balances, epochs, page_seals, last_slips=last_slips)


def _locked(driver: Driver, table: str) -> str:
    """What locks the rows of a table that a statement reads; SQLite has locked it all."""
    return f" FOR UPDATE OF {table}" if driver.engine_name == "postgresql" else ""


@lru_cache(maxsize=512)
def keys_statement(number: int) -> str:
    """The query for so many keys. Not `IN` with pairs: for two and more of them SQLite reads every key there is."""
    return _KEYS + " OR ".join(["(table_id = ? AND key = ?)"] * number)


def _write(
    connection: Connection,
    driver: Driver,
    page: Page,
    heads_before: Mapping[str, Head],
    at_step: AtStep,
    key: SealKey | None,
) -> None:
    if key is not None:
        move_seals(driver, page, heads_before, key)
    driver.write(_EVENT, [_event_row(record) for record in page.records])
    driver.write(_MENTION, page.mentions)
    driver.write(_SLIP, page.slips)
    at_step("events")
    lines = [
        (record.table, record.version, place, posting.account, posting.amount)
        for record in page.records
        for place, posting in enumerate(record.postings)
    ]
    driver.write(_POSTING, lines)
    at_step("postings")
    for statement, old in ((_OLD_ACCOUNT, True), (_NEW_ACCOUNT, False)):
        gains = [
            (balance - page.balances.get(account, 0), account)
            for account, balance in sorted(page.changed.items())
            if (account in page.balances) is old
        ]
        driver.write(statement, gains)
    at_step("balances")
    for statement, old in ((_OLD_HEAD, True), (_NEW_HEAD, False)):
        moved = [
            (head.version, head.hash, head.table) for head in page.moved.values() if (head.table in heads_before) is old
        ]
        driver.write(statement, moved)
    driver.write(_SHOE, [(table, shoe.number, shoe.sealed) for table, shoe in page.shoes])
    driver.write(_KEY, [(table, key.key, key.digest, key.answer, refused) for table, key, refused in page.keys])
    at_step("keys")
    send(connection, [Signal("table", head.table, head.version) for head in page.moved.values()])


def _event_row(record: Record) -> Row:
    """A record in the order of the table's columns."""
    return (
        record.table,
        record.version,
        record.at,
        record.by,
        record.acting,
        record.command_id,
        record.kind,
        record.schema,
        record.body,
        record.previous_hash,
        record.hash,
        record.person,
        record.coup,
        record.form,
        record.session,
        record.confirmer,
    )
