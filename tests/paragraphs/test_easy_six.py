"""Non-Commission Easy Six Baccarat, paragraph by paragraph."""

import pytest

from paragraphs.coup_lines import check
from paragraphs.tableau_lines import banker_rows, lone_banker_rows, natural_rows, player_rows
from punto.kit import Refused, read_cards
from punto.rulebook import played
from rulebook.shelf import book

ID = "easy-six"


@pytest.mark.parametrize(("cards", "natural"), natural_rows())
def test_1_natural_is_eight_or_nine_with_two_cards(cards: str, natural: str) -> None:
    check(ID, cards, f"natural {natural} (3.6)")


def test_1_baccarat_table_of_play_binds_both_hands() -> None:
    check(ID, "cards 2h 3c 2d 4s", "bet player 100", "refused too_few_cards (3.6)")
    check(ID, "cards 3h 3c 3d 4s | 2h", "bet player 100", "refused too_many_cards (3.5)")
    check(ID, "cards 4h 3c 4d 3s | 2h", "bet player 100", "refused too_many_cards (3.6)")


def test_1_non_commission_easy_six_baccarat_pays_less_on_banker_six_and_more_on_player_six() -> None:
    check(ID, "cards Kh 2c 2d 4s | As", "result banker 6 v 3", "bet banker 100 -> +50")
    check(ID, "cards 3h 9c 3d 5s | 9d", "result player 6 v 3", "bet player 100 -> +105")


def test_1_player_pair_or_banker_pair_is_of_one_rank() -> None:
    check(ID, "cards Kh Tc Kd Ts | 9d 9c", "bet player_pair 10 -> +110", "bet banker_pair 10 -> +110")
    check(ID, "cards Kh Tc Qd Js | 9d 9c", "bet player_pair 10 -> -10", "bet banker_pair 10 -> -10")


def test_1_easy_six_wins_on_a_winning_or_tied_six_and_on_nothing_else() -> None:
    check(ID, "cards 3h 9c 3d 5s | 9d", "result player 6 v 3", "bet easy_six 5 -> +30 (4.1.1)")
    check(ID, "cards As Ah 2d Ac | 2h 4s", "result banker 6 v 5", "bet easy_six 5 -> +30 (4.1.1)")
    check(ID, "cards 2h 2c 4d 4s", "result tie 6", "bet easy_six 5 -> +30 (4.1.1)")
    check(ID, "cards 2h 3c 4d 4s", "result banker 7 v 6", "bet easy_six 5 -> -5 (1 Easy Six)")
    check(ID, "cards 3h 3c 4d 4s", "result tie 7", "bet easy_six 5 -> -5 (1 Easy Six)")


def test_1_tie_is_one_total_in_both_hands() -> None:
    check(ID, "cards 3h 3c 4d 4s", "result tie 7", "bet tie 10 -> +80")
    check(ID, "cards Kh Kc 2d 2s | 8d 8c", "result tie 0", "bet tie 10 -> +80")


@pytest.mark.parametrize(("letter", "boxes"), [("a", 9), ("b", 7), ("c", 7)])
def test_2_1_1_a_to_c_the_layouts_and_their_boxes(letter: str, boxes: int) -> None:
    (layout,) = (layout for layout in book(ID).layouts if layout.cite == f"2.1.1 {letter}")
    assert (layout.id, layout.boxes) == (letter.upper(), (boxes,))


def test_2_1_3_the_felt_has_an_area_for_each_bet_and_none_for_insurance() -> None:
    areas = [area.name.en for area in book(ID).areas]
    assert areas == ["Player", "Banker", "Tie", "Player Pair", "Banker Pair", "Easy Six"]


def test_2_2_1_four_to_eight_decks() -> None:
    decks = book(ID).decks
    assert (decks.least, decks.most, decks.cite) == (4, 8, "2.2.1")
    five = read_cards("6h 6h 6h 6h 6h 6h")
    assert played(book(ID), five, 6).winner == "tie"
    with pytest.raises(Refused, match="6h is drawn 6 times, but 5 decks hold it 5 times") as refused:
        played(book(ID), five, 5)
    assert (refused.value.refusal.code, refused.value.refusal.cite) == ("card_not_in_shoe", "2.2.1")


