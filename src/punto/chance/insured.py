"""What insurance adds to a coup when it is taken always, never, or only where it favours the patron."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np

from punto.chance.completion import OUTCOME, SELF
from punto.chance.composition import Composition
from punto.chance.frame import Frame, Integers, cell_pays
from punto.chance.outlook import Outlook
from punto.chance.sheet import BetFigures, CellFigures, InsuranceUse
from punto.kit import Side
from punto.rulebook import Cell, Window

VALUES = np.arange(10)


def insurance_uses(
    outlook: Outlook, shoe: Composition, bets: tuple[BetFigures, ...], cells: tuple[CellFigures, ...]
) -> tuple[InsuranceUse, ...]:
    """For each hand that can be insured, before a coup's first card."""
    if not cells:
        return ()
    second = _second_window(outlook.frame, shoe)
    uses = []
    for side in Side:
        original = next((figures for figures in bets if figures.bet.hand is side), None)
        offers = [figures for figures in cells if figures.cell.insures is side]
        if original is None or not offers:
            continue
        always = _gain_and_chance(outlook, offers, second)
        favourable = _gain_and_chance(outlook, [figures for figures in offers if figures.edge < 0], second)
        uses.append(InsuranceUse(side, original.edge, *always, *favourable))
    return tuple(uses)


def _gain_and_chance(outlook: Outlook, offers: Iterable[CellFigures], second: Integers) -> tuple[Fraction, Fraction]:
    """The house's gain and the chance of an insurance, when these offers are taken as they come.

    The stake is 1/odds, which would win one unit: the most that the cap allows on a bet of
    one unit. A patron who insured after four cards therefore cannot after Player's third.
    """
    cells = [figures.cell for figures in offers]
    left = second.copy()
    for cell in cells:
        if cell.window is Window.AFTER_FOUR_CARDS:
            left[cell.player, cell.banker] = 0
    # By Player's three-card total: a third card x came upon the total that is x less.
    late = left[(VALUES[:, None] - VALUES) % 10, :, VALUES].sum(axis=1)
    scale = lcm(1, *(_gains(cell)[1] for cell in cells))
    gain = uses = 0
    for cell in cells:
        table = outlook.four if cell.window is Window.AFTER_FOUR_CARDS else late
        ends = table[cell.player, cell.banker].tolist()
        gains, denominator = _gains(cell)
        uses += sum(ends)
        gain += scale // denominator * sum(end_gain * n for end_gain, n in zip(gains, ends, strict=True))
    return Fraction(-gain, scale * outlook.ways), Fraction(uses, outlook.ways)


@lru_cache(maxsize=1024)
def _gains(cell: Cell) -> tuple[tuple[int, ...], int]:
    """What insurance that would win one unit gains at each end, as integers over a denominator."""
    gains = [pay / cell.odds.to for pay in cell_pays(cell)]
    denominator = lcm(*(gain.denominator for gain in gains))
    return tuple(int(gain * denominator) for gain in gains), denominator


def _second_window(frame: Frame, shoe: Composition) -> Integers:
    """Six-card sequences by [Player's two-card total, Banker's, Player's third card, outcome], where both hands draw.

    Both third cards are taken out first, and then the four cards are dealt from what is left.
    """
    m = np.array(shoe.values, dtype=np.int64)
    tableau = frame.book.tableau
    third, sixth = (axis.ravel() for axis in np.meshgrid(VALUES, VALUES, indexing="ij"))
    ways = m[third] * (m[sixth] - (third == sixth))
    deals = four_card_deals(m - SELF[third] - SELF[sixth]) * ways[:, None, None]
    draws = np.array([[x in on for x in range(10)] for on in tableau.banker_draws_on])
    draws[sorted(tableau.naturals)] = False
    player = np.array(sorted(tableau.player_draws - tableau.naturals))[:, None]
    banker, line = np.nonzero(draws[:, third])
    x, y = third[line], sixth[line]
    outcome = OUTCOME[(player + x) % 10, (banker + y) % 10]
    sequences = np.zeros((10, 10, 10, 3), dtype=np.int64)
    np.add.at(sequences, (np.broadcast_to(player, outcome.shape), banker, x, outcome), deals[line, player, banker])
    return sequences


def four_card_deals(m: Integers) -> Integers:
    """Ordered four-card deals by both two-card totals, [n, Player, Banker], from compositions [n, 10].

    One card v taken out of m takes 2 (m[t - v] - [t - v = v]) ordered pairs of total t with it.
    """
    total, card = np.meshgrid(VALUES, VALUES, indexing="ij")
    pairs = (m[:, card] * (m[:, (total - card) % 10] - (card == (total - card) % 10))).sum(axis=2)
    two, rest = card.T, (total.T - VALUES[:, None]) % 10  # [two, total]: what makes the total with `two`.
    deals = np.zeros((len(m), 10, 10), dtype=np.int64)
    for first in range(10):
        once = m - SELF[first]
        pairs_once = pairs - 2 * once[:, (VALUES - first) % 10]
        ways = m[:, first, None] * once
        deals[:, (first + VALUES) % 10] += ways[:, :, None] * (
            pairs_once[:, None, :] - 2 * (once[:, rest] - (rest == two))
        )
    return deals
