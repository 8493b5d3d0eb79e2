"""A tally: the sums behind a row of the report, in whole numbers, so that rows add up exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from punto.report.takings.finished import Finished
from punto.report.takings.pricing import Pricing, Staked
from punto.table import events as e


@dataclass(frozen=True, slots=True)
class Counted:
    """The win by the count of racks, slips and boxes, and the drop."""

    win: int
    drop: int


@dataclass(slots=True)
class Stakes:
    """Lines of one round taken together: all of them, those of one patron, or those on one bet."""

    handle: int = 0
    payback: int = 0
    commission: int = 0
    on: dict[Staked, int] = field(default_factory=dict)
    rounding: dict[int, int] = field(default_factory=dict)
    """What rounding gained the house, as numerators by their denominator."""
    moment: float = 0.0
    """What the stakes were worth to the house when they were placed."""

    def add(self, line: e.Line, pricing: Pricing, cell: Staked | None, moment: float) -> None:
        effective = line.effective
        self.handle += effective
        self.payback += line.payback - line.stake + effective
        self.commission += line.commission
        if cell is not None:
            self.on[cell] = self.on.get(cell, 0) + effective
        self.moment += effective * moment
        if line.outcome == "win":
            pays = pricing.pays(line)
            parts = pays.denominator
            if gained := effective * pays.numerator - line.winnings * parts:
                self.rounding[parts] = self.rounding.get(parts, 0) + gained


@dataclass(slots=True)
class GamePlay:
    """A row's play under one pricing, for the trade's way of rating."""

    handle: int = 0
    rounds: int = 0
    """Rounds dealt while the row was there; for a patron also those that they sat out at the table."""
    staked: int = 0
    """Rounds with a stake."""


Key = TypeVar("Key")
Products = defaultdict[tuple[Pricing, Staked, Staked], int]


@dataclass(slots=True)
class RowTally:
    """The sums of a row."""

    rounds: int = 0
    seconds: float = 0.0
    handle: int = 0
    payback: int = 0
    commission: int = 0
    voids: int = 0
    reversals: int = 0
    counted: Counted | None = None
    """What the count says; None where nothing of the row was counted."""
    moment: float = 0.0
    rounding: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    stakes: defaultdict[tuple[Pricing, Staked], int] = field(default_factory=lambda: defaultdict(int))
    products: Products = field(default_factory=lambda: defaultdict(int))
    """Of the stakes on two bets of one round, summed over rounds: with their covariances they give the variance."""
    played: defaultdict[Pricing, GamePlay] = field(default_factory=lambda: defaultdict(GamePlay))

    def add_round(self, finished: Finished, seconds: float, dealt: int = 1) -> None:
        """Adds a finished round; `dealt` is the number of rounds since the row's last one, this one included."""
        self.reversals += finished.reversals
        if finished.settlement is None:
            self.voids += 1
            return
        self.rounds += 1
        self.seconds += seconds
        self.played[finished.pricing].rounds += dealt

    def add_stakes(self, stakes: Stakes, pricing: Pricing) -> None:
        self.handle += stakes.handle
        self.payback += stakes.payback
        self.commission += stakes.commission
        self.moment += stakes.moment
        for parts, gained in stakes.rounding.items():
            self.rounding[parts] += gained
        played = self.played[pricing]
        played.handle += stakes.handle
        played.staked += bool(stakes.handle)
        products, on = self.products, list(stakes.on.items())
        for at, (bet, units) in enumerate(on):
            self.stakes[pricing, bet] += units
            products[pricing, bet, bet] += units * units
            for other, more in on[:at]:
                products[pricing, bet, other] += 2 * units * more

    def add(self, other: RowTally) -> None:
        """Adds another row, which shares no round with this one."""
        self.rounds += other.rounds
        self.seconds += other.seconds
        self.handle += other.handle
        self.payback += other.payback
        self.commission += other.commission
        self.voids += other.voids
        self.reversals += other.reversals
        if other.counted:
            self.add_counted(other.counted.win, other.counted.drop)
        self.moment += other.moment
        _add(self.rounding, other.rounding)
        _add(self.stakes, other.stakes)
        _add(self.products, other.products)
        for pricing, played in other.played.items():
            mine = self.played[pricing]
            mine.handle += played.handle
            mine.rounds += played.rounds
            mine.staked += played.staked

    def add_counted(self, win: int, drop: int) -> None:
        before = self.counted or Counted(0, 0)
        self.counted = Counted(before.win + win, before.drop + drop)

    @property
    def win(self) -> int:
        return self.handle - self.payback

    @property
    def theo(self) -> Fraction:
        """What the stakes should have won, exactly."""
        return _sum(units * pricing.edge(on) for (pricing, on), units in self.stakes.items())

    @property
    def variance(self) -> Fraction:
        """Of what was won, exactly, the bets of one round taken together."""
        variance = _sum(
            units * pricing.covariance(bet, other) for (pricing, bet, other), units in self.products.items()
        )
        return max(variance, Fraction(0))

    @property
    def rounded(self) -> Fraction:
        """What rounding gained the house."""
        return _sum(Fraction(gained, parts) for parts, gained in self.rounding.items())

    def trade(self, edge: Fraction | None = None) -> float:
        """Average bet x hours x rounds an hour x edge, as the trade rates: the game's one edge, or another."""
        rated = (
            played.handle / played.staked * played.rounds * float(pricing.nominal if edge is None else edge)
            for pricing, played in self.played.items()
            if played.staked
        )
        return sum(rated, 0.0)


def _add(mine: defaultdict[Key, int], other: Mapping[Key, int]) -> None:
    for key, units in other.items():
        mine[key] += units


def _sum(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))
