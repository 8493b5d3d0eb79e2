"""How an insurance offer and the bets of the same coup vary together, once the offer is made."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from punto.chance.completion import OUTCOME, complete
from punto.chance.composition import Composition
from punto.chance.frame import Frame, Integers, Places, cell_pays, frame_of
from punto.chance.openings import Openings, openings
from punto.coup import Scope
from punto.kernel import joint_cell
from punto.rulebook import Cell, Rulebook, Window


@dataclass(frozen=True, slots=True)
class OfferSpread:
    """Covariances of what a unit gains, given that the offer is made: of insurance there with each bet and offer.

    Only the cards after the offer decide an insurance. So the variance of a coup with insurance is that of its bets
    alone and, for each insurance, its own variance and twice these covariances.
    """

    bets: dict[str, Fraction]
    ends: tuple[Fraction, Fraction, Fraction]
    """The chances that Player wins, that Banker does, and of a tie."""
    cell: Cell

    def with_offer(self, other: Cell) -> Fraction:
        """With insurance taken at this offer or at an earlier one of the coup, itself included."""
        mine, theirs = cell_pays(self.cell), cell_pays(other)
        product = sum((p * a * b for p, a, b in zip(self.ends, mine, theirs, strict=True)), Fraction(0))
        return product - _mean(self.ends, mine) * _mean(self.ends, theirs)


def _mean(chances: tuple[Fraction, ...], pays: tuple[Fraction, ...]) -> Fraction:
    return sum((p * pay for p, pay in zip(chances, pays, strict=True)), Fraction(0))


def offer_spread(book: Rulebook, decks: int, cell: Cell) -> OfferSpread:
    """From a fresh shoe; every coup that comes to the offer counts, whichever cards brought it there."""
    return _spread(book, decks, cell)


@lru_cache(maxsize=1024)
def _spread(book: Rulebook, decks: int, cell: Cell) -> OfferSpread:
    frame = frame_of(book)
    joint = _ends(frame, _fresh_openings(book, decks), cell)
    ways = int(joint.sum())
    assert ways, "an offer of the rulebook is reached from a fresh shoe"
    ends = tuple(Fraction(int(joint[:, outcome == _WINNER].sum()), ways) for outcome in range(3))
    gains = cell_pays(cell)
    mean = _mean(ends, gains)
    bets = {}
    for framed in frame.bets:
        # Each start and joint cell by the row it pays and by who wins: sums of whole numbers, then one fraction.
        row_of = framed.row_of[:, frame.final_of]
        product = own = Fraction(0)
        for row, pay in enumerate(framed.pays):
            here = (row_of == row) & (frame.final_of >= 0)
            by_winner = [int(joint[:, outcome == _WINNER][here[:, outcome == _WINNER]].sum()) for outcome in range(3)]
            own += pay * sum(by_winner)
            product += pay * sum((gain * n for gain, n in zip(gains, by_winner, strict=True)), Fraction(0))
        bets[framed.bet.id] = product / ways - own / ways * mean
    return OfferSpread(bets, (ends[0], ends[1], ends[2]), cell)


def _winners() -> Places:
    """Who wins in each joint cell."""
    winners = np.zeros(400, dtype=np.intp)
    for player_cards in (2, 3):
        for banker_cards in (2, 3):
            for player in range(10):
                for banker in range(10):
                    winners[joint_cell(player_cards, banker_cards, player, banker)] = OUTCOME[player, banker]
    return winners


_WINNER = _winners()


@lru_cache(maxsize=8)
def _fresh_openings(book: Rulebook, decks: int) -> Openings:
    frame = frame_of(book)
    return openings(Composition.fresh(decks), (), max(frame.scope, Scope.TOTALS), frame.start_of)


def _ends(frame: Frame, start: Openings, cell: Cell) -> Integers:
    """[starts, joint cells] of coups that come to the offer, up to a common factor."""
    tableau = frame.book.tableau
    here = start.banker == cell.banker
    if cell.window is Window.AFTER_FOUR_CARDS:
        return complete(tableau, _lines(start, here & (start.player == cell.player)), (), frame.starts).joint
    joint = np.zeros((frame.starts, 400), dtype=np.int64)
    for third in range(10):
        before = (cell.player - third) % 10
        drawn = before in tableau.player_draws - tableau.naturals and cell.banker not in tableau.naturals
        if drawn and third in tableau.banker_draws_on[cell.banker]:
            lines = _lines(start, here & (start.player == before) & (start.left[:, third] > 0))
            left = lines.left.copy()
            ways = lines.ways * left[:, third]
            left[:, third] -= 1
            dealt = Openings(lines.player, lines.banker, left, ways, lines.group)
            joint += complete(tableau, dealt, (third,), frame.starts).joint
    return joint


def _lines(start: Openings, which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Openings:
    return Openings(start.player[which], start.banker[which], start.left[which], start.ways[which], start.group[which])
