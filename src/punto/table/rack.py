"""Chips by denomination: what a rack, a slip or a box holds, and by which chips two counts differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from punto.kit import STAKE_CEILING, Refused
from punto.table.sign import Sign

MOST_CHIPS: Final = 1_000_000
"""More of one denomination lie in no rack, slip or box."""

Chips = dict[str, int]
"""How many of each denomination, the highest first; a denomination without chips is left out."""


def read_chips(counts: Mapping[str, Any], sign: Sign) -> Chips:
    """Chips as somebody counted them; Refused where the table cannot have them."""
    values = {str(value): value for value in sign.rack}
    # One kind of fault at a time over all of them, so that of two faults the same is always named.
    for denomination in counts:
        if denomination not in values:
            denominations = ", ".join(f"{value:,}" for value in sign.rack)
            message = f"this table has no chips of {denomination[:20]!r}; its chips are {denominations}"
            raise Refused(code="unknown_denomination", message=message)
    for denomination, number in counts.items():
        if isinstance(number, bool) or not isinstance(number, int):
            message = f"{_number_text(number)} is no number of chips of {values[denomination]:,}"
            raise Refused(code="count_not_whole", message=message)
    for denomination, number in counts.items():
        if number < 0:
            message = f"there cannot be {_number_text(number)} chips of {values[denomination]:,}"
            raise Refused(code="count_negative", message=message)
    for denomination, number in counts.items():
        if number > MOST_CHIPS:
            message = f"a count has up to {MOST_CHIPS:,} chips of {values[denomination]:,}, not {_number_text(number)}"
            raise Refused(code="count_too_large", message=message)
    chips = {name: counts[name] for name in values if counts.get(name)}
    if value_of(chips) > STAKE_CEILING:
        raise Refused(code="count_too_large", message=f"a count is worth up to {STAKE_CEILING:,} units")
    return chips


def read_amount(amount: Any, what: str) -> int:
    """Money in a box that is no chips: currency, markers."""
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise Refused(code="count_not_whole", message=f"{what}: {_number_text(amount)} is no whole number of units")
    if amount < 0:
        raise Refused(code="count_negative", message=f"{what}: a box cannot hold {_number_text(amount)}")
    if amount > STAKE_CEILING:
        raise Refused(code="count_too_large", message=f"{what}: a box holds up to {STAKE_CEILING:,} units")
    return amount


def value_of(chips: Mapping[str, int]) -> int:
    """The value of chips together; of a difference, with its sign."""
    return sum(int(denomination) * number for denomination, number in chips.items())


def difference(these: Mapping[str, int], those: Mapping[str, int]) -> Chips:
    """By which chips the first differ from the second: above nothing too many, below too few."""
    names = sorted(these.keys() | those.keys(), key=int, reverse=True)
    apart = {name: these.get(name, 0) - those.get(name, 0) for name in names}
    return {name: number for name, number in apart.items() if number}


def in_words(chips: Mapping[str, int]) -> str:
    """A difference in words: `1 of 100 too few, 2 of 25 too many`."""
    return ", ".join(
        f"{abs(number):,} of {int(name):,} too {'many' if number > 0 else 'few'}" for name, number in chips.items()
    )


def _number_text(number: Any) -> str:
    if number is None or isinstance(number, bool):
        return "null" if number is None else str(number).lower()
    return f"{number:,}" if isinstance(number, int) and abs(number) < 10**18 else f"{number!r:.30}"
