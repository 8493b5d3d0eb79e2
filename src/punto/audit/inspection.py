"""The inspection of whole books: every table of a store, or of an exported log."""

from __future__ import annotations

import multiprocessing
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from punto.audit.account import Account
from punto.audit.finding import Finding
from punto.audit.table import TableAudit, audit_log, audit_table
from punto.kit import Refused
from punto.rulebook import FindRulebook
from punto.store import Head, Log, Store, StoreError
from punto.store.derived import is_house_log

WORTH: Final = 20_000
"""Events from which on processes of their own are begun: fewer are done before these are."""


def audit_store(
    store: Store, find: FindRulebook, only: str | None = None, known: Iterable[Head] = (), *, jobs: int = 1
) -> tuple[Account, Finding | None]:
    """An account of the books of a store, and the first thing at fault in them, if any.

    `known` are heads written down at an earlier audit: a log that was rewritten whole no longer holds them. Tables are
    gone through in as many processes as there are `jobs`; what is answered does not depend on that.
    """
    tables = store.tables()
    alone = _alone(store, tables)
    if only is not None:
        if only not in tables:
            raise Refused(
                code="no_such_table", message=f"there is no table {only[:60]!r}; known: {', '.join(tables) or 'none'}"
            )
        tables = [only]
    known = list(known)
    whole, sums = Account(), Counter[str]()

    def audit(table: str) -> TableAudit:
        return audit_table(store, table, find, known, table in alone)

    for audited in _each(store, tables, audit, jobs):
        whole.add(audited.account)
        if audited.finding:
            return whole, audited.finding
        sums.update(audited.sums)
    return whole, _accounts(store, sums if only is None else None)


def audit_logs(
    logs: Iterable[Log], find: FindRulebook, only: str | None = None, known: Iterable[Head] = ()
) -> tuple[Account, Finding | None]:
    """An account of exported logs, and the first thing at fault in them, if any."""
    whole, tables = Account(), list[str]()
    known = list(known)
    for log in logs:
        table = log.head.table
        tables.append(table)
        if only is not None and table != only:
            continue
        if tables.count(table) > 1:
            return whole, Finding(table, 0, "log", "is in the file twice")
        audited = audit_log(log, find, known)
        whole.add(audited.account)
        if audited.finding:
            return whole, audited.finding
    if only is not None and only not in tables:
        raise Refused(
            code="no_such_table",
            message=f"there is no log of table {only[:60]!r}; known: {', '.join(tables) or 'none'}",
        )
    return whole, None


def _each(store: Store, tables: list[str], audit: Callable[[str], TableAudit], jobs: int) -> Iterator[TableAudit]:
    """What came of each table, in their order, whatever the order in which they are done."""
    lengths = {table: store.head(table).version for table in tables}
    jobs = min(jobs, len(tables))
    if jobs < 2 or sum(lengths.values()) < WORTH or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(audit, tables)
        return
    # A forked process has the rulebooks that are read already, and what `audit` holds need not be written out.
    context = multiprocessing.get_context("fork")
    longest_first = sorted(tables, key=lambda table: -lengths[table])
    pool = ProcessPoolExecutor(jobs, context, _begin, (store, audit))
    try:
        coming = {table: pool.submit(_audit_here, table) for table in longest_first}
        yield from (coming[table].result() for table in tables)
    finally:
        pool.shutdown(cancel_futures=True)


_work: list[Callable[[str], TableAudit]] = []
"""In a process of its own: what it does with each table it is given."""


def _begin(store: Store, audit: Callable[[str], TableAudit]) -> None:
    _work[:] = [audit]
    store.forked()


def _audit_here(table: str) -> TableAudit:
    return _work[0](table)


def _alone(store: Store, logs: Iterable[str]) -> set[str]:
    """Tables whose wallets no other table touches, so that each wallet can be followed event by event."""
    tables = {table for table in logs if not is_house_log(table)}
    if len(tables) == 1:
        return tables
    touched: defaultdict[str, set[str]] = defaultdict(set)
    try:
        for account, table in store.wallets():
            touched[account].add(table)
    except StoreError:  # What cannot be read is said with its event.
        return set()
    return tables - {table for by in touched.values() if len(by & tables) > 1 for table in by}


def _accounts(store: Store, sums: dict[str, int] | None) -> Finding | None:
    """Every balance is what its postings add up to, and no wallet is below nothing."""
    if why := store.ledger.fault():
        return Finding("", 0, "balances", why)
    if sums is not None:
        held = {account: balance for account, balance in store.ledger.balances().items() if balance}
        walked = {account: balance for account, balance in sums.items() if balance}
        if held != walked:
            account = min(set(held.items()) ^ set(walked.items()))[0]
            why = f"{account} holds {held.get(account, 0)}, the events walked give {walked.get(account, 0)}"
            return Finding("", 0, "balances", why)
    return None
