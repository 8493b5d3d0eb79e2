"""RWS Baccarat, paragraph by paragraph."""

import pytest

from paragraphs.coup_lines import check
from paragraphs.tableau_lines import banker_rows, lone_banker_rows, natural_rows, player_rows
from punto.coup import reconstruct
from punto.kit import BySide, Side, read_card, read_cards
from punto.rulebook import decided, established
from rulebook.shelf import book

ID = "rws-baccarat"
PLAYER_ON = {
    1: ("cards Kh Kc Kd Ks | Ah Qd", 160),
    2: ("cards Ah Ac Kd Ks | Ah Qd", 80),
    3: ("cards Ah Ac Ad As | Ah Qd", 50),
    4: ("cards 2h Kc Ad 3s | Ah Td", 50),
    5: ("cards 2h Kc 2d 3s | Ah Td", 30),
    6: ("cards 3h 9c 3d 5s | 9d", 11),
    7: ("cards 3h 3c 4d 3s", 8),
    8: ("cards 4h Kc 4d 2s", 6),
    9: ("cards 4h Kc 5d 2s", 5),
}
BANKER_ON = {
    1: ("cards Kh Kc Kd Ks | Qh Ad", 160),
    2: ("cards Kh Ac Kd As | Ah Kd", 80),
    3: ("cards Kh 2c Ad As | Ah Kd", 50),
    4: ("cards Kh 2c Ad 2s | Ah", 25),
    5: ("cards Kh 2c Ad 3s | Ah", 15),
    6: ("cards Kh 2c 2d 4s | As", 11),
    7: ("cards 2h 3c 4d 4s", 8),
    8: ("cards Kh 4c 2d 4s", 6),
    9: ("cards Kh 4c 2d 5s", 5),
}
TIE_ON = {
    0: ("cards Kh Kc 2d 2s | 8d 8c", 110),
    1: ("cards Kh Kc 2d 2s | 9d 9c", 160),
    2: ("cards Kh Kc Kd Ks | 2d 2c", 160),
    3: ("cards Kh Kc Kd Ks | 3d 3c", 150),
    4: ("cards Kh Kc Kd Ks | 4d 4c", 100),
    5: ("cards Kh Kc Kd Ks | 5d 5c", 90),
    6: ("cards 2h 2c 4d 4s", 35),
    7: ("cards 3h 3c 4d 4s", 35),
    8: ("cards 3h 3c 5d 5s", 60),
    9: ("cards 4h 4c 5d 5s", 60),
}


def test_1_1_the_tableau_binds_both_hands() -> None:
    check(ID, "cards 2h 3c 2d 4s", "bet player 100", "refused too_few_cards (3.12)")
    check(ID, "cards 3h 3c 3d 4s | 2h", "bet player 100", "refused too_many_cards (3.11)")


@pytest.mark.parametrize("points", BANKER_ON)
def test_1_2_banker_wins_on_the_named_total_only(points: int) -> None:
    cards, _ = BANKER_ON[points]
    for named in range(1, 10):
        outcome = "-> -10 (1.2)" if named != points else ""
        check(ID, cards, f"bet banker_wins_on_{named} 10 {outcome}".strip())
    check(ID, PLAYER_ON[points][0], f"bet banker_wins_on_{points} 10 -> -10 (1.2)")
    check(ID, TIE_ON[points][0], f"bet banker_wins_on_{points} 10 -> -10 (1.2)")


def test_1_8_a_hand_has_two_or_three_cards() -> None:
    check(ID, "cards Kh Kc Kd Ks | Ah Qd Qc", "bet player 1", "refused too_many_cards")


@pytest.mark.parametrize(("cards", "natural"), natural_rows())
def test_1_10_natural_is_eight_or_nine_with_two_cards(cards: str, natural: str) -> None:
    check(ID, cards, f"natural {natural} (3.12)")


