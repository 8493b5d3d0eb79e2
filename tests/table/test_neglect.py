"""Claims for insurance that was not offered: which round they are of, and each judged by itself."""

from __future__ import annotations

from typing import Any

from table.shift import Shift, shift

DA_HU = "da-hu-ying-xiong"
FIVE = "2h 2c 3d 4s 3c"  # Player 8 v Banker 6: insurance of Banker was due and would have won.


def claim(table: Shift, seat: int, **fields: Any) -> Shift:
    what = {"patron": f"seat {seat}", "box": seat, "window": "after_four_cards", "insures": "banker"}
    return table.report("neglected_insurance", by="pit_manager", **what | fields)


def paid() -> Shift:
    return shift(DA_HU).bets("seat 1 banker 500", "seat 2 banker 300").close().cards(FIVE)


def test_a_return_names_its_round_where_it_is_not_the_one_on_the_table() -> None:
    claim(paid(), 1).expect("original_bet_returned", stake=500, of_coup=0)
    claim(paid().bets("seat 1 banker 100"), 1).expect("original_bet_returned", stake=500, of_coup=1)


def test_a_claim_that_falls_takes_no_other_with_it() -> None:
    table = claim(claim(paid(), 1), 2).expect("original_bet_returned", stake=300)
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=[]).expect("coup_settled")
    table.expect("original_bet_returned", patron="seat 2", stake=300, of_coup=0).net(seat_1=0, seat_2=0)


def test_a_long_name_is_cut() -> None:
    table = claim(paid(), 1, patron="N" * 70).refused("no_original_bet", "5.13")
    assert getattr(table.answer, "message", "") == f"{'N' * 60} had no bet on banker in box 1"
