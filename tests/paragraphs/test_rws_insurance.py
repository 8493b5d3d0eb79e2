"""Non-Commission Baccarat with Insurance, paragraph by paragraph."""

import pytest

from paragraphs.coup_lines import check
from paragraphs.tableau_lines import banker_rows, lone_banker_rows, natural_rows, player_rows
from punto.kit import Side
from rulebook.shelf import book

ID = "rws-insurance"


def test_1_baccarat_table_of_play_binds_both_hands() -> None:
    check(ID, "cards 2h 3c 2d 4s", "bet player 100", "refused too_few_cards (3.7)")
    check(ID, "cards 3h 3c 3d 4s | 2h", "bet player 100", "refused too_many_cards (3.6)")


def test_1_baccarat_insurance_is_offered_before_a_third_card() -> None:
    check(ID, "cards 2h 2c Ad 5s | 9d", "offer banker 4 to 1 after four cards", "no player offer after four cards")
    check(ID, "cards 3h 3c 4d 3s", "result player 7 v 6", "no offer after four cards")


@pytest.mark.parametrize(("cards", "natural"), natural_rows())
def test_1_natural_is_eight_or_nine_with_two_cards(cards: str, natural: str) -> None:
    check(ID, cards, f"natural {natural} (3.7)", "no offer after four cards")


def test_1_non_commission_baccarat_pays_half_on_banker_six() -> None:
    check(ID, "cards Kh 2c 2d 4s | As", "result banker 6 v 3", "bet banker 100 -> +50")
    check(ID, "cards As Ah 2d Ac | 2h 4s", "result banker 6 v 5", "bet banker 100 -> +50")


def test_1_player_pair_or_banker_pair_is_of_one_rank() -> None:
    check(ID, "cards Kh Tc Kd Ts | 9d 9c", "bet player_pair 10 -> +110", "bet banker_pair 10 -> +110")
    check(ID, "cards Kh Tc Qd Js | 9d 9c", "bet player_pair 10 -> -10", "bet banker_pair 10 -> -10")


def test_1_tie_is_one_total_in_both_hands() -> None:
    check(ID, "cards 3h 3c 4d 4s", "result tie 7", "bet tie 10 -> +80")


@pytest.mark.parametrize(("letter", "boxes"), [("a", 9), ("b", 7), ("c", 7), ("d", 6), ("e", 5)])
def test_2_1_1_a_to_e_the_layouts_and_their_boxes(letter: str, boxes: int) -> None:
    (layout,) = (layout for layout in book(ID).layouts if layout.cite == f"2.1.1 {letter}")
    assert (layout.id, layout.boxes) == (letter.upper(), (boxes,))


def test_2_1_3_the_felt_has_five_bets_and_insurance_for_each_hand() -> None:
    areas = book(ID).areas
    assert [area.name.en for area in areas] == [
        *("Player", "Banker", "Tie", "Player Pair", "Banker Pair"),
        *("Player Insurance", "Banker Insurance"),
    ]
    assert [area.insures for area in areas if area.insures] == [Side.PLAYER, Side.BANKER]


def test_2_2_1_four_to_eight_decks() -> None:
    decks = book(ID).decks
    assert (decks.least, decks.most, decks.cite) == (4, 8, "2.2.1")


def test_3_3_the_side_bets_need_no_original_bet() -> None:
    lines = "bet tie 5 -> -5", "bet player_pair 5 -> +55", "bet banker_pair 5 -> -5"
    check(ID, "cards 3h 9c 3d 5s | 9d", *lines)


def test_3_4_the_first_four_cards_go_in_turn_and_decide_the_pairs() -> None:
    check(ID, "cards 9h 2c Kd 2s", "result player 9 v 4", "bet banker_pair 9 -> +99", "bet player_pair 9 -> -9 (3.4)")
    check(ID, "cards 2h 2c Kd 3s | 2d", "bet player_pair 10 -> -10", "bet banker_pair 10 -> -10")


def test_3_5_insurance_may_be_taken_after_four_cards() -> None:
    cards = "cards Kh 3c 2d 4s | 9d"
    check(
        ID, cards, "offer banker 4 to 1 after four cards", "bet banker 100", "insure banker 25 after four cards -> -25"
    )


def test_3_5_1_player_is_insured_with_two_cards_or_three_and_banker_with_two() -> None:
    check(ID, "cards 3h 2c 4d Ks | 5d", "offer player 4 to 1 after four cards", "no offer after Player's third card")
    check(ID, "cards 3h 2c Kd Ks | 4d Kd", "offer player 4 to 1 after Player's third card")
    check(ID, "cards 3h 2c Kd Ks | 8d Kd", "offer banker 7 to 1 after Player's third card")
    check(ID, "cards 3h 2c 4d Ks | 5d", "no banker offer after four cards")


def test_3_5_1_no_insurance_when_no_third_card_can_come() -> None:
    natural = "cards 4h 2c 4d 3s"
    check(ID, natural, "bet player 100", "insure player 10 after four cards", "refused insurance_not_offered (3.5.1)")
    both_stand = "cards 3h 2c 4d 4s"
    check(
        ID, both_stand, "bet player 100", "insure player 10 after four cards", "refused insurance_not_offered (3.5.1)"
    )


@pytest.mark.parametrize(("third", "offered"), [("6", True), ("7", True), ("5", False), ("8", False), ("9", False)])
def test_3_5_1_after_player_s_third_card_only_if_banker_draws(third: str, offered: bool) -> None:
    """Player 9 v Banker 6 is in the table; Banker's 6 draws on a 6 or 7 only."""
    second = {"6": "3", "7": "2", "5": "4", "8": "A", "9": "Q"}[third]
    cards = f"cards Kh 6c {second}d Ks | {third}d" + (" Kc" if offered else "")
    line = "offer player 8 to 1 after Player's third card, on a tie"
    check(ID, cards, line if offered else "no offer after Player's third card")


