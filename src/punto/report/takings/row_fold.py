"""Rounds folded into rows by one grouping: table, shift, bet, patron and so on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Final

from punto.report.takings.figures import TakingsRow, row_of
from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.report.takings.keys import BY_LINE, COUNTED, By, RowClock, RowKey, line_key, names, row_key
from punto.report.takings.moment import MomentEdges
from punto.report.takings.pricing import Staked
from punto.report.takings.tally import RowTally, Stakes
from punto.table import events as e

PRESENT: Final = 20
"""Rounds that a patron may sit out and still be counted at the table, for the trade's hours played."""


class RowFold:
    """The rows of one report."""

    def __init__(self, by: By, clock: RowClock, start: datetime | None) -> None:
        self.by = by
        self._clock, self._start = clock, start
        self._rows: defaultdict[RowKey, RowTally] = defaultdict(RowTally)
        self._whole = RowTally()
        """All rounds, where rows share them."""
        self._last_seen: dict[tuple[str, RowKey], int] = {}

    def copy(self) -> RowFold:
        """A copy of the rows, to be added to without changing these."""
        other = RowFold(self.by, self._clock, self._start)
        for key, tally in self._rows.items():
            other._rows[key].add(tally)
        other._whole.add(self._whole)
        other._last_seen = dict(self._last_seen)
        return other

    def add(self, finished: Finished, edges: MomentEdges) -> None:
        if self.by in BY_LINE:
            self._add_lines(finished, edges)
        else:
            self._add_whole(finished, edges)

    def _add_whole(self, finished: Finished, edges: MomentEdges) -> None:
        key = row_key(self.by, finished, self._clock)
        tally = self._rows[key]
        tally.add_round(finished, self._seconds(finished, key.starts))
        if finished.lines:
            tally.add_stakes(stakes_of(finished, finished.lines, edges), finished.pricing)
        for claim in finished.claims:
            tally.payback += claim.stake
        if finished.wallets and self.by in COUNTED:
            tally.add_counted(finished.win, 0)

    def count(self, counted: CountedWin) -> None:
        """Adds a counted win, where rows have one."""
        if self.by in COUNTED:
            self._rows[row_key(self.by, counted, self._clock)].add_counted(counted.win, counted.drop)

    def _add_lines(self, finished: Finished, edges: MomentEdges) -> None:
        seconds = self._seconds(finished, None)
        self._whole.add_round(finished, seconds)
        self._whole.add_stakes(stakes_of(finished, finished.lines, edges), finished.pricing)
        grouped: defaultdict[RowKey, list[e.Line]] = defaultdict(list)
        for line in finished.lines:
            grouped[line_key(self.by, finished, line)].append(line)
        for key, lines in grouped.items():
            self._rows[key].add_round(finished, seconds, self._dealt(finished, key))
            self._rows[key].add_stakes(stakes_of(finished, lines, edges), finished.pricing)
        for key in {line_key(self.by, finished, back) for back in finished.returned}:
            self._rows[key].add_round(finished, 0.0)
        for claim in finished.claims:
            self._whole.payback += claim.stake
            self._rows[line_key(self.by, finished, claim)].payback += claim.stake

    def _dealt(self, finished: Finished, key: RowKey) -> int:
        """For a patron who is still at the table the rounds since their last bet; 1 for anything else."""
        last = self._last_seen.get((finished.table, key), finished.coup - 1)
        self._last_seen[finished.table, key] = finished.coup
        since = finished.coup - last
        return since if self.by == "patron" and 0 < since <= PRESENT else 1

    def _seconds(self, finished: Finished, starts: datetime | None) -> float:
        """The round's seconds within the span and the row's own time."""
        since = max(moment for moment in (finished.since, starts, self._start) if moment is not None)
        return max((finished.at - since).total_seconds(), 0.0)

    def hand_out(self, over: HandedOut) -> None:
        """Adds money that moved apart from a settlement."""
        if self.by == "patron":
            key = RowKey((over.patron,))
        elif self.by == "bet":
            key = RowKey((over.pricing.book.id, over.bet))
        else:
            key = row_key(self.by, over, self._clock)
        self._rows[key].payback += over.amount
        self._whole.payback += over.amount
        if over.wallets and self.by in COUNTED:
            self._rows[key].add_counted(-over.amount, 0)

    def rows(self) -> list[TakingsRow]:
        """The rows in their order."""
        keys = sorted(self._rows)
        return [
            row_of(name, self._rows[key], self._own_edge(self._rows[key]))
            for key, name in zip(keys, names(self.by, keys), strict=True)
        ]

    def total(self) -> TakingsRow:
        return row_of("total", self._all())

    def _all(self) -> RowTally:
        if self.by in BY_LINE:
            return self._whole
        total = RowTally()
        for tally in self._rows.values():
            total.add(tally)
        return total

    def _own_edge(self, tally: RowTally) -> Fraction | None:
        """A single bet is rated by its own edge."""
        return tally.theo / tally.handle if self.by == "bet" and tally.handle else None


def stakes_of(finished: Finished, lines: Iterable[e.Line], edges: MomentEdges) -> Stakes:
    stakes, pricing = Stakes(), finished.pricing
    for line in lines:
        on: Staked | None = line.bet
        if line.bet == e.INSURANCE:
            assert finished.settlement is not None
            on = pricing.cell(line, finished.settlement.cards)
        stakes.add(line, pricing, on, 0.0 if on is None else edges.edge(on))
    return stakes
