"""Claims for insurance that was not offered: which round they are of, and each judged by itself."""

from __future__ import annotations

from typing import Any

from punto.kit import Refusal
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


def says(table: Shift, code: str, cite: str, sentence: str) -> None:
    """Refused with exactly this sentence."""
    assert table.answer == Refusal(code=code, cite=cite, message=sentence)


def test_a_claim_that_falls_is_told_why_by_its_paragraph() -> None:
    words = "this is settled once the coup is, and no other round than the last is still on record here"
    says(claim(shift(DA_HU).bets("seat 1 banker 500"), 1), "coup_is_not_settled", "5.13", words)
    says(claim(paid(), 1, coup=9), "coup_is_not_settled", "5.13", words)
    table = claim(claim(paid(), 1), 1)
    says(table, "already_returned", "5.13", "seat 1's bet of 500 on banker was returned already")
    table = shift(DA_HU).bets("seat 1 banker 1500", "seat 2 player 100").close().cards("2h 2c 3d 4s Kd")
    says(claim(table, 1), "original_bet_did_not_lose", "5.13", "seat 1's bet of 1,500 on banker did not lose")
    words = "insurance of player after_four_cards was not due on 2h 2c 3d 4s"
    says(claim(table, 2, insures="player"), "insurance_was_not_due", "3.12.1", words)


def test_a_claim_for_insurance_that_was_not_to_be_had_is_told_why_by_its_paragraph() -> None:
    table = shift(DA_HU, insurance=False).bets("seat 1 banker 500").close().cards(FIVE)
    words = "a notice at this table said that no insurance is offered"
    says(claim(table, 1), "insurance_is_withheld", "4.2.2", words)
    table = shift(DA_HU).bets("seat 1 banker 500").close().cards("2h 2c 3d 4s").do("walk_away", patron="seat 1")
    words = "seat 1 walked away and has forgone insurance in this coup"
    says(claim(table.cards("3c"), 1), "insurance_is_forgone", "5.3", words)
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500").close()
    table.do("squeeze", by="pit_supervisor", patron="seat 1", card="banker_third_first").cards("2h 2c 3d 4s 6d 4c")
    second = {"window": "after_player_third_card"}
    says(claim(table, 1, **second), "insurance_is_waived", "3.14", "that window was waived by a squeeze")


def test_a_claim_beside_insurance_that_was_taken_is_told_why_by_its_paragraph() -> None:
    """Banker 6 against 5 is insured at 3 to 1: 333 of 1,000 at the most, which leaves no chip for the other window."""
    table = shift(DA_HU).bets("seat 1 banker 1000").close().cards("2h 2c 3d 4s").insure("seat 1 banker 333")
    table.cards("6d 4c")
    words = "seat 1 insured banker after_four_cards, so it was offered"
    says(claim(table, 1), "insurance_was_taken", "5.13", words)
    words = "not one chip more of seat 1's 1,000 could have been insured"
    says(claim(table, 1, window="after_player_third_card"), "insurance_above_cap", "3.12.2", words)


def test_a_claim_that_names_no_round_is_of_the_last_that_is_settled() -> None:
    table = paid()
    for stake in (100, 200):
        table.bets(f"seat 1 banker {stake}").close().cards(FIVE)
    claim(table, 1).expect("original_bet_returned", stake=200, of_coup=0)
    claim(table, 1, coup=2).expect("original_bet_returned", stake=100, of_coup=2)
    claim(table, 1, coup=1).refused("coup_is_not_settled", "5.13")
