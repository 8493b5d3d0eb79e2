"""Da Hu Ying Xiong, paragraph by paragraph."""

import pytest

from paragraphs.coup_lines import check
from paragraphs.tableau_lines import banker_rows, lone_banker_rows, natural_rows, player_rows
from punto.coup import reconstruct
from punto.kit import BySide, Side, read_card, read_cards
from punto.rulebook import decided, established
from rulebook.shelf import book

ID = "da-hu-ying-xiong"
SMALL = "cards Kh 2c 2d 4s | As"  # Banker 6 with two cards v 3
BIG = "cards As Ah 2d Ac | 2h 4s"  # Banker 6 with three cards v 5
SIX_EACH = "cards 2h 2c 4d 4s"


def test_1_1_the_tableau_binds_both_hands() -> None:
    check(ID, "cards 2h 3c 2d 4s", "bet player 100", "refused too_few_cards (3.15)")
    check(ID, "cards 3h 3c 3d 4s | 2h", "bet player 100", "refused too_many_cards (3.13)")


def test_1_3_big_tiger_is_banker_on_six_with_three_cards() -> None:
    check(ID, BIG, "bet big_tiger 10 -> +500")
    check(ID, SMALL, "bet big_tiger 10 -> -10 (1.3)")
    check(ID, SIX_EACH, "bet big_tiger 10 -> -10 (1.3)")


def test_1_8_a_hand_has_two_or_three_cards() -> None:
    check(ID, "cards Kh Kc Kd Ks | Ah Qd Qc", "bet player 1", "refused too_many_cards")


def test_1_10_insurance_is_offered_before_a_third_card() -> None:
    check(ID, "cards 2h 2c Ad 5s | 9d", "offer banker 4 to 1 after four cards")
    check(ID, "cards 3h 3c 4d 3s", "result player 7 v 6", "no offer after four cards")


@pytest.mark.parametrize(("cards", "natural"), natural_rows())
def test_1_11_natural_is_eight_or_nine_with_two_cards(cards: str, natural: str) -> None:
    check(ID, cards, f"natural {natural} (3.15)", "no offer after four cards")


def test_1_12_banker_on_six_is_paid_half() -> None:
    check(ID, SMALL, "bet banker 100 -> +50")
    check(ID, BIG, "bet banker 101 -> +50")


def test_1_13_an_original_bet_is_on_player_or_banker() -> None:
    hands = {bet.id: bet.hand for bet in book(ID).bets.values() if bet.hand}
    assert hands == {"player": Side.PLAYER, "banker": Side.BANKER}


def test_1_16_a_total_has_no_tens() -> None:
    check(ID, "cards 9h 8c 9d 9s", "result player 8 v 7")


def test_1_17_cards_go_back_into_the_order_they_were_drawn() -> None:
    lay = [Side.BANKER, Side.PLAYER, Side.PLAYER, Side.BANKER]
    drawn = list(zip(read_cards("3h 9c 4d 5s"), lay, strict=True))
    mended = reconstruct(book(ID).tableau, drawn)
    assert mended.hands == BySide(read_cards("3h 4d"), read_cards("9c 5s"))
    assert mended.moved == ((read_card("3h"), Side.PLAYER), (read_card("9c"), Side.BANKER))


def test_1_20_small_tiger_is_banker_on_six_with_two_cards() -> None:
    check(ID, SMALL, "bet small_tiger 10 -> +220")
    check(ID, BIG, "bet small_tiger 10 -> -10 (1.20)")
    check(ID, SIX_EACH, "bet small_tiger 10 -> -10 (1.20)")


def test_1_22_a_tie_is_one_total_in_both_hands() -> None:
    check(ID, "cards 3h 3c 4d 4s", "result tie 7", "bet tie 10 -> +80")


def test_1_23_tiger_is_banker_on_six() -> None:
    check(ID, SMALL, "bet tiger 10 -> +120")
    check(ID, BIG, "bet tiger 10 -> +200")
    check(ID, SIX_EACH, "bet tiger 10 -> -10 (1.23)")
    check(ID, "cards 3h 9c 3d 5s | 9d", "result player 6 v 3", "bet tiger 10 -> -10 (1.23)")
    check(ID, "cards 2h 3c 4d 4s", "result banker 7 v 6", "bet tiger 10 -> -10 (1.23)")


