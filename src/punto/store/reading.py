"""Rows of the database as records."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Select, Table, false, func, select, union

from punto.store.chain import Fault, verify_chain
from punto.store.column_kinds import foreign_value
from punto.store.entry import WALLET, Head, Record, start
from punto.store.error import StoreError
from punto.store.schema import events, heads, mentions, postings
from punto.store.sought import Sought
from punto.table.postings import Posting

_AT_A_TIME: Final = 2_000
_EXCERPTS_AT_A_TIME: Final = 10_000

_BODY: Final = Record.__struct_fields__.index("postings")
_VERSION: Final = Record.__struct_fields__.index("version")
_EXCERPT_KINDS: Final = (int, str, str, int, str)


def records(engine: Engine, table: str, after: int) -> Iterator[Record]:
    """A table's records in order, read some thousand at a time so that no transaction stays open meanwhile."""
    while True:
        with engine.connect() as connection:
            page = _some(connection, table, after)
            if not all(map(_is_whole, page)):
                _refuse_foreign(connection, events, postings)
        yield from page
        if len(page) < _AT_A_TIME:
            return
        after = page[-1].version


def records_in(connection: Connection, table: str, after: int, upto: int | None = None) -> Iterator[Record]:
    """A table's records in order, as one transaction sees them, and no later one than `upto`."""
    page = _some(connection, table, after, upto=upto)
    yield from page
    while len(page) == _AT_A_TIME:
        page = _some(connection, table, page[-1].version, upto=upto)
        yield from page


class Excerpt(NamedTuple):
    """What happened and when, without who did it, what it moved and its hashes."""

    version: int
    at: str
    kind: str
    schema: int
    body: str


def excerpts(engine: Engine, table: str, kinds: Collection[str], after: int) -> Iterator[Excerpt]:
    """A table's events of certain kinds in order, read some thousand at a time."""
    columns = (events.c.version, events.c.at, events.c.kind, events.c.schema, events.c.body)
    query = select(*columns).where(events.c.table_id == table, events.c.kind.in_(kinds)).order_by(events.c.version)
    while True:
        with engine.connect() as connection:
            page = connection.execute(query.where(events.c.version > after).limit(_EXCERPTS_AT_A_TIME)).all()
            if any(tuple(map(type, row)) != _EXCERPT_KINDS for row in page):
                _refuse_foreign(connection, events)
        yield from (Excerpt(*row) for row in page)
        if len(page) < _EXCERPTS_AT_A_TIME:
            return
        after = page[-1].version


def logs(connection: Connection) -> list[str]:
    """Every log by its name, also one whose head somebody took away."""
    _refuse_foreign(connection, heads)  # There are few, and a list of logs is followed by a look at their heads.
    names = connection.scalars(union(select(heads.c.table_id), select(events.c.table_id))).all()
    if not all(isinstance(name, str) for name in names):
        _refuse_foreign(connection, events)
    return sorted(names)


def head(connection: Connection, table: str) -> Head:
    """Where the table stands; version 0 if nobody has written to it."""
    row = connection.execute(select(heads.c.version, heads.c.hash).where(heads.c.table_id == table)).one_or_none()
    return Head(table, row.version, row.hash) if row else start(table)


def _refuse_foreign(connection: Connection, *tables: Table) -> None:
    if foreign := foreign_value(connection, *tables):
        raise StoreError(code="books_are_at_fault", message=f"the books are at fault: {foreign}")


def all_heads(connection: Connection) -> list[Head]:
    """Where every log stands, by their names in the order of their bytes, whatever order the engine has."""
    _refuse_foreign(connection, heads)  # Nobody signs what no house wrote.
    rows = connection.execute(select(heads.c.table_id, heads.c.version, heads.c.hash))
    return sorted((Head(*row) for row in rows), key=lambda log_head: log_head.table.encode())


def hashes_at(connection: Connection, known_heads: Sequence[Head]) -> dict[tuple[str, int], str]:
    """The hashes that the logs have at these versions now; none for an event that is not there."""
    hashes: dict[tuple[str, int], str] = {}
    for log in {head.table for head in known_heads}:
        versions = sorted({head.version for head in known_heads if head.table == log})
        rows = connection.execute(
            select(events.c.version, events.c.hash).where(events.c.table_id == log, events.c.version.in_(versions))
        )
        hashes |= {(log, version): hash for version, hash in rows}
    return hashes


