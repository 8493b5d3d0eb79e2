"""Bets that are probably a slip of the pen: the house loses by them, or keeps more than half of what is staked."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from punto.chance.composition import Composition
from punto.chance.frame import frame_of
from punto.chance.outlook import outlook_of
from punto.chance.price import bet_figures
from punto.rulebook import Bet, Rulebook

MOST: Final = Fraction(1, 2)
"""No bet of the trade keeps more than half."""


class UnusualEdge(NamedTuple):
    """A bet with an edge that no house would print on purpose."""

    bet: Bet
    decks: int
    edge: Fraction


def unusual_edges(book: Rulebook) -> list[UnusualEdge]:
    """The bets whose edge, from a new shoe of the usual size, is negative or above one half."""
    fresh = outlook_of(frame_of(book), Composition.fresh(book.decks.usual))
    edges = ((framed.bet, bet_figures(fresh, framed).edge) for framed in fresh.bets)
    return [UnusualEdge(bet, book.decks.usual, edge) for bet, edge in edges if not 0 <= edge <= MOST]
