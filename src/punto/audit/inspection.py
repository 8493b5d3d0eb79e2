"""The inspection of whole books: every table of a store, or of an exported log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

import msgspec

from punto.audit.account import Account
from punto.audit.filing import Mentions
from punto.audit.finding import Finding, Wrong
from punto.audit.giver import Giver
from punto.audit.hindsight import differences
from punto.audit.walk import Walk
from punto.kit import Refused
from punto.rulebook import BadRulebook, FindRulebook
from punto.store import Head, Log, Record, Snapshot, Store, StoreError, verify_chain
from punto.store.canonical import canonical, plain
from punto.store.derived import is_house_log
from punto.table import AnyEvent, RulebookChanged, State, evolve, kind_of
from punto.table import Event as TableEvent
from punto.table.snapshot import from_bytes
from punto.table.upcast import forward, schema_of


def audit_store(
    store: Store, find: FindRulebook, only: str | None = None, known: Iterable[Head] = ()
) -> tuple[Account, Finding | None]:
    """An account of the books of a store, and the first thing at fault in them, if any.

    `known` are heads written down at an earlier audit: a log that was rewritten whole no longer holds them.
    """
    tables = store.tables()
    if only is not None:
        if only not in tables:
            raise Refused(
                code="no_such_table", message=f"there is no table {only[:60]!r}; known: {', '.join(tables) or 'none'}"
            )
        tables = [only]
    whole, posted = Account(), _Posted()
    alone = _alone(store)
    for table in tables:
        if fault := store.verify(table):
            return whole, Finding(table, fault.version, "chain", fault.why)
        mentions = Mentions(store.mentions(table))
        if is_house_log(table):  # Its chain is all there is to hold it to, and how it is filed.
            if finding := _misfiled(table, store.records(table), mentions):
                return whole, finding
            continue
        records = store.records(table)
        try:
            snapshot = store.snapshot(table)
        except (TypeError, ValueError) as error:  # A body that is no bytes was not written by a store.
            return whole, Finding(table, 0, "snapshot", f"cannot be read: {error}")
        account, finding = _audit_table(
            table, posted.counted(records), find, known, snapshot, lambda name: name in alone, mentions
        )
        whole.add(account)
        if finding:
            return whole, finding
        if finding := _missing_shoe(store, table, account):
            return whole, finding
    return whole, _accounts(store, posted if only is None else None)


def audit_logs(
    logs: Iterable[Log], find: FindRulebook, only: str | None = None, known: Iterable[Head] = ()
) -> tuple[Account, Finding | None]:
    """An account of exported logs, and the first thing at fault in them, if any."""
    whole, tables = Account(), list[str]()
    for log in logs:
        table = log.head.table
        tables.append(table)
        if only is not None and table != only:
            continue
        if tables.count(table) > 1:
            return whole, Finding(table, 0, "log", "is in the file twice")
        if fault := verify_chain(log.records, log.head):
            return whole, Finding(table, fault.version, "chain", fault.why)
        if is_house_log(table):
            continue  # Its chain is all there is to hold it to.
        # Money may have come to these wallets at other tables, so they are not followed here.
        account, finding = _audit_table(table, log.records, find, known, None, lambda name: False, Mentions(None))
        whole.add(account)
        if finding:
            return whole, finding
    if only is not None and only not in tables:
        raise Refused(
            code="no_such_table",
            message=f"there is no log of table {only[:60]!r}; known: {', '.join(tables) or 'none'}",
        )
    return whole, None


def giver_of(record: Record) -> Giver:
    """Who brought a record about; where it names nobody, the word for the rank stands for the person."""
    by = record.by or Giver().by
    return Giver(by, record.acting, record.person or by, record.at)


def read_event(record: Record) -> TableEvent:
    """The event a record holds; Wrong if it is none, or holds more than the event says."""
    if record.schema > schema_of(record.kind):
        raise Wrong(f"is written in schema {record.schema}, which is not known here")
    try:
        body = forward(record.kind, record.schema, plain(record.body))
        event: TableEvent = msgspec.convert(body, AnyEvent)
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise Wrong(f"cannot be read as an event: {error}") from None
    if kind_of(event) != record.kind:
        raise Wrong(f"is filed as {record.kind} and is {kind_of(event)}")
    if canonical(event) != canonical(body):
        raise Wrong("says more, or less, than an event of its kind")
    return event


def _audit_table(
    table: str,
    records: Iterable[Record],
    find: FindRulebook,
    known: Iterable[Head],
    snapshot: Snapshot | None,
    alone: Callable[[str], bool],
    mentions: Mentions,
) -> tuple[Account, Finding | None]:
    walk = Walk(table, find, alone=alone(table))
    state = State(find)
    heads = {head.version: head.hash for head in known if head.table == table}
    commands = _Commands()
    record: Record | None = None
    for record in records:
        try:
            event = read_event(record)
            commands.take(record)
            walk.step(event, record.postings, giver_of(record), record.schema)
            walk.account.differences += differences(walk, event, record.version)
            mentions.take(record)
            if record.coup != walk.coups:
                raise Wrong(f"is filed under coup {record.coup}, and coup {walk.coups} was opened last")
            state = evolve(state, event)
            if heads.pop(record.version, record.hash) != record.hash:
                raise Wrong("is not the event that an earlier audit saw here: the log was rewritten")
            if snapshot and snapshot.version == record.version and not _same(snapshot, state):
                why = "the state kept after it is not what its log adds up to"
                return walk.account, Finding(table, record.version, "snapshot", why)
        except (Wrong, Refused, BadRulebook, RulebookChanged, ValueError, AssertionError) as error:
            return walk.account, Finding(table, record.version, record.kind, str(error) or repr(error))
    if stray := mentions.left_over():
        return walk.account, Finding(table, 0, "mentions", stray)
    if heads:
        return walk.account, Finding(table, min(heads), "log", "ends before an event that an earlier audit saw")
    if record and (apart := _differs(walk, state)):
        return walk.account, Finding(table, record.version, record.kind, apart)
    return walk.account, None


def _misfiled(table: str, records: Iterable[Record], mentions: Mentions) -> Finding | None:
    for record in records:
        try:
            mentions.take(record)
        except Wrong as error:
            return Finding(table, record.version, record.kind, str(error))
    why = mentions.left_over()
    return Finding(table, 0, "mentions", why) if why else None


def _same(snapshot: Snapshot, state: State) -> bool:
    """Whether a kept state is this one; what an older version of the software kept besides does not matter."""
    try:
        return from_bytes(snapshot.body) == state.table
    except msgspec.MsgspecError:
        return False


def _differs(walk: Walk, state: State) -> str | None:
    """Where the replayed state and the auditor's books disagree, at the end of the log."""
    table, felt = state.table, walk.felt
    if (walk.sign is None) is not (table.phase == "closed"):
        return f"the table replays as {table.phase}"
    stakes = {(bet.patron, bet.box, bet.bet): bet.stake for bet in table.coup.bets} if table.coup else {}
    if felt and felt.live and stakes != {place: chips.stake for place, chips in felt.bets.items()}:
        return "the bets on the felt replay otherwise than the auditor's books have them"
    if (walk.shoe is None) is not (table.shoe is None):
        return "the shoe replays otherwise than the auditor's books have it"
    if walk.shoe and table.shoe and len(walk.shoe.came) != table.shoe.out:
        return f"{table.shoe.out} cards replay as out of the shoe, and {len(walk.shoe.came)} came"
    return None


