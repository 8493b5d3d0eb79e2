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


@dataclass(slots=True, eq=False)
class Sums:
    """Bets made, what they gain, and coups dealt, shoe by shoe, as sums and sums of products: all that errors need.

    Coups of a shoe depend on each other and shoes do not, so shoes are the unit.
    """

    shoes: int = 0
    total: NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))
    products: NDArray[np.float64] = field(default_factory=lambda: np.zeros((3, 3)))

    def add(self, shoes: int, bets: Integers, gains: NDArray[np.float64], coups: Integers) -> None:
        """Adds shoes: in which of them each bet was made, what it gains, and the coups of each."""
        lines = np.stack(
            [
                np.bincount(bets, minlength=shoes).astype(np.float64),
                np.bincount(bets, weights=gains, minlength=shoes),
                coups.astype(np.float64),
            ]
        )
        self.shoes += shoes
        self.total += lines.sum(axis=1)
        self.products += lines @ lines.T

    def merge(self, other: Sums) -> None:
        self.shoes += other.shoes
        self.total += other.total
        self.products += other.products

    def takings(self, stake: float) -> Takings:
        """The figures, when so many units are staked each time."""
        bets, gains, coups = 0, 1, 2
        edge = None if self.total[bets] == 0 else self._ratio(gains, bets, 100.0)
        return Takings(
            bet_share_pct=self._ratio(bets, coups, 100.0),
            edge_when_bet_pct=edge,
            units_per_100=self._ratio(gains, coups, 100.0 * stake),
            units_per_shoe=self._mean(gains, stake),
        )

    def _ratio(self, top: int, bottom: int, scale: float) -> Figure:
        """A quotient of two sums; its error is that of what the top lacks from its share of the bottom."""
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
