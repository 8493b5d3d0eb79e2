"""The store: append to a table's log and its books, and read them again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Engine, func, select, text

from punto.store import reading
from punto.store.answer import Answer, Append
from punto.store.canonical import plain
from punto.store.chain import Fault
from punto.store.engine import make_engine, snapshot, writing
from punto.store.entry import Batch, Head, Key, Record, Snapshot, start
from punto.store.error import StoreError
from punto.store.expiry import ExpiryStore
from punto.store.factors import FactorStore
from punto.store.lease import LeaseStore
from punto.store.ledger import Ledger
from punto.store.migration import make_ready
from punto.store.people import PeopleStore
from punto.store.private import make_database_private
from punto.store.reading import LogReading
from punto.store.rows import Lookup
from punto.store.schema import events, heads, house, keys, people, shoes, snapshots
from punto.store.signal import Signal, Subscription, hold_open, send, subscribe
from punto.store.sought import Sought
from punto.store.tries import TryStore
from punto.store.upcast import TABLE_EVENTS, Body, EventShape, Upcasters
from punto.store.writing import AtStep, append_anyway, append_together
from punto.table.postings import Posting

_SNAPSHOT = text(
    "INSERT INTO snapshots (table_id, version, body, hash) VALUES (:table, :version, :body, :hash) "
    "ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, body = excluded.body, hash = excluded.hash "
    "WHERE excluded.version > snapshots.version"
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
    command_id: str
    coup: int
    kind: str
    schema: int
    body: Body
    postings: tuple[Posting, ...]
    hash: str


def open_store(
    where: str | PathLike[str], *, upcasters: Upcasters | None = None, at_step: AtStep = lambda step: None
) -> Store:
    """The store at a path or URL, its tables made if it is new; `at_step` is for fault tests."""
    engine = make_engine(where)
    try:
        make_database_private(engine.url)
        make_ready(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, upcasters or TABLE_EVENTS, at_step)


class Store:
    """Everything a house keeps, in one database."""

    def __init__(self, engine: Engine, upcasters: Upcasters, at_step: AtStep) -> None:
        self._engine = engine
        self._upcasters = upcasters
        self._at_step = at_step
        self.ledger = Ledger(engine)
        self.expiry = ExpiryStore(engine)
        self.people = PeopleStore(engine)
        self.leases = LeaseStore(engine)
        self.factors = FactorStore(engine)
        self.tries = TryStore(engine)

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same books while this one has them open."""
        return self._engine.dialect.name == "postgresql"

    def append(self, table: str, expected_version: int, batch: Batch, epoch: int | None = None) -> Answer:
        """Write a command's events, postings, key and shoe in one transaction, or say why not."""
        return self.append_together([Append(table, expected_version, batch, epoch)])[0]

    def append_together(self, appends: Sequence[Append]) -> list[Answer]:
        """Write several commands in one transaction; one that cannot be done does not disturb the others."""
        return append_together(self._engine, appends, self._at_step)

    def note(self, log: str, batch: Batch) -> None:
        """Write to a log of the house's own, at whatever version it stands."""
        append_anyway(self._engine, log, batch)

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
    def reading(self, table: str) -> Iterator[LogReading]:
        """A table's whole log as it stands at one moment, however long it takes to go through it."""
        with snapshot(self._engine) as connection:
            yield LogReading(connection, table)

    def wallets(self) -> list[tuple[str, str]]:
        """Every wallet with each table that has moved it."""
        with self._engine.connect() as connection:
            return list(reading.wallets_of(connection))

    def head(self, table: str) -> Head:
        """Where the table stands; version 0 if nobody has written to it."""
        row = _HEAD.find(self._engine, table)
        return Head(table, row.version, row.hash) if row else start(table)

    def tables(self) -> list[str]:
        """Every table with a log, also one whose head somebody took away."""
        with self._engine.connect() as connection:
            return reading.logs(connection)

    def save_snapshot(self, state: Snapshot) -> None:
        """Keep a table's state unless a later one is kept already."""
        with writing(self._engine) as connection:
            connection.execute(
                _SNAPSHOT,
                {"table": state.table, "version": state.version, "body": state.body, "hash": state.hash},
            )

    def snapshot(self, table: str) -> Snapshot | None:
        """The latest state kept, if it belongs to the log as it stands."""
        row = self._row(
            select(snapshots)
            .join(
                events,
                (events.c.table_id == snapshots.c.table_id)
                & (events.c.version == snapshots.c.version)
                & (events.c.hash == snapshots.c.hash),
            )
            .where(snapshots.c.table_id == table)
        )
        return Snapshot(table, row.version, bytes(row.body), row.hash) if row else None

    def shoe(self, table: str, number: int) -> bytes | None:
        """A shoe as it was sealed."""
        row = self._row(select(shoes.c.sealed).where(shoes.c.table_id == table, shoes.c.number == number))
        return bytes(row.sealed) if row else None

    def last_shoes(self) -> list[tuple[str, int]]:
        """Of every table that had a sealed shoe its last one, by its number."""
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
        with writing(self._engine) as connection:
            connection.execute(_REMEMBER, {"word": word, "value": value})

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
