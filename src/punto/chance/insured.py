"""What insurance adds to a coup when it is taken always, never, or only where it favours the patron."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from punto.chance.completion import OUTCOME, SELF
from punto.chance.composition import Composition
from punto.chance.frame import Frame, Integers, cell_pays
from punto.chance.sheet import BetFigures, CellFigures, InsuranceUse
from punto.kernel import sequences
from punto.kit import Side
from punto.rulebook import Window


def insurance_uses(
    frame: Frame, shoe: Composition, bets: tuple[BetFigures, ...], cells: tuple[CellFigures, ...]
) -> tuple[InsuranceUse, ...]:
    """For each hand that can be insured, before a coup's first card."""
    if not cells:
        return ()
    second = _second_window(frame, shoe)
    ways = sequences(shoe.total)
    uses = []
    for side in Side:
        original = next((figures for figures in bets if figures.bet.hand is side), None)
        offers = [figures for figures in cells if figures.cell.insures is side]
        if original is None or not offers:
            continue
        always = _taken(offers, second, ways)
        favourable = _taken([figures for figures in offers if figures.edge < 0], second, ways)
        uses.append(InsuranceUse(side, original.edge, *always, *favourable))
    return tuple(uses)


def _taken(offers: Iterable[CellFigures], second: Integers, ways: int) -> tuple[Fraction, Fraction]:
    """The house's gain and the chance of a taken offer, when these offers are taken as they come.

    A stake of 1/odds would win one unit: all that the cap leaves to a bet of one unit. So
    whoever insured after four cards has nothing to insure with after Player's third.
    """
    gain, taken = Fraction(0), Fraction(0)
    first = set()
    late = []
    for figures in offers:
        cell = figures.cell
        if cell.window is Window.AFTER_FOUR_CARDS:
            first.add((cell.player, cell.banker))
            taken += figures.offered
            gain += figures.offered * figures.edge / cell.odds.to
        else:
            late.append(figures)
    for figures in late:
        player, banker = figures.cell.player, figures.cell.banker
        ends = np.zeros(3, dtype=np.int64)
        for third in range(10):
            if ((player - third) % 10, banker) not in first:
                ends += second[(player - third) % 10, banker, third]
        taken += Fraction(int(ends.sum()), ways)
        won = sum((pay * int(n) for pay, n in zip(cell_pays(figures.cell), ends, strict=True)), Fraction(0))
        gain -= won / ways / figures.cell.odds.to
    return gain, taken


def _second_window(frame: Frame, shoe: Composition) -> Integers:
    """Six-card sequences by [Player's two-card total, Banker's, Player's third card, outcome], where both hands draw.

    Both third cards are taken out first, and then the four cards are dealt from what is left.
    """
    m = np.array(shoe.values, dtype=np.int64)
    tableau = frame.book.tableau
    third, sixth = (axis.ravel() for axis in np.meshgrid(np.arange(10), np.arange(10), indexing="ij"))
    ways = m[third] * (m[sixth] - (third == sixth))
    deals = four_card_deals(m - SELF[third] - SELF[sixth]) * ways[:, None, None]
    found = np.zeros((10, 10, 10, 3), dtype=np.int64)
    for player in tableau.player_draws - tableau.naturals:
        for banker in set(range(10)) - tableau.naturals:
            draws = np.array([x in tableau.banker_draws_on[banker] for x in third])
            x, y = third[draws], sixth[draws]
            outcome = OUTCOME[(player + x) % 10, (banker + y) % 10]
            np.add.at(found[player, banker], (x, outcome), deals[draws, player, banker])
    return found


def four_card_deals(m: Integers) -> Integers:
    """Ordered four-card deals by both two-card totals, [n, Player, Banker], from compositions [n, 10].

    One card v taken out of m takes 2 (m[t - v] - [t - v = v]) ordered pairs of total t with it.
    """
    totals = np.arange(10)
    total, card = np.meshgrid(totals, totals, indexing="ij")
    pairs = (m[:, card] * (m[:, (total - card) % 10] - (card == (total - card) % 10))).sum(axis=2)
    deals = np.zeros((len(m), 10, 10), dtype=np.int64)
    for one in range(10):
        once = m - SELF[one]
        pairs_once = pairs - 2 * once[:, (totals - one) % 10]
        for two in range(10):
            twice = once - SELF[two]
            ways = m[:, one] * once[:, two]
            deals[:, (one + two) % 10] += ways[:, None] * (pairs_once - 2 * twice[:, (totals - two) % 10])
    return deals
