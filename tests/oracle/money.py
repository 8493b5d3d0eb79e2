"""The two ways a table may bring an amount to whole units."""

from fractions import Fraction


def round_down(amount: Fraction) -> int:
    """The whole units in an amount; what is left over stays with the house."""
    return amount.numerator // amount.denominator


def round_nearest(amount: Fraction) -> int:
    """The nearest whole unit, a half going up."""
    return round_down(amount + Fraction(1, 2))
