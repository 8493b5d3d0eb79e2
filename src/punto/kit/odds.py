"""Odds as printed: "8 to 1" is won on top of the stake, "21 for 1" hands the stake back with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal

_PRINTED = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,4})?) (to|for) ([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning bet pays; `to` is the winnings on one unit staked, exactly."""

    text: str
    to: Fraction

    def __str__(self) -> str:
        return self.text


class Push:
    """The bet is returned: neither won nor lost."""

    text: Final = "push"

    def __repr__(self) -> str:
        return "PUSH"

    def __str__(self) -> str:
        return "push"


PUSH: Final = Push()


@cache
def read_odds(text: str) -> Odds:
    """Odds from their printed form; ValueError says what is wrong with them."""
    match = _PRINTED.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} are not odds; write them as printed: "8 to 1", "1.05 to 1", "1 to 2" or "21 for 1"')
    amount, form, per = Fraction(match[1]), match[2], int(match[3])
    if per == 0:
        raise ValueError(f"{text!r} pays for a stake of nothing")
    to = amount / per
    if form == "for":
        to -= 1  # "for" odds hand back the stake as part of what they pay.
    if to <= 0:
        raise ValueError(f"{text!r} wins nothing")
    return Odds(text, to)


Outcome = Literal["win", "lose", "push"]
"""How a bet ends."""
