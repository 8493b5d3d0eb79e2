"""Exact figures as printed digits; none of them passes through a float."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

MINUS = "−"


def decimal(value: Fraction, digits: int) -> str:
    """A figure to so many digits, halves away from nought. The sign stays where the digits are all nought."""
    scaled = abs(value) * 10**digits
    whole, part = divmod((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 10**digits)
    sign = MINUS if value < 0 else ""
    return f"{sign}{whole}.{part:0{digits}}" if digits else f"{sign}{whole}"


def percent(value: Fraction, digits: int = 4) -> str:
    """A share in hundredths, without the sign for it."""
    return decimal(value * 100, digits)


def change(value: Fraction, digits: int) -> str:
    """A difference in percentage points, signed unless it is nought."""
    return ("+" if value > 0 else "") + percent(value, digits)


def root(value: Fraction, digits: int) -> str:
    """The square root to so many digits."""
    return decimal(root_of(value, digits), digits)


def root_of(value: Fraction, digits: int) -> Fraction:
    """The square root, rounded to so many digits."""
    halves = isqrt(4 * 10 ** (2 * digits) * value.numerator // value.denominator)
    return Fraction((halves + 1) // 2, 10**digits)


def combinations(chance: Fraction, ways: int) -> str:
    """A chance as the number of equally likely deals behind it."""
    deals = chance * ways
    assert deals.denominator == 1  # Every chance of a sheet was counted over those very deals.
    return f"{deals.numerator:,}"


def ratio_of_roots(value: Fraction, square: Fraction, digits: int) -> str:
    """`value` over the root of `square`, as correlations are; no sign where no digit is left of it."""
    digits_of_root = root(value * value / square, digits)
    return MINUS + digits_of_root if value < 0 and digits_of_root.strip("0.") else digits_of_root


def fraction(value: Fraction) -> str:
    """A figure as a fraction in lowest terms."""
    return "0" if value == 0 else f"{value.numerator}/{value.denominator}"


def units(value: Fraction) -> str:
    """An amount, exactly: in digits where they end, else as a fraction."""
    for digits in range(7):
        if (value * 10**digits).denominator == 1:
            return decimal(value, digits)
    return fraction(value)


def one_in(value: Fraction) -> str:
    """A chance as one in so many coups."""
    return f"1 in {decimal(1 / value, 1)}" if value else "never"


def counted(number: int, noun: str) -> str:
    """`1 offer`, `12 offers`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
