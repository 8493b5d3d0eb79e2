"""The store: append to a table's log and its books, and read them again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hmac import compare_digest
from os import PathLike
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Engine, delete, func, select, text

from punto.store import reading
from punto.store.answer import Answer, Append
from punto.store.canonical import plain
from punto.store.chain import Fault
from punto.store.engine import make_engine, snapshot
from punto.store.entry import Batch, Head, Key, Record, Snapshot, start
from punto.store.error import StoreError
from punto.store.expiry import ExpiryStore
from punto.store.factors import FactorStore
from punto.store.lease import LeaseStore
from punto.store.ledger import Ledger
from punto.store.migration import make_ready
from punto.store.moment import Moment, RowFault, log_fault, moment, unchecked
from punto.store.people import PeopleStore
from punto.store.private import make_database_private
from punto.store.reading import Excerpt, LogReading
from punto.store.rows import Lookup
from punto.store.schema import events, heads, house, keys, people, shoes, slips, snapshots
from punto.store.seal_groups import is_sealed
from punto.store.sealing import Sealing
from punto.store.signal import Signal, Subscription, hold_open, send, subscribe
from punto.store.sought import Sought
from punto.store.structure import structure_fault
from punto.store.tries import TryStore
from punto.store.upcast import TABLE_EVENTS, Body, EventShape, Upcasters
from punto.store.writing import AtStep, append_anyway, append_together
from punto.table.postings import Posting

_SNAPSHOT = text(
    "INSERT INTO snapshots (table_id, version, body, hash, mac) VALUES (:table, :version, :body, :hash, :mac) "
    "ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, body = excluded.body, hash = excluded.hash, "
    "mac = excluded.mac WHERE excluded.version > snapshots.version"
)

_REMEMBER = text(
    "INSERT INTO house (word, value) VALUES (:word, :value) ON CONFLICT (word) DO UPDATE SET value = excluded.value"
)


_HEAD = Lookup(heads, "table_id")
_KEY = Lookup(keys, "table_id", "key")


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event brought forward to the shape this program knows."""

    table: str
    version: int
    at: str
    by: str
    acting: str
    person: str
    session: str
    confirmer: str
    command_id: str
    coup: int
    kind: str
    schema: int
    body: Body
    postings: tuple[Posting, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class SlipRow:
    """The number of a slip, and the event that gave it."""

    year: int
    number: int
    table: str
    version: int


def open_store(
    where: str | PathLike[str],
    *,
    key: bytes | None = None,
    upcasters: Upcasters | None = None,
    at_step: AtStep = lambda step: None,
) -> Store:
    """The store at a path or URL, its tables made if it is new; `at_step` is for fault tests.

    With the house's `key` what is written is sealed. Without it sealed books can only be read.
    """
    engine = make_engine(where)
    try:
        make_database_private(engine.url)
        make_ready(engine)
    except BaseException:
        engine.dispose()
        raise
    store = Store(engine, upcasters or TABLE_EVENTS, at_step)
    if key is not None:
        try:
            store.use_key(key)
        except BaseException:
            store.close()
            raise
    return store


class Store:
    """Everything a house keeps, in one database."""

    def __init__(self, engine: Engine, upcasters: Upcasters, at_step: AtStep) -> None:
        self._engine = engine
        self._upcasters = upcasters
        self._at_step = at_step
        self.sealing = Sealing(engine)
        self.ledger = Ledger(engine)
        self.expiry = ExpiryStore(engine, self.sealing)
        self.people = PeopleStore(engine, self.sealing)
        self.leases = LeaseStore(engine, self.sealing)
        self.factors = FactorStore(engine, self.sealing)
        self.tries = TryStore(engine, self.sealing)

    def use_key(self, key: bytes) -> None:
        """Seal with the house's key what is written from now on; StoreError where these books have another."""
        self.sealing.use(key)

    def seal_anew(self, key: bytes, why: str, at: str) -> None:
        """Seal every row as it stands with another key of the house; it is noted in a log of its own."""
        self.sealing.seal_anew(key, why, at)

    @property
    def is_sealed(self) -> bool:
        """Whether the books carry seals of the house's key."""
        with self._engine.connect() as connection:
            return is_sealed(connection)

    def check_with(self, key: bytes) -> None:
        """Look at seals with the house's key, where the books carry any; StoreError where they have another."""
        self.sealing.look(key)

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same books while this one has them open."""
        return self._engine.dialect.name == "postgresql"

    def append(self, table: str, expected_version: int, batch: Batch, epoch: int | None = None) -> Answer:
        """Write a command's events, postings, key and shoe in one transaction, or say why not."""
        return self.append_together([Append(table, expected_version, batch, epoch)])[0]

    def append_together(self, appends: Sequence[Append]) -> list[Answer]:
        """Write several commands in one transaction; one that cannot be done does not disturb the others."""
        return append_together(self._engine, appends, self._at_step, self.sealing.key_in)

    def last_slip(self, year: int) -> int:
        """The number given last in a business year; 0 before the first."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.max(slips.c.number)).where(slips.c.year == year)) or 0

    def slip_numbers(self) -> Iterator[SlipRow]:
        """Every number given, year by year in its order."""
        with snapshot(self._engine) as connection:
            for row in connection.execute(select(slips).order_by(slips.c.year, slips.c.number)):
                yield SlipRow(row.year, row.number, row.table_id, row.version)

    def note(self, log: str, batch: Batch) -> None:
        """Write to a log of the house's own, at whatever version it stands."""
        append_anyway(self._engine, log, batch, self.sealing.key_in)

    def events(self, table: str, after: int = 0) -> Iterator[StoredEvent]:
        """A table's events after a version, in order, each in today's shape."""
        for record in self.records(table, after):
            shape = self._upcasters.forward(EventShape(record.kind, record.schema, plain(record.body)))
            yield StoredEvent(
                table=record.table,
                version=record.version,
                at=record.at,
                by=record.by,
                acting=record.acting,
                person=record.person,
                session=record.session,
                confirmer=record.confirmer,
                command_id=record.command_id,
                coup=record.coup,
                kind=shape.kind,
                schema=shape.schema,
                body=shape.body,
                postings=record.postings,
                hash=record.hash,
            )

    def records(self, table: str, after: int = 0) -> Iterator[Record]:
        """A table's events after a version, exactly as they were written."""
        return reading.records(self._engine, table, after)

    def excerpts(self, table: str, kinds: Collection[str], after: int = 0) -> Iterator[Excerpt]:
        """A table's events of certain kinds after a version, in order: what happened and when."""
        return reading.excerpts(self._engine, table, kinds, after)

    def last(self, table: str, kinds: Collection[str], upto: int) -> Record | None:
        """The last of a table's events of certain kinds, up to a version; None where there is none."""
        with self._engine.connect() as connection:
            return reading.last(connection, table, kinds, upto)

    def find(self, table: str, sought: Sought, most: int, *, newest: bool = False) -> list[Record]:
        """The first of a table's events that fit, or the last, exactly as they were written and in their order."""
        with self._engine.connect() as connection:
            return reading.search(connection, table, sought, most, newest)

    def bodies(self, table: str, sought: Sought) -> list[tuple[int, str, str]]:
        """Version, kind and body of every event that fits."""
        with self._engine.connect() as connection:
            return reading.bodies(connection, table, sought)

    @contextmanager
    def reading(self, table: str, at: Moment | None = None) -> Iterator[LogReading]:
        """A table's whole log as it stands, or stood at a moment, however long it takes to go through it."""
        with snapshot(self._engine) as connection:
            log = LogReading(connection, table, (at.heads[table], at.ends[table]) if at else None)
            try:
                yield log
            finally:
                log.close()

    def moment(self) -> Moment:
        """The books as they stand: the ends of all logs, the balances, and the rows beside them."""
        with snapshot(self._engine) as connection:
            return moment(connection, self.sealing.key)

    def structure_fault(self) -> str | None:
        """Why the database may answer otherwise than its tables stand, if it may."""
        with snapshot(self._engine) as connection:
            return structure_fault(connection)

    def log_rows_fault(self, log: LogReading) -> RowFault | None:
        """What is wrong with the rows that are sealed with a log; nothing is looked at without the key."""
        return log_fault(log.connection, log.head.table, self.sealing.key) if self.sealing.key else None

    def unchecked(self, log: str | None = None) -> dict[str, int]:
        """By table, how many rows cannot be checked for want of the house's key: of one log, or of all the books."""
        if self.sealing.key is not None:
            return {}
        with snapshot(self._engine) as connection:
            return unchecked(connection, log)

    def wallets(self) -> list[tuple[str, str]]:
        """Every wallet with each table that has moved it."""
        with self._engine.connect() as connection:
            return list(reading.wallets_of(connection))

    def head(self, table: str) -> Head:
        """Where the table stands; version 0 if nobody has written to it."""
        row = _HEAD.find(self._engine, table)
        return Head(table, row.version, row.hash) if row else start(table)

    def heads(self) -> list[Head]:
        """Where every log stands at one moment, the house's own included."""
        with self._engine.connect() as connection:
            return reading.all_heads(connection)

    def hashes_at(self, known_heads: Sequence[Head]) -> dict[tuple[str, int], str]:
        """The hashes that logs have at some versions, by log and version."""
        with self._engine.connect() as connection:
            return reading.hashes_at(connection, known_heads)

    def tables(self) -> list[str]:
        """Every table with a log, also one whose head somebody took away."""
        with self._engine.connect() as connection:
            return reading.logs(connection)

    def save_snapshot(self, state: Snapshot) -> None:
        """Keep a table's state unless a later one is kept already."""
        with self.sealing.changing(snapshots) as rows:
            columns = (state.table, state.version, state.body, state.hash)
            values = dict(zip(("table", "version", "body", "hash"), columns, strict=True))
            mac = rows.mac(snapshots, columns)
            rows.run(snapshots, snapshots.c.table_id == state.table, _SNAPSHOT, values | {"mac": mac})

    def snapshot(self, table: str) -> Snapshot | None:
        """The latest state kept, if it belongs to the log as it stands and carries the house's MAC.

        Without the key there is none to be believed. StoreError where the MAC does not hold.
        """
        if (key := self.sealing.key) is None or (row := self._snapshot_row(table)) is None:
            return None
        state = _snapshot(row)
        if not compare_digest(
            str(row.mac), key.mac(snapshots.name, (state.table, state.version, state.body, state.hash))
        ):
            message = f"the state kept of table {table} after event {state.version} does not carry the house's MAC"
            raise StoreError(code="snapshot_is_wrong", message=message)
        return state

    def unchecked_snapshot(self, table: str) -> Snapshot | None:
        """The latest state kept, if it belongs to the log as it stands; its MAC is not checked."""
        row = self._snapshot_row(table)
        return _snapshot(row) if row else None

    def drop_snapshot(self, table: str) -> None:
        """Forget the state kept of a table: its log has it all."""
        with self.sealing.changing(snapshots) as rows:
            this = snapshots.c.table_id == table
            rows.run(snapshots, this, delete(snapshots).where(this))

    def _snapshot_row(self, table: str) -> Any:
        same = (
            (events.c.table_id == snapshots.c.table_id)
            & (events.c.version == snapshots.c.version)
            & (events.c.hash == snapshots.c.hash)
        )
        return self._row(select(snapshots).join(events, same).where(snapshots.c.table_id == table))

    def shoe(self, table: str, number: int) -> bytes | None:
        """A shoe as it was sealed."""
        row = self._row(select(shoes.c.sealed).where(shoes.c.table_id == table, shoes.c.number == number))
        return bytes(row.sealed) if row else None

    def last_shoes(self) -> list[tuple[str, int]]:
        """The number of the last sealed shoe of every table that had one."""
        with self._engine.connect() as connection:
            last = select(shoes.c.table_id, func.max(shoes.c.number)).group_by(shoes.c.table_id)
            return [(table, number) for table, number in connection.execute(last.order_by(shoes.c.table_id))]

    def is_empty(self) -> bool:
        """Whether nobody has written an event yet, nor come in."""
        return all(self._row(select(table.c[0]).limit(1)) is None for table in (events, heads, people))

    def key(self, table: str, key: str) -> Key | None:
        """What a request was answered, if it was done before."""
        row = _KEY.find(self._engine, table, key)
        return Key(row.key, row.digest, bytes(row.answer)) if row else None

    def remember(self, word: str, value: bytes) -> None:
        """Keep something about the house itself for its next start."""
        with self.sealing.changing(house) as rows:
            rows.run(house, house.c.word == word, _REMEMBER, {"word": word, "value": value})

    def remembered(self, word: str) -> bytes | None:
        """What the house kept under a word."""
        row = self._row(select(house.c.value).where(house.c.word == word))
        return bytes(row.value) if row else None

    def subscribe(self) -> Subscription | None:
        """The signals of the other processes on this database; None where there can be none."""
        return subscribe(self._engine)

    def hold_open(self) -> Subscription | None:
        """Keep the books on a server from being replaced until this is closed; None on a file, which has a lock."""
        return hold_open(self._engine)

    def send(self, signal: Signal) -> None:
        """Signal something to the other processes that is not in the books."""
        if self._engine.dialect.name == "postgresql":
            with self._engine.begin() as connection:
                send(connection, [signal])

    def verify(self, table: str, *, after: Head | None = None) -> Fault | None:
        """The first event of the table's log that is not as it was written, if any.

        `after` is a head that was verified before, and kept elsewhere.
        """
        try:
            with snapshot(self._engine) as connection:
                return reading.fault(connection, table, after)
        except StoreError:
            return self.unreadable(table)

    def unreadable(self, table: str) -> Fault:
        """The event of a log that the database itself can no longer read."""
        return reading.unreadable(self._engine, table)

    def forked(self) -> None:
        """Let go of the connections of the process this one was forked from: they stay its own."""
        self._engine.dispose(close=False)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _row(self, statement: Any) -> Any:
        with self._engine.connect() as connection:
            return connection.execute(statement).one_or_none()


def _snapshot(row: Any) -> Snapshot:
    return Snapshot(row.table_id, row.version, bytes(row.body), row.hash)
