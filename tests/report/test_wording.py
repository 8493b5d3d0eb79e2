"""Rules in words: no two conditions of a pay table read alike."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

from punto.report.document import Tone
from punto.report.figures import units
from punto.report.wording import BANDS, tone_of, when
from punto.rulebook import Library
from punto.rulebook.when import Condition


def test_a_condition_in_words() -> None:
    asks = (("winner", ("banker",)), ("points", (6, 7)), ("banker_cards", (3,)))
    assert when(Condition(asks)) == "Banker wins, on 6 or 7, Banker with 3 cards"
    assert when(Condition(())) == "always"
    assert when(Condition((("player_pair", (True,)),))) == "Player's first two cards are of one rank"
    assert when(Condition((("player_pair", (False,)),))) == "not: Player's first two cards are of one rank"


@pytest.mark.parametrize("id", Library().ids)
def test_rows_of_a_bet_read_differently(id: str) -> None:
    for bet in Library().find(id).bets.values():
        told = [when(row.when) for row in bet.pays]
        assert len(set(told)) == len(told)


def test_one_is_not_yes() -> None:
    assert when(Condition((("pairs", (1,)),))) == "hands that start with a pair: 1"


def test_patron_tones_are_for_edges_below_nought() -> None:
    for step in range(-200, 200):
        tone = tone_of(Fraction(step, 1000))
        assert tone.value.startswith("p") == (step < 0)
        assert tone is not Tone.PLAIN


def test_bands_meet_where_their_words_say() -> None:
    tiny = Fraction(1, 10**12)
    assert [tone_of(edge).value for edge in (Fraction(-5, 100), Fraction(-5, 100) + tiny)] == ["p3", "p2"]
    assert [tone_of(edge).value for edge in (Fraction(-1, 100), Fraction(-1, 100) + tiny, -tiny)] == ["p2", "p1", "p1"]
    for (limit, _, _), above in zip(BANDS[2:], [*BANDS[3:], None], strict=True):
        assert tone_of(limit) is (above[1] if above else Tone.HOUSE_5)


def test_units_are_exact() -> None:
    assert [units(value) for value in (Fraction(19, 20), Fraction(12), Fraction(1, 3))] == ["0.95", "12", "1/3"]


def test_a_sheet_can_be_made_without_loading_what_sets_pdf() -> None:
    told = "import sys, punto.report.par; print({'typst', 'noto_cjk_sans_otc', 'matplotlib'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, check=True, text=True).stdout == "set()\n"