def test_1_24_tiger_tie_is_a_tie_on_six() -> None:
    check(ID, SIX_EACH, "bet tiger_tie 10 -> +350")
    check(ID, "cards 3h 3c 4d 4s", "result tie 7", "bet tiger_tie 10 -> -10 (1.24)")
    check(ID, SMALL, "bet tiger_tie 10 -> -10 (1.24)")


def test_1_25_tiger_pair_is_of_one_rank() -> None:
    check(ID, "cards Kh Tc Qd Js | 9d 9c", "bet tiger_pair 10 -> -10 (3.10)")
    check(ID, "cards Kh Tc Kd Js | 9d 9c", "bet tiger_pair 10 -> +40")


def test_1_25_single_tiger_pair_is_one_of_the_two_hands() -> None:
    check(ID, "cards Kh 2c Kd 4s | 9d", "bet tiger_pair 10 -> +40")
    check(ID, "cards Kh 2c 2d 2s | Ad", "bet tiger_pair 10 -> +40")


def test_1_25_double_tiger_pair_is_both_hands() -> None:
    check(ID, "cards Kh Tc Kd Ts | 9d 9c", "bet tiger_pair 10 -> +200")


def test_1_25_twin_tiger_pair_is_both_hands_of_one_rank() -> None:
    check(ID, "cards 7h 7c 7d 7s | 9d", "bet tiger_pair 10 -> +1,000")
    check(ID, "cards Kh Kc Kd Ks | 9d 9c", "bet tiger_pair 10 -> +1,000")


def test_2_2_1_four_to_ten_decks() -> None:
    decks = book(ID).decks
    assert (decks.least, decks.most, decks.cite) == (4, 10, "2.2.1")


def test_3_1_nearest_to_nine_wins() -> None:
    check(ID, "cards 4h 4c 5d 4s", "result player 9 v 8")


def test_3_2_cards_have_values() -> None:
    assert [card.points for card in read_cards("A 2 3 4 5 6 7 8 9 T J Q K")] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]


def test_3_2_1_an_ace_counts_one() -> None:
    check(ID, "cards Ah 3c 7d 4s", "result player 8 v 7")


def test_3_2_2_two_to_ten_count_their_number() -> None:
    check(ID, "cards 2h Tc 7d 8s", "result player 9 v 8")


def test_3_2_3_pictures_count_nothing() -> None:
    check(ID, "cards Jh Qc 9d 8s", "result player 9 v 8")
    check(ID, "cards Kh Jc 8d 9s", "result banker 9 v 8")


def test_3_7_the_side_bets_need_no_original_bet() -> None:
    sides = "tiger", "big_tiger", "small_tiger", "tiger_tie", "tie"
    check(ID, "cards 3h 9c 3d 5s | 9d", *(f"bet {bet} 5 -> -5" for bet in sides), "bet tiger_pair 5 -> +20")


def test_3_10_the_first_four_cards_go_in_turn_and_decide_the_pairs() -> None:
    check(ID, "cards 9h 2c Kd 2s", "result player 9 v 4", "bet tiger_pair 10 -> +40")
    check(ID, "cards 2h 2c Kd 3s | 2d", "bet tiger_pair 10 -> -10 (3.10)")


def test_3_11_only_a_hand_with_an_original_bet_may_be_insured() -> None:
    cards = "cards Kh 3c 2d 4s | 9d"
    check(ID, cards, "bet banker 100", "insure banker 5 after four cards -> -5")
    check(ID, cards, "bet player 100", "insure banker 5 after four cards", "refused no_original_bet (3.11)")
    check(ID, cards, "bet tiger 100", "insure banker 5 after four cards", "refused no_original_bet (3.11)")


def test_3_11_insurance_is_paid_when_its_hand_loses() -> None:
    lines = "result player 9 v 7", "bet banker 100 -> -100 (3.16)"
    check(ID, "cards Kh 3c 5d 4s | 4d", *lines, "insure banker 25 after four cards -> +100 (4.1.2)")


