"""What rounding did to a payout, in one sentence."""

from __future__ import annotations

from fractions import Fraction

from punto.report.figures import units


def rounding_words(odds: str, stake: int, exact: Fraction, winnings: int, *, less_commission: bool) -> str:
    """`1 to 2 on 25 is 12.5, rounded down to 12 (sign)`."""
    less = " less commission" if less_commission else ""
    way = "down" if winnings < exact else "up"
    return f"{odds} on {stake:,}{less} is {units(exact)}, rounded {way} to {winnings:,} (sign)"
