"""Odds as printed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.kit import PUSH, Push, read_odds

amounts = st.one_of(
    st.integers(1, 999_999).map(str),
    st.decimals(min_value="0.0001", max_value="999999", places=4).map(lambda amount: f"{amount:f}"),
)


@given(amounts, st.integers(1, 999_999))
def test_to_odds_win_on_top_of_the_stake(amount: str, per: int) -> None:
    odds = read_odds(f"{amount} to {per}")
    assert odds.to == Fraction(amount) / per
    assert str(odds) == odds.text == f"{amount} to {per}"


@given(st.integers(2, 999_999), st.integers(1, 999_999))
def test_for_odds_hand_the_stake_back_with_it(amount: int, per: int) -> None:
    if amount > per:
        assert read_odds(f"{amount} for {per}").to == Fraction(amount, per) - 1
    else:
        with pytest.raises(ValueError, match="wins nothing"):
            read_odds(f"{amount} for {per}")


@pytest.mark.parametrize(
    ("text", "to"), [("8 to 1", 8), ("1 to 2", Fraction(1, 2)), ("1.05 to 1", Fraction(21, 20)), ("21 for 1", 20)]
)
def test_the_documents_odds(text: str, to: Fraction) -> None:
    assert read_odds(text).to == to


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8 to 0", "pays for a stake of nothing"),
        ("0 to 1", "wins nothing"),
        ("0.0 to 1", "wins nothing"),
        ("1 for 1", "wins nothing"),
        ("1 for 2", "wins nothing"),
    ],
)
def test_odds_that_cannot_be(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=rf"^{text!r} {why}$"):
        read_odds(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "8", "8:1", "8-1", "8 To 1", "-8 to 1", "8 to -1", "8  to 1", " 8 to 1", "8 to 1\n", "1e3 to 1"),
        *(".5 to 1", "8 to 1.5", "1234567 to 1", "1 to 1234567", "1.23456 to 1", "٨ to 1", "nan to 1"),
    ],
)
def test_what_are_no_odds(text: str) -> None:
    with pytest.raises(
        ValueError, match=r'are not odds; write them as printed: "8 to 1", "1\.05 to 1", "1 to 2" or "21 for 1"$'
    ):
        read_odds(text)


def test_a_push_is_a_word_of_its_own() -> None:
    assert (str(PUSH), repr(PUSH), PUSH.text) == ("push", "PUSH", "push")
    assert isinstance(PUSH, Push)