def fault(connection: Connection, table: str, after: Head | None) -> Fault | None:
    """The first event that is not as it was written, as one transaction sees the log."""
    begin = after.version if after else 0
    broken = verify_chain(records_in(connection, table, begin), head(connection, table), after=after)
    return broken or stray_posting(connection, table) or misplaced_posting(connection, table)


def last(connection: Connection, table: str, kinds: Collection[str], upto: int) -> Record | None:
    """The last record of certain kinds up to a version."""
    version = connection.scalar(
        select(events.c.version)
        .where(events.c.table_id == table, events.c.version <= upto, events.c.kind.in_(kinds))
        .order_by(events.c.version.desc())
        .limit(1)
    )
    return None if version is None else _some(connection, table, version - 1, most=1)[0]


def search(connection: Connection, table: str, sought: Sought, most: int, newest: bool) -> list[Record]:
    """The first records that fit, or the last, in the order of the log."""
    sought = _bounded(connection, table, sought)
    versions = list(connection.scalars(_sought(table, sought, most, newest)))
    rows = connection.execute(select(events).where(events.c.table_id == table, events.c.version.in_(versions))).all()
    lines = connection.execute(
        select(postings.c.version, postings.c.account, postings.c.amount)
        .where(postings.c.table_id == table, postings.c.version.in_(versions))
        .order_by(postings.c.version, postings.c.place)
    )
    posted = _by_version(lines)
    return sorted((_record(row, posted.get(row.version, ())) for row in rows), key=lambda record: record.version)


def _bounded(connection: Connection, table: str, sought: Sought) -> Sought:
    """The search with its time turned into versions: a log is read by versions, and seldom has another order.

    The offset keeps the database from looking for the ends along the versions, which would read all of them.
    """
    if not (moments := sought.moments()):
        return sought
    within = select(events.c.version).where(events.c.table_id == table, *moments).offset(0).subquery()
    first, last = connection.execute(select(func.min(within.c.version), func.max(within.c.version))).one()
    ends = [end for end in (sought.before, (last or 0) + 1) if end is not None]
    return replace(sought, after=max(sought.after, (first or 1) - 1), before=min(ends))


def _sought(table: str, sought: Sought, most: int, newest: bool) -> Select[Any]:
    """The versions that fit. Each half of a search for a person follows an index of its own and stops at `most`."""
    version: ColumnElement[Any] = events.c.version
    fits = select(version).where(events.c.table_id == table, *sought.clauses())
    if sought.person:
        about = (mentions.c.table_id == events.c.table_id) & (mentions.c.version == version)
        halves = (
            fits.where(events.c.person == sought.person),
            fits.join(mentions, about).where(mentions.c.name == sought.person),
        )
        ends = [half.order_by(version.desc() if newest else version).limit(most).subquery() for half in halves]
        both = union(*(select(end.c.version) for end in ends)).subquery()
        version, fits = both.c.version, select(both.c.version)
    return fits.order_by(version.desc() if newest else version).limit(most)


def bodies(connection: Connection, table: str, sought: Sought) -> list[tuple[int, str, str]]:
    """Version, kind and body of every event that fits: what is needed to explain others."""
    columns = (events.c.version, events.c.kind, events.c.body)
    rows = connection.execute(
        select(*columns).where(events.c.table_id == table, *sought.clauses()).order_by(events.c.version)
    )
    return [(row.version, row.kind, row.body) for row in rows]


def mentions_of(connection: Connection, table: str, later: Select[Any]) -> Generator[tuple[int, str], None, None]:
    """Whom a table's events are about, as the index has it, in the order of the log; not of events that came later."""
    query = (
        select(mentions.c.version, mentions.c.name)
        .where(mentions.c.table_id == table, mentions.c.version.not_in(later))
        .order_by(mentions.c.version, mentions.c.name)
    )
    rows = connection.execute(query.execution_options(stream_results=True, max_row_buffer=_AT_A_TIME))
    try:
        yield from ((version, name) for version, name in rows)
    finally:
        rows.close()


def wallets_of(connection: Connection) -> Iterator[tuple[str, str]]:
    """Every wallet with each table that has moved it."""
    wallets = func.substr(postings.c.account, 1, len(WALLET)) == WALLET
    rows = connection.execute(select(postings.c.account, postings.c.table_id).where(wallets).distinct())
    yield from ((account, table) for account, table in rows)


def _by_version(lines: Iterable[Any]) -> dict[int, tuple[Posting, ...]]:
    """Postings by their events. Rows are unpacked: names cost several times as much, and a log has millions."""
    posted: dict[int, tuple[Posting, ...]] = {}
    for version, account, amount in lines:
        posted[version] = (*posted.get(version, ()), Posting(account, amount))
    return posted


