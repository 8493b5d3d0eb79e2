"""Money: whole units, one function that rounds, rates."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.kit import NotWhole, Rounding, read_percent, round_units
from punto.kit.money import STAKE_CEILING

amounts = st.fractions(min_value=-(10**6), max_value=10**18, max_denominator=10**6)


@given(st.integers(), st.sampled_from(Rounding))
def test_a_whole_amount_is_left_alone(amount: int, policy: Rounding) -> None:
    assert round_units(Fraction(amount), policy) == amount


@given(amounts)
def test_down_never_gives_more_and_never_a_unit_less(amount: Fraction) -> None:
    assert 0 <= amount - round_units(amount, Rounding.DOWN) < 1


@given(amounts)
def test_nearest_is_never_further_than_half(amount: Fraction) -> None:
    assert Fraction(-1, 2) <= amount - round_units(amount, Rounding.NEAREST) < Fraction(1, 2)


@given(amounts.filter(lambda amount: amount.denominator > 1))
def test_refuse_refuses_what_is_not_whole(amount: Fraction) -> None:
    with pytest.raises(NotWhole) as refused:
        round_units(amount, Rounding.REFUSE)
    assert refused.value.amount == amount
    assert str(refused.value) == f"{amount} is not a whole number of units"


@given(amounts, amounts, st.sampled_from([Rounding.DOWN, Rounding.NEAREST]))
def test_more_is_never_rounded_to_less(one: Fraction, other: Fraction, policy: Rounding) -> None:
    assert (round_units(one, policy) <= round_units(other, policy)) or one > other


def test_halves() -> None:
    assert [round_units(Fraction(half, 2), Rounding.DOWN) for half in (1, 3, 5)] == [0, 1, 2]
    assert [round_units(Fraction(half, 2), Rounding.NEAREST) for half in (1, 3, 5)] == [1, 2, 3]


def test_the_largest_stake() -> None:
    assert STAKE_CEILING == 1_000_000_000_000_000


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("5%", Fraction(1, 20)),
        ("5 %", Fraction(1, 20)),
        ("2.5%", Fraction(1, 40)),
        ("0%", 0),
        ("99.5%", Fraction(199, 200)),
    ],
)
def test_rates(text: str, rate: Fraction) -> None:
    assert read_percent(text) == rate


@pytest.mark.parametrize(
    "text", ["", "5", "%", "-5%", "100%", "100.0001%", "1000%", "5%%", "5  %", "5.%", ".5%", "5.12345%", "٥%"]
)
def test_what_is_no_rate(text: str) -> None:
    with pytest.raises(ValueError, match=r'is not a rate; write it as "5%" or "2.5%", below 100%$') as error:
        read_percent(text)
    assert str(error.value).startswith(repr(text))


def test_a_long_text_is_not_quoted_whole() -> None:
    with pytest.raises(ValueError, match=r"^'9{20}' is not a rate"):
        read_percent("9" * 1000)
