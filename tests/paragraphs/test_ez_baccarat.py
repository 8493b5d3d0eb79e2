"""EZ Baccarat as the trade deals it, paragraph by paragraph."""

from paragraphs import trade
from paragraphs.coup_lines import check
from table.shift import shift

ID = "ez-baccarat"


def test_1_1_six_to_eight_decks() -> None:
    trade.check_decks(ID)


def test_1_2_what_cards_count() -> None:
    trade.check_values(ID)


def test_1_3_the_first_card_says_how_many_are_burned() -> None:
    trade.check_burn(ID)


def test_1_4_after_the_cut_card_one_more_coup_is_dealt() -> None:
    trade.check_cut(ID)


def test_1_4_an_empty_shoe_voids_the_coup() -> None:
    trade.check_empty_shoe(ID)


def test_2_1_bets_are_open_between_two_calls() -> None:
    trade.check_calls(ID)


def test_2_2_the_sign_gives_the_least_and_the_most() -> None:
    trade.check_limits(ID)


def test_2_3_the_bets() -> None:
    trade.check_bets(ID, "player", "banker", "tie", "dragon_7", "panda_8")


def test_2_4_one_layout_of_five_to_nine_boxes() -> None:
    trade.check_boxes(ID)


def test_3_1_four_cards_player_first() -> None:
    trade.check_opening(ID)


def test_3_2_with_a_natural_nobody_draws() -> None:
    trade.check_naturals(ID)


def test_3_3_player_draws_on_nought_to_five() -> None:
    trade.check_player_draws(ID)


def test_3_4_banker_after_a_standing_player() -> None:
    trade.check_lone_banker_draws(ID)


def test_3_5_banker_after_players_third_card() -> None:
    trade.check_banker_draws(ID)


def test_4_1_a_bet_on_the_other_hand_loses() -> None:
    trade.check_losing(ID)


def test_4_2_a_tie_returns_the_bets_on_both_hands() -> None:
    trade.check_tie_returns(ID)


def test_4_3_player_pays_one_to_one() -> None:
    check(ID, "cards 9h 2c Kd 3s", "bet player 100 -> +100 (4.3)")


def test_4_4_banker_pays_one_to_one_without_commission() -> None:
    check(ID, "cards 2h 9c 3d Ks", "bet banker 100 -> +100 (4.4)")


def test_4_5_banker_winning_on_seven_with_three_cards_is_returned() -> None:
    check(ID, "cards Kh 2c 6d 3s | 2d", "result banker 7 v 6", "bet banker 100 -> 0 (4.5)", "bet player 100 -> -100")
    check(ID, "cards Kh 3c 6d 4s", "result banker 7 v 6", "bet banker 100 -> +100 (4.4)")


def test_4_6_tie_pays_eight_to_one() -> None:
    trade.check_tie_pays(ID)


def test_4_7_dragon_7() -> None:
    check(ID, "cards Kh 2c 6d 3s | 2d", "bet dragon_7 10 -> +400 (4.7)")
    check(ID, "cards Kh 3c 6d 4s", "bet dragon_7 10 -> -10 (4.7)")


def test_4_8_panda_8() -> None:
    check(ID, "cards Kh 7c 4d Ks | 4d", "result player 8 v 7", "bet panda_8 10 -> +250 (4.8)")
    check(ID, "cards Kh 2c 8d 5s", "result player 8 v 7", "bet panda_8 10 -> -10 (4.8)")


def test_4_9_a_fraction_is_rounded_as_the_sign_says() -> None:
    table = shift(ID, rounding="nearest").bets("seat 1 player 15").close().cards("9h 2c Kd 3s").net(seat_1=15)
    assert table.settled.rounding == "nearest"


def test_5_1_a_void_coup_returns_every_bet() -> None:
    trade.check_void_returns(ID)


def test_5_2_whatever_goes_wrong_is_ruled_on() -> None:
    trade.check_rulings(ID)