def _some(
    connection: Connection, table: str, after: int, most: int = _AT_A_TIME, upto: int | None = None
) -> list[Record]:
    query = select(events).where(events.c.table_id == table, events.c.version > after)
    query = query if upto is None else query.where(events.c.version <= upto)
    rows = connection.execute(query.order_by(events.c.version).limit(most)).all()
    if not rows:
        return []
    lines = connection.execute(
        select(postings.c.version, postings.c.account, postings.c.amount)
        .where(
            postings.c.table_id == table,
            postings.c.version > after,
            postings.c.version <= rows[-1].version,
        )
        .order_by(postings.c.version, postings.c.place)
    )
    posted = _by_version(lines)
    return [_record(row, posted.get(row[_VERSION], ())) for row in rows]


def _is_whole(record: Record) -> bool:
    """Whether numbers are numbers and texts are texts: SQLite keeps values of any kind in any column."""
    numbers = (record.version, record.schema, record.coup, *(posting.amount for posting in record.postings))
    return all(type(number) is int for number in numbers) and type(record.at) is type(record.body) is str


def _record(row: Any, posted: tuple[Posting, ...]) -> Record:
    """A row of all columns as a record: the fields are in the columns' order, with the postings after the body."""
    fields: tuple[Any, ...] = (*row[:_BODY], posted, *row[_BODY:])
    return Record(*fields)


def unreadable(engine: Engine, table: str) -> Fault:
    """The event that the database itself can no longer read."""
    version = 0
    with engine.connect() as connection:
        try:
            for version in connection.scalars(
                select(events.c.version).where(events.c.table_id == table).order_by(events.c.version)
            ).all():
                connection.execute(select(events).where(events.c.table_id == table, events.c.version == version)).all()
                connection.execute(
                    select(postings).where(postings.c.table_id == table, postings.c.version == version)
                ).all()
        except StoreError as error:
            return Fault(table, version, f"cannot be read: {error}")
    return Fault(table, version, "cannot be read together with what follows it")


def stray_posting(connection: Connection, table: str) -> Fault | None:
    """A posting whose event does not exist: nothing in the chain would miss it."""
    version = connection.scalar(
        select(postings.c.version)
        .outerjoin(
            events,
            (events.c.table_id == postings.c.table_id) & (events.c.version == postings.c.version),
        )
        .where(postings.c.table_id == table, events.c.version.is_(None))
        .order_by(postings.c.version)
        .limit(1)
    )
    return None if version is None else Fault(table, version, "has postings but is not in the log")


def misplaced_posting(connection: Connection, table: str) -> Fault | None:
    """An event whose postings are not numbered from nothing on: their order is under its hash, and not their places."""
    places = postings.c.place
    version = connection.scalar(
        select(postings.c.version)
        .where(postings.c.table_id == table)
        .group_by(postings.c.version)
        .having((func.min(places) != 0) | (func.max(places) != func.count() - 1))
        .order_by(postings.c.version)
        .limit(1)
    )
    return None if version is None else Fault(table, version, "its postings are not in their places")


class LogReading:
    """One log as one transaction sees it, to be gone through once.

    With `upto`, the log's head and last event at an earlier moment, nothing is read that came later.
    """

    def __init__(self, connection: Connection, table: str, upto: tuple[Head, int] | None = None) -> None:
        self.connection = connection
        self._table = table
        self.head = upto[0] if upto else head(connection, table)
        self._end = upto[1] if upto else None
        self._mentions: list[Generator[tuple[int, str], None, None]] = []

    def close(self) -> None:
        """End queries that were read in part: a log is not read on after its first fault."""
        for rows in self._mentions:
            rows.close()

    def records(self) -> Iterator[Record]:
        return records_in(self.connection, self._table, 0, self._end)

    def mentions(self) -> Iterator[tuple[int, str]]:
        """Versions and whom these events are about, in the order of the log."""
        later = select(events.c.version).where(events.c.table_id == self._table)
        # An event with no rows after it has none that came later; what is filed under no event at all is in.
        later = later.where(events.c.version > self._end) if self._end is not None else later.where(false())
        self._mentions.append(rows := mentions_of(self.connection, self._table, later))
        return rows

    def stray_posting(self) -> Fault | None:
        """A posting whose event is not in the log."""
        return stray_posting(self.connection, self._table) or misplaced_posting(self.connection, self._table)
