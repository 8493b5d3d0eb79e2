"""The desk: one table on the books. It loads, decides, appends and posts; what it answers is durable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from punto.kit import Refusal
from punto.rulebook import FindRulebook
from punto.store import (
    AlreadyDone,
    Answer,
    Appended,
    Batch,
    Conflict,
    Key,
    KeyReused,
    NewEvent,
    SealedShoe,
    Snapshot,
    Store,
    StoreError,
    WalletShort,
    seal,
    unseal,
)
from punto.table import AnyEvent, Command, Event, RulebookChanged, State, evolve, kind_of
from punto.table.commands import OpenTable
from punto.table.script import id_is_taken
from punto.table.sealed import Sealed, unsealed
from punto.table.snapshot import from_bytes, to_bytes
from punto.table.turn import SealShoe, Turn, take_turn
from punto.table.upcast import forward, schema_of

TRIES = 20
"""How often a command is decided again when another process was quicker."""

SNAPSHOT_EVERY = 500
"""Events between two snapshots: loading a table replays no more than these."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command led to, and the table's version after it."""

    version: int
    events: tuple[Event, ...]


class _Stored(msgspec.Struct, frozen=True):
    """An answer as it is kept under its key."""

    version: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refusal | None = None
    schemas: tuple[int, ...] = ()
    """The shape of each event; before these were kept, the first."""


Append = Callable[[str, int, Batch], Answer]

