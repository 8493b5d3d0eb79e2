"""The desk: one table on the books. It loads, decides, appends and posts; what it answers is durable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from punto.house.listener import Listener
from punto.house.tables.guards import Guard, Request
from punto.kit import Refusal
from punto.rulebook import FindRulebook
from punto.store import (
    AlreadyDone,
    Answer,
    Appended,
    Batch,
    Conflict,
    Fenced,
    Key,
    KeyReused,
    NewEvent,
    SealedShoe,
    Snapshot,
    Store,
    StoredEvent,
    StoreError,
    WalletShort,
    seal,
    unseal,
)
from punto.table import AnyEvent, Command, Event, RulebookChanged, State, evolve, kind_of
from punto.table.commands import (
    AbandonShoe,
    CloseShoe,
    Decide,
    OpenShoe,
    OpenTable,
    PlaceBet,
    Report,
    Rule,
    WithdrawBet,
    WithdrawReport,
    WriteOff,
)
from punto.table.events import ShoeMixed
from punto.table.ledger import owes
from punto.table.script import id_is_taken
from punto.table.sealed import Sealed, as_mixed, unsealed
from punto.table.snapshot import from_bytes, to_bytes
from punto.table.state import Shoe
from punto.table.turn import SealShoe, Turn, take_turn
from punto.table.upcast import forward, schema_of
from punto.view.recorded import LogLine

TRIES = 20
"""How often a command is decided again when another process was quicker."""

SNAPSHOT_EVERY = 500
"""Events between two snapshots: loading a table replays no more than these."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command led to, and the table's version after it."""

    version: int
    events: tuple[Event, ...]


class _KeptAnswer(msgspec.Struct, frozen=True):
    """An answer as it is kept under its key."""

    version: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refusal | None = None
    schemas: tuple[int, ...] = ()
    """The shape of each event; before these were kept, the first."""


