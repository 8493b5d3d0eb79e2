"""Worked coups: a few of every rulebook, so chosen that they show as many lines of its pay tables as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from punto.kit import Card
from punto.kit.cards import ALL_CARDS
from punto.kit.shuffle import seeded, shuffled
from punto.report.coup_data import CoupSteps, SettledCoup, coup_steps
from punto.rulebook import Insured, Rulebook, Settled, Window, read_terms, settle_slip

STAKE: Final = 100
"""On every bet there is."""

_SHOES: Final = 12
_MOST: Final = 10
_SIX: Final = 6


class WorkedCoup(msgspec.Struct, frozen=True):
    """A coup as `punto coup --json` tells it, with the same stake on every bet."""

    stake: int
    steps: CoupSteps


def worked_coups(book: Rulebook) -> list[WorkedCoup]:
    """Coups that each show a line no earlier one has shown; the same ones each time."""
    decks = book.decks.usual
    waiting = {drawn: _lines(book, drawn) for drawn in _dealt(book, decks)}
    chosen, shown_lines = list[tuple[Card, ...]](), set[str]()
    while len(chosen) < _MOST:
        best = max(waiting, key=lambda drawn: len(waiting[drawn] - shown_lines))
        if not waiting[best] - shown_lines:
            break
        chosen.append(best)
        shown_lines |= waiting[best]
    return [_worked(book, decks, drawn) for drawn in sorted(chosen, key=len)]


def _dealt(book: Rulebook, decks: int) -> Iterator[tuple[Card, ...]]:
    """The coups of some shuffled shoes."""
    for seed in range(_SHOES):
        shoe = shuffled(ALL_CARDS * decks, seeded(seed))
        while len(shoe) >= _SIX:
            drawn: list[Card] = []
            while book.tableau.next_side([card.points for card in drawn]) is not None:
                drawn.append(shoe.pop())
            yield tuple(drawn)


def _settled(book: Rulebook, drawn: Sequence[Card], insurance: Sequence[Insured] = ()) -> Settled:
    bets = dict.fromkeys(book.bets, STAKE)
    return settle_slip(book, drawn, bets, insurance, read_terms(book, None, None), book.decks.usual)


def _lines(book: Rulebook, drawn: tuple[Card, ...]) -> frozenset[str]:
    """What a coup shows: lines of the pay tables that it pays by, hands that could be insured, who won."""
    settled = _settled(book, drawn)
    coup = SettledCoup(book, book.decks.usual, drawn, {}, settled)
    paid = (f"{bet} {ended.row.when}" for bet, ended in settled.bets.items() if ended.row and ended.outcome == "win")
    offered = (f"{cell.window.value} {cell.insures.value}" for window in Window for cell in coup.offered(window))
    return frozenset((*paid, *offered, settled.result.winner))


def _worked(book: Rulebook, decks: int, drawn: tuple[Card, ...]) -> WorkedCoup:
    bets = dict.fromkeys(book.bets, STAKE)
    plain = SettledCoup(book, decks, drawn, bets, _settled(book, drawn))
    # Every offer of the first window that has any is taken at the most; a document may then close the second window.
    offered = next((cells for window in Window if (cells := plain.offered(window))), [])
    insurance = [Insured(cell.window, cell.insures, most) for cell in offered if (most := plain.most(cell))]
    return WorkedCoup(STAKE, coup_steps(SettledCoup(book, decks, drawn, bets, _settled(book, drawn, insurance))))
