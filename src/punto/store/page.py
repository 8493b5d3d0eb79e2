"""One transaction's worth of appends, decided in memory under the database's locks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from punto.store.answer import (
    AlreadyDone,
    Answer,
    Append,
    Appended,
    Conflict,
    Fenced,
    KeyReused,
    NumberTaken,
    WalletShort,
)
from punto.store.canonical import canonical
from punto.store.chain import chained
from punto.store.entry import (
    DEBT,
    LARGEST_BALANCE,
    WALLET,
    Asker,
    Batch,
    Head,
    Key,
    NewEvent,
    Record,
    SealedShoe,
    start,
)
from punto.store.error import StoreError
from punto.store.mention import mentioned
from punto.store.seals import Seal
from punto.table.postings import Posting


def accounts_of(appends: Sequence[Append]) -> set[str]:
    """Every account these appends may touch."""
    touched: set[str] = set()
    for append in appends:
        for event in append.batch.events:
            for posting in event.postings:
                touched.add(posting.account)
                if posting.claim:
                    touched.add(_debt_account(posting.account))
    return touched


@dataclass(slots=True)
class Page:
    """What the database says about the tables and accounts at hand, and what is to be written.

    Each append sees what the ones before it did. One that cannot be done leaves
    no trace, so its neighbours in the transaction never notice.
    """

    heads: dict[str, Head]
    done: dict[tuple[str, str], Key]
    balances: Mapping[str, int]
    epochs: Mapping[str, int] = field(default_factory=dict)
    """By table, its lease's epoch where it has one."""
    seals: Mapping[str, Seal] = field(default_factory=dict)
    """By log, its seal where it has one."""
    records: list[Record] = field(default_factory=list)
    mentions: list[tuple[str, str, int]] = field(default_factory=list)
    """Log, name and version: whom the records are about."""
    keys: list[tuple[str, Key, str]] = field(default_factory=list)
    """Log, key, and when it was refused; empty for a command that did something, whose key stays for good."""
    shoes: list[tuple[str, SealedShoe]] = field(default_factory=list)
    last_slips: dict[int, int] = field(default_factory=dict)
    """By business year, for the years that the appends need, the number given last."""
    slips: list[tuple[int, int, str, int]] = field(default_factory=list)
    """Year, number, log and version: numbers given to slips."""
    moved: dict[str, Head] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)

    def take(self, append: Append) -> Answer:
        """Write the batch on the page, or say why it cannot stand there."""
        if (obstacle := self._obstacle(append)) is not None:
            return obstacle
        table, batch = append.table, append.batch
        head = self.heads.get(table) or start(table)
        changes: dict[str, int] = {}
        records: list[Record] = []
        mentions: list[tuple[str, str, int]] = []
        for event in batch.events:
            posted = self._posted(event, changes)
            if isinstance(posted, WalletShort):
                return posted
            record = _record(head, batch, event, posted)
            head = Head(table, record.version, record.hash)
            records.append(record)
            mentions += [(table, name, record.version) for name in sorted(mentioned(event.body))]
        self.changed |= changes
        self.records += records
        self.mentions += mentions
        if records:
            self.heads[table] = self.moved[table] = head
        if batch.key is not None:
            self.done[table, batch.key.key] = batch.key
            self.keys.append((table, batch.key, "" if records else batch.at))
        if batch.shoe is not None:
            self.shoes.append((table, batch.shoe))
        if batch.slip is not None:
            self.last_slips[batch.slip.year] = batch.slip.number
            self.slips.append((batch.slip.year, batch.slip.number, table, records[batch.slip.place].version))
        return Appended(head.version, tuple(records))

    def _obstacle(self, append: Append) -> Answer | None:
        """Why the batch cannot be written, whatever its events are."""
        table, batch = append.table, append.batch
        # A repeated request carries the version it first saw, so its key is looked at before that.
        if batch.key is not None and (before := self.done.get((table, batch.key.key))):
            return AlreadyDone(before.answer) if before.digest == batch.key.digest else KeyReused(batch.key.key)
        if append.epoch is not None and (now := self.epochs.get(table, 0)) != append.epoch:
            return Fenced(now)
        head = self.heads.get(table) or start(table)
        if head.version != append.expected_version:
            return Conflict(head.version)
        if batch.slip is not None and (last := self.last_slips.get(batch.slip.year, 0)) != batch.slip.number - 1:
            return NumberTaken(last)
        return None

    @property
    def empty(self) -> bool:
        return not (self.records or self.keys or self.shoes)

    def _balance(self, account: str, changes: Mapping[str, int]) -> int:
        for balances in (changes, self.changed):
            if account in balances:
                return balances[account]
        return self.balances.get(account, 0)

    def _posted(self, event: NewEvent, changes: dict[str, int]) -> tuple[Posting, ...] | WalletShort:
        """The postings as they can be made; `changes` gains the balances after them."""
        before: dict[str, int] = {}
        for posting in event.postings:
            balance = self._balance(posting.account, changes)
            before.setdefault(posting.account, balance)
            if not posting.claim:
                changes[posting.account] = balance + posting.amount
        actual = event.postings
        if any(posting.claim for posting in actual):
            # Claims come last: what the same event pays in can be taken.
            actual = tuple(part for posting in actual for part in self._claimed(posting, changes))
        for account, balance_before in before.items():
            balance = changes.get(account, 0)
            if balance < 0 and account.startswith(WALLET):
                return WalletShort(account, balance_before, balance_before - balance)
            if abs(balance) > LARGEST_BALANCE:
                raise StoreError(
                    code="account_is_full", message=f"{account} would hold {balance}, more than can be stored"
                )
        return actual

    def _claimed(self, posting: Posting, changes: dict[str, int]) -> list[Posting]:
        if not posting.claim:
            return [posting]
        balance, debt_account = self._balance(posting.account, changes), _debt_account(posting.account)
        payable = min(max(balance, 0), -posting.amount)
        missing = -posting.amount - payable
        parts = []
        if payable:
            changes[posting.account] = balance - payable
            parts.append(Posting(posting.account, -payable))
        if missing:
            changes[debt_account] = self._balance(debt_account, changes) - missing
            parts.append(Posting(debt_account, -missing))
        return parts


def _record(head: Head, batch: Batch, event: NewEvent, posted: tuple[Posting, ...]) -> Record:
    """The event as the next one of its log."""
    giver = event.asker or Asker(batch.by, batch.acting, batch.person, batch.session, "")
    return chained(
        head,
        at=batch.at,
        by=giver.by,
        acting=giver.acting,
        person=giver.person,
        session=giver.session,
        confirmer=giver.confirmer,
        command_id=batch.command_id,
        coup=event.coup,
        kind=event.kind,
        schema=event.schema,
        body=canonical(event.body),
        postings=posted,
    )


def _debt_account(wallet: str) -> str:
    return DEBT + wallet.removeprefix(WALLET)
