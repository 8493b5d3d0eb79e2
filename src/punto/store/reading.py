"""Rows of the database as records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Engine, Select, func, select, union

from punto.store.chain import Fault, verify_chain
from punto.store.entry import WALLET, Head, Record, start
from punto.store.error import StoreError
from punto.store.schema import events, heads, mentions, postings
from punto.store.sought import Sought
from punto.table.postings import Posting

_AT_A_TIME: Final = 2_000

_BODY: Final = Record.__struct_fields__.index("postings")
_VERSION: Final = Record.__struct_fields__.index("version")


def records(engine: Engine, table: str, after: int) -> Iterator[Record]:
    """A table's records in order, read some thousand at a time so that no transaction stays open meanwhile."""
    while True:
        with engine.connect() as connection:
            page = _some(connection, table, after)
        yield from page
        if len(page) < _AT_A_TIME:
            return
        after = page[-1].version


def records_in(connection: Connection, table: str, after: int) -> Iterator[Record]:
    """A table's records in order, as one transaction sees them."""
    page = _some(connection, table, after)
    yield from page
    while len(page) == _AT_A_TIME:
        page = _some(connection, table, page[-1].version)
        yield from page


def logs(connection: Connection) -> list[str]:
    """Every log by its name, also one whose head somebody took away."""
    return sorted(connection.scalars(union(select(heads.c.table_id), select(events.c.table_id))))


def head(connection: Connection, table: str) -> Head:
    """Where the table stands; version 0 if nobody has written to it."""
    row = connection.execute(select(heads.c.version, heads.c.hash).where(heads.c.table_id == table)).one_or_none()
    return Head(table, row.version, row.hash) if row else start(table)


def fault(connection: Connection, table: str, after: Head | None) -> Fault | None:
    """The first event that is not as it was written, as one transaction sees the log."""
    begin = after.version if after else 0
    return verify_chain(records_in(connection, table, begin), head(connection, table), after=after) or stray_posting(
        connection, table
    )


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
    """The same with the versions between which its time lies: a log is read by versions, and seldom has another order.

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


def mentions_of(connection: Connection, table: str) -> Iterator[tuple[int, str]]:
    """Whom a table's events are about, as the index has it, in the order of the log."""
    rows = connection.execution_options(stream_results=True, max_row_buffer=_AT_A_TIME).execute(
        select(mentions.c.version, mentions.c.name)
        .where(mentions.c.table_id == table)
        .order_by(mentions.c.version, mentions.c.name)
    )
    yield from ((version, name) for version, name in rows)


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


def _some(connection: Connection, table: str, after: int, most: int = _AT_A_TIME) -> list[Record]:
    rows = connection.execute(
        select(events)
        .where(events.c.table_id == table, events.c.version > after)
        .order_by(events.c.version)
        .limit(most)
    ).all()
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


class LogReading:
    """One log as one transaction sees it: for whoever goes through all of it once."""

    def __init__(self, connection: Connection, table: str) -> None:
        self._connection = connection
        self._table = table
        self.head = head(connection, table)

    def records(self) -> Iterator[Record]:
        return records_in(self._connection, self._table, 0)

    def mentions(self) -> Iterator[tuple[int, str]]:
        """Versions and whom these events are about, in the order of the log."""
        return mentions_of(self._connection, self._table)

    def stray_posting(self) -> Fault | None:
        """A posting whose event is not in the log."""
        return stray_posting(self._connection, self._table)