def test_3_12_insurance_may_be_taken_in_both_windows() -> None:
    cards = "cards Kh Ac 4d 5s | 7d 6h"  # Player 4, then 1; Banker 6, then 2
    lines = "bet banker 100", "insure banker 19 after four cards -> -19"
    check(ID, cards, *lines, "insure banker 6 after Player's third card -> -6")


def test_3_12_1_no_insurance_when_no_third_card_can_come() -> None:
    lines = "bet player 100", "insure player 10 after four cards", "refused insurance_not_offered (3.12.1)"
    check(ID, "cards 4h 2c 4d 3s", *lines)
    check(ID, "cards 3h 2c 4d 4s", *lines)


@pytest.mark.parametrize(("first", "third", "offered"), [("3", "6", 1), ("2", "7", 1), ("4", "5", 0), ("A", "8", 0)])
def test_3_12_1_after_player_s_third_card_only_if_banker_draws(first: str, third: str, offered: int) -> None:
    """Player 9 v Banker 6 is in the table; Banker's 6 draws on a 6 or 7 only."""
    cards = f"cards Kh 6c {first}d Ks | {third}d" + (" Kc" if offered else "")
    insure = "bet player 100", "insure player 10 after Player's third card"
    if offered:
        check(ID, cards, "offer player 8 to 1 after Player's third card, on a tie", *insure)
    else:
        check(ID, cards, "no offer after Player's third card", *insure, "refused insurance_not_offered (3.12.1)")


def test_3_12_1_no_second_window_when_player_stood() -> None:
    lines = "bet player 100", "insure player 5 after Player's third card", "refused insurance_not_offered (3.12.1)"
    check(ID, "cards 3h 2c 4d Ks | 5d", *lines)


def test_3_12_2_insurance_may_not_win_more_than_the_original_bet() -> None:
    cards = "cards Kh 3c 2d 4s | 9d"
    check(ID, cards, "bet banker 100", "insure banker 25 after four cards -> -25")
    check(ID, cards, "bet banker 100", "insure banker 26 after four cards", "refused insurance_above_cap (3.12.2)")
    check(ID, cards, "bet banker 3", "insure banker 1 after four cards", "refused insurance_above_cap (3.12.2)")


def test_3_12_2_both_windows_together_are_capped() -> None:
    cards = "cards Kh Ac 4d 5s | 7d 6h"
    lines = "bet banker 100", "insure banker 19 after four cards"  # 3 to 1: takes up 57
    check(ID, cards, *lines, "insure banker 6 after Player's third card")  # 7 to 1: takes up 42
    check(ID, cards, *lines, "insure banker 7 after Player's third card", "refused insurance_above_cap (3.12.2)")


def test_3_12_2_each_original_bet_has_its_own_cap() -> None:
    cards = "cards Kh Ac 3d 5s | 6d 9h"  # Player 3, then 9; Banker 6, then 5
    first = "bet banker 90", "bet player 80", "insure banker 30 after four cards"
    check(ID, cards, *first, "insure player 10 after Player's third card")


@pytest.mark.parametrize(("cards", "verb"), lone_banker_rows())
def test_3_13_banker_after_a_standing_player(cards: str, verb: str) -> None:
    check(ID, cards, "player stands (3.15)", f"banker {verb} (3.13)")


@pytest.mark.parametrize(("cards", "verb"), player_rows())
def test_3_15_player_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"player {verb} (3.15)")


@pytest.mark.parametrize(("cards", "verb"), banker_rows())
def test_3_15_banker_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"banker {verb} (3.15)")


def test_3_16_the_higher_hand_wins() -> None:
    check(ID, "cards 9h Qc 9d 9s", "result banker 9 v 8", "bet player 10 -> -10 (3.16)", "bet banker 10 -> +10")
    check(ID, "cards Ah Kc 7d 7s", "result player 8 v 7", "bet player 10 -> +10", "bet banker 10 -> -10 (3.16)")


def test_3_17_a_tie_returns_original_bets_and_insurance() -> None:
    lines = "result tie 6", "bet player 100 -> 0 (3.17)", "bet banker 100 -> 0 (3.17)"
    check(ID, "cards 3h 2c 3d 2s | 2d", *lines, "insure player 33 after four cards -> 0")


