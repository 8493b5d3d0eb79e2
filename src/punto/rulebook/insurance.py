"""Insurance: what is offered on the cards that lie, how much may be staked, how it is settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from punto.coup import Result
from punto.kit import PUSH, Card, Odds, Side
from punto.rulebook.model import Cell, Rulebook, Window
from punto.rulebook.settlement import Settlement, Terms, loss, push, win


def open_window(book: Rulebook, points: Sequence[int]) -> Window | None:
    """The window these cards open, if a hand will still draw; whether a cell is listed is another question."""
    side = book.tableau.next_side(points)
    if len(points) == 4 and side is not None:
        return Window.AFTER_FOUR_CARDS
    if len(points) == 5 and side is Side.BANKER:
        return Window.AFTER_PLAYER_THIRD_CARD
    return None


def offers(book: Rulebook, cards: Sequence[Card]) -> list[Cell]:
    """The insurance on offer now: the listed cell for each hand, given the cards drawn so far."""
    if not book.insurance:
        return []
    points = [card.points for card in cards]
    window = open_window(book, points)
    if window is None:
        return []
    player = (points[0] + points[2] + (points[4] if window is Window.AFTER_PLAYER_THIRD_CARD else 0)) % 10
    banker = (points[1] + points[3]) % 10
    cells = (book.insurance.get((window, side, player, banker)) for side in Side)
    return [cell for cell in cells if cell is not None]


def would_win(insurance: Iterable[tuple[int, Cell]]) -> Fraction:
    """The winnings of this insurance at its best odds: the sum that the cap looks at."""
    return sum((stake * cell.most for stake, cell in insurance), Fraction(0))


def most_stake(cell: Cell, original: int, insurance: Sequence[tuple[int, Cell]]) -> int:
    """The most that may still be staked here so that all of it wins no more than the original bet, before rounding."""
    return max(0, (original - would_win(insurance)) // cell.most)


def settle_insurance(book: Rulebook, cell: Cell, stake: int, result: Result, terms: Terms) -> Settlement:
    """How an insurance bet ends once the coup is over."""
    if result.winner == "tie":
        if cell.on_tie is PUSH:
            return push(stake, cell.tie_cite)
        assert isinstance(cell.on_tie, Odds)
        return win(stake, cell.on_tie, cell.tie_cite, terms)
    if result.winner == cell.insures.value or cell.on_loss is None:
        return loss(cell.cite)
    return win(stake, cell.on_loss, cell.cite, terms)
