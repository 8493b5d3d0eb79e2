"""Takings: a pure accumulator that is fed with the events of tables and gives reports by one grouping or several."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import date, datetime
from typing import Final, Protocol

from punto.kit.business_day import BusinessCalendar
from punto.report.takings.figures import TakingsReport
from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.report.takings.keys import By, RowClock
from punto.report.takings.moment import MomentEdges, moment_edges
from punto.report.takings.pricing import Pricing, Pricings
from punto.report.takings.row_fold import RowFold
from punto.report.takings.span import ALWAYS, Span
from punto.report.takings.table_walk import TableWalk
from punto.report.takings.unanswered import ANSWERING, CountWatch, Unanswered
from punto.rulebook import FindRulebook
from punto.table import events as e

TOGETHER: Final = 512
"""Rounds of one game that are priced in one call."""


class RoundListener(Protocol):
    """Receives each finished round with the edges when its bets were placed, other money, and counts."""

    def add(self, finished: Finished, edges: MomentEdges) -> None: ...
    def hand_out(self, over: HandedOut) -> None: ...
    def count(self, counted: CountedWin) -> None: ...


class HouseTakings:
    """Folds events into rows. Tables may come one after another or mixed; memory grows with the rows alone."""

    def __init__(self, find: FindRulebook, calendar: BusinessCalendar, *by: By, span: Span = ALWAYS) -> None:
        self.calendar, self.span = calendar, span
        self._pricings = Pricings(find)
        clock = RowClock(calendar)
        self.folds = {grouping: RowFold(grouping, clock, span.start) for grouping in by or ("table",)}
        self._listeners: list[RoundListener] = list(self.folds.values())
        self._walks: dict[str, TableWalk] = {}
        self._waiting: defaultdict[Pricing, list[Finished]] = defaultdict(list)
        self.rounds = 0
        """Rounds that ended in the span, void ones too."""
        self.exceptions: list[tuple[str, e.ExceptionFound]] = []
        """Exceptions that counts found at tables in the span."""
        self._count_watch = CountWatch()

    def listen(self, listener: RoundListener) -> None:
        """Adds a listener for every round."""
        self._listeners.append(listener)

    def take(self, table: str, at: datetime, event: e.Event) -> None:
        """Folds an event of a table in."""
        walk = self._walks.get(table)
        if walk is None:
            walk = self._walks[table] = TableWalk(table, self._pricings)
        for over in walk.take(at, event):
            self._pass_on(over)
        if isinstance(event, e.ExceptionFound):
            self._except(table, at, event)
        elif isinstance(event, e.WinCounted):
            self._recount(table, event)
        elif isinstance(event, ANSWERING):
            self._count_watch.take(table, at, event)

    @property
    def unanswered(self) -> list[Unanswered]:
        """Boxes and slips of the span that no count has answered."""
        return self._count_watch.within(self.span)

    def _except(self, table: str, at: datetime, exception: e.ExceptionFound) -> None:
        """Adds an exception in the span; one about a whole shift belongs to that shift, whenever it was found."""
        about = self._shift_start(at, exception.day, exception.shift) if exception.what == "win_differs" else at
        if about in self.span:
            self.exceptions.append((table, exception))

    def _recount(self, table: str, counted: e.WinCounted) -> None:
        """Drops the exceptions of a box's earlier count when it is counted again."""
        box = (table, "win_differs", counted.drop_box)
        self.exceptions = [
            (at, exception) for at, exception in self.exceptions if (at, exception.what, exception.drop_box) != box
        ]

    def end(self) -> None:
        """Ends the walk: finished rounds that are still on their tables are added."""
        for walk in self._walks.values():
            for over in walk.end():
                self._pass_on(over)
        self._price_all()

    def _price_all(self) -> None:
        for pricing in list(self._waiting):
            self._price(pricing)

    def _pass_on(self, over: Finished | HandedOut | CountedWin) -> None:
        if isinstance(over, CountedWin):
            self._count(replace(over, at=self._shift_start(over.at, over.day, over.shift)))
            return
        if over.at not in self.span:
            return
        if isinstance(over, HandedOut):
            for listener in self._listeners:
                listener.hand_out(over)
            return
        self.rounds += 1
        waiting = self._waiting[over.pricing]
        waiting.append(over)
        if len(waiting) >= TOGETHER:
            self._price(over.pricing)

    def _count(self, counted: CountedWin) -> None:
        if counted.at in self.span:
            for listener in self._listeners:
                listener.count(counted)

    def _shift_start(self, at: datetime, day: str, shift: str) -> datetime:
        """The start of the shift that a count closes, whenever it was made; its own time where it names none."""
        if not day:
            return at
        of_day = date.fromisoformat(day)
        shifts = [self.calendar.shift(of_day, number) for number in range(1, len(self.calendar.shifts) + 1)]
        closing = next((business_shift for business_shift in shifts if business_shift.name == shift), shifts[0])
        return closing.starts

    def _price(self, pricing: Pricing) -> None:
        rounds = self._waiting.pop(pricing, [])
        for finished, edges in zip(rounds, moment_edges(pricing, rounds), strict=True):
            for listener in self._listeners:
                listener.add(finished, edges)

    def report(self, by: By) -> TakingsReport:
        """The rows by one of the groupings given to the constructor."""
        return self._report(self.folds[by])

    def report_so_far(self, by: By) -> TakingsReport:
        """The rows while more events are to come, with settled rounds that are still on their tables."""
        self._price_all()
        fold = self.folds[by].copy()
        for walk in self._walks.values():
            settled = walk.settled()
            if settled is not None and settled.at in self.span:
                fold.add(settled, *moment_edges(settled.pricing, [settled]))
        return self._report(fold)

    def _report(self, fold: RowFold) -> TakingsReport:
        return TakingsReport(
            from_=self._iso(self.span.start),
            to=self._iso(self.span.end),
            zone=str(self.calendar.zone),
            by=fold.by,
            rows=fold.rows(),
            total=fold.total(),
        )

    def _iso(self, moment: datetime | None) -> str | None:
        return moment.astimezone(self.calendar.zone).isoformat() if moment else None
