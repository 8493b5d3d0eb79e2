"""A rulebook laid out for counting: the ends of a coup in classes as fine as its bets distinguish.

A coup's end has two parts. Its *final* is both totals and numbers of cards, one of
the kernel's 400 joint cells. Its *start* is the pair each hand begins with, one of 27
for each hand: none, one of a rank, one of a rank and suited. Every word of the `when`
vocabulary asks about one part or the other, so finals that no row distinguishes form
one class, and so do starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.coup import FACTS, Result, Scope, Tableau
from punto.coup.facts import Value
from punto.coup.result import finished
from punto.kernel import Masks, counts, joint_cell
from punto.kit import Odds, Rank, Side
from punto.rulebook import Bet, Cell, PayRow, Rulebook

Flags: TypeAlias = NDArray[np.bool_]
Integers: TypeAlias = NDArray[np.int64]
Places: TypeAlias = NDArray[np.intp]

STATES = 27
"""A hand's start: 0 no pair, 1 to 13 a pair of that rank, 14 to 26 the same and suited."""
FINALS = 400


@dataclass(frozen=True, slots=True, eq=False)
class FramedBet:
    """A bet as the row that each end of a coup pays; the number past the last row is a loss."""

    bet: Bet
    pays: tuple[Fraction, ...]
    """What a unit gains on each row, net of commission, and -1 for a loss."""
    squares: tuple[Fraction, ...]
    row_of: Places
    """[starts, finals]"""
    by_finals: bool
    """Whether finals alone decide it."""
    by_starts: bool
    """Whether the first four cards alone decide it."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One rulebook's bets over the ends of a coup."""

    book: Rulebook
    masks: Masks
    bets: tuple[FramedBet, ...]
    final_of: Places
    """For each joint cell its class of finals; -1 where no coup ends."""
    finals: int
    start_of: Places
    """[Player's start, Banker's start], its class."""
    starts: int
    cells: tuple[Cell, ...]

    @property
    def scope(self) -> Scope:
        """The most that any bet asks about the cards."""
        return max((framed.bet.scope for framed in self.bets), default=Scope.TOTALS)


@lru_cache(maxsize=64)
def frame_of(book: Rulebook) -> Frame:
    """The rulebook's frame, made once."""
    masks = masks_of(book.tableau)
    rows = [(bet, row) for bet in book.bets.values() for row in bet.pays]
    on_finals = np.array([_holds(row, Scope.TOTALS) for _, row in rows], dtype=bool).reshape(len(rows), FINALS)
    on_starts = np.array([_holds(row, Scope.SUITS) for _, row in rows], dtype=bool).reshape(len(rows), STATES**2)
    # With ten cards of each value, every end that the tableau allows can occur.
    reached = counts([[10] * 10], masks)[0, :FINALS] > 0
    final_of = np.full(FINALS, -1, dtype=np.intp)
    final_of[reached], final_kinds = _classes(on_finals[:, reached])
    start_of, start_kinds = _classes(on_starts)
    bets, at = [], 0
    for bet in book.bets.values():
        span = slice(at, at := at + len(bet.pays))
        holds = start_kinds[span].T[:, None, :] & final_kinds[span].T[None, :, :]
        never = np.ones((*holds.shape[:2], 1), dtype=bool)
        row_of = np.argmax(np.concatenate([holds, never], axis=2), axis=2)
        by_finals, by_starts = bool((row_of == row_of[:1]).all()), bool((row_of == row_of[:, :1]).all())
        pays = (*(pays_of(book, row) for row in bet.pays), Fraction(-1))
        squares = tuple(pay * pay for pay in pays)
        bets.append(FramedBet(bet, pays, squares, row_of, by_finals, by_starts))
    return Frame(
        book=book,
        masks=masks,
        bets=tuple(bets),
        final_of=final_of,
        finals=final_kinds.shape[1],
        start_of=start_of.reshape(STATES, STATES),
        starts=start_kinds.shape[1],
        cells=tuple(book.insurance.values()),
    )


def pays_of(book: Rulebook, row: PayRow) -> Fraction:
    """What a unit wins on a row, less commission where the row takes it; nothing for a push."""
    if not isinstance(row.odds, Odds):
        return Fraction(0)
    rate = book.commission.rate if row.commission and book.commission else Fraction(0)
    return row.odds.to * (1 - rate)


@lru_cache(maxsize=1024)
def cell_pays(cell: Cell) -> tuple[Fraction, Fraction, Fraction]:
    """What a unit of insurance gains when Player wins, when Banker wins, and on a tie."""
    loss = Fraction(-1)
    on_loss = loss if cell.on_loss is None else cell.on_loss.to
    on_tie = cell.on_tie.to if isinstance(cell.on_tie, Odds) else Fraction(0)
    return (loss, on_loss, on_tie) if cell.insures is Side.PLAYER else (on_loss, loss, on_tie)


def masks_of(tableau: Tableau) -> Masks:
    """The tableau as the kernel's bit masks."""
    return Masks(
        player_draws=_mask(tableau.player_draws),
        naturals=_mask(tableau.naturals),
        banker_draws_alone=_mask(tableau.banker_draws_alone),
        banker_draws_on=tuple(_mask(thirds) for thirds in tableau.banker_draws_on),
    )


def _mask(points: frozenset[int]) -> int:
    return sum(1 << point for point in points)


def _classes(table: Flags) -> tuple[Places, Flags]:
    """For each column the number of its kind, and the kinds as columns, in order of first appearance."""
    numbers: dict[bytes, int] = {}
    columns = np.ascontiguousarray(table.T)
    of = np.array([numbers.setdefault(column.tobytes(), len(numbers)) for column in columns], dtype=np.intp)
    first = [int(np.flatnonzero(of == number)[0]) for number in range(len(numbers))]
    return of, table[:, first]


def _holds(row: PayRow, scope: Scope) -> Flags:
    """For every final (or every start) whether the row's conditions on it hold."""
    about_finals = scope is Scope.TOTALS
    flags = np.ones(FINALS if about_finals else STATES**2, dtype=bool)
    for name, values in row.when.asks:
        if (FACTS[name].scope is Scope.TOTALS) == about_finals:
            flags &= np.array([answer in values for answer in _answers(name)], dtype=bool)
    return flags


@lru_cache(maxsize=64)
def _answers(name: str) -> tuple[Value | None, ...]:
    """What a fact answers for every final, or for every start, in their order."""
    fact = FACTS[name]
    return tuple(fact.ask(result) for result in (_finals() if fact.scope is Scope.TOTALS else _starts()))


@lru_cache(maxsize=1)
def _finals() -> tuple[Result, ...]:
    results: list[Result | None] = [None] * FINALS
    for pc in (2, 3):
        for bc in (2, 3):
            for p in range(10):
                for b in range(10):
                    results[joint_cell(pc, bc, p, b)] = finished(p, b, pc, bc, (None, False), (None, False))
    return tuple(result for result in results if result is not None)


@lru_cache(maxsize=1)
def _starts() -> tuple[Result, ...]:
    hand = [(None, False), *((rank, False) for rank in Rank), *((rank, True) for rank in Rank)]
    return tuple(finished(0, 0, 2, 2, player, banker) for player in hand for banker in hand)