def test_3_3_the_side_bets_need_no_original_bet() -> None:
    lines = "bet tie 5 -> -5", "bet player_pair 5 -> +55", "bet banker_pair 5 -> -5", "bet easy_six 5 -> +30"
    check(ID, "cards 3h 9c 3d 5s | 9d", *lines)
    check(ID, "cards 3h 9c 3d 5s | 9d", "bet lucky_6 5", "refused unknown_bet")


def test_3_4_the_first_four_cards_go_in_turn_and_decide_the_pairs() -> None:
    check(
        ID, "cards 9h 2c Kd 2s", "result player 9 v 4", "bet banker_pair 10 -> +110", "bet player_pair 10 -> -10 (3.4)"
    )
    check(ID, "cards 2h 2c Kd 3s | 2d", "bet player_pair 10 -> -10", "bet banker_pair 10 -> -10")
    check(ID, "cards 2h 3c 2d", "bet tie 5", "refused too_few_cards")


@pytest.mark.parametrize(("cards", "verb"), lone_banker_rows())
def test_3_5_banker_after_a_standing_player(cards: str, verb: str) -> None:
    check(ID, cards, "player stands (3.6)", f"banker {verb} (3.5)")


@pytest.mark.parametrize(("cards", "verb"), player_rows())
def test_3_6_player_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"player {verb} (3.6)")


@pytest.mark.parametrize(("cards", "verb"), banker_rows())
def test_3_6_banker_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"banker {verb} (3.6)")


def test_3_7_cards_count_without_tens_and_the_higher_hand_wins() -> None:
    check(ID, "cards Ah Kc 7d 7s", "result player 8 v 7", "bet player 10 -> +10", "bet banker 10 -> -10 (3.7)")
    check(ID, "cards 9h Qc 9d 9s", "result banker 9 v 8", "bet player 10 -> -10 (3.7)", "bet banker 10 -> +10")
    check(ID, "cards 10h Jc 5d 6s | 9d", "result banker 6 v 4")


def test_3_8_a_tie_returns_the_original_bets() -> None:
    check(ID, "cards 2h 2c 4d 4s", "bet player 100 -> 0 (3.8)", "bet banker 100 -> 0 (3.8)")


def test_4_1_1_the_pay_table() -> None:
    check(ID, "cards Kh 2c 2d 4s | As", "bet banker 100 -> +50 (4.1.1)", "bet player 100 -> -100")
    check(ID, "cards 2h 3c 4d 4s", "bet banker 100 -> +100 (4.1.1)")
    check(ID, "cards 3h 9c 3d 5s | 9d", "bet player 100 -> +105 (4.1.1)", "bet banker 100 -> -100")
    check(ID, "cards 3h 3c 4d 3s", "result player 7 v 6", "bet player 100 -> +100 (4.1.1)")
    check(ID, "cards 2h 2c 4d 4s", "bet tie 10 -> +100 (4.1.1)")
    check(ID, "cards 3h 3c 4d 4s", "bet tie 10 -> +80 (4.1.1)")
    check(ID, "cards 6h 6c 6d 6s | Ad Kc", "bet player_pair 10 -> +130 (4.1.1)", "bet banker_pair 10 -> +130 (4.1.1)")
    check(ID, "cards 5h Kc 5d Ks | Ad 2c", "bet player_pair 10 -> +110 (4.1.1)", "bet banker_pair 10 -> +110 (4.1.1)")
    check(ID, "cards 2h 3c 4d 4s", "bet tie 10 -> -10 (4.1.1)")


def test_4_1_1_a_fraction_of_a_unit_stays_with_the_house() -> None:
    check(ID, "cards Kh 2c 2d 4s | As", "bet banker 101 -> +50")
    check(ID, "cards 3h 9c 3d 5s | 9d", "bet player 99 -> +103")