def test_1_11_banker_on_six_is_paid_half() -> None:
    check(ID, "cards Kh 2c 2d 4s | As", "result banker 6 v 3", "bet banker 100 -> +50")


def test_1_15_a_pair_is_of_one_rank() -> None:
    check(ID, "cards Kh Tc Kd Ts | 9d 9c", "bet player_pair 10 -> +110", "bet banker_pair 10 -> +110")
    check(ID, "cards Kh Tc Qd Js | 9d 9c", "bet player_pair 10 -> -10", "bet banker_pair 10 -> -10")


@pytest.mark.parametrize("points", PLAYER_ON)
def test_1_16_player_wins_on_the_named_total_only(points: int) -> None:
    cards, _ = PLAYER_ON[points]
    for named in range(1, 10):
        outcome = "-> -10 (1.16)" if named != points else ""
        check(ID, cards, f"bet player_wins_on_{named} 10 {outcome}".strip())
    check(ID, BANKER_ON[points][0], f"bet player_wins_on_{points} 10 -> -10 (1.16)")
    check(ID, TIE_ON[points][0], f"bet player_wins_on_{points} 10 -> -10 (1.16)")


def test_1_17_a_total_has_no_tens() -> None:
    check(ID, "cards 9h 8c 9d 9s", "result player 8 v 7")


def test_1_18_cards_go_back_into_the_order_they_were_drawn() -> None:
    lay = [Side.BANKER, Side.PLAYER, Side.PLAYER, Side.BANKER]
    drawn = list(zip(read_cards("3h 9c 4d 5s"), lay, strict=True))
    mended = reconstruct(book(ID).tableau, drawn)
    assert mended.hands == BySide(read_cards("3h 4d"), read_cards("9c 5s"))
    assert mended.moved == ((read_card("3h"), Side.PLAYER), (read_card("9c"), Side.BANKER))
    assert mended.next_side is Side.BANKER


def test_1_22_a_tie_is_one_total_in_both_hands() -> None:
    check(ID, "cards 3h 3c 4d 4s", "result tie 7", "bet any_tie 10 -> +80")


@pytest.mark.parametrize("points", TIE_ON)
def test_1_23_a_tie_on_the_named_total_only(points: int) -> None:
    cards, _ = TIE_ON[points]
    for named in range(10):
        outcome = "-> -10 (1.23)" if named != points else ""
        check(ID, cards, f"bet tie_wins_on_{named} 10 {outcome}".strip())
    if points:
        check(ID, PLAYER_ON[points][0], f"bet tie_wins_on_{points} 10 -> -10 (1.23)")


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


def test_3_7_every_bet_but_two_needs_no_other() -> None:
    for bet in book(ID).bets:
        check(ID, "cards 3h 9c 3d 5s | 9d", f"bet {bet} 10")
    names = {bet.name.en for bet in book(ID).bets.values()}
    assert len(book(ID).bets) == len(names) == 33


def test_3_10_the_first_four_cards_go_in_turn_and_decide_the_pairs() -> None:
    check(ID, "cards 9h 2c Kd 2s", "result player 9 v 4", "bet banker_pair 9 -> +99", "bet player_pair 9 -> -9 (3.10)")
    check(ID, "cards 2h 2c Kd 3s | 2d", "bet player_pair 10 -> -10", "bet banker_pair 10 -> -10")


@pytest.mark.parametrize(("cards", "verb"), lone_banker_rows())
def test_3_11_banker_after_a_standing_player(cards: str, verb: str) -> None:
    check(ID, cards, "player stands (3.12)", f"banker {verb} (3.11)")


@pytest.mark.parametrize(("cards", "verb"), player_rows())
def test_3_12_player_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"player {verb} (3.12)")


@pytest.mark.parametrize(("cards", "verb"), banker_rows())
def test_3_12_banker_in_the_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"banker {verb} (3.12)")


