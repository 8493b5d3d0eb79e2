"""The transaction: read under locks what the appends need, decide in memory, write it all, commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from sqlalchemy import Connection, Engine, insert, select, text, tuple_

from punto.store.answer import Answer, Append, Appended
from punto.store.engine import writing
from punto.store.entry import Batch, Head, Key, Record
from punto.store.error import Contended
from punto.store.page import Page, accounts_of
from punto.store.schema import accounts, events, heads, keys, mentions, postings
from punto.store.signal import Signal, send

STEPS: Final = ("begin", "events", "postings", "balances", "keys", "commit", "committed")
"""The moments of a durable write at which a fault test can stop it: `begin` and `commit` are about to happen, the
others have."""

AtStep = Callable[[str], None]

_ATTEMPTS: Final = 8

# Both engines read this same text. An account or table seen for the first time may be
# seen by another process at the same moment: accounts then add up, a table's second
# first event breaks the primary key and is decided again.
_NEW_ACCOUNT = text(
    "INSERT INTO accounts (account, balance) VALUES (:account, :gain) "
    "ON CONFLICT (account) DO UPDATE SET balance = accounts.balance + excluded.balance"
)
_OLD_ACCOUNT = text("UPDATE accounts SET balance = balance + :gain WHERE account = :account")
_NEW_HEAD = text("INSERT INTO heads (table_id, version, hash) VALUES (:table, :version, :hash)")
_OLD_HEAD = text("UPDATE heads SET version = :version, hash = :hash WHERE table_id = :table")
_SHOE = text(
    "INSERT INTO shoes (table_id, number, sealed) VALUES (:table, :number, :sealed) "
    "ON CONFLICT (table_id, number) DO UPDATE SET sealed = excluded.sealed"
)


def append_together(engine: Engine, appends: Sequence[Append], at_step: AtStep) -> list[Answer]:
    """Every append's answer, once what they wrote is durable; one transaction for all.

    An append that cannot be done is answered so and the others are written. What
    the database itself refuses is raised, and then nothing is written.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            return _append(engine, appends, at_step)
        except Contended:
            if attempt == _ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


def _append(engine: Engine, appends: Sequence[Append], at_step: AtStep) -> list[Answer]:
    at_step("begin")
    with writing(engine) as connection:
        page = _open_page(connection, appends)
        known = set(page.heads)
        answers = [page.take(append) for append in appends]
        if not page.empty:
            _write(connection, page, known, at_step)
        at_step("commit")
    at_step("committed")
    return answers


def append_within(connection: Connection, table: str, batch: Batch) -> None:
    """Write events in a transaction that somebody else began, at whatever version the log stands.

    The log's head stays locked until that transaction ends: whoever else writes to this log comes after.
    """
    page = _open_page(connection, [Append(table, 0, batch)])
    known = set(page.heads)
    answer = page.take(Append(table, page.heads[table].version if known else 0, batch))
    assert isinstance(answer, Appended), answer
    _write(connection, page, known, lambda step: None)


def _open_page(connection: Connection, appends: Sequence[Append]) -> Page:
    """What is true of these tables and accounts until the transaction ends.

    Rows are locked in one order, heads before accounts, so that processes do not
    lock each other out; where they still do, the server ends one and it tries again.
    """
    ids = sorted({append.table for append in appends})
    locked = connection.execute(
        select(heads.c.table_id, heads.c.version, heads.c.hash)
        .where(heads.c.table_id.in_(ids))
        .order_by(heads.c.table_id)
        .with_for_update()
    )
    page_heads = {row.table_id: Head(row.table_id, row.version, row.hash) for row in locked}
    wanted = [(append.table, append.batch.key.key) for append in appends if append.batch.key is not None]
    done: dict[tuple[str, str], Key] = {}
    if wanted:
        rows = connection.execute(select(keys).where(tuple_(keys.c.table_id, keys.c.key).in_(wanted)))
        done = {(row.table_id, row.key): Key(row.key, row.digest, row.answer) for row in rows}
    balances: dict[str, int] = {}
    if touched := sorted(accounts_of(appends)):
        held = connection.execute(
            select(accounts.c.account, accounts.c.balance)
            .where(accounts.c.account.in_(touched))
            .order_by(accounts.c.account)
            .with_for_update()
        )
        balances = {row.account: row.balance for row in held}
    return Page(page_heads, done, balances)


def _write(connection: Connection, page: Page, known: Iterable[str], at_step: AtStep) -> None:
    if page.records:
        connection.execute(insert(events), [_event_row(record) for record in page.records])
    if page.mentions:
        columns = ("table_id", "name", "version")
        connection.execute(insert(mentions), [dict(zip(columns, row, strict=True)) for row in page.mentions])
    at_step("events")
    lines = [
        {"table_id": r.table, "version": r.version, "place": place, "account": p.account, "amount": p.amount}
        for r in page.records
        for place, p in enumerate(r.postings)
    ]
    if lines:
        connection.execute(insert(postings), lines)
    at_step("postings")
    for statement, old in ((_OLD_ACCOUNT, True), (_NEW_ACCOUNT, False)):
        gains = [
            {"account": account, "gain": balance - page.balances.get(account, 0)}
            for account, balance in sorted(page.changed.items())
            if (account in page.balances) is old
        ]
        if gains:
            connection.execute(statement, gains)
    at_step("balances")
    for statement, old in ((_OLD_HEAD, True), (_NEW_HEAD, False)):
        moved = [
            {"table": head.table, "version": head.version, "hash": head.hash}
            for head in page.moved.values()
            if (head.table in known) is old
        ]
        if moved:
            connection.execute(statement, moved)
    if page.shoes:
        connection.execute(_SHOE, [{"table": t, "number": s.number, "sealed": s.sealed} for t, s in page.shoes])
    if page.keys:
        rows = [{"table_id": t, "key": k.key, "digest": k.digest, "answer": k.answer} for t, k in page.keys]
        connection.execute(insert(keys), rows)
    at_step("keys")
    send(connection, [Signal("table", head.table, head.version) for head in page.moved.values()])


def _event_row(record: Record) -> dict[str, object]:
    return {
        "table_id": record.table,
        "version": record.version,
        "at": record.at,
        "by": record.by,
        "acting": record.acting,
        "command_id": record.command_id,
        "kind": record.kind,
        "schema": record.schema,
        "body": record.body,
        "previous_hash": record.previous_hash,
        "hash": record.hash,
        "person": record.person,
        "coup": record.coup,
        "form": record.form,
    }
