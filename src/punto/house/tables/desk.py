"""The desk: one table on the books. It loads, decides, appends and posts; what it answers is durable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from punto.house.listener import Listener
from punto.house.tables.command_key import decoded_answer, digest_of, encoded_answer
from punto.house.tables.dealing_shoe import DealingShoe
from punto.house.tables.guards import Guard, Request
from punto.kit import Refusal
from punto.kit.business_day import BusinessCalendar
from punto.rulebook import FindRulebook
from punto.store import (
    AlreadyDone,
    Answer,
    Appended,
    Asker,
    Batch,
    Conflict,
    Fenced,
    Key,
    KeyReused,
    NewEvent,
    NumberTaken,
    SlipNumber,
    Snapshot,
    Store,
    StoredEvent,
    StoreError,
    WalletShort,
)
from punto.table import COMMANDS, AnyEvent, Command, Event, RulebookChanged, State, Table, evolve, kind_of
from punto.table.calendar import SlipBook
from punto.table.commands import (
    BankCommand,
    CashOut,
    ExpireWaiting,
    OpenTable,
    WriteOff,
)
from punto.table.events import CreditRequested, FillRequested
from punto.table.ledger import owes
from punto.table.script import id_is_taken
from punto.table.second_person import answered
from punto.table.snapshot import from_bytes, to_bytes
from punto.table.turn import SealShoe, Turn, take_turn
from punto.table.upcast import schema_of
from punto.view.recorded import LogLine

TRIES = 20
"""How often a command is decided again when another process was quicker."""

NUMBER_TRIES = 1_000
"""How often a slip takes the next number when one at another table was quicker: of all that race one always wins."""

SNAPSHOT_EVERY = 500
"""Events between two snapshots: loading a table replays no more than these."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command led to, and the table's version after it."""

    version: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class BelievedSnapshot:
    """A state that was taken from a snapshot, and the one before the first event, from which a replay begins."""

    table: Table
    beginning: State


Append = Callable[[str, int, Batch], Answer]