def test_3_13_the_higher_hand_wins() -> None:
    check(ID, "cards 9h Qc 9d 9s", "result banker 9 v 8", "bet player 10 -> -10 (3.13)", "bet banker 10 -> +10")
    check(ID, "cards Ah Kc 7d 7s", "result player 8 v 7", "bet player 10 -> +10", "bet banker 10 -> -10 (3.13)")


def test_3_14_a_tie_returns_the_original_bets() -> None:
    check(ID, "cards 2h 2c 4d 4s", "bet player 100 -> 0 (3.14)", "bet banker 100 -> 0 (3.14)")


def test_4_1_1_the_pay_table() -> None:
    check(ID, "cards Kh 2c 2d 4s | As", "bet banker 100 -> +50 (4.1.1)", "bet player 100 -> -100")
    check(ID, "cards 2h 3c 4d 4s", "bet banker 100 -> +100 (4.1.1)", "bet any_tie 10 -> -10 (4.1.1)")
    check(ID, "cards 3h 9c 3d 5s | 9d", "bet player 100 -> +100 (4.1.1)", "bet banker 100 -> -100")
    check(ID, "cards 2h 2c 4d 4s", "bet any_tie 10 -> +80 (4.1.1)")
    check(ID, "cards 6h 6c 6d 6s | Ad Kc", "bet player_pair 10 -> +110 (4.1.1)", "bet banker_pair 10 -> +110 (4.1.1)")


@pytest.mark.parametrize("points", PLAYER_ON)
def test_4_1_2_player_wins_on_pay_table(points: int) -> None:
    cards, odds = PLAYER_ON[points]
    check(ID, cards, f"bet player_wins_on_{points} 10 -> +{10 * odds} (4.1.2)")


@pytest.mark.parametrize("points", BANKER_ON)
def test_4_1_3_banker_wins_on_pay_table(points: int) -> None:
    cards, odds = BANKER_ON[points]
    check(ID, cards, f"bet banker_wins_on_{points} 10 -> +{10 * odds} (4.1.3)")


@pytest.mark.parametrize("points", TIE_ON)
def test_4_1_4_tie_wins_on_pay_table(points: int) -> None:
    cards, odds = TIE_ON[points]
    check(ID, cards, f"bet tie_wins_on_{points} 10 -> +{10 * odds} (4.1.4)")


def test_5_4_1_an_outcome_is_established_once_a_pair_is_sure_or_out() -> None:
    assert decided(book(ID), read_cards("Kh 5c Kd"))["player_pair"] == "win"
    assert decided(book(ID), read_cards("Kh 5c Qd"))["player_pair"] == "lose"
    natural = decided(book(ID), read_cards("4h 2c 5d"))
    assert natural["banker_wins_on_8"] == "lose"
    assert "player" not in natural  # Banker can still make nine too, and a returned bet is neither won nor lost.
    assert "any_tie" not in natural


def test_5_4_2_no_outcome_is_established_before_a_hand_is_dealt() -> None:
    for start in ("", "Kh", "Kh 5c"):
        assert not established(book(ID), read_cards(start))


def test_5_8_1_cards_in_the_wrong_area_are_put_where_they_belong() -> None:
    wrong = [(card, Side.PLAYER) for card in read_cards("3h 9c 3d 5s 9d")]
    mended = reconstruct(book(ID).tableau, wrong)
    assert mended.hands == BySide(read_cards("3h 3d"), read_cards("9c 5s 9d"))
    assert [str(card) for card, _ in mended.moved] == ["9c", "5s", "9d"]
    assert mended.next_side is None


def test_5_8_2_cards_with_the_wrong_person_are_put_where_they_belong() -> None:
    wrong = [(card, Side.BANKER) for card in read_cards("2h 9c 3d 5s 9d 4h 5h")]
    mended = reconstruct(book(ID).tableau, wrong)
    assert mended.hands == BySide(read_cards("2h 3d 9d"), read_cards("9c 5s"))
    assert mended.surplus == read_cards("4h 5h")
    assert [str(card) for card, _ in mended.moved] == ["2h", "3d", "9d"]
