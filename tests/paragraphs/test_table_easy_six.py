"""Non-Commission Easy Six Baccarat at the table: sections 2 to 5, each test named by its paragraph."""

from typing import Any

import pytest

from table import clauses
from table.shift import bare, shift

BOOK = "easy-six"


def test_2_1_1_a_table_shows_one_of_the_layouts() -> None:
    for boxes in (7, 9):
        shift(BOOK, boxes=boxes)
    for boxes in (5, 6):
        bare().try_("open_table", rulebook=BOOK, settings={"boxes": boxes}).refused("bad_setting", "2.1.2", str(boxes))
    # The sign says which: the one that was chosen, else the first with so many boxes.
    asked: list[dict[str, Any]] = [{}, {"boxes": 7}, {"layout": "C"}]
    signs = [bare().do("open_table", rulebook=BOOK, settings=settings).table.sign for settings in asked]
    assert [(sign.layout, sign.boxes) for sign in signs if sign] == [("A", 9), ("B", 7), ("C", 7)]
    wrong: list[tuple[dict[str, Any], str]] = [({"layout": "A", "boxes": 7}, "layout A"), ({"layout": "D"}, "'D'")]
    for settings, word in (*wrong, ({"layout": 1}, "layout")):
        bare().try_("open_table", rulebook=BOOK, settings=settings).refused("bad_setting", None, word)
    mini = shift(BOOK, layout="C").do("change_sign", by="pit_supervisor", settings={"stake_min": 5})
    assert mini.table.sign
    assert mini.table.sign.layout == "C"
    mini.try_("change_sign", by="pit_supervisor", settings={"layout": "B"}).refused("setting_is_fixed")


def test_2_1_2_there_is_a_box_for_each_patron_and_no_more() -> None:
    shift(BOOK, boxes=7).bets("seat 7 banker 10").place("seat 8 banker 10").refused("unknown_box", "2.1.2", "1 to 7")


def test_2_1_3_six_areas_and_no_insurance() -> None:
    clauses.check_side_bets_stand_alone(BOOK)
    clauses.dealing(BOOK).cards("2h 2c 3d 4s").lacks("insurance_offered").insure("seat 1 banker 1").refused(
        "no_insurance"
    )


def test_2_2_1_four_to_eight_decks() -> None:
    for decks in (4, 8):
        shift(BOOK, decks=decks)
    bare().try_("open_table", rulebook=BOOK, settings={"decks": 10}).refused("bad_setting", "2.2.1", "10")


def test_3_1_bets_open_with_the_dealers_call() -> None:
    clauses.check_opened_by_the_dealers_call(BOOK, "3.1")


def test_3_2_bets_close_with_the_dealers_call() -> None:
    clauses.check_closed_by_the_dealers_call(BOOK, "5.2")


def test_3_3_side_bets_need_no_original_bet() -> None:
    clauses.check_side_bets_stand_alone(BOOK)


def test_3_4_four_cards_player_first() -> None:
    clauses.dealing(BOOK).cards("9h 2c").phase("dealing").cards("Kd 3s").expect("coup_settled", winner="player")


def test_3_5_third_cards_follow_the_tableau() -> None:
    clauses.dealing(BOOK).cards("3h 9c 3d 7s").expect("coup_settled", winner="tie")
    clauses.dealing(BOOK).cards("3h 9c 3d 6s").phase("dealing")


def test_3_8_a_tie_returns_the_original_bets() -> None:
    table = clauses.dealing(BOOK).cards("2h 3c 5d 4s").expect("coup_settled", winner="tie").net(seat_1=0, seat_2=0)
    assert {line.cite for line in table.settled.lines} == {"3.8"}


def test_4_1_1_every_bet_is_paid_as_its_pay_table_says() -> None:
    clauses.check_paid_as_the_pay_tables_say(BOOK)


def test_4_1_1_player_on_six_is_rounded_as_the_sign_says() -> None:
    """1.05 to 1 on 30 is 31 and a half."""
    six = "3h Ac 3d 4s"  # Player stands on 6, Banker draws to 5.
    for rounding, won in (("down", 31), ("nearest", 32)):
        table = clauses.dealing(BOOK, "seat 1 player 30", rounding=rounding).cards(six).cards("Kd").net(seat_1=won)
        assert table.settled.rounding == rounding
    table = shift(BOOK, rounding="refuse").do("open_bets").place("seat 1 player 30")
    table.refused("stake_does_not_divide", "4.1.1", "30", "1.05 to 1").place("seat 1 player 40").expect("bet_placed")


