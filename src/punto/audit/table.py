"""One log, gone through once: its chain, what its events say, and how they are filed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

import msgspec

from punto.audit.account import Account
from punto.audit.conduct import Conduct
from punto.audit.filing import Mentions
from punto.audit.finding import Finding, Wrong
from punto.audit.hindsight import differences
from punto.audit.known_heads import KnownHead, KnownHeads
from punto.audit.record import giver_of, read_event
from punto.audit.roster import LOG as ACCOUNTS
from punto.audit.roster import Roster
from punto.audit.sign_ins import LOG as SIGN_INS
from punto.audit.sign_ins import RankGiven, SessionBegin, SessionUse, SessionUses, SignIns
from punto.audit.walk import Walk
from punto.kit import Refused
from punto.rulebook import BadRulebook, FindRulebook
from punto.store import ChainCheck, Log, Record, Snapshot, Store, StoreError
from punto.store.derived import is_house_log
from punto.store.moment import KeptAccount, Moment, RowFault
from punto.store.reading import LogReading
from punto.table import RulebookChanged, State, evolve
from punto.table import events as e
from punto.table.snapshot import from_bytes

_FAULTS: Final = (Wrong, Refused, BadRulebook, RulebookChanged, ValueError, AssertionError)
"""What an event raises that cannot be so."""


@dataclass(slots=True)
class TableAudit:
    """The result of auditing one log."""

    account: Account = field(default_factory=Account)
    finding: Finding | None = None
    sums: dict[str, int] = field(default_factory=dict)
    """What all its postings add up to."""
    slips: list[tuple[int, int, int]] = field(default_factory=list)
    """Year and number of every slip that was requested, and the event that gave it."""
    people: dict[str, KeptAccount] = field(default_factory=dict)
    """Accounts as the log of accounts adds up to."""
    ranks: dict[str, list[RankGiven]] = field(default_factory=dict)
    sign_ins: dict[str, SessionBegin] = field(default_factory=dict)
    """Sessions as the log of sign-ins has them."""
    uses: list[SessionUse] = field(default_factory=list)


def audit_table(
    store: Store,
    table: str,
    find: FindRulebook,
    known_heads: Iterable[KnownHead],
    alone: bool,
    at: Moment | None = None,
) -> TableAudit:
    """A log of the books, as it stood at a moment.

    What its events say counts only once the whole chain holds: until then they may not be what was written.
    """
    fault, rows = None, None
    try:
        with store.reading(table, at) as log:
            chain, books = ChainCheck(log.head), _books_of(store, log, table, find, known_heads, alone)
            for record in log.records():
                if fault := chain.take(record):
                    break
                books.take(record)
            fault = fault or chain.end() or log.stray_posting()
            rows = None if fault else _rows_fault(store, log)
    except StoreError:
        fault = store.unreadable(table)
    if fault:
        return TableAudit(finding=Finding(table, fault.version, "chain", fault.why))
    audited = books.result()
    if rows and audited.finding is None:
        audited.finding = Finding(table, 0, rows.table, rows.why)
    return audited


def _rows_fault(store: Store, log: LogReading) -> RowFault | None:
    try:
        return store.log_rows_fault(log)
    except (TypeError, ValueError) as error:  # A value of another kind than its column was not written by a store.
        return RowFault("keys and shoes", f"cannot be read: {error}")


def audit_log(log: Log, find: FindRulebook, known_heads: Iterable[KnownHead]) -> TableAudit:
    """An exported log."""
    table, chain = log.head.table, ChainCheck(log.head)
    books: _Books = _HouseBooks(table, known_heads, Mentions(None))
    if not is_house_log(table):
        # Money may have come to these wallets at other tables, so they are not followed here.
        books = _TableBooks(table, find, known_heads, Mentions(None), alone=False)
    for record in log.records:
        if fault := chain.take(record):
            return TableAudit(finding=Finding(table, fault.version, "chain", fault.why))
        books.take(record)
    if fault := chain.end():
        return TableAudit(finding=Finding(table, fault.version, "chain", fault.why))
    return books.result()


class _Books(Protocol):
    """What one pass over a log accumulates; after the first fault it takes no more records."""

    def take(self, record: Record) -> None: ...

    def result(self) -> TableAudit: ...


def _books_of(
    store: Store, log: LogReading, table: str, find: FindRulebook, known_heads: Iterable[KnownHead], alone: bool
) -> _Books:
    try:
        mentions = Mentions(log.mentions())
        if is_house_log(table):
            return _HouseBooks(table, known_heads, mentions)
        snapshot = store.unchecked_snapshot(table)
    except StoreError as error:
        return _NoBooks(error)
    except (TypeError, ValueError) as error:  # A body that is no bytes was not written by a store.
        return _NoBooks(Finding(table, 0, "snapshot", f"cannot be read: {error}"))
    return _TableBooks(table, find, known_heads, mentions, alone=alone, snapshot=snapshot, store=store)


class _NoBooks:
    """Stands in for the books where the rows beside a log cannot be read."""

    def __init__(self, why: Finding | StoreError) -> None:
        self._why = why

    def take(self, record: Record) -> None:
        pass

    def result(self) -> TableAudit:
        if isinstance(self._why, StoreError):
            raise self._why
        return TableAudit(finding=self._why)


class _HouseBooks:
    """A log of the house itself: besides its chain, only its mentions and its known heads are checked."""

    def __init__(self, table: str, known_heads: Iterable[KnownHead], mentions: Mentions) -> None:
        self._table = table
        self._heads = KnownHeads(table, known_heads)
        self._mentions = mentions
        self._roster = Roster()
        self._sign_ins = SignIns()
        self._uses = SessionUses()
        self._finding: Finding | None = None

    def take(self, record: Record) -> None:
        if self._finding is None:
            try:
                self._mentions.take(record)
                self._heads.take(record)
                self._uses.take(record)
                if self._table == ACCOUNTS:
                    self._roster.take(record)
                elif self._table == SIGN_INS:
                    self._sign_ins.take(record)
            except Wrong as error:
                self._finding = Finding(self._table, record.version, record.kind, str(error))

    def result(self) -> TableAudit:
        if self._finding is None and (why := self._mentions.left_over()):
            self._finding = Finding(self._table, 0, "mentions", why)
        if self._finding is None and (cut := self._heads.left_over()):
            self._finding = Finding(self._table, cut[0], "log", cut[1])
        account = Account(conduct=Conduct(passwords=self._roster.passwords))
        return TableAudit(
            account,
            self._finding,
            people=self._roster.accounts,
            ranks=self._roster.ranks,
            sign_ins=self._sign_ins.of,
            uses=self._uses.all(),
        )


class _TableBooks:
    """A table's log: the auditor's walk beside the replayed state."""

    def __init__(
        self,
        table: str,
        find: FindRulebook,
        known_heads: Iterable[KnownHead],
        mentions: Mentions,
        *,
        alone: bool,
        snapshot: Snapshot | None = None,
        store: Store | None = None,
    ) -> None:
        self._table = table
        self._walk = Walk(table, find, alone=alone)
        self._state = State(find)
        self._heads = KnownHeads(table, known_heads)
        self._mentions = mentions
        self._snapshot = snapshot
        self._store = store
        self._commands = _Commands()
        self._uses = SessionUses()
        self._last: Record | None = None
        self._shoe: tuple[int, int] | None = None
        """Number and version of the virtual shoe that is open."""
        self._finding: Finding | None = None
        self._error: Exception | None = None

    def take(self, record: Record) -> None:
        if self._finding is not None or self._error is not None:
            return
        try:
            self._finding = self._step(record)
        except _FAULTS as error:
            self._finding = Finding(self._table, record.version, record.kind, str(error) or repr(error))
        except Exception as error:  # The auditor's own mistake: raised, unless the chain turns out to be broken.
            self._error = error

    def _step(self, record: Record) -> Finding | None:
        event, walk = read_event(record), self._walk
        self._commands.take(record)
        self._uses.take(record)
        walk.step(event, record.postings, giver_of(record), record.schema)
        if walk.otherwise or walk.today is not None:
            walk.account.differences += differences(walk, event, record.version)
        self._mentions.take(record)
        if record.coup != walk.coups:
            raise Wrong(f"is filed under coup {record.coup}, and coup {walk.coups} was opened last")
        self._state = evolve(self._state, event)
        self._heads.take(record)
        snapshot, self._last = self._snapshot, record
        if snapshot and snapshot.version == record.version and not _same(snapshot, self._state):
            why = "the state kept after it is not what its log adds up to"
            return Finding(self._table, record.version, "snapshot", why)
        match event:
            case e.ShoeOpened():
                self._shoe = (event.number, record.version) if event.cards == "virtual" else None
            case e.ShoeClosed() | e.ShoeAbandoned():
                self._shoe = None
        return None

    def result(self) -> TableAudit:
        if self._error is not None:
            raise self._error
        finding = self._finding or self._at_the_end() or self._missing_shoe()
        balances, slips = dict(self._walk.balances), self._walk.bank.numbers
        return TableAudit(self._walk.account, finding, balances, slips, uses=self._uses.all())

    def _at_the_end(self) -> Finding | None:
        if stray := self._mentions.left_over():
            return Finding(self._table, 0, "mentions", stray)
        if cut := self._heads.left_over():
            return Finding(self._table, cut[0], "log", cut[1])
        if self._last and self._walk.bank.must:
            return Finding(self._table, self._last.version, self._last.kind, "leads to what was not named")
        if self._last and (apart := _differs(self._walk, self._state)):
            return Finding(self._table, self._last.version, self._last.kind, apart)
        return None

    def _missing_shoe(self) -> Finding | None:
        """A virtual shoe still in use must have its sealed order in the books."""
        if self._store is None or self._shoe is None:
            return None
        number, version = self._shoe
        if self._store.shoe(self._table, number) is not None:
            return None
        why = f"the sealed order of shoe {number} is not in the books"
        return Finding(self._table, version, "shoe_opened", why)


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
        self._now: tuple[str, ...] = ("",) * 6

    def take(self, record: Record) -> None:
        if record.confirmer:  # Somebody else's, and carried out with the command that confirms it.
            if self._now[:2] != (record.command_id, record.at):
                raise Wrong("is not carried out together with its confirmation")
            return
        now = (record.command_id, record.at, record.by, record.acting, record.person, record.session)
        if not record.command_id or now == self._now:
            self._now = now
            return
        if record.command_id in self._done or record.command_id == self._now[0]:
            raise Wrong(f"command {record.command_id} was done already")
        self._done.add(record.command_id)
        self._now = now
