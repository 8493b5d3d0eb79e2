"""Running a shift: in memory for speed, or on the books with crashes; every event looked at by the auditors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from oracle import DOCUMENTS
from punto.audit import Walk
from punto.audit.giver import Giver
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.rulebook import FindRulebook
from punto.table import AnyEvent, Command, Event, MemoryLedger, Posting, State, evolve
from punto.table.commands import WriteOff
from punto.table.ledger import owes
from punto.table.sealed import ShoeOrder
from punto.table.snapshot import from_bytes, to_bytes
from punto.table.turn import Turn, take_turn
from shifts.books import Books, Violation, Who
from shifts.people import People
from shifts.refused import check_refused

Find = FindRulebook

WALK = True
"""Whether the product's own auditor walks along."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyEvent).decode


@dataclass
class Tally:
    """What a shift had in it."""

    coups: int = 0
    commands: int = 0
    events: int = 0
    refusals: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    """Crashes, by the step of a durable write at which they came."""

    def add(self, other: Tally) -> None:
        self.coups += other.coups
        self.commands += other.commands
        self.events += other.events
        self.refusals += other.refusals
        self.kinds += other.kinds
        self.refused += other.refused
        self.faults += other.faults


class Broken(AssertionError):
    """A violation, with the seed that shows it again and the event at which it was seen."""

    coups = 0
    """How many coups the shift had come to."""


def document_of(seed: int) -> str:
    return DOCUMENTS[seed % len(DOCUMENTS)]


def who_gave(command: Command) -> Who:
    """By name and by rank; a command that names nobody is the dealer's."""
    own = command.by or "dealer"
    return Who(command.account or own, command.acting or own, own, command.at or "", command.session or "")


def whose(turn: Turn, number: int, command: Command) -> Who:
    """Whose an event of a turn is: the asker's, where a second person has confirmed what waited."""
    who = who_gave(command)
    if turn.confirmed is None or number == 0:
        return who
    asked = turn.confirmed.asked
    return Who(asked.asker, asked.acting or asked.by, asked.by, who.at, asked.session, who.person)


class Auditors:
    """The auditors of one table: the one with the documents in hand, and where `walk` says so the product's own."""

    def __init__(self, table: str, find: Find, balances: Callable[[], dict[str, int]], *, walk: bool = WALK) -> None:
        self.walk = Walk(table, find) if walk else None
        self.books = Books(table)
        self.replayed = State(find)
        self._balances = balances

    def take(self, event: Event, postings: tuple[Posting, ...], who: Who, number: int) -> None:
        """One event more, read again from what the log would hold."""
        read: Event = _decode(_encode(event))
        if self.walk is not None:
            acting = who.rank if who.rank != who.own else ""
            self.walk.step(read, postings, Giver(who.own, acting, who.person, who.at, who.session, who.confirmer))
        self.books.take(read, who, str(number))
        self.replayed = evolve(self.replayed, read)

    def check(self, state: State) -> None:
        """After a command: the money is as the documents have it, and replay gives the live state."""
        self.books.check(self._balances())
        if self.replayed.table != state.table:
            raise Violation("replay does not give the live state")


COMMANDS_A_COUP = 1000
"""Most that a shift may take: some 17 are usual, and one in which nothing goes on has no end."""


def run_in_memory(seed: int, coups: int, find: Find, document: str | None = None, *, walk: bool = WALK) -> Tally:
    """One shift without a database."""
    book = find(document or document_of(seed))
    tally, state, ledger = Tally(), State(find), MemoryLedger()
    sealed: ShoeOrder | None = None
    auditors = Auditors("T", find, lambda: ledger.balances, walk=walk)
    event: Event | None = None
    try:
        saying = People(seed, book, house=seed % 2 == 0).commands(coups)
        command: Command = next(saying)
        while True:
            tally.commands += 1
            if tally.commands > COMMANDS_A_COUP * (coups + 1):
                raise Violation("the shift stands still")
            turn = take_turn(state, command, sealed, seal_shoe, "T")
            refusal = turn if isinstance(turn, Refusal) else _short(ledger, command, turn)
            if refusal is not None:
                tally.refusals += 1
                tally.refused[refusal.code] += 1
                check_refused(auditors.books, command, refusal.code, who_gave(command))
            elif isinstance(turn, Turn):
                for place, (event, asked) in enumerate(zip(turn.events, turn.postings, strict=True)):
                    before = dict(ledger.balances)
                    ledger.post(asked)
                    auditors.take(event, _moved(before, ledger.balances), whose(turn, place, command), tally.commands)
                    tally.kinds[str(event.__struct_config__.tag)] += 1
                state, sealed = turn.state, turn.sealed
                tally.events += len(turn.events)
                auditors.check(state)
            command = say(saying, state)
    except StopIteration:
        pass
    except Exception as error:
        told = f"{type(event).__name__} {event}" if event else "the first event"
        broken = Broken(f"seed {seed}, {book.id}, event {tally.events + 1}: {error!r} at or after {told}")
        broken.coups = state.table.coups
        raise broken from error
    tally.coups = state.table.coups
    if from_bytes(to_bytes(state.table)) != state.table:
        raise Broken(f"seed {seed}: a snapshot does not give the state back")
    return tally


def _short(ledger: MemoryLedger, command: Command, turn: Turn) -> Refusal | None:
    """Whether a wallet is too small for a turn, or a debt; it is then refused whole."""
    if isinstance(command, WriteOff):
        return owes(command.patron, ledger.balances.get(f"owed:{command.patron}", 0), command.amount)
    trial = MemoryLedger()
    trial.balances = dict(ledger.balances)
    return trial.post(posting for moved in turn.postings for posting in moved)


def say(saying: Iterator[Command], state: State) -> Command:
    """What is said next by people who see the table so."""
    return saying.send(state)  # type: ignore[attr-defined, no-any-return]


def _moved(before: dict[str, int], after: dict[str, int]) -> tuple[Posting, ...]:
    """What really moved, with what a wallet could not give on its own account."""
    return tuple(
        Posting(account, held - before.get(account, 0))
        for account, held in after.items()
        if held != before.get(account)
    )
