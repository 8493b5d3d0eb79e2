"""What an insurance offer is worth at the moment it is made, from the cards that are left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from punto.chance.completion import OUTCOME
from punto.chance.frame import Places, cell_pays
from punto.coup import Tableau
from punto.kit import Side
from punto.rulebook import Cell, Window


def offer_edge(tableau: Tableau, cell: Cell, third: int, left: Sequence[int]) -> Fraction | None:
    """The house's edge on a unit with so many cards of each value left; None where too few are.

    `third` is what Player's third card counts; after four cards nothing looks at it.
    """
    cards = np.asarray(left, dtype=np.int64)
    if cell.window is Window.AFTER_FOUR_CARDS:
        ends = _after_four(tableau, cell.player, cell.banker)
        ways = np.outer(cards, cards) - np.diag(cards)
    else:
        ends = _after_five(tableau, (cell.player - third) % 10, cell.banker, third)
        ways = cards
    counts = [int(ways[ends == outcome].sum()) for outcome in range(3)]
    if not sum(counts):
        return None
    return -sum((gain * n for gain, n in zip(cell_pays(cell), counts, strict=True)), Fraction(0)) / sum(counts)


@lru_cache(maxsize=4096)
def _after_four(tableau: Tableau, player: int, banker: int) -> Places:
    """[fifth card, sixth card] who wins; a card that no hand takes changes nothing."""
    return np.array([[_end(tableau, player, banker, (x, y)) for y in range(10)] for x in range(10)], dtype=np.intp)


@lru_cache(maxsize=4096)
def _after_five(tableau: Tableau, player: int, banker: int, third: int) -> Places:
    """[sixth card] who wins."""
    return np.array([_end(tableau, player, banker, (third, y)) for y in range(10)], dtype=np.intp)


def _end(tableau: Tableau, player: int, banker: int, cards: tuple[int, int]) -> int:
    points = [player, banker, 0, 0]
    totals = {Side.PLAYER: player, Side.BANKER: banker}
    for card in cards:
        side = tableau.next_side(points)
        if side is None:
            break
        totals[side] = (totals[side] + card) % 10
        points.append(card)
    return int(OUTCOME[totals[Side.PLAYER], totals[Side.BANKER]])
