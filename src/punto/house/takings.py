"""The takings of books: every table's log walked once, and its chain verified beside it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Final

from punto.kit import Refused
from punto.report.takings import HouseTakings, Span
from punto.report.takings.event_reading import read_event
from punto.report.takings.table_walk import KINDS, read_instant
from punto.store import Fault, Store
from punto.store.derived import is_house_log
from punto.store.reading import Excerpt
from punto.store.sought import SECONDS, Sought

OnEvents = Callable[[int], None]
"""Called with how many more events of the books have been read."""

WORTH: Final = 20_000
"""From this many events on chains are verified in another process; fewer are done before it has started."""

_SIGNS: Final = ("table_opened", "sign_changed")
_EVERY: Final = 2_000
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
_SECOND: Final = timedelta(seconds=1)


def gaming_tables(store: Store) -> list[str]:
    """Every table with a log; the house's own logs are none."""
    return [table for table in store.tables() if not is_house_log(table)]


def take_books(
    store: Store,
    takings: HouseTakings,
    tables: Sequence[str],
    on_events: OnEvents = lambda events: None,
    on_verified: OnEvents = lambda events: None,
) -> None:
    """Feed the takings with what happened at these tables; Refused where the books are at fault.

    Figures cannot be trusted until every chain is verified. Both go on side by side, and a fault anywhere leaves no
    report. Once all events are read `on_verified` is called with 0, then with how many more events are verified.
    """
    with _Verification(store, tables) as verification:
        take_tables(store, takings, tables, on_events)
        on_verified(0)
        for table, fault in verification.faults():
            if fault:
                raise Refused(code="books_are_at_fault", message=f"no report: {fault}; `punto audit` looks closer")
            on_verified(store.head(table).version)


def take_tables(
    store: Store, takings: HouseTakings, tables: Sequence[str], on_events: OnEvents = lambda _: None
) -> None:
    """Feed the takings without verifying the chains."""
    for table in tables:
        _take_table(store, takings, table, on_events)
    takings.end()


def _take_table(store: Store, takings: HouseTakings, table: str, on_events: OnEvents) -> None:
    at, reported = _LONG_AGO, 0
    for excerpt in since(store, table, takings.span):
        at = take_excerpt(takings, table, excerpt, at)
        if excerpt.version >= reported + _EVERY:
            on_events(excerpt.version - reported)
            reported = excerpt.version
    on_events(max(store.head(table).version - reported, 0))


def take_excerpt(takings: HouseTakings, table: str, excerpt: Excerpt, before: datetime = _LONG_AGO) -> datetime:
    """Feed the takings with one event; when it happened, or `before` where it has no moment."""
    try:
        at = read_instant(excerpt.at) or before
        takings.take(table, at, read_event(excerpt.kind, excerpt.schema, excerpt.body))
    except ValueError as error:
        message = f"no report: table {table}, event {excerpt.version}: {error}; `punto audit` looks closer"
        raise Refused(code="books_are_at_fault", message=message) from None
    return at


def since(store: Store, table: str, span: Span) -> Iterator[Excerpt]:
    """A table's events from the shoe on that was in use when the span began, after the sign it was played under."""
    if span.start is None:
        yield from store.excerpts(table, KINDS)
        return
    # Books tell whole seconds apart: what opened within the very first may have more of the span before it.
    earlier = max(span.start.astimezone(UTC), _LONG_AGO + _SECOND) - _SECOND
    until = earlier.isoformat()[:SECONDS]
    shoes = store.find(table, Sought(kinds=("shoe_opened",), until=until), 1, newest=True)
    first = shoes[0].version - 1 if shoes else 0
    if sign := store.last(table, _SIGNS, first):
        yield Excerpt(sign.version, sign.at, sign.kind, sign.schema, sign.body)
    yield from store.excerpts(table, KINDS, first)


class _Verification:
    """Chains verified in another process where that is worth it, else when they are asked for."""

    def __init__(self, store: Store, tables: Sequence[str]) -> None:
        self._store, self._tables = store, tables
        self._pool: ProcessPoolExecutor | None = None
        self._coming: list[Future[Fault | None]] = []

    def __enter__(self) -> _Verification:
        events = sum(self._store.head(table).version for table in self._tables)
        if events >= WORTH and "fork" in multiprocessing.get_all_start_methods():
            context = multiprocessing.get_context("fork")
            self._pool = ProcessPoolExecutor(1, context, _begin, (self._store,))
            self._coming = [self._pool.submit(_verify_here, table) for table in self._tables]
        return self

    def faults(self) -> Iterator[tuple[str, Fault | None]]:
        """Each table with the first fault of its log, as they are verified."""
        faults = (future.result() for future in self._coming) if self._pool else map(self._store.verify, self._tables)
        yield from zip(self._tables, faults, strict=True)

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)


_stores: list[Store] = []
"""In the verifying process, its store."""


def _begin(store: Store) -> None:
    store.forked()
    _stores[:] = [store]


def _verify_here(table: str) -> Fault | None:
    return _stores[0].verify(table)
