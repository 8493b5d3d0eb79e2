"""Baccarat Insurance and Lucky 6 at the table. The document has titles for paragraphs, and so have its tests."""

import pytest

from table import clauses
from table.shift import shift

BOOK = "insurance-lucky-six"
FOUR = "2h 2c 3d 4s"  # Player 5 v Banker 6: Banker 2.5 to 1.


def test_introduction_the_standard_game_with_its_commission() -> None:
    table = clauses.dealing(BOOK, "seat 1 banker 500", "seat 2 player 300").cards("3h 9c 3d 8s")
    table.net(seat_1=475, seat_2=-300)
    assert table.script.ledger.balances["commission:1"] == 25
    free = clauses.dealing(BOOK, "seat 1 banker 500", commission="0%").cards("3h 9c 3d 8s")
    free.net(seat_1=500)


def test_lucky_6_wager_every_bet_is_paid_as_its_pay_table_says() -> None:
    clauses.check_paid_as_the_pay_tables_say(BOOK)


def test_lucky_6_wager_needs_no_other_bet() -> None:
    clauses.check_side_bets_stand_alone(BOOK)


def test_baccarat_insurance_wins_up_to_the_original_bet() -> None:
    table = clauses.dealing(BOOK, "seat 1 banker 100").cards(FOUR).expect("insurance_offered", odds="2.5 to 1")
    table.insure("seat 1 banker 41").refused("insurance_above_cap", "Baccarat Insurance", "at most 40", "100")
    table.insure("seat 1 banker 40").expect("insurance_taken").cards("3c").net(seat_1=0)


def test_baccarat_insurance_only_who_holds_the_bet_insures_it() -> None:
    clauses.dealing(BOOK).cards(FOUR).insure("seat 2 banker 1").refused("no_original_bet", "Baccarat Insurance")


def test_baccarat_insurance_none_with_a_natural() -> None:
    clauses.dealing(BOOK).cards(clauses.NATURAL).lacks("insurance_offered").expect("coup_settled")


def test_baccarat_insurance_the_second_window_is_for_those_who_did_not_use_the_first() -> None:
    table = clauses.dealing(BOOK, "seat 1 banker 100", "seat 1 player 100", "seat 2 banker 100").cards(FOUR)
    table.insure("seat 1 banker 1").expect("insurance_taken").cards("6d")
    table.expect("insurance_offered", insures="banker", odds="10 to 1", window="after_player_third_card")
    table.insure("seat 1 banker 1").refused("insured_in_first_window", "Baccarat Insurance", "seat 1")
    table.insure("seat 2 banker 10").expect("insurance_taken")
    table.cards("4c").expect("coup_settled", winner="player").net(seat_2=-100 + 100)


def test_2_card_banker_insurance_is_returned_on_a_tie() -> None:
    table = clauses.dealing(BOOK).cards(FOUR).insure("seat 1 banker 100").cards("6d 5c")
    table.expect("coup_settled", winner="tie").net(seat_1=0)


def test_2_card_player_insurance_is_offered_to_player_bets() -> None:
    table = clauses.dealing(BOOK).cards("2h 2c 5d 3s").expect("insurance_offered", insures="player", odds="4.5 to 1")
    table.insure("seat 2 player 60").expect("insurance_taken").cards("4d").expect("coup_settled", winner="banker")
    table.net(seat_2=-300 + 270)


def test_3_card_banker_insurance_of_a_player_zero_wins_on_a_tie_only() -> None:
    """Player 2 and 3 and 5 make nothing: insurance of Banker wins if Banker comes to nothing too."""
    cards = "2h 2c 3d 2s 5d"
    table = clauses.dealing(BOOK).cards(cards).expect("insurance_offered", insures="banker", odds="10 to 1")
    table.insure("seat 1 banker 10").expect("insurance_taken").cards("6c").expect("coup_settled", winner="tie")
    table.net(seat_1=100)
    lost = clauses.dealing(BOOK).cards(cards).insure("seat 1 banker 10").cards("Kc")
    lost.expect("coup_settled", winner="banker").net(seat_1=475 - 10)


def test_3_card_player_insurance_is_not_offered_where_banker_stands() -> None:
    table = clauses.dealing(BOOK).cards("2h 3c 2d 4s").do("draw_card", card="5d")  # Player 9 v Banker 7.
    table.expect("coup_settled").lacks("insurance_offered")
    draws = clauses.dealing(BOOK).cards("2h 3c 2d Ks 5d").expect("insurance_offered", insures="player")
    draws.insure("seat 2 player 30").cards("6c").expect("coup_settled", winner="tie").net(seat_2=300)  # 10 to 1.


def test_no_squeeze_waives_anything_here() -> None:
    table = clauses.dealing(BOOK).do("squeeze", patron="seat 1", card="banker_third_first").lacks("insurance_waived")
    table.cards(FOUR).cards("6d").expect("insurance_offered")


def test_no_limit_but_the_houses() -> None:
    shift(BOOK, stake_max=100).do("open_bets").place("seat 1 banker 101").refused("above_maximum", "", "101", "100")
    shift(BOOK, differential_max=100).do("open_bets").place("seat 1 banker 101").refused("differential_exceeded", "")


@pytest.mark.parametrize(
    "what",
    [
        "foreign_card", "shortage", "excess", "not_shuffled", "wrong_number_of_cards", "extra_card", "exposed_card",
        "wrong_area", "face_up", "simultaneous", "interruption", "neglected_insurance", "late_error", "other",
    ],
)  # fmt: skip
def test_no_irregularity_is_covered_and_each_is_the_shift_managers_ruling(what: str) -> None:
    table = clauses.dealing(BOOK).cards("2h").report(what).phase("stopped")
    table.expect("irregularity_reported", decides="shift_manager", cite="reading:uncovered-matters")
    table.decide(reconstruct=True).refused("ruling_is_needed")
    table.rule("as at the other tables", coup="void").expect("coup_voided").net(seat_1=0, seat_2=0)


def test_a_card_too_many_waits_for_a_ruling() -> None:
    table = shift(BOOK)
    for _ in range(4):
        table.bets("seat 1 player 10").close().cards("As Ks As 8d")
    table.bets("seat 1 player 10").close().try_("draw_card", card="As").refused("card_not_in_shoe", None, "8 times")
    table.report("excess", cards="As").phase("stopped").lacks("coup_voided")
    table.rule("nine aces of spades", coup="void").expect("coup_voided").net(seat_1=-40)
