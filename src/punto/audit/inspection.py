"""The inspection of whole books: every table of a store, or of an exported log."""

from __future__ import annotations

import multiprocessing
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from punto.audit.account import Account
from punto.audit.finding import Finding
from punto.audit.known_heads import KnownHead, missing_log, with_witness
from punto.audit.roster import apart
from punto.audit.sign_ins import RankGiven, SessionBegin, SessionUse, not_begun
from punto.audit.table import TableAudit, audit_log, audit_table
from punto.kit import Refused
from punto.rulebook import FindRulebook
from punto.store import Head, Log, Store, StoreError
from punto.store.derived import is_house_log
from punto.store.moment import KeptAccount, Moment

WORTH: Final = 20_000
"""From this many events on tables are audited in several processes; fewer are done before those have started."""


def audit_store(
    store: Store,
    find: FindRulebook,
    only: str | None = None,
    known_heads: Iterable[Head | KnownHead] = (),
    *,
    jobs: int = 1,
) -> tuple[Account, Finding | None]:
    """An account of the books of a store, and the first thing at fault in them, if any.

    `known_heads` are heads kept elsewhere: a log that is gone, was cut or was rewritten no longer holds them. Tables
    are audited in as many processes as there are `jobs`; the answer does not depend on that.
    """
    at = store.moment()
    if at.unread:
        return Account(), _rows(at)
    tables = list(at.heads)
    alone = _alone(store, tables)
    if only is not None:
        if only not in tables:
            raise Refused(
                code="no_such_table", message=f"there is no table {only[:60]!r}; known: {', '.join(tables) or 'none'}"
            )
        tables = [only]
    heads = [with_witness(head) for head in known_heads]
    whole, sums = Account(), Counter[str]()
    people: dict[str, KeptAccount] = {}
    uses: dict[str, list[SessionUse]] = {}
    sign_ins: dict[str, SessionBegin] = {}
    ranks: dict[str, list[RankGiven]] = {}
    slips: dict[tuple[int, int], tuple[str, int]] = {}
    if only is None and (missing := missing_log(tables, heads)):
        return whole, missing

    def audit(table: str) -> TableAudit:
        return audit_table(store, table, find, heads, table in alone, at)

    for table, audited in zip(tables, _each(store, at, tables, audit, jobs), strict=True):
        whole.add(audited.account)
        if audited.finding:
            return whole, audited.finding
        sums.update(audited.sums)
        people |= audited.people
        uses[table] = audited.uses
        sign_ins |= audited.sign_ins
        ranks |= audited.ranks
        slips |= {(year, number): (table, version) for year, number, version in audited.slips}
    if finding := _slip_numbers(store, slips, only):
        return whole, finding
    if only is not None:
        return whole, _accounts(at, None)
    finding = _accounts(at, sums) or _rows(at) or _people(at, people) or not_begun(uses, sign_ins, ranks)
    return whole, finding or _structure(store)


def audit_logs(
    logs: Iterable[Log], find: FindRulebook, only: str | None = None, known_heads: Iterable[Head | KnownHead] = ()
) -> tuple[Account, Finding | None]:
    """An account of exported logs, and the first thing at fault in them, if any."""
    whole, tables = Account(), list[str]()
    heads = [with_witness(head) for head in known_heads]
    for log in logs:
        table = log.head.table
        tables.append(table)
        if only is not None and table != only:
            continue
        if tables.count(table) > 1:
            return whole, Finding(table, 0, "log", "is in the file twice")
        audited = audit_log(log, find, heads)
        whole.add(audited.account)
        if audited.finding:
            return whole, audited.finding
    if only is not None and only not in tables:
        raise Refused(
            code="no_such_table",
            message=f"there is no log of table {only[:60]!r}; known: {', '.join(tables) or 'none'}",
        )
    return whole, None


def _each(
    store: Store, at: Moment, tables: list[str], audit: Callable[[str], TableAudit], jobs: int
) -> Iterator[TableAudit]:
    """The audit of each table, in the order of `tables`, whichever is done first."""
    lengths = {table: at.heads[table].version for table in tables}
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
"""In a worker process, the function that audits a table."""


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


def _slip_numbers(store: Store, slips: dict[tuple[int, int], tuple[str, int]], only: str | None) -> Finding | None:
    """Slips are numbered from 1 in each business year without a gap, and each number is that of one request."""
    last: Counter[int] = Counter()
    register: dict[tuple[int, int], tuple[str, int]] = {}
    for row in store.slip_numbers():
        if row.number != last[row.year] + 1:
            why = f"slip {row.number} of {row.year} follows slip {last[row.year]}"
            return Finding("", 0, "slips", why)
        last[row.year] = row.number
        if only in (None, row.table):
            register[row.year, row.number] = row.table, row.version
    for year, number in sorted(register.keys() ^ slips.keys()):
        where = "is in no log" if (year, number) in register else "was requested, and its number was not given"
        return Finding("", 0, "slips", f"slip {number} of {year} {where}")
    for (year, number), (table, version) in register.items():
        if slips[year, number] != (table, version):
            why = f"slip {number} of {year} was given by event {version} of table {table}, and requested elsewhere"
            return Finding("", 0, "slips", why)
    return None


def _rows(at: Moment) -> Finding | None:
    """Rows beside the logs are those that the house wrote."""
    return Finding("", 0, at.rows_fault.table, at.rows_fault.why) if at.rows_fault else None


def _structure(store: Store) -> Finding | None:
    """The database answers by its tables as they stand."""
    why = store.structure_fault()
    return Finding("", 0, "database", why) if why else None


def _people(at: Moment, accounts: dict[str, KeptAccount]) -> Finding | None:
    """Everybody has the role that the log of accounts says, and nobody else is there."""
    why = apart(at.people, accounts)
    return Finding("", 0, "people", why) if why else None


def _accounts(at: Moment, sums: dict[str, int] | None) -> Finding | None:
    """Every balance is what its postings add up to, and no wallet is below nothing."""
    if at.ledger_fault:
        return Finding("", 0, "balances", at.ledger_fault)
    if sums is not None:
        balances = {account: balance for account, balance in at.balances.items() if balance}
        walked = {account: balance for account, balance in sums.items() if balance}
        if balances != walked:
            account = min(set(balances.items()) ^ set(walked.items()))[0]
            why = f"{account} holds {balances.get(account, 0)}, the events walked give {walked.get(account, 0)}"
            return Finding("", 0, "balances", why)
    return None