Objection = Callable[[], Refusal | None]


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
    ) -> None:
        self.table = table
        self.store = store
        self._key = key
        self._seal_shoe = seal_shoe
        self._now = now
        self._append = append or store.append
        self._sealed: Sealed | None = None
        self._sealed_as = ""
        """The commitment of the shoe whose order is held, so that it need not be hashed with every command."""
        self.on_event: Callable[[int, str, Event], None] = lambda version, at, event: None
        """Told of every event, with its version and time, once the state has it."""
        self.state = self._load(State(find))
        self._saved = self.state.table.version

    def _load(self, state: State) -> State:
        if (kept := self.store.snapshot(self.table)) is not None:
            table = from_bytes(kept.body)
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
        for stored in self.store.events(self.table, self.state.table.version):
            event: Event = msgspec.convert(stored.body, AnyEvent)
            self.state = evolve(self.state, event)
            self.on_event(stored.version, stored.at, event)
        return self.state

    def do(self, command: Command, objection: Objection = lambda: None, person: str = "") -> Done | Refusal:
        """Carry a command out on the books; the same id again is answered as before and does nothing.

        `objection` is asked each time the command is decided, because another
        process may have moved the table on in between.
        """
        for _ in range(TRIES):
            if (objected := objection()) is not None:
                return self._answered_before(command) or objected
            turn = self._turn(command)
            if isinstance(turn, Refusal) and command.id is None:
                return turn
            batch = self._batch(command, turn, person)
            answer = self._append(self.table, self.state.table.version, batch)
            if isinstance(answer, WalletShort):
                turn = _short(answer)
                if command.id is None:
                    return turn
                # Kept like any refusal: the same id does not succeed later, when the wallet is full.
                batch = self._batch(command, turn, person)
                answer = self._append(self.table, self.state.table.version, batch)
            match answer:
                case Appended(version=version):
                    return self._kept(turn, version, batch.at)
                case Conflict():
                    self.refresh()
                case AlreadyDone(answer=kept):
                    return _answered(kept)
                case KeyReused(key=key):
                    return id_is_taken(key)
        return Refusal(code="table_is_busy", message="others keep changing this table; try again")

    def _answered_before(self, command: Command) -> Done | Refusal | None:
        """What the same command was answered when it came for the first time."""
        kept = self.store.key(self.table, command.id) if command.id else None
        return _answered(kept.answer) if kept and kept.digest == _digest(command) else None

    def _turn(self, command: Command) -> Turn | Refusal:
        if isinstance(command, OpenTable) and command.at is None:
            command = replace(command, at=self._now())  # The edition in force is asked for by this house's clock.
        return take_turn(self.state, command, self._open_shoe(), self._seal_shoe, self.table)

    def _kept(self, turn: Turn | Refusal, version: int, at: str) -> Done | Refusal:
        if isinstance(turn, Refusal):
            return turn
        self.state, self._sealed = turn.state, turn.sealed
        self._sealed_as = turn.state.table.shoe.commitment if turn.state.table.shoe else ""
        for place, event in enumerate(turn.events, version - len(turn.events) + 1):
            self.on_event(place, at, event)
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
            box = self.store.shoe(self.table, shoe.number)
            assert box is not None  # Written in the same transaction as the event that opened the shoe.
            order, salt = msgspec.json.decode(unseal(box, self._key, table=self.table, number=shoe.number))
            sealed = unsealed(order, salt)
            if sealed.commitment != shoe.commitment:
                message = f"shoe {shoe.number} of table {self.table} is not the one committed to"
                raise StoreError(code="shoe_is_another", message=message)
            self._sealed, self._sealed_as = sealed, shoe.commitment
        return self._sealed

    def _batch(self, command: Command, turn: Turn | Refusal, person: str) -> Batch:
        if isinstance(turn, Refusal):
            # Kept only for its key, so that the same id is refused alike even if things have changed.
            return Batch((), self._now(), command.by or "", command.id or "", key=self._key_of(command, _told(turn, 0)))
        version = self.state.table.version + len(turn.events)
        new = tuple(
            NewEvent(kind := kind_of(event), msgspec.to_builtins(event), moved, schema_of(kind), coup)
            for event, moved, coup in zip(turn.events, turn.postings, turn.coups, strict=True)
        )
        return Batch(
            new,
            command.at or self._now(),
            command.by or "",
            command.id or "",
            acting=command.acting or "",
            person=person,
            key=self._key_of(command, _told(turn, version)) if command.id else None,
            shoe=self._box(turn),
        )

    def _key_of(self, command: Command, answer: bytes) -> Key:
        return Key(command.id or "", _digest(command), answer)

    def _box(self, turn: Turn) -> SealedShoe | None:
        """The order of a shoe that this turn opened, encrypted for the books."""
        shoe = turn.state.table.shoe
        if turn.sealed is None or shoe is None or self.state.table.shoes == turn.state.table.shoes:
            return None
        inside = msgspec.json.encode((turn.sealed.revealed, turn.sealed.salt))
        return SealedShoe(shoe.number, seal(inside, self._key, table=self.table, number=shoe.number))


def _digest(command: Command) -> str:
    return hashlib.sha256(msgspec.json.encode(command)).hexdigest()


def _told(turn: Turn | Refusal, version: int) -> bytes:
    if isinstance(turn, Refusal):
        return msgspec.json.encode(_Stored(version, refusal=turn))
    schemas = tuple(schema_of(kind_of(event)) for event in turn.events)
    return msgspec.json.encode({"version": version, "events": turn.events, "refusal": None, "schemas": schemas})


def _answered(kept: bytes) -> Done | Refusal:
    stored = msgspec.json.decode(kept, type=_Stored)
    schemas = stored.schemas or (1,) * len(stored.events)
    events = (_event(body, schema) for body, schema in zip(stored.events, schemas, strict=True))
    return stored.refusal or Done(stored.version, tuple(events))


def _event(encoded: msgspec.Raw, schema: int) -> Event:
    """An event of a kept answer, in today's shape."""
    body = msgspec.json.decode(encoded)
    event: Event = msgspec.convert(forward(body["kind"], schema, body), AnyEvent)
    return event


def _short(short: WalletShort) -> Refusal:
    name = short.account.removeprefix("wallet:")
    message = f"{name} has {short.balance:,} in the wallet, and {short.wanted:,} is wanted"
    return Refusal(code="wallet_too_small", message=message)
