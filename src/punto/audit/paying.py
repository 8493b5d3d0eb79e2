"""What a bet must pay, worked out by the auditor from the rulebook's rows, cells and rates."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from punto.coup import Result
from punto.kit import Card, Odds, Push, Side
from punto.rulebook import Cell, PayRow, Rulebook, Window
from punto.table import Sign


class Due(NamedTuple):
    """How a stake must end; `payback` is all that goes to the patron of what took part."""

    outcome: str
    odds: str
    winnings: int
    commission: int
    payback: int
    cite: str


def whole(amount: Fraction, rounding: str) -> int:
    """Whole units by the sign's word; where a table refuses fractions, what still is one goes down."""
    doubled = 2 * amount + 1 if rounding == "nearest" else 2 * amount
    return int(doubled // 2)


def commission_rate(book: Rulebook, sign: Sign) -> Fraction:
    if sign.commission:
        return Fraction(sign.commission.rstrip(" %")) / 100
    return book.commission.rate if book.commission else Fraction(0)


def due_on_bet(book: Rulebook, sign: Sign, bet: str, stake: int, result: Result) -> Due:
    """The first row that fits pays; where none does the bet is lost."""
    row = _row(book, bet, result)
    if row is None:
        return Due("lose", "", 0, 0, 0, book.bets[bet].lose_cite)
    if isinstance(row.odds, Push):
        return Due("push", "", 0, 0, stake, row.cite)
    gross = stake * row.odds.to
    if not row.commission:
        won = whole(gross, sign.rounding)
        return Due("win", row.odds.text, won, 0, stake + won, row.cite)
    won = whole(gross - gross * commission_rate(book, sign), sign.rounding)
    return Due("win", row.odds.text, won, whole(gross, sign.rounding) - won, stake + won, row.cite)


def offered_on(book: Rulebook, cards: Sequence[Card]) -> dict[Side, Cell]:
    """What the pay table offers on these cards; a hand must still draw, and in the second window it is Banker."""
    points = [card.points for card in cards]
    window = next((window for window in Window if window.cards == len(cards)), None)
    coming = book.tableau.next_side(points) if window else None
    if window is None or coming is None or (window is Window.AFTER_PLAYER_THIRD_CARD and coming is not Side.BANKER):
        return {}
    player = (points[0] + points[2] + sum(points[4:])) % 10
    banker = (points[1] + points[3]) % 10
    listed = {side: book.insurance.get((window, side, player, banker)) for side in Side}
    return {side: cell for side, cell in listed.items() if cell is not None}


def _row(book: Rulebook, bet: str, result: Result) -> PayRow | None:
    for row in book.bets[bet].pays:
        if row.when.holds(result):
            return row
    return None


def due_on_insurance(cell: Cell, stake: int, result: Result, rounding: str) -> Due:
    """Insurance wins when its hand loses, is returned on a tie, unless its cell says otherwise."""
    if result.winner == "tie":
        odds: Odds | Push | None = cell.on_tie
        cite = cell.tie_cite
    else:
        odds = None if result.winner == cell.insures.value else cell.on_loss
        cite = cell.cite
    if odds is None:
        return Due("lose", "", 0, 0, 0, cite)
    if isinstance(odds, Push):
        return Due("push", "", 0, 0, stake, cite)
    won = whole(stake * odds.to, rounding)
    return Due("win", odds.text, won, 0, stake + won, cite)
