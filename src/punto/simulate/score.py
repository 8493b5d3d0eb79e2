"""What simulated coups say about every bet and every insurance offer, beside the exact value from a fresh shoe."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from punto.chance import Composition, price
from punto.chance.frame import Frame, FramedBet, cell_pays, frame_of
from punto.chance.price import Sheet
from punto.chance.sheet import InsuranceUse
from punto.kernel.deal import Tallies
from punto.kit import Side
from punto.rulebook import Bet, Cell, Rulebook, Window
from punto.simulate.paths import Integers, Paths, paths_of

Policy = Literal["never", "always", "favourable"]
POLICIES: tuple[Policy, ...] = ("never", "always", "favourable")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error, beside the exact mean. Coups are taken as independent of each other."""

    mean: float
    se: float
    exact: Fraction

    @property
    def z(self) -> float | None:
        """How many standard errors lie between the two; None where nothing varied."""
        return (self.mean - float(self.exact)) / self.se if self.se > 0 else None


@dataclass(frozen=True, slots=True)
class ScoredBet:
    """The house's edge on one bet, per unit staked."""

    bet: Bet
    edge: Estimate


@dataclass(frozen=True, slots=True)
class ScoredOffer:
    """One insurance offer: how often a coup came to it, and the house's edge on a unit of it."""

    cell: Cell
    offered: int
    edge: Estimate


@dataclass(frozen=True, slots=True)
class ScoredUse:
    """What insuring one hand by one policy adds to the house's gain, per coup and unit of the original bet."""

    insures: Side
    policy: Policy
    times: int
    edge: Estimate


@dataclass(frozen=True, slots=True)
class Score:
    """Everything a rulebook offers, scored over one set of tallies."""

    bets: tuple[ScoredBet, ...]
    offers: tuple[ScoredOffer, ...]
    uses: tuple[ScoredUse, ...]


def score(book: Rulebook, decks: int, tallies: Tallies) -> Score:
    """Every bet and offer from the tallies; simulated coups are not needed again."""
    frame, exact = frame_of(book), price(book, Composition.fresh(decks), decks=decks)
    paths = paths_of(frame.masks)
    return Score(_bets(frame, exact, paths, tallies), _offers(exact, paths, tallies), _uses(exact, paths, tallies))


def ends_of(frame: Frame, paths: Paths, tallies: Tallies) -> Integers:
    """Coups by the frame's classes, [starts, finals]."""
    joint = np.bincount(paths.joint, weights=tallies.paths, minlength=400)
    table = tallies.paired.copy()
    table[0, 0] = joint.astype(np.int64) - tallies.paired.sum(axis=(0, 1))
    ends = np.zeros((frame.starts, frame.finals), dtype=np.int64)
    reached = frame.final_of >= 0
    by_start = np.zeros((frame.starts, 400), dtype=np.int64)
    np.add.at(by_start, frame.start_of.ravel(), table.reshape(-1, 400))
    np.add.at(ends.T, frame.final_of[reached], by_start[:, reached].T)
    return ends


def _bets(frame: Frame, exact: Sheet, paths: Paths, tallies: Tallies) -> tuple[ScoredBet, ...]:
    ends = ends_of(frame, paths, tallies)
    return tuple(ScoredBet(framed.bet, _bet(framed, ends, exact.bet(framed.bet.id).edge)) for framed in frame.bets)


def _bet(framed: FramedBet, ends: Integers, exact: Fraction) -> Estimate:
    rows = np.zeros(len(framed.pays), dtype=np.int64)
    np.add.at(rows, framed.row_of.ravel(), ends.ravel())
    return _estimate(tuple(framed.pays), [int(count) for count in rows], exact)


def _estimate(gains: tuple[Fraction, ...], times: list[int], exact: Fraction) -> Estimate:
    """The house's mean gain where a unit's gain came so many times."""
    n = sum(times)
    if n == 0:
        return Estimate(math.nan, math.nan, exact)
    mean = sum((gain * count for gain, count in zip(gains, times, strict=True)), Fraction(0)) / n
    square = sum((gain * gain * count for gain, count in zip(gains, times, strict=True)), Fraction(0)) / n
    return Estimate(-float(mean), math.sqrt(square - mean * mean) / math.sqrt(n), exact)


def _offers(exact: Sheet, paths: Paths, tallies: Tallies) -> tuple[ScoredOffer, ...]:
    four = _by_offer(paths.opening, paths.goes_on, paths, tallies)
    five = _by_offer(paths.late, paths.both_draw, paths, tallies)
    scored = []
    for figures in exact.insurance:
        cell = figures.cell
        table = four if cell.window is Window.AFTER_FOUR_CARDS else five
        times = [int(count) for count in table[cell.player * 10 + cell.banker]]
        scored.append(ScoredOffer(cell, sum(times), _estimate(cell_pays(cell), times, figures.edge)))
    return tuple(scored)


def _by_offer(place: Integers, offered: NDArray[np.bool_], paths: Paths, tallies: Tallies) -> Integers:
    """Coups by place of the offer and outcome, [100, 3]."""
    table = np.zeros(300, dtype=np.int64)
    np.add.at(table, (place * 3 + paths.outcome)[offered], tallies.paths[offered])
    return table.reshape(100, 3)


def _uses(exact: Sheet, paths: Paths, tallies: Tallies) -> tuple[ScoredUse, ...]:
    scored = []
    for use in exact.uses:
        for policy in POLICIES:
            cells = [
                figures.cell
                for figures in exact.insurance
                if figures.cell.insures is use.insures
                and (policy == "always" or (policy == "favourable" and figures.favours == "patron"))
            ]
            gains, insured = use_gains(cells, paths)
            n = max(tallies.coups, 1)
            mean = float(gains @ tallies.paths) / n
            square = float((gains * gains) @ tallies.paths) / n
            edge = Estimate(0.0 - mean, math.sqrt(max(square - mean * mean, 0.0) / n), _exact_use(use, policy))
            scored.append(ScoredUse(use.insures, policy, int(tallies.paths[insured].sum()), edge))
    return tuple(scored)


def _exact_use(use: InsuranceUse, policy: Policy) -> Fraction:
    return {"never": Fraction(0), "always": use.always, "favourable": use.favourable}[policy]


def use_gains(cells: list[Cell], paths: Paths) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """What insuring a unit gains on each path when these offers are taken as they come, and whether one was.

    The stake would win one unit: all that the cap leaves. So an offer after four cards
    that is taken leaves nothing to insure with after Player's third card.
    """
    gains = np.zeros(len(paths.outcome))
    insured = np.zeros(len(paths.outcome), dtype=bool)
    for cell in sorted(cells, key=lambda cell: cell.window is not Window.AFTER_FOUR_CARDS):
        early = cell.window is Window.AFTER_FOUR_CARDS
        place, offered = (paths.opening, paths.goes_on) if early else (paths.late, paths.both_draw)
        here = offered & paths.possible & (place == cell.player * 10 + cell.banker) & ~insured
        pays = np.array([float(pay / cell.odds.to) for pay in cell_pays(cell)])
        gains[here] = pays[paths.outcome[here]]
        insured |= here
    return gains, insured
