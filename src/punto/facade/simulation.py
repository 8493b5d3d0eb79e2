"""A simulation as a value: every bet's edge as it came out, beside the exact one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from punto.facade.by_bet import ByBet
from punto.facade.notebook import Listed, NotebookValue, Row
from punto.report.simulation_data import SimulationReport, bet_edge, offer_edge, simulation_figures
from punto.rulebook import Rulebook
from punto.simulate import Estimate, ScoredOffer, Simulated, score
from punto.simulate.ruin import ruin
from punto.simulate.whole_shoe import whole_shoe

STAKE, BANKROLL, SESSION_COUPS, SESSIONS = 1, 100, 500, 2000
"""Of the ruin table, as the command line has them."""


@dataclass(frozen=True)
class SimulatedEdge(NotebookValue):
    """The house's edge per unit as it came out (a float), its standard error, and the exact one (a fraction)."""

    id: str
    edge: float
    se: float
    exact: Fraction
    z: float | None
    """How many standard errors lie between the two; None where nothing varied."""

    @property
    def row(self) -> Row:
        return {"bet": self.id, "edge": self.edge, "se": self.se, "exact": float(self.exact), "z": self.z}

    def __repr__(self) -> str:
        exact = 100 * float(self.exact)
        percents = f"edge {100 * self.edge:.4f} %, standard error {100 * self.se:.4f}, exactly {exact:.4f} %"
        return f"<{self.id}: {percents}>"

    def _json(self) -> object:
        return bet_edge(self.id, Estimate(self.edge, self.se, self.exact))

    def _rows(self) -> Sequence[Row]:
        return [self.row]


@dataclass(frozen=True)
class SimulatedOffer(NotebookValue):
    """One offer of insurance: how often it was made, and the house's edge on a unit of it beside the exact one."""

    figures: ScoredOffer

    @property
    def window(self) -> str:
        return self.figures.cell.window.value

    @property
    def insures(self) -> str:
        return self.figures.cell.insures.value

    @property
    def player(self) -> int:
        """Player's total when it is offered."""
        return self.figures.cell.player

    @property
    def banker(self) -> int:
        return self.figures.cell.banker

    @property
    def odds(self) -> str:
        return self.figures.cell.odds.text

    @property
    def offered(self) -> int:
        """In how many coups."""
        return self.figures.offered

    @property
    def edge(self) -> float:
        """Not a number where it was never offered."""
        return self.figures.edge.mean

    @property
    def se(self) -> float:
        return self.figures.edge.se

    @property
    def exact(self) -> Fraction:
        return self.figures.edge.exact

    @property
    def z(self) -> float | None:
        return self.figures.edge.z

    @property
    def row(self) -> Row:
        """The offer as a line of a table."""
        place = {name: getattr(self, name) for name in ("window", "insures", "player", "banker", "odds", "offered")}
        return place | {"edge": self.edge, "se": self.se, "exact": float(self.exact), "z": self.z}

    def __repr__(self) -> str:
        place = f"{self.insures} {self.window}, {self.player} v {self.banker} at {self.odds}"
        percents = f"edge {100 * self.edge:.4f} %, exactly {100 * float(self.exact):.4f} %"
        return f"<insurance of {place}: offered {self.offered:,} times, {percents}>"

    def _json(self) -> object:
        return offer_edge(self.figures)

    def _rows(self) -> Sequence[Row]:
        return [self.row]


def _edge(id: str, estimate: Estimate) -> SimulatedEdge:
    return SimulatedEdge(id, estimate.mean, estimate.se, estimate.exact, estimate.z)


class SimulationRun(NotebookValue):
    """Shoes that were dealt: `bets` by id, `insurance` offer by offer."""

    def __init__(self, book: Rulebook, done: Simulated) -> None:
        self._book = book
        self._done = done
        self.rulebook = book.name
        self.coups = done.tallies.coups
        self.shoes = done.tallies.shoes
        self.seed = done.job.seed
        self._score = score(book, done.job.dealing.decks, done.tallies)
        self.bets = ByBet(book.id, {scored.bet.id: _edge(scored.bet.id, scored.edge) for scored in self._score.bets})

    @cached_property
    def insurance(self) -> Listed[SimulatedOffer]:
        """Every offer, in the order of the pay tables."""
        return Listed("offers of insurance", map(SimulatedOffer, self._score.offers))

    @cached_property
    def _report(self) -> SimulationReport:
        """With whole shoes and the ruin table, which take longer than the run itself and only the JSON shows."""
        job = self._done.job
        ruined = ruin(self._book, job, STAKE, BANKROLL, SESSION_COUPS, SESSIONS)
        return SimulationReport(self._book, self._done, self._score, whole_shoe(self._book, job), ruined)

    def __repr__(self) -> str:
        return f"<{self.rulebook}: {self.coups:,} coups in {self.shoes:,} shoes, seed {self.seed}>"

    def _json(self) -> object:
        return simulation_figures(self._report)

    def _rows(self) -> Sequence[Row]:
        return self.bets._rows()
