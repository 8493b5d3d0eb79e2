"""Settlement of one bet on one finished coup: the first pay row that fits pays."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from punto.coup import Result
from punto.kit import PUSH, Odds, Push, Rounding, round_units
from punto.kit.odds import Outcome
from punto.rulebook.model import Bet, PayRow, Rulebook


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table's sign says about paying: how it rounds, and its commission where it has one."""

    rounding: Rounding = Rounding.DOWN
    commission: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Rounded:
    """Winnings that came to no whole number of units: what they were before, and by which policy they were rounded."""

    exact: Fraction
    policy: Rounding


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a bet ended: `winnings` on top of the stake, `payback` both together."""

    outcome: Outcome
    odds: Odds | Push | None
    winnings: int
    payback: int
    cite: str
    commission: int = 0
    """The part of the winnings that the house kept."""
    row: PayRow | None = None
    rounded: Rounded | None = None
    """None where the winnings are what the odds come to."""


def loss(cite: str) -> Settlement:
    return Settlement("lose", None, 0, 0, cite)


def push(stake: int, cite: str, row: PayRow | None = None) -> Settlement:
    return Settlement("push", PUSH, 0, stake, cite, row=row)


def win(stake: int, odds: Odds, cite: str, terms: Terms, row: PayRow | None = None) -> Settlement:
    """A win at these odds, less the table's commission if the row takes one."""
    gross = stake * odds.to
    if row is None or not row.commission:
        winnings = round_units(gross, terms.rounding)
        return Settlement("win", odds, winnings, stake + winnings, cite, row=row, rounded=_rounded(gross, terms))
    net = gross * (1 - terms.commission)
    winnings = round_units(net, terms.rounding)
    commission = round_units(gross, terms.rounding) - winnings
    return Settlement("win", odds, winnings, stake + winnings, cite, commission, row, _rounded(net, terms))


def _rounded(exact: Fraction, terms: Terms) -> Rounded | None:
    return None if exact.denominator == 1 else Rounded(exact, terms.rounding)


@lru_cache(maxsize=1 << 16)
def paying_row(book: Rulebook, bet: str, result: Result) -> PayRow | None:
    """The row that a result pays; None when the bet loses."""
    return next((row for row in book.bets[bet].pays if row.when.holds(result)), None)


def settle_bet(book: Rulebook, bet: str, stake: int, result: Result, terms: Terms) -> Settlement:
    """How a bet ends, to the unit, with the paragraph behind it."""
    row = paying_row(book, bet, result)
    if row is None:
        return loss(book.bets[bet].lose_cite)
    if isinstance(row.odds, Push):
        return push(stake, row.cite, row)
    return win(stake, row.odds, row.cite, terms, row)


def step_of(bet: Bet, terms: Terms) -> int:
    """The least stake that wins whole units on every row: stakes that divide are its multiples."""
    wins = [row for row in bet.pays if isinstance(row.odds, Odds)]
    gross = [row.odds.to for row in wins if isinstance(row.odds, Odds)]
    commissions = [odds * terms.commission for row, odds in zip(wins, gross, strict=True) if row.commission]
    return lcm(*(part.denominator for part in (*gross, *commissions)))


def undivided(bet: Bet, stake: int, terms: Terms) -> PayRow | None:
    """The first row on which this stake would win a fraction of a unit: what `refuse` tables look at."""
    for row in bet.pays:
        if isinstance(row.odds, Odds):
            gross = stake * row.odds.to
            commission = gross * terms.commission if row.commission else 0
            if gross.denominator != 1 or commission.denominator != 1:
                return row
    return None


def terms_of(book: Rulebook, rounding: Rounding = Rounding.DOWN, commission: Fraction | None = None) -> Terms:
    """The paying terms of a table on this rulebook, with the rulebook's own rate unless another is set."""
    if commission is None:
        commission = book.commission.rate if book.commission else Fraction(0)
    return Terms(rounding, commission)