class Desk:
    """One table, held in memory as far as its log has been read."""

    def __init__(
        self,
        store: Store,
        table: str,
        find: FindRulebook,
        *,
        key: bytes,
        seal_shoe: SealShoe,
        now: Callable[[], str],
        append: Append | None = None,
        guards: Sequence[Guard] = (),
        calendar: BusinessCalendar | None = None,
        listener: Listener | None = None,
    ) -> None:
        self.table = table
        self.store = store
        self._seal_shoe = seal_shoe
        self._now = now
        self._append = append or store.append
        self._guards = guards
        self._slips = SlipBook(lambda year: store.last_slip(year) + 1, calendar or BusinessCalendar())
        self._listener = listener or Listener()
        self._shoe = DealingShoe(store, table, key)
        self.snapshot_fault = ""
        """Why the snapshot that was there is not used."""
        self.believed: BelievedSnapshot | None = None
        """The snapshot the table was loaded from, until it is held against a replay."""
        self.state = self._load(State(find))
        self._saved = self.state.table.version

    def _load(self, state: State) -> State:
        if (snapshot := self._snapshot()) is not None:
            table = from_bytes(snapshot.body)
            self.believed = BelievedSnapshot(table, state)
            book = state.find(table.sign.rulebook, sha256=table.sign.sha256) if table.sign else None
            if book and table.sign and book.sha256 != table.sign.sha256 and table.phase != "closed":
                name = table.sign.rulebook
                raise RulebookChanged(f"{name} is not the file this table was opened with (its hash differs)")
            state = State(state.find, table, book)
        return moved_on(state, self.store.events(self.table, state.table.version))

    def _snapshot(self) -> Snapshot | None:
        """The state that was kept, if it carries the house's MAC; else all of the log is replayed."""
        try:
            return self.store.snapshot(self.table)
        except StoreError as error:
            if error.refusal.code != "snapshot_is_wrong":
                raise
            self.snapshot_fault = str(error)
            return None

    def refresh(self) -> State:
        """The state with whatever other processes have appended since."""
        self.take_over(self.store.events(self.table, self.state.table.version))
        return self.state

    def replace_state(self, replayed: State) -> None:
        """Take a state that was replayed, moved on to where this table stands, in place of the one at hand."""
        events, here = self.store.events(self.table, replayed.table.version), self.state.table.version
        self.state = moved_on(replayed, takewhile(lambda stored: stored.version <= here, events))
        self.store.drop_snapshot(self.table)
        self.save()

    def take_over(self, stored: Iterable[StoredEvent]) -> None:
        """Move on by events of the books, in their order; those that are in the state already are passed over."""
        for event in stored:
            if event.version > self.state.table.version:
                line = log_line(event)
                self.state = evolve(self.state, line.event)
                self._listener.events_recorded(self.table, [line])

    def do(
        self, command: Command, *, person: str = "", session: str = "", seen_version: int | None = None
    ) -> Done | Refusal:
        """Carry a command out on the books; the same id again is answered as before and does nothing."""
        request = Request(command, person, seen_version, session)
        tries = numbers = 0
        while tries < TRIES and numbers < NUMBER_TRIES:
            tries += 1
            if (refusal := self._guarded(request)) is not None:
                return self._answered_before(command) or refusal
            at = command.at or self._now()  # One moment for what is decided and what is written.
            turn = self._turn(request, at)
            if isinstance(turn, Refusal) and command.id is None:
                return turn
            batch = self._batch(request, turn, at)
            answer = self._append(self.table, self.state.table.version, batch)
            if isinstance(answer, WalletShort):
                turn = _too_small(answer)
                if command.id is None:
                    return turn
                # Kept like any refusal: the same id does not succeed later, when the wallet is full.
                batch = self._batch(request, turn, at)
                answer = self._append(self.table, self.state.table.version, batch)
            match answer:
                case Appended(version=version):
                    return self._after_append(turn, version, batch)
                case Conflict():
                    self.refresh()
                case NumberTaken():  # Decided again with the next number; the table itself has not changed.
                    tries, numbers = tries - 1, numbers + 1
                case AlreadyDone(answer=encoded):
                    return _done(encoded)
                case KeyReused(key=key):
                    return id_is_taken(key)
                case Fenced():
                    self.refresh()
                    if not person:  # The clock's own; what somebody asked for is decided anew, as at any process.
                        message = "another process of the house moves this table on; nothing was written"
                        return Refusal(code="lease_is_lost", message=message)
        return Refusal(code="table_is_busy", message="others keep changing this table; try again")

    def _guarded(self, request: Request) -> Refusal | None:
        refusals = (guard(self.state, request) for guard in self._guards)
        return next((refusal for refusal in refusals if refusal is not None), None)

    def _answered_before(self, command: Command) -> Done | Refusal | None:
        """What the same command was answered when it came for the first time."""
        key = self.store.key(self.table, command.id) if command.id else None
        return _done(key.answer) if key and key.digest == digest_of(command) else None

    def _turn(self, request: Request, at: str) -> Turn | Refusal:
        command = request.command
        if request.person:
            # A script has no accounts: there the word in `by` stands for the person, and its own `at` for the time.
            command = replace(command, account=request.person, session=request.session or None, at=at)
        elif isinstance(command, OpenTable | ExpireWaiting | BankCommand) and command.at is None:
            command = replace(command, at=at)  # The edition in force, and the shift.
        turn = take_turn(
            self.state, command, self._shoe.order_for(command, self.state), self._seal_shoe, self.table, self._slips
        )
        if isinstance(turn, Refusal):
            return turn
        return self._not_covered(_executed_command(command, turn), turn) or turn

    def _not_covered(self, command: Command, turn: Turn) -> Refusal | None:
        """What the books have against a turn that they would not refuse when it is written."""
        match command:
            case WriteOff(patron=patron, amount=amount):
                return owes(patron, self.store.ledger.balance(f"owed:{patron}"), amount)
            case CashOut(patron=patron, amount=amount) if answered(turn.events):
                # Nobody is asked to confirm what cannot be.
                balance = self.store.ledger.balance(account := f"wallet:{patron}")
                return _too_small(WalletShort(account, balance, amount)) if balance < amount else None
        return None

    def _after_append(self, turn: Turn | Refusal, version: int, batch: Batch) -> Done | Refusal:
        """Take the state that was just written, and answer."""
        if isinstance(turn, Refusal):
            return turn
        self._shoe.move_on(turn, batch.shoe)
        self.state = turn.state
        first = version - len(turn.events) + 1
        people = [new.asker.person if new.asker else batch.person for new in batch.events]
        lines = [
            LogLine(at, batch.at, person, event)
            for at, (event, person) in enumerate(zip(turn.events, people, strict=True), first)
        ]
        self._listener.events_recorded(self.table, lines)
        if version - self._saved >= SNAPSHOT_EVERY:
            self.save()
        return answered(turn.events) or Done(version, turn.events)

    def save(self) -> None:
        """Keep the state, so that the next load starts from here."""
        head = self.store.head(self.table)
        if head.version == self.state.table.version:
            self.store.save_snapshot(Snapshot(self.table, head.version, to_bytes(self.state.table), head.hash))
            self._saved = head.version

    def _batch(self, request: Request, turn: Turn | Refusal, at: str) -> Batch:
        command = request.command
        by, id = command.by or "", command.id or ""
        if isinstance(turn, Refusal):
            # Kept only for its key, so that the same id is refused alike even if things have changed.
            return Batch((), at, by, id, key=Key(id, digest_of(command), encoded_answer(turn, 0)))
        version = self.state.table.version + len(turn.events)
        askers = _askers(turn, request.person)
        new = tuple(
            NewEvent(kind := kind_of(event), msgspec.to_builtins(event), moved, schema_of(kind), coup, asker)
            for event, moved, coup, asker in zip(turn.events, turn.postings, turn.coups, askers, strict=True)
        )
        return Batch(
            new,
            at,
            by,
            id,
            acting=command.acting or "",
            person=request.person or command.account or "",  # A script may name the person itself.
            session=request.session,
            key=Key(id, digest_of(command), encoded_answer(turn, version)) if id else None,
            shoe=self._shoe.to_book(turn, self.state),
            slip=_slip_number(turn),
        )


