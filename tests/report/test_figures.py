"""Printed digits are those of the exact figure."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.report.figures import change, counted, decimal, fraction, one_in, percent, ratio_of_roots, root

fractions = st.fractions(max_denominator=10**15)


@pytest.mark.parametrize(
    ("value", "digits", "told"),
    [
        (Fraction(1, 8), 0, "13"),
        (Fraction(1, 3), 4, "33.3333"),
        (Fraction(2, 3), 4, "66.6667"),
        (Fraction(-1, 800), 2, "−0.13"),
        (Fraction(-1, 10**9), 3, "−0.000"),
        (Fraction(0), 4, "0.0000"),
        (Fraction(284694798368, 19524993263685), 4, "1.4581"),
        (Fraction(999995, 10**6), 3, "100.000"),
    ],
)
def test_percent(value: Fraction, digits: int, told: str) -> None:
    assert percent(value, digits) == told


def test_a_digit_that_a_float_would_change_is_right() -> None:
    just_under = Fraction(5, 10**5) - Fraction(1, 10**40)
    assert (decimal(just_under, 4), decimal(Fraction(5, 10**5), 4)) == ("0.0000", "0.0001")
    assert f"{float(just_under):.20f}" == f"{5e-5:.20f}"


@given(fractions, st.integers(0, 9))
def test_decimals_agree_with_the_decimal_module(value: Fraction, digits: int) -> None:
    with localcontext(prec=80):
        exact = Decimal(abs(value).numerator) / Decimal(value.denominator)
        told = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    assert decimal(abs(value), digits) == f"{told:f}"


@given(fractions.filter(lambda value: value >= 0), st.integers(0, 9))
def test_a_root_is_the_nearest(value: Fraction, digits: int) -> None:
    told = Fraction(root(value, digits))
    half = Fraction(1, 2 * 10**digits)
    assert max(told - half, Fraction(0)) ** 2 <= value <= (told + half) ** 2


def test_the_rest() -> None:
    assert (change(Fraction(1, 1000), 2), change(Fraction(0), 2), change(Fraction(-1, 10), 1)) == (
        "+0.10",
        "0.00",
        "−10.0",
    )
    assert (fraction(Fraction(-3, 9)), fraction(Fraction(0))) == ("-1/3", "0")
    assert (one_in(Fraction(2, 25)), one_in(Fraction(0))) == ("1 in 12.5", "never")
    assert (counted(1, "deck"), counted(8, "deck")) == ("1 deck", "8 decks")
    assert ratio_of_roots(Fraction(-1), Fraction(2), 3) == "−0.707"
    assert ratio_of_roots(Fraction(-1, 1000), Fraction(1), 0) == "0"
