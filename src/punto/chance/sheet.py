"""What a rulebook's bets are worth, as plain values: what every command, page and picture is made from.

Every figure is an exact fraction. `edge` is the house's: positive when the house gains, per unit staked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from punto.kit import Rank, Side
from punto.rulebook import Bet, Cell, PayRow

Favours = Literal["house", "patron"]


@dataclass(frozen=True, slots=True)
class RowFigures:
    """One pay row: how likely it is to pay, and what a unit on it then wins."""

    row: PayRow
    chance: Fraction
    pays: Fraction
    """Net of commission; nothing for a push."""

    @property
    def odds(self) -> str:
        return self.row.odds.text


@dataclass(frozen=True, slots=True)
class BetFigures:
    """One bet, per unit staked."""

    bet: Bet
    edge: Fraction
    hit: Fraction
    """The chance that it wins; a push is not a win."""
    push: Fraction
    variance: Fraction
    rows: tuple[RowFigures, ...]

    @property
    def returned(self) -> Fraction:
        """What comes back of a unit, on average, stake included."""
        return 1 - self.edge

    @property
    def sd(self) -> float:
        return math.sqrt(self.variance)

    @property
    def favours(self) -> Favours:
        return "patron" if self.edge < 0 else "house"


@dataclass(frozen=True, slots=True)
class CellFigures:
    """One insurance offer, per unit of insurance staked."""

    cell: Cell
    offered: Fraction
    """The chance that a coup comes to this offer."""
    player_wins: Fraction
    """This and the next two: how the coup ends, given the offer."""
    banker_wins: Fraction
    tie: Fraction
    edge: Fraction

    @property
    def favours(self) -> Favours:
        return "patron" if self.edge < 0 else "house"


@dataclass(frozen=True, slots=True)
class InsuranceUse:
    """What insuring one hand adds to the house's gain, per coup and unit of the original bet.

    An offer is taken with the most that the cap allows, so that it would win one unit.
    Taken after four cards, that leaves nothing for the second window.
    """

    insures: Side
    bet_edge: Fraction
    """Of the original bet alone: the house's gain when insurance is never taken."""
    always: Fraction
    """Added when every offer is taken as it comes."""
    always_taken: Fraction
    """The chance that a coup then comes to an insurance."""
    favourable: Fraction
    """Added when only offers with an edge below nothing are taken, as they come."""
    favourable_taken: Fraction

    @property
    def never(self) -> Fraction:
        return Fraction(0)


@dataclass(frozen=True, slots=True)
class Covariance:
    """Of what a unit on each of two bets gains in one coup; `matrix[i][j]` for the i-th and j-th of `bets`."""

    bets: tuple[str, ...]
    matrix: tuple[tuple[Fraction, ...], ...]

    def between(self, bet: str, other: str) -> Fraction:
        return self.matrix[self.bets.index(bet)][self.bets.index(other)]

    def correlation(self, bet: str, other: str) -> float:
        """Between -1 and 1; 0 where either bet cannot vary."""
        spread = self.between(bet, bet) * self.between(other, other)
        return float(self.between(bet, other)) / math.sqrt(spread) if spread else 0.0


@dataclass(frozen=True, slots=True)
class RemovalEffects:
    """How edges move when one card of a rank leaves the shoe; positive is good for the house."""

    bets: dict[str, dict[Rank, Fraction]]
    cells: tuple[tuple[Cell, dict[Rank, Fraction]], ...]
