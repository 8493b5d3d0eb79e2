"""Money in whole units of the table's smallest chip, and the one function that rounds."""

from __future__ import annotations

import re
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Final

STAKE_CEILING: Final = 10**15
"""No single stake is larger; what it could win still fits every ledger."""


class Rounding(Enum):
    """What a table does with a payout that is not whole; printed on its sign."""

    DOWN = "down"
    NEAREST = "nearest"
    REFUSE = "refuse"


class NotWhole(ValueError):
    """A payout with a fraction at a table that refuses such stakes."""

    def __init__(self, amount: Fraction) -> None:
        super().__init__(f"{amount} is not a whole number of units")
        self.amount = amount


def round_units(amount: Fraction, policy: Rounding) -> int:
    """Whole units of an exact amount, by the table's policy; halves go up under `nearest`."""
    if amount.denominator == 1:
        return amount.numerator
    if policy is Rounding.REFUSE:
        raise NotWhole(amount)
    if policy is Rounding.NEAREST:
        amount += Fraction(1, 2)
    return amount.numerator // amount.denominator


@cache
def read_percent(text: str) -> Fraction:
    """A rate such as "5%" or "2.5 %" as an exact fraction below one."""
    match = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,4})?) ?%", text)
    rate = Fraction(match[1]) / 100 if match else Fraction(1)
    if rate >= 1:
        raise ValueError(f'{text[:20]!r} is not a rate; write it as "5%" or "2.5%", below 100%')
    return rate