def test_3_5_2_insurance_may_not_win_more_than_the_original_bet() -> None:
    cards = "cards Kh 3c 2d 4s | 9d"
    check(ID, cards, "bet banker 100", "insure banker 25 after four cards -> -25")
    check(ID, cards, "bet banker 100", "insure banker 26 after four cards", "refused insurance_above_cap (3.5.2)")


def test_3_5_2_both_windows_together_are_capped() -> None:
    cards = "cards 2h 2c Ad 3s | 8d"  # Player 3, then 1; Banker 5
    first = "insure banker 25 after four cards -> -25"  # 2 to 1: takes up 50
    check(ID, cards, "bet banker 100", first, "no offer after Player's third card")
    cards = "cards 2h 2c Ad 3s | 6d 9h"  # Player 9 v Banker 5, third card 6: Banker draws
    lines = "bet player 90", "bet banker 100", "insure banker 25 after four cards"
    check(ID, cards, *lines, "insure player 11 after Player's third card -> -11")
    check(ID, cards, *lines, "insure player 12 after Player's third card", "refused insurance_above_cap (3.5.2)")
    cards = "cards Kh Ac 4d 5s | 7d 9h"  # Player 4, then 1; Banker 6
    lines = "bet banker 100", "insure banker 19 after four cards", "offer banker 7 to 1 after Player's third card"
    check(ID, cards, *lines, "insure banker 6 after Player's third card")  # 57 + 42
    check(ID, cards, *lines, "insure banker 7 after Player's third card", "refused insurance_above_cap (3.5.2)")


@pytest.mark.parametrize(("cards", "verb"), lone_banker_rows())
def test_3_6_banker_after_a_standing_player(cards: str, verb: str) -> None:
    check(ID, cards, "player stands (3.7)", f"banker {verb} (3.6)")


@pytest.mark.parametrize(("cards", "verb"), player_rows())
def test_3_7_player_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"player {verb} (3.7)")


@pytest.mark.parametrize(("cards", "verb"), banker_rows())
def test_3_7_banker_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"banker {verb} (3.7)")


def test_3_8_cards_count_without_tens_and_the_higher_hand_wins() -> None:
    check(ID, "cards Ah Kc 7d 7s", "result player 8 v 7", "bet player 10 -> +10", "bet banker 10 -> -10 (3.8)")
    check(ID, "cards 9h Qc 9d 9s", "result banker 9 v 8", "bet player 10 -> -10 (3.8)", "bet banker 10 -> +10")
    check(ID, "cards 10h Jc 5d 6s | 9d", "result banker 6 v 4")


def test_3_9_a_tie_returns_original_bets_and_insurance() -> None:
    cards = "cards 3h 2c 3d 2s | 2d"
    lines = "result tie 6", "bet player 100 -> 0 (3.9)", "bet banker 100 -> 0 (3.9)"
    check(ID, cards, *lines, "insure player 33 after four cards -> 0 (3.9)")


def test_4_1_1_the_pay_table() -> None:
    check(ID, "cards Kh 2c 2d 4s | As", "bet banker 100 -> +50 (4.1.1)", "bet player 100 -> -100")
    check(ID, "cards 2h 3c 4d 4s", "bet banker 100 -> +100 (4.1.1)")
    check(ID, "cards 3h 9c 3d 5s | 9d", "bet player 100 -> +100 (4.1.1)", "bet banker 100 -> -100")
    check(ID, "cards 2h 2c 4d 4s", "bet tie 10 -> +80 (4.1.1)")
    check(ID, "cards 6h 6c 6d 6s | Ad Kc", "bet player_pair 10 -> +110 (4.1.1)", "bet banker_pair 10 -> +110 (4.1.1)")
    check(ID, "cards 2h 3c 4d 4s", "bet tie 10 -> -10 (4.1.1)")


@pytest.mark.parametrize("cards", ["cards Kh 5c 5d Ks", "cards Kh 4c Kd Ks", "cards Kh 5c 4d 2s | 2d"])
def test_4_1_2_cells_that_are_not_printed_are_not_offered(cards: str) -> None:
    if "2s" not in cards:
        check(ID, cards, "no offer after four cards")
    check(ID, cards, "no offer after Player's third card")


def test_4_1_2_player_on_nine_is_paid_on_a_tie_only() -> None:
    lines = "bet player 80", "offer player 8 to 1 after Player's third card, on a tie"
    insure = "insure player 10 after Player's third card"
    check(ID, "cards Kh 5c 4d Ks | 5d 4h", *lines, "result tie 9", f"{insure} -> +80 (4.1.2)")
    check(ID, "cards Kh 5c 4d Ks | 5d 3h", *lines, "result player 9 v 8", f"{insure} -> -10 (4.1.2)")


def test_4_1_3_only_a_hand_with_an_original_bet_may_be_insured() -> None:
    cards = "cards Kh 3c 2d 4s | 9d"
    check(ID, cards, "bet player 100", "insure banker 5 after four cards", "refused no_original_bet (4.1.3)")
    check(ID, cards, "bet tie 100", "insure banker 5 after four cards", "refused no_original_bet (4.1.3)")


def test_4_1_3_insurance_is_paid_when_its_hand_loses() -> None:
    cards = "cards Kh 3c 5d 4s | 4d"  # Player 5, then 9; Banker 7
    lines = "result player 9 v 7", "bet banker 100 -> -100 (3.8)"
    check(ID, cards, *lines, "insure banker 25 after four cards -> +100 (4.1.2)")
