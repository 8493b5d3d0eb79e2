"""Ratings: each patron's visits to a table, with their bets, the theoretical win and the actual one."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from typing import Final

import msgspec

from punto.report.takings.figures import reduced
from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.report.takings.moment import MomentEdges
from punto.report.takings.row_fold import stakes_of
from punto.report.takings.tally import RowTally

GAP: Final = timedelta(minutes=30)
"""The longest pause within a visit; a bet after a longer one begins another visit."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """One visit of a patron to a table."""

    patron: str
    table: str
    since: str
    until: str
    """From the first round's bets to the last round's end, by the clock on the house's wall."""
    minutes: float
    rounds: int
    average_bet: float
    """Staked in a round, on average."""
    handle: int
    theo: str
    theo_moment: float
    win: int
    """Of the house."""
    z: float | None


class Visit:
    """A visit as it goes on."""

    def __init__(self, patron: str, table: str, began: datetime) -> None:
        self.patron, self.table, self.began, self.ended = patron, table, began, began
        self.tally = RowTally()

    def rating(self, zone: tzinfo) -> Rating:
        tally = self.tally
        theo, variance = tally.theo, tally.variance
        return Rating(
            patron=self.patron,
            table=self.table,
            since=self.began.astimezone(zone).isoformat(timespec="seconds"),
            until=self.ended.astimezone(zone).isoformat(timespec="seconds"),
            minutes=(self.ended - self.began).total_seconds() / 60,
            rounds=tally.rounds,
            average_bet=tally.handle / tally.rounds if tally.rounds else 0.0,
            handle=tally.handle,
            theo=reduced(theo),
            theo_moment=tally.moment,
            win=tally.win,
            z=float(tally.win - theo) / float(variance) ** 0.5 if variance else None,
        )


class VisitFold:
    """Folds rounds into visits."""

    def __init__(self) -> None:
        self.visits: list[Visit] = []
        self._open: dict[tuple[str, str], Visit] = {}

    def add(self, finished: Finished, edges: MomentEdges) -> None:
        for patron in dict.fromkeys(line.patron for line in finished.lines):
            visit = self._visit(patron, finished)
            visit.ended = finished.at
            visit.tally.add_round(finished, 0.0)
            mine = [line for line in finished.lines if line.patron == patron]
            visit.tally.add_stakes(stakes_of(finished, mine, edges), finished.pricing)
            visit.tally.payback += sum(claim.stake for claim in finished.claims if claim.patron == patron)

    def _visit(self, patron: str, finished: Finished) -> Visit:
        visit = self._open.get((patron, finished.table))
        if visit is None or finished.at - visit.ended > GAP:
            began = max(finished.since, finished.at - GAP)
            visit = self._open[patron, finished.table] = Visit(patron, finished.table, began)
            self.visits.append(visit)
        return visit

    def hand_out(self, over: HandedOut) -> None:
        if visit := self._open.get((over.patron, over.table)):
            visit.tally.payback += over.amount

    def count(self, counted: CountedWin) -> None:
        """Ignored: a rack belongs to no patron."""