def test_5_1_what_voids_a_coup_returns_every_stake() -> None:
    table = clauses.dealing(BOOK).cards("2h").report("foreign_card").confirm().expect("coup_voided", cite="5.1.1")
    table.net(seat_1=0, seat_2=0)
    assert table.layout == 0


def test_5_1_1_a_foreign_card_voids_the_coup_and_the_cards_are_replaced() -> None:
    table = clauses.dealing(BOOK).cards(clauses.NATURAL).bets("seat 1 banker 10").close().cards("2h")
    table.report("foreign_card").confirm().expect("coup_voided", "cards_condemned", cite="5.1.1").net(
        seat_1=-500, seat_2=300
    )
    table.try_("open_bets").refused("cards_must_be_replaced")
    table.do("close_shoe", by="pit_supervisor", reason="so be it").do("open_shoe", cards="physical").do("open_bets")


def test_5_1_2_a_wrong_number_of_cards_is_put_in_order_or_void() -> None:
    table = clauses.dealing(BOOK).cards(clauses.NATURAL).report("wrong_number_of_cards", cards=f"{clauses.NATURAL} 7d")
    table.decide(reconstruct=True).expect("cards_reconstructed", surplus="7d", cite="5.1.2").net(seat_2=300)
    again = {"cards": f"{clauses.NATURAL} 7d", "reconstruct": False}
    table.report("wrong_number_of_cards", by="pit_supervisor", **again).expect("coup_voided", cite="5.1.2")
    table.net(seat_1=0, seat_2=0)


def test_5_1_3_after_the_cut_card_the_coup_is_finished_and_one_more_dealt() -> None:
    table = shift(BOOK, decks=4, cut=4 * 52 - 6).bets("seat 1 banker 10").close().cards(clauses.NATURAL)
    table.bets("seat 1 banker 10").close().cards("2h").lacks("cut_card_reached")
    table.do("draw_card", card="2c").expect("cut_card_reached", cards_left=4 * 52 - 6).cards("3d 4s Kd")
    table.expect("coup_settled").bets("seat 1 banker 10").close().cards(clauses.NATURAL).expect("coup_settled")
    table.try_("open_bets").refused("shoe_is_finished")


def test_5_1_3_cards_that_run_out_void_the_coup() -> None:
    table = shift(BOOK).bets("seat 1 banker 10").close().cards("2h").cards_left(0)
    table.do("draw_card", card="2c").expect("coup_voided", cite="5.1.3").net(seat_1=0)


def test_5_1_3_no_bets_are_opened_with_too_few_cards() -> None:
    clauses.check_too_few_cards(BOOK, "5.1.3")


def test_5_2_no_bet_is_placed_increased_or_withdrawn_after_no_more_bets() -> None:
    table = clauses.dealing(BOOK)
    table.place("seat 3 tie 10").refused("bets_are_closed", "5.2")
    table.place("seat 1 banker 10").refused("bets_are_closed", "5.2")
    table.try_("withdraw_bet", patron="seat 1", box=1, bet="banker").refused("bets_are_closed", "5.2")


@pytest.mark.parametrize("what", ["extra_card", "wrong_area", "face_up", "interruption", "shortage", "not_shuffled"])
def test_5_what_the_document_does_not_cover_is_the_shift_managers_ruling(what: str) -> None:
    table = clauses.dealing(BOOK).cards("2h").report(what).phase("stopped")
    table.expect("irregularity_reported", decides="shift_manager", cite="reading:uncovered-matters")
    table.rule("as at the other tables").expect("ruling_made").phase("dealing")


def test_5_1_3_a_card_drawn_too_many_can_bring_the_cut_card_out() -> None:
    """The coup after it is the last, though no card was drawn when the cut card came out."""
    table = shift("rws-baccarat", decks=4, cut=4 * 52 - 6).bets("seat 1 banker 10").close().cards("3h 9c 3d 5s 9d")
    table.report("extra_card", by="pit_supervisor", card="7d").lacks("cut_card_reached")
    table.do("open_bets").close().do("draw_card").cards("2c Ah 4s").expect("coup_settled")
    table.try_("open_bets").refused("shoe_is_finished")
