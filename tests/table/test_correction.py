"""Corrections of the record: whose card a surplus is, and what a choice once made keeps out of the round."""

from __future__ import annotations

import pytest

from punto.table.events import Placed
from table.clauses import dealing
from table.shift import Shift, shift

FULL = pytest.mark.parametrize("document", ["rws-baccarat", "da-hu-ying-xiong"])
RECORD = {"rws-baccarat": "5.14", "da-hu-ying-xiong": "5.15"}
CHIPS = {"rws-baccarat": "5.13", "da-hu-ying-xiong": "5.14"}


def corrected(table: Shift, place: int, card: str, **fields: int) -> Shift:
    return table.report("misread_card", by="pit_supervisor", place=place, card=card, **fields)


def with_a_surplus(document: str) -> Shift:
    """Player 4 drew an eight against Banker 7; with a six for Banker's four it is a natural, and the eight too many."""
    table = corrected(dealing(document).cards("2c 3c 2d 4c | 8h"), 4, "6c")
    return table.expect("cards_reconstructed", cards="2c 3c 2d 6c", surplus="8h").expect("coup_settled")


@FULL
def test_a_surplus_card_is_a_card_of_the_round_it_begins(document: str) -> None:
    table = with_a_surplus(document)
    corrected(table, 5, "9h").refused("unknown_place", RECORD[document], "4 were drawn in round 1")
    table.do("declare_paid").do("open_bets").do("close_bets")
    corrected(table, 5, "9h", coup=1).refused("unknown_place", RECORD[document], "4 were drawn in round 1")
    table.do("draw_card").expect("card_drawn", card="8h", aside=True)
    corrected(table, 1, "9h").expect("card_corrected", was="8h", card="9h")
    corrected(table, 1, "8h").expect("card_corrected", was="9h", card="8h").replays()
    seen = table.script.state.shoe.seen
    assert seen["8h"] == 1
    assert "9h" not in seen


@FULL
def test_a_surplus_that_comes_back_is_drawn_once(document: str) -> None:
    table = corrected(with_a_surplus(document), 4, "4d").expect("settlement_reversed").lacks("coup_settled")
    table.do("draw_card").expect("card_drawn", card="8h", aside=True).expect("coup_settled", cards="2c 3c 2d 4d 8h")
    assert [str(card) for card in table.script.state.coup.drawn] == ["2c", "3c", "2d", "4d", "8h"]
    corrected(table, 6, "7h").refused("unknown_place", RECORD[document], "5 were drawn in round 1")
    corrected(table, 5, "7h").expect("coup_settled", cards="2c 3c 2d 4d 7h").replays()


@FULL
def test_of_two_cards_of_one_face_the_one_drawn_last_begins_the_next_round(document: str) -> None:
    table = corrected(dealing(document).cards("2c 3c 2d 4c | 2d"), 4, "6c").expect("cards_reconstructed", surplus="2d")
    assert [str(card) for card in table.script.state.coup.drawn] == ["2c", "3c", "2d", "6c"]
    corrected(table, 3, "3d").expect("card_corrected", was="2d").expect("coup_settled", cards="2c 3c 3d 6c").replays()


def returned(document: str, *bets: str) -> Shift:
    """Lim took everything back by 5.12.3, and the others play on."""
    table = shift(document, stake_min=50, differential_max=1000, limits="observed")
    table.bets("seat 1 banker 1200", "box 1 standing Tan banker 800", "box 1 standing Lim player 500", *bets).close()
    table.cards("3h 9c").report("dealing_error", by="pit_supervisor", reconstruct=True).choose("Lim", "return")
    return table.close_choices()


@FULL
def test_5_12_who_took_the_bets_back_is_not_laid_into_the_round_again(document: str) -> None:
    lay = [{"box": 1, "bet": "banker", "stake": 700}]
    table = returned(document).report("misplaced_bet", patron="Lim", lay=lay)
    table.refused("nothing_to_correct", CHIPS[document], "Lim has taken all bets of this round back")
    table.cards("3d 8s").net(Lim=0).report("misplaced_bet", by="pit_supervisor", patron="Lim", lay=lay)
    table.refused("nothing_to_correct", CHIPS[document]).net(Lim=0)


@FULL
def test_5_12_returned_bets_weigh_as_they_did_when_chips_of_others_are_corrected(document: str) -> None:
    """1,500 of Banker's 2,000 played against Lim's 500; they do so with seat 2's chips where they lay."""
    table = returned(document, "seat 2 player 100")
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 2", lay=[{"box": 2, "bet": "banker", "stake": 60}])
    table.expect("bets_corrected").cards("3d 8s")
    table.lines(seat_1__banker=1200 + 900, Tan__banker=800 + 600, seat_2__banker=120).replays()
    again = [{"box": 2, "bet": "banker", "stake": 100}]
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 2", lay=again).expect("coup_settled")
    table.lines(seat_1__banker=1200 + 900, Tan__banker=800 + 600, seat_2__banker=200).net(Lim=0).replays()


@FULL
def test_who_bets_behind_a_returned_bet_still_stands_there(document: str) -> None:
    table = dealing(document, "seat 1 banker 500", "seat 2 player 300").cards("2h")
    table.report("dealing_error", by="pit_supervisor", reconstruct=True).choose("seat 1", "return").close_choices()
    lay = [{"box": 1, "bet": "player", "stake": 300}]
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 2", lay=lay)
    placed = table.expect("bets_corrected").script.state.coup.bets
    assert [(bet.patron, bet.stance) for bet in placed] == [("seat 2", "standing")]


@FULL
def test_the_record_of_an_earlier_round_has_what_was_taken_back(document: str) -> None:
    table = returned(document).cards("3d 8s").bets("seat 1 banker 50")
    lay = [{"box": 1, "bet": "player", "stake": 600}]
    table.report("misplaced_bet", by="pit_supervisor", patron="Lim", lay=lay, coup=1)
    was = (Placed(box=1, bet="player", stake=500, stance="standing"),)
    table.expect("bets_corrected", of_coup=1, was=was).net(Lim=0).replays()
