"""What a way of betting takes from the house, with standard errors over whole shoes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from punto.simulate.paths import Integers


@dataclass(frozen=True, slots=True)
class Figure:
    value: float
    se: float


@dataclass(frozen=True, slots=True)
class Takings:
    """Per cent and units; gains are the patron's. The edge is None where nothing was ever bet."""

    bet_share_pct: Figure
    edge_when_bet_pct: Figure | None
    units_per_100: Figure
    units_per_shoe: Figure
    sd: float | None = None
    """Of what one bet wins or loses, in units; None where nothing was ever bet, and for several bets together."""
    desirability: float | None = None
    """A thousand times the mean gain of a coup dealt, by the standard deviation of that gain."""


@dataclass(slots=True, eq=False)
class Sums:
    """Bets made, what they gain, and coups dealt, shoe by shoe, as sums and sums of products: all that errors need.

    Coups of a shoe depend on each other and shoes do not, so shoes are the unit.
    """

    shoes: int = 0
    total: NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))
    products: NDArray[np.float64] = field(default_factory=lambda: np.zeros((3, 3)))
    squares: float = 0.0
    """The mean square of what each bet made wins or loses, added up; NaN where it is not known."""

    def add(
        self, shoes: int, bets: Integers, gains: NDArray[np.float64], coups: Integers, squares: NDArray[np.float64]
    ) -> None:
        """Adds shoes: in which of them each bet was made, what it gains on average and squared, the coups of each."""
        self.add_lines(
            np.stack(
                [
                    np.bincount(bets, minlength=shoes).astype(np.float64),
                    np.bincount(bets, weights=gains, minlength=shoes),
                    coups.astype(np.float64),
                ]
            ),
            float(squares.sum()),
        )

    def add_lines(self, lines: NDArray[np.float64], squares: float) -> None:
        """Adds shoes by [bets, gains, coups] of each."""
        self.shoes += lines.shape[1]
        self.total += lines.sum(axis=1)
        self.products += lines @ lines.T
        self.squares += squares

    def merge(self, other: Sums) -> None:
        self.shoes += other.shoes
        self.total += other.total
        self.products += other.products
        self.squares += other.squares

    def takings(self, stake: float) -> Takings:
        """The figures, when so many units are staked each time."""
        bets, gains, coups = 0, 1, 2
        bets_made = float(self.total[bets])
        return Takings(
            bet_share_pct=self._ratio(bets, coups, 100.0),
            edge_when_bet_pct=self._ratio(gains, bets, 100.0) if bets_made else None,
            units_per_100=self._ratio(gains, coups, 100.0 * stake),
            units_per_shoe=self._mean(gains, stake),
            sd=self._spread(bets_made, stake),
            desirability=self._desirability(),
        )

    def _spread(self, number: float, stake: float) -> float | None:
        """The standard deviation of one of `number` results; None where it is not known."""
        if not number or math.isnan(self.squares):
            return None
        mean = float(self.total[1]) / number
        return stake * math.sqrt(max(self.squares / number - mean * mean, 0.0))

    def _desirability(self) -> float | None:
        """The desirability index, which no stake changes: mean and spread both grow with it."""
        coups = float(self.total[2])
        spread = self._spread(coups, 1.0)
        return 1000 * float(self.total[1]) / coups / spread if spread else None

    def _ratio(self, top: int, bottom: int, scale: float) -> Figure:
        """A quotient of two sums; its error is that of `top - ratio * bottom`, summed over shoes."""
        t, p = self.total, self.products
        if t[bottom] == 0:
            return Figure(math.nan, math.nan)
        ratio = t[top] / t[bottom]
        spread = p[top, top] - 2 * ratio * p[top, bottom] + ratio * ratio * p[bottom, bottom]
        return Figure(float(scale * ratio), float(scale * math.sqrt(max(spread, 0.0)) / t[bottom]))

    def _mean(self, what: int, scale: float) -> Figure:
        mean = self.total[what] / self.shoes
        spread = self.products[what, what] / self.shoes - mean * mean
        return Figure(float(scale * mean), float(scale * math.sqrt(max(spread, 0.0) / self.shoes)))
