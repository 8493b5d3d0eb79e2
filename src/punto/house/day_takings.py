"""The takings of the business day that it is, read on as tables are played, for a stream of results."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, datetime
from threading import Lock

from punto.house.takings import since, take_excerpt
from punto.kit.business_day import BusinessCalendar
from punto.report.takings import HouseTakings, Span, TakingsReport
from punto.report.takings.table_walk import CARD_KINDS, KINDS
from punto.rulebook import FindRulebook
from punto.store import Store


class DayTakings:
    """The takings of today. Each event is read once, by the first call after it was written; safe on any thread."""

    def __init__(
        self,
        store: Store,
        find: FindRulebook,
        calendar: BusinessCalendar,
        tables: Collection[str],
        now: Callable[[], datetime],
    ) -> None:
        self._store, self._find, self._calendar, self._tables, self._now = store, find, calendar, tables, now
        self._lock = Lock()
        self._day: date | None = None
        self._takings: HouseTakings | None = None
        self._reached: dict[str, int] = {}
        """The last version of each table that was read."""
        self._report: TakingsReport | None = None

    def report(self) -> TakingsReport:
        """What each table has won since the business day began; Refused where the books are at fault."""
        with self._lock:
            takings = self._of_today()
            try:
                changed = [self._read_on(takings, table) for table in self._tables]
            except BaseException:
                self._day = None  # How far a reading got that failed is not known: the next begins anew.
                raise
            if any(changed) or self._report is None:
                self._report = takings.report_so_far("table")
            return self._report

    def _of_today(self) -> HouseTakings:
        day = self._calendar.shift_at(self._now()).day
        if self._takings is None or day != self._day:
            span = Span(self._calendar.day_start(day))
            self._takings = HouseTakings(self._find, self._calendar, "table", span=span)
            self._day, self._report = day, None
            self._reached.clear()
        return self._takings

    def _read_on(self, takings: HouseTakings, table: str) -> bool:
        """Whether a figure changed by what was written since."""
        store, reached, changed = self._store, self._reached.get(table), False
        news = since(store, table, takings.span) if reached is None else store.excerpts(table, KINDS, reached)
        self._reached.setdefault(table, 0)
        for excerpt in news:
            take_excerpt(takings, table, excerpt)
            self._reached[table] = excerpt.version
            changed = changed or excerpt.kind not in CARD_KINDS
        return changed
