"""What a bet must pay, worked out by the auditor from the rulebook's rows, cells and rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from punto.coup import Result
from punto.kit import Card, Odds, Push, Side
from punto.rulebook import Cell, PayRow, Rulebook, Window
from punto.table import Sign

_COUNTS: Final = (0, *range(1, 10), 0, 0, 0, 0)
"""By rank: ten and pictures count nothing, the ace one."""

_WINDOWS: Final = {window.cards: window for window in Window}

_NOTHING: Final[Mapping[Side, Cell]] = MappingProxyType({})


class Due(NamedTuple):
    """How a stake must end; `payback` is all that goes to the patron of what took part."""

    outcome: str
    odds: str
    winnings: int
    commission: int
    payback: int
    cite: str
    exact: str = ""
    """The winnings before rounding, where they came to no whole number."""


def whole(numerator: int, denominator: int, rounding: str) -> int:
    """Whole units of a fraction by the sign's word; where a table refuses fractions, what still is one goes down.

    In integers: every payment of a log goes through here, and a `Fraction` costs ten times as much.
    """
    if rounding == "nearest":
        return (2 * numerator + denominator) // (2 * denominator)
    return numerator // denominator


def commission_rate(book: Rulebook, sign: Sign) -> Fraction:
    if sign.commission:
        return _rate(sign.commission)
    return book.commission.rate if book.commission else Fraction(0)


@cache
def _rate(percent: str) -> Fraction:
    return Fraction(percent.rstrip(" %")) / 100


def due_on_bet(book: Rulebook, sign: Sign, bet: str, stake: int, result: Result) -> Due:
    """The first row that fits pays; where none does the bet is lost."""
    row = _row(book, bet, result)
    if row is None:
        return Due("lose", "", 0, 0, 0, book.bets[bet].lose_cite)
    if isinstance(row.odds, Push):
        return Due("push", "", 0, 0, stake, row.cite)
    gross, parts = stake * row.odds.to.numerator, row.odds.to.denominator
    won = whole(gross, parts, sign.rounding)
    if not row.commission:
        return Due("win", row.odds.text, won, 0, stake + won, row.cite, _fraction(gross, parts))
    rate = commission_rate(book, sign)
    rest = rate.denominator - rate.numerator
    net, parts = gross * rest, parts * rate.denominator
    less = whole(net, parts, sign.rounding)
    return Due("win", row.odds.text, less, won - less, stake + less, row.cite, _fraction(net, parts))


def _fraction(numerator: int, denominator: int) -> str:
    """Lowest terms; nothing for a whole number."""
    return str(Fraction(numerator, denominator)) if numerator % denominator else ""


def counts(cards: Sequence[Card]) -> list[int]:
    """What each card counts."""
    return [_COUNTS[card.rank] for card in cards]


def next_hand(book: Rulebook, cards: Sequence[Card]) -> Side | None:
    """Whose card the tableau asks for after these; None where the coup is complete."""
    return _next_hand(book, *_looked_at(cards))


def offered_on(book: Rulebook, cards: Sequence[Card]) -> Mapping[Side, Cell]:
    """What the pay table offers on these cards; a hand must still draw, and in the second window it is Banker."""
    return _offered_on(book, *_looked_at(cards)) if len(cards) in _WINDOWS else _NOTHING


def _looked_at(cards: Sequence[Card]) -> tuple[int, int, int, int]:
    """All that the tableau and the pay tables look at: how many cards, both totals of two, Player's third card."""
    if len(cards) < 4:
        return len(cards), 0, 0, 0
    points = counts(cards)
    third = points[4] if len(points) > 4 else 0
    return len(cards), (points[0] + points[2]) % 10, (points[1] + points[3]) % 10, third


@cache
def _next_hand(book: Rulebook, drawn: int, player: int, banker: int, third: int) -> Side | None:
    return book.tableau.next_side([player, banker, 0, 0, third, 0][:drawn] if drawn <= 6 else [0] * drawn)


@cache
def _offered_on(book: Rulebook, drawn: int, player: int, banker: int, third: int) -> Mapping[Side, Cell]:
    window, coming = _WINDOWS[drawn], _next_hand(book, drawn, player, banker, third)
    if coming is None or (window is Window.AFTER_PLAYER_THIRD_CARD and coming is not Side.BANKER):
        return _NOTHING
    total = (player + third) % 10
    listed = {side: book.insurance.get((window, side, total, banker)) for side in Side}
    return MappingProxyType({side: cell for side, cell in listed.items() if cell is not None})


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
    gross, parts = stake * odds.to.numerator, odds.to.denominator
    won = whole(gross, parts, rounding)
    return Due("win", odds.text, won, 0, stake + won, cite, _fraction(gross, parts))