class _Commands:
    """Every command stands in one place: its events follow each other and were written at once."""

    def __init__(self) -> None:
        self._done: set[str] = set()
        self._now: tuple[str, ...] = ("", "", "", "", "")

    def take(self, record: Record) -> None:
        now = (record.command_id, record.at, record.by, record.acting, record.person)
        if not record.command_id or now == self._now:
            self._now = now
            return
        if record.command_id in self._done or record.command_id == self._now[0]:
            raise Wrong(f"command {record.command_id} was done already")
        self._done.add(record.command_id)
        self._now = now


class _Posted:
    """What all postings of the tables walked add up to."""

    def __init__(self) -> None:
        self.sums: defaultdict[str, int] = defaultdict(int)

    def counted(self, records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            for posting in record.postings:
                self.sums[posting.account] += posting.amount
            yield record


def _alone(store: Store) -> set[str]:
    """Tables whose wallets no other table touches, so that each wallet can be followed event by event."""
    tables = [table for table in store.tables() if not is_house_log(table)]
    if len(tables) == 1:
        return set(tables)
    touched: defaultdict[str, set[str]] = defaultdict(set)
    try:
        for table in tables:
            for record in store.records(table):
                for posting in record.postings:
                    if posting.account.startswith("wallet:"):
                        touched[posting.account].add(table)
    except StoreError:  # `verify` will say which event cannot be read.
        return set()
    shared = {table for by in touched.values() if len(by) > 1 for table in by}
    return set(tables) - shared


def _missing_shoe(store: Store, table: str, account: Account) -> Finding | None:
    """A virtual shoe still in use must have its sealed order in the books."""
    opened: dict[int, int] = {}
    for record in store.records(table):
        if record.kind == "shoe_opened":
            body = msgspec.json.decode(record.body)
            opened = {body["number"]: record.version} if body["cards"] == "virtual" else {}
        elif record.kind in ("shoe_closed", "shoe_abandoned"):
            opened = {}
    for number, version in opened.items():
        if store.shoe(table, number) is None:
            return Finding(table, version, "shoe_opened", f"the sealed order of shoe {number} is not in the books")
    return None


def _accounts(store: Store, posted: _Posted | None) -> Finding | None:
    """Every balance is what its postings add up to, and no wallet is below nothing."""
    if why := store.ledger.fault():
        return Finding("", 0, "balances", why)
    if posted is not None:
        held = {account: balance for account, balance in store.ledger.balances().items() if balance}
        walked = {account: balance for account, balance in posted.sums.items() if balance}
        if held != walked:
            account = min(set(held.items()) ^ set(walked.items()))[0]
            why = f"{account} holds {held.get(account, 0)}, the events walked give {walked.get(account, 0)}"
            return Finding("", 0, "balances", why)
    return None