_NEED_NO_CARDS: Final = (Report, WithdrawReport, Rule, CloseShoe)
"""What is said and done about a shoe whose seal is broken."""

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
        listener: Listener | None = None,
    ) -> None:
        self.table = table
        self.store = store
        self._key = key
        self._seal_shoe = seal_shoe
        self._now = now
        self._append = append or store.append
        self._guards = guards
        self._listener = listener or Listener()
        self._sealed: Sealed | None = None
        self._sealed_as = ""
        """The commitment of the shoe whose order is held, so that it need not be hashed with every command."""
        self.state = self._load(State(find))
        self._saved = self.state.table.version

    def _load(self, state: State) -> State:
        if (snapshot := self.store.snapshot(self.table)) is not None:
            table = from_bytes(snapshot.body)
            book = state.find(table.sign.rulebook, sha256=table.sign.sha256) if table.sign else None
            if book and table.sign and book.sha256 != table.sign.sha256 and table.phase != "closed":
                name = table.sign.rulebook
                raise RulebookChanged(f"{name} is not the file this table was opened with (its hash differs)")
            state = State(state.find, table, book)
        for stored in self.store.events(self.table, state.table.version):
            state = evolve(state, msgspec.convert(stored.body, AnyEvent))
        return state

    def refresh(self) -> State:
        """The state with whatever other processes have appended since."""
        self.take_over(self.store.events(self.table, self.state.table.version))
        return self.state

    def take_over(self, stored: Iterable[StoredEvent]) -> None:
        """Move on by events of the books, in their order; those that are in the state already are passed over."""
        for event in stored:
            if event.version > self.state.table.version:
                line = log_line(event)
                self.state = evolve(self.state, line.event)
                self._listener.events_recorded(self.table, [line])

    def do(self, command: Command, *, person: str = "", seen_version: int | None = None) -> Done | Refusal:
        """Carry a command out on the books; the same id again is answered as before and does nothing."""
        request = Request(command, person, seen_version)
        for _ in range(TRIES):
            if (refusal := self._guarded(request)) is not None:
                return self._answered_before(command) or refusal
            turn = self._turn(request)
            if isinstance(turn, Refusal) and command.id is None:
                return turn
            batch = self._batch(request, turn)
            answer = self._append(self.table, self.state.table.version, batch)
            if isinstance(answer, WalletShort):
                turn = _too_small(answer)
                if command.id is None:
                    return turn
                # Kept like any refusal: the same id does not succeed later, when the wallet is full.
                batch = self._batch(request, turn)
                answer = self._append(self.table, self.state.table.version, batch)
            match answer:
                case Appended(version=version):
                    return self._written(turn, version, batch)
                case Conflict():
                    self.refresh()
                case AlreadyDone(answer=encoded):
                    return _decoded(encoded)
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
        return _decoded(key.answer) if key and key.digest == _digest(command) else None

    def _turn(self, request: Request) -> Turn | Refusal:
        command = request.command
        if request.person:
            # A script has no accounts: there the word in `by` stands for the person, and its own `at` for the time.
            command = replace(command, account=request.person, at=command.at or self._now())
        elif isinstance(command, OpenTable) and command.at is None:
            command = replace(command, at=self._now())  # The edition in force is asked for by this house's clock.
        turn = take_turn(self.state, command, self._shoe_for(command), self._seal_shoe, self.table)
        if isinstance(command, WriteOff) and isinstance(turn, Turn):
            return owes(command.patron, self.store.ledger.balance(f"owed:{command.patron}"), command.amount) or turn
        return turn

    def _written(self, turn: Turn | Refusal, version: int, batch: Batch) -> Done | Refusal:
        """The state after what was just written."""
        if isinstance(turn, Refusal):
            return turn
        shoe = turn.state.table.shoe
        if shoe and (shoe.number != self.state.table.shoes or any(isinstance(one, ShoeMixed) for one in turn.events)):
            self._sealed, self._sealed_as = turn.sealed, shoe.commitment
        self.state = turn.state
        first = version - len(turn.events) + 1
        lines = [LogLine(at, batch.at, batch.person, event) for at, event in enumerate(turn.events, first)]
        self._listener.events_recorded(self.table, lines)
        if version - self._saved >= SNAPSHOT_EVERY:
            self.save()
        return Done(version, turn.events)

    def save(self) -> None:
        """Keep the state, so that the next load starts from here."""
        head = self.store.head(self.table)
        if head.version == self.state.table.version:
            self.store.save_snapshot(Snapshot(self.table, head.version, to_bytes(self.state.table), head.hash))
            self._saved = head.version

    def _open_shoe(self) -> Sealed | None:
        """The sealed order of the shoe on the table, opened only here and kept only in memory."""
        shoe = self.state.table.shoe
        if shoe is None or shoe.source != "virtual":
            return None
        if self._sealed is None or self._sealed_as != shoe.commitment:
            sealed = self._unsealed(shoe)
            if not sealed.holds(shoe):
                message = f"shoe {shoe.number} of table {self.table} is not the one committed to"
                raise StoreError(code="shoe_is_another", message=message)
            self._sealed, self._sealed_as = sealed, shoe.commitment
        return self._sealed

    def _shoe_for(self, command: Command) -> Sealed | None:
        """The same, for a command: that a seal is broken can be reported and ruled on, and the shoe closed."""
        if isinstance(command, AbandonShoe):
            return None
        try:
            return self._open_shoe()
        except StoreError:
            if not isinstance(command, _NEED_NO_CARDS):
                raise
            return self._unsealed(self.state.shoe)

    def _unsealed(self, shoe: Shoe) -> Sealed:
        box = self.store.shoe(self.table, shoe.number)
        assert box is not None  # Written in the same transaction as the event that opened the shoe.
        order, salt = msgspec.json.decode(unseal(box, self._key, table=self.table, number=shoe.number))
        return as_mixed(unsealed(order, salt), shoe)

    def _batch(self, request: Request, turn: Turn | Refusal) -> Batch:
        command = request.command
        by, id = command.by or "", command.id or ""
        if isinstance(turn, Refusal):
            # Kept only for its key, so that the same id is refused alike even if things have changed.
            return Batch((), self._now(), by, id, key=Key(id, _digest(command), _encoded(turn, 0)))
        version = self.state.table.version + len(turn.events)
        new = tuple(
            NewEvent(kind := kind_of(event), msgspec.to_builtins(event), moved, schema_of(kind), coup)
            for event, moved, coup in zip(turn.events, turn.postings, turn.coups, strict=True)
        )
        return Batch(
            new,
            command.at or self._now(),
            by,
            id,
            acting=command.acting or "",
            person=request.person or command.account or "",  # A script may name the person itself.
            key=Key(id, _digest(command), _encoded(turn, version)) if id else None,
            shoe=self._sealed_shoe(turn),
        )

    def _sealed_shoe(self, turn: Turn) -> SealedShoe | None:
        """The order of a shoe that this turn opened, encrypted for the books."""
        shoe = turn.state.table.shoe
        if turn.sealed is None or shoe is None or self.state.table.shoes == turn.state.table.shoes:
            return None
        inside = msgspec.json.encode((turn.sealed.revealed, turn.sealed.salt))
        return SealedShoe(shoe.number, seal(inside, self._key, table=self.table, number=shoe.number))


