"""The last rounds behind a figure of a report."""

from __future__ import annotations

from collections import defaultdict, deque
from datetime import tzinfo

import msgspec

from punto.kit.business_day import BusinessCalendar
from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.report.takings.keys import BY_LINE, By, RowClock, is_called, line_key, row_key
from punto.report.takings.moment import MomentEdges
from punto.report.takings.row_fold import stakes_of
from punto.table import events as e


class RoundFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One round."""

    table: str
    coup: int
    at: str
    """When it was over, by the clock on the house's wall."""
    shoe: int
    dealer: str
    void: bool
    cards: str
    winner: str
    bets: int
    handle: int
    win: int
    theo: float
    theo_moment: float


class RowRounds:
    """The rounds and lines that belong to one row of a report."""

    def __init__(self, by: By, name: str, calendar: BusinessCalendar) -> None:
        self._by, self._name, self._clock = by, name, RowClock(calendar)

    def has(self, finished: Finished) -> bool:
        if self._by in BY_LINE:
            lines: list[e.Line | e.Returned] = [*finished.lines, *finished.returned]
            return any(self.has_line(finished, line) for line in lines)
        return is_called(self._by, row_key(self._by, finished, self._clock), self._name)

    def has_line(self, finished: Finished, line: e.Line | e.Returned | e.OriginalBetReturned) -> bool:
        return self._by not in BY_LINE or is_called(self._by, line_key(self._by, finished, line), self._name)


class RoundList:
    """The last rounds, of one row of a report or all."""

    def __init__(self, most: int, zone: tzinfo, row: RowRounds | None = None) -> None:
        self._rounds: defaultdict[str, deque[RoundFigures]] = defaultdict(lambda: deque(maxlen=most))
        """By table: tables come one after another."""
        self._zone, self._row = zone, row

    def add(self, finished: Finished, edges: MomentEdges) -> None:
        row = self._row
        if row is not None and not row.has(finished):
            return
        lines = [line for line in finished.lines if row is None or row.has_line(finished, line)]
        stakes = stakes_of(finished, lines, edges)
        claims = sum(claim.stake for claim in finished.claims if row is None or row.has_line(finished, claim))
        edge = finished.pricing.edge
        self._rounds[finished.table].append(
            RoundFigures(
                table=finished.table,
                coup=finished.coup,
                at=finished.at.astimezone(self._zone).isoformat(timespec="seconds"),
                shoe=finished.shoe,
                dealer=finished.dealer,
                void=finished.settlement is None,
                cards=finished.settlement.cards if finished.settlement else "",
                winner=finished.settlement.winner if finished.settlement else "",
                bets=len(lines),
                handle=stakes.handle,
                win=stakes.handle - stakes.payback - claims,
                theo=float(sum(units * edge(on) for on, units in stakes.on.items())),
                theo_moment=stakes.moment,
            )
        )

    def hand_out(self, over: HandedOut) -> None:
        """Ignored: money between rounds belongs to none of them."""

    def count(self, counted: CountedWin) -> None:
        """Ignored: a count belongs to no round."""

    def newest_first(self) -> list[RoundFigures]:
        rounds = [round for of_table in self._rounds.values() for round in of_table]
        return sorted(rounds, key=lambda round: (round.at, round.coup), reverse=True)
