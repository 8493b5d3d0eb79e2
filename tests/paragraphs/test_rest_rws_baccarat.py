"""RWS Baccarat: its definitions, and what else stands in no other module."""

from paragraphs import rest
from paragraphs.coup_lines import check

ID = "rws-baccarat"


def test_1_4_the_shoe_is_electronic_or_not() -> None:
    rest.check_shoe_electronic_or_not(ID)


def test_1_5_the_dealer_deals() -> None:
    rest.check_dealer_deals(ID, "1.13")


def test_1_12_an_original_bet_is_on_player_or_on_banker() -> None:
    rest.check_original_bets(ID, "any_tie")


def test_1_13_who_stands_in_for_somebody_was_assigned_to_it() -> None:
    rest.check_positions(ID, "1.13")


def test_1_20_one_patron_sits_at_a_box() -> None:
    rest.check_seated(ID, "1.20")


def test_1_21_a_standing_patron_bets_on_a_seated_ones_box() -> None:
    rest.check_standing(ID, "1.21")


def test_1_24_a_void_round_has_no_result() -> None:
    rest.check_void_has_no_result(ID, "5.5.1")


def test_3_2_what_cards_count_decides_the_round() -> None:
    check(ID, "cards Ah Tc 7d 7s", "result player 8 v 7")
    check(ID, "cards 9h Qc 9d 9s", "result banker 9 v 8")
    check(ID, "cards Jh Kc 5d 6s | 9d", "result banker 6 v 4")


def test_3_8_no_card_comes_before_the_call_that_closes_the_bets() -> None:
    rest.check_closed_by_a_call(ID, "3.8")


def test_5_13_chips_count_where_they_lie() -> None:
    rest.check_chips_count_where_they_lie(ID, "5.13")


def test_5_14_the_table_prevails_over_its_display() -> None:
    rest.check_the_table_prevails(ID, "5.14")