def moved_on(state: State, events: Iterable[StoredEvent]) -> State:
    """A state after events of its log."""
    for stored in events:
        state = evolve(state, msgspec.convert(stored.body, AnyEvent))
    return state


def _executed_command(command: Command, turn: Turn) -> Command:
    """The command that a turn carries out: one that waited, where a second person has confirmed it."""
    if turn.confirmed is None:
        return command
    waiting_command = turn.confirmed.asked.command
    return msgspec.convert(waiting_command, COMMANDS[waiting_command["command"]])


def _askers(turn: Turn, confirmer: str) -> tuple[Asker | None, ...]:
    """For each event who asked for it, where the command that brings it about is somebody else's."""
    if turn.confirmed is None:
        return (None,) * len(turn.events)
    request = turn.confirmed.asked
    asker = Asker(request.by, request.acting, request.asker, request.session, confirmer)
    return (None, *(asker,) * (len(turn.events) - 1))  # The first is the confirmation itself.


def _slip_number(turn: Turn) -> SlipNumber | None:
    """The number that a turn gave to a slip."""
    for place, event in enumerate(turn.events):
        if isinstance(event, FillRequested | CreditRequested):
            return SlipNumber(event.year, event.slip, place)
    return None


def log_line(stored: StoredEvent) -> LogLine:
    """An event of the books as a table's listeners get it."""
    return LogLine(stored.version, stored.at, stored.person, msgspec.convert(stored.body, AnyEvent))


def _done(encoded: bytes) -> Done | Refusal:
    """The answer that stands under a key."""
    answer = decoded_answer(encoded)
    return answer if isinstance(answer, Refusal) else Done(*answer)


def _too_small(short: WalletShort) -> Refusal:
    name = short.account.removeprefix("wallet:")
    message = f"{name} has {short.balance:,} in the wallet, and {short.amount:,} is wanted"
    return Refusal(code="wallet_too_small", message=message)
