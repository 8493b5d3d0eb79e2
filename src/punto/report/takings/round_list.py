"""The last rounds of a table or a patron: where a figure of a report leads when somebody looks closer."""

from __future__ import annotations

from collections import defaultdict, deque
from datetime import tzinfo

import msgspec

from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.report.takings.moment import MomentEdges
from punto.report.takings.row_fold import stakes_of


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


class RoundList:
    """Keeps the last rounds that it hears of, of one patron or of everybody."""

    def __init__(self, most: int, zone: tzinfo, patron: str = "") -> None:
        self._rounds: defaultdict[str, deque[RoundFigures]] = defaultdict(lambda: deque(maxlen=most))
        """By table: tables come one after another."""
        self._zone, self._patron = zone, patron

    def add(self, finished: Finished, edges: MomentEdges) -> None:
        lines = [line for line in finished.lines if self._patron in ("", line.patron)]
        returned = any(back.patron == self._patron for back in finished.returned)
        if self._patron and not lines and not returned:
            return
        stakes = stakes_of(finished, lines, edges)
        claims = sum(one.stake for one in finished.claims if self._patron in ("", one.patron))
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
        """Money between rounds is in none of them."""

    def count(self, counted: CountedWin) -> None:
        """Nor is a count."""

    def newest_first(self) -> list[RoundFigures]:
        found = [one for rounds in self._rounds.values() for one in rounds]
        return sorted(found, key=lambda one: (one.at, one.coup), reverse=True)