def test_4_1_1_the_pay_table() -> None:
    check(ID, SMALL, "bet banker 100 -> +50 (4.1.1)", "bet player 100 -> -100")
    check(ID, "cards 2h 3c 4d 4s", "bet banker 100 -> +100 (4.1.1)")
    check(ID, "cards 3h 9c 3d 5s | 9d", "bet player 100 -> +100 (4.1.1)")
    check(ID, "cards 3h 3c 4d 4s", "bet tie 10 -> +80 (4.1.1)")
    check(ID, "cards 2h 3c 4d 4s", "bet tie 10 -> -10 (4.1.1)")
    check(ID, "cards Kh 2c Kd 4s | 9d", "bet tiger_pair 10 -> +40 (4.1.1)")
    check(ID, "cards Kh Tc Kd Ts | 9d 9c", "bet tiger_pair 10 -> +200 (4.1.1)")
    check(ID, "cards Kh Kc Kd Ks | 9d 9c", "bet tiger_pair 10 -> +1,000 (4.1.1)")
    check(ID, SMALL, "bet tiger 10 -> +120 (4.1.1)", "bet small_tiger 10 -> +220 (4.1.1)")
    check(ID, BIG, "bet tiger 10 -> +200 (4.1.1)", "bet big_tiger 10 -> +500 (4.1.1)")
    check(ID, SIX_EACH, "bet tiger_tie 10 -> +350 (4.1.1)")


def test_4_1_2_cells_that_are_not_printed_are_not_offered() -> None:
    check(ID, "cards Kh 5c 5d Ks", "no offer after four cards")
    check(ID, "cards Kh 4c Kd Ks", "no offer after four cards")
    check(ID, "cards Kh 3c Kd Ks | 3d", "no offer after Player's third card")


def test_4_2_1_insurance_is_returned_on_a_tie_but_a_player_nine_is_paid() -> None:
    insure = "insure player 10 after Player's third card"
    check(ID, "cards Kh 5c 4d Ks | 5d 4h", "bet player 80 -> 0", "result tie 9", f"{insure} -> +80 (4.1.2)")
    check(ID, "cards Kh 5c 4d Ks | 5d 3h", "bet player 80 -> +80", "result player 9 v 8", f"{insure} -> -10 (4.1.2)")
    check(ID, "cards Kh 5c 4d Ks | 4d 3h", "bet player 80 -> 0", "result tie 8", f"{insure} -> 0")
    check(ID, "cards Kh 5c 4d Ks | 4d 4h", "bet player 80 -> -80", "result banker 9 v 8", f"{insure} -> +70 (4.1.2)")


def test_5_4_1_an_outcome_is_established_once_some_bet_is_sure() -> None:
    assert decided(book(ID), read_cards("Kh 5c Kd")) == {"tiger_pair": "win"}  # At odds that are not known yet.
    natural = decided(book(ID), read_cards("4h 2c 5d"))
    assert natural == dict.fromkeys(["tiger", "big_tiger", "small_tiger", "tiger_tie"], "lose")
    assert established(book(ID), read_cards("Kh 5c Qd 5s"))


def test_5_4_2_no_outcome_is_established_while_every_bet_is_open() -> None:
    for start in ("", "Kh", "Kh 5c", "Kh 5c Qd"):
        assert not established(book(ID), read_cards(start))


def test_5_8_1_cards_in_the_wrong_area_are_put_where_they_belong() -> None:
    wrong = [(card, Side.PLAYER) for card in read_cards("3h 9c 3d 5s 9d")]
    mended = reconstruct(book(ID).tableau, wrong)
    assert mended.hands == BySide(read_cards("3h 3d"), read_cards("9c 5s 9d"))
    assert [str(card) for card, _ in mended.moved] == ["9c", "5s", "9d"]


def test_5_8_2_cards_with_the_wrong_person_are_put_where_they_belong() -> None:
    wrong = [(card, Side.BANKER) for card in read_cards("2h 9c 3d 5s 9d 4h")]
    mended = reconstruct(book(ID).tableau, wrong)
    assert mended.hands == BySide(read_cards("2h 3d 9d"), read_cards("9c 5s"))
    assert mended.surplus == read_cards("4h")
