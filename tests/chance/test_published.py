"""Figures that others have printed."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from chance.by_hand import LIBRARY
from punto.chance import Composition, price

ANCHORS = Path(__file__).parent.parent / "kernel" / "anchors"
SHEETS = {id: price(LIBRARY.find(id), Composition.fresh(8), decks=8) for id in LIBRARY.ids}


@pytest.mark.parametrize(
    ("id", "bet", "percent"),
    [
        ("punto-banco", "player", "1.2351"),
        ("punto-banco", "banker", "1.0579"),
        ("punto-banco", "tie", "14.3596"),
        ("punto-banco", "player_pair", "10.3614"),
        ("punto-banco", "banker_pair", "10.3614"),
        ("ez-baccarat", "banker", "1.0183"),
        ("ez-baccarat", "dragon_7", "7.6113"),
        ("ez-baccarat", "panda_8", "10.1876"),
        ("da-hu-ying-xiong", "banker", "1.4581"),
        ("da-hu-ying-xiong", "tiger", "16.6836"),
        ("da-hu-ying-xiong", "big_tiger", "15.2533"),
        ("da-hu-ying-xiong", "small_tiger", "14.3325"),
        ("insurance-lucky-six", "lucky_6", "16.6836"),
    ],
)
def test_eight_deck_edges_come_out(id: str, bet: str, percent: str) -> None:
    edge = SHEETS[id].bet(bet).edge
    assert abs(100 * edge - Fraction(percent)) <= Fraction(1, 20000)


def test_the_whole_count_of_eight_decks_comes_out() -> None:
    sheet = SHEETS["punto-banco"]
    assert sheet.bet("player").hit == Fraction(2230518282592256, 4998398275503360)
    assert sheet.bet("banker").hit == Fraction(2292252566437888, 4998398275503360)
    assert sheet.bet("tie").hit == Fraction(475627426473216, 4998398275503360)
    assert sheet.bet("player").push == sheet.bet("tie").hit


def lines(name: str) -> list[dict[str, str]]:
    with (ANCHORS / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    "line", lines("winning-side-and-total-8-decks.csv"), ids=lambda line: f"{line['side']}-{line['total']}"
)
def test_every_wins_on_bet_hits_as_often_as_published(line: dict[str, str]) -> None:
    bet = f"{line['side']}_wins_on_{line['total']}"
    assert SHEETS["rws-baccarat"].bet(bet).hit == Fraction(int(line["combinations"]), int(line["of"]))


@pytest.mark.parametrize(
    "line",
    [line for line in lines("combinations-by-decks.csv") if line["digits_that_hold"] == "all"],
    ids=lambda line: f"{line['decks']}-decks",
)
def test_winners_by_number_of_decks_come_out(line: dict[str, str]) -> None:
    sheet = price(LIBRARY.find("punto-banco"), Composition.fresh(int(line["decks"])))
    for bet in ("player", "banker", "tie"):
        assert sheet.bet(bet).hit == Fraction(int(line[bet]), int(line["total"]))