def log_line(stored: StoredEvent) -> LogLine:
    """An event of the books as a table's listeners get it."""
    return LogLine(stored.version, stored.at, stored.person, msgspec.convert(stored.body, AnyEvent))


_LATER: Final[Mapping[type[Command], tuple[str, ...]]] = {
    OpenShoe: ("entropy", "table"),
    CloseShoe: ("reason",),
    PlaceBet: ("also",),
    WithdrawBet: ("stake",),
    Report: ("place", "lay", "coup", "hand_back", "seal_broken"),
    Decide: ("confirm", "hand_back"),
    Rule: ("options", "bets"),
}
"""Fields that commands have gained since the first books: where they say nothing, a digest is as it was then."""


def _digest(command: Command) -> str:
    """What a key is held against; who gives the command is part of the key itself."""
    said: dict[str, object] = msgspec.to_builtins(command)
    said.pop("account", None)
    # Held against the default and not against nothing: `confirm` false is an answer, as is an empty `lay`.
    for name, unsaid in _unsaid(type(command)):
        if name in said and said[name] == unsaid:
            del said[name]
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()


@cache
def _unsaid(kind: type[Command]) -> tuple[tuple[str, object], ...]:
    """The fields that such a command has gained, each with its value where nothing is said."""
    later = _LATER.get(kind, ())
    gained = [field for field in msgspec.structs.fields(kind) if field.name in later]
    return tuple(
        (field.name, field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory())
        for field in gained
    )


def _encoded(turn: Turn | Refusal, version: int) -> bytes:
    if isinstance(turn, Refusal):
        return msgspec.json.encode(_KeptAnswer(version, refusal=turn))
    schemas = tuple(schema_of(kind_of(event)) for event in turn.events)
    events = tuple(msgspec.Raw(msgspec.json.encode(event)) for event in turn.events)
    return msgspec.json.encode(_KeptAnswer(version, events, schemas=schemas))


def _decoded(encoded: bytes) -> Done | Refusal:
    answer = msgspec.json.decode(encoded, type=_KeptAnswer)
    schemas = answer.schemas or (1,) * len(answer.events)
    events = (_event(body, schema) for body, schema in zip(answer.events, schemas, strict=True))
    return answer.refusal or Done(answer.version, tuple(events))


def _event(encoded: msgspec.Raw, schema: int) -> Event:
    """An event of a kept answer, in today's shape."""
    body = msgspec.json.decode(encoded)
    event: Event = msgspec.convert(forward(body["kind"], schema, body), AnyEvent)
    return event


def _too_small(short: WalletShort) -> Refusal:
    name = short.account.removeprefix("wallet:")
    message = f"{name} has {short.balance:,} in the wallet, and {short.wanted:,} is wanted"
    return Refusal(code="wallet_too_small", message=message)
