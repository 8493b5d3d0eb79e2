"""Baccarat Insurance and Lucky 6, title by title."""

import pytest

from paragraphs.coup_lines import check
from paragraphs.tableau_lines import banker_rows, lone_banker_rows, natural_rows, player_rows
from punto.kit import Side
from rulebook.shelf import book

ID = "insurance-lucky-six"
TABLEAU = "reading:standard-tableau"


def test_introduction_the_standard_game_completes_it() -> None:
    check(ID, "cards 3h 9c 3d 5s | 9d", "bet player 100 -> +100 (reading:standard-player)", "bet banker 100 -> -100")
    check(ID, "cards 2h 3c 4d 4s", "bet banker 100 -> +95 (reading:standard-banker)", "bet player 100 -> -100")
    check(
        ID, "cards 2h 2c 4d 4s", "bet tie 100 -> +800 (reading:standard-tie)", "bet player 5 -> 0", "bet banker 5 -> 0"
    )
    decks = book(ID).decks
    assert (decks.least, decks.most, decks.usual) == (6, 8, 8)


def test_introduction_five_percent_of_an_odd_bet_is_rounded_down() -> None:
    check(ID, "cards 2h 3c 4d 4s", "bet banker 101 -> +95")
    check(ID, "cards 2h 3c 4d 4s", "bet banker 1 -> 0")


@pytest.mark.parametrize(("cards", "verb"), player_rows())
def test_introduction_player_in_the_standard_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"player {verb} ({TABLEAU})")


@pytest.mark.parametrize(("cards", "verb"), lone_banker_rows() + banker_rows())
def test_introduction_banker_in_the_standard_tableau(cards: str, verb: str) -> None:
    check(ID, cards, f"banker {verb} ({TABLEAU})")


def test_lucky_6_wager_wins_when_banker_wins_on_six() -> None:
    check(ID, "cards As Ah 2d Ac | 2h 4s", "result banker 6 v 5", "bet lucky_6 10 -> +200 (Lucky 6 Pay Table)")
    check(ID, "cards Kh 2c 2d 4s | As", "result banker 6 v 3", "bet lucky_6 10 -> +120 (Lucky 6 Pay Table)")


@pytest.mark.parametrize(
    "cards", ["cards 2h 2c 4d 4s", "cards 3h 3c 4d 3s", "cards 3h 9c 3d 5s | 9d", "cards 2h 3c 4d 4s"]
)
def test_lucky_6_wager_loses_otherwise(cards: str) -> None:
    check(ID, cards, "bet lucky_6 10 -> -10 (Lucky 6 Wager)")


def test_lucky_6_pay_table_hands_the_stake_back_with_what_it_pays() -> None:
    """21 for 1 and 13 for 1: the stake is in the 21 and the 13."""
    odds = [(str(row.odds), getattr(row.odds, "to", None)) for row in book(ID).bets["lucky_6"].pays]
    assert odds == [("21 for 1", 20), ("13 for 1", 12)]


def test_baccarat_insurance_wins_no_more_than_the_bet_it_insures() -> None:
    """The document's own example: at 4 to 1 at most 25 on a bet of 100."""
    cards = "cards Kh 3c Kd Ks | 2d Kh"
    lines = "offer banker 4 to 1 after Player's third card", "bet banker 100"
    check(ID, cards, *lines, "insure banker 25 after Player's third card -> -25")
    check(
        ID,
        cards,
        *lines,
        "insure banker 26 after Player's third card",
        "refused insurance_above_cap (Baccarat Insurance)",
    )


@pytest.mark.parametrize(("cards", "natural"), natural_rows())
def test_baccarat_insurance_is_not_offered_with_a_natural(cards: str, natural: str) -> None:
    check(ID, cards, f"natural {natural} (Baccarat Insurance)", "no offer after four cards")
    lines = "bet player 100", "insure player 5 after four cards", "refused insurance_not_offered (Baccarat Insurance)"
    check(ID, cards, *lines)


def test_baccarat_insurance_needs_an_original_bet() -> None:
    lines = "bet player 100", "insure banker 5 after four cards", "refused no_original_bet (Baccarat Insurance)"
    check(ID, "cards Kh 3c 5d 4s | 4d", *lines)


def test_baccarat_insurance_is_not_offered_again_to_who_took_it() -> None:
    cards = "cards Kh Ac 4d 5s | 7d 9h"  # Player 4, then 1; Banker 6, then 5
    lines = "bet banker 100", "bet player 100", "insure banker 5 after four cards"
    check(ID, cards, *lines)
    again = "insure banker 1 after Player's third card"
    check(ID, cards, *lines, again, "refused insured_in_first_window (Baccarat Insurance)")
    check(ID, cards, "bet banker 100", again)


def test_baccarat_insurance_of_either_hand_closes_the_second_window() -> None:
    cards = "cards Kh 2c 5d 4s | 4d"  # Player 5 v Banker 6: Banker insurance; then Player 9, and Banker stands
    check(ID, cards, "bet banker 100", "insure banker 5 after four cards", "no offer after Player's third card")
    cards = "cards Kh Ac 3d 5s | 6d 9h"  # Player 3, then 9; Banker 6, then 5
    lines = "bet banker 100", "bet player 100", "insure banker 5 after four cards"
    other = "insure player 5 after Player's third card", "refused insured_in_first_window (Baccarat Insurance)"
    check(ID, cards, *lines, *other)


def test_2_card_banker_insurance_wins_when_player_wins_and_is_returned_on_a_tie() -> None:
    cite = "2-Card Banker Insurance"
    lines = "bet banker 90", "offer banker 4.5 to 1 after four cards"
    insure = "insure banker 20 after four cards"
    check(
        ID,
        "cards Kh 3c 5d 4s | 4d",
        *lines,
        "result player 9 v 7",
        f"{insure} -> +90 ({cite} Pay Table, Player Win Pays)",
    )
    check(ID, "cards Kh 3c 5d 4s | 2d", *lines, "result tie 7", f"{insure} -> 0 ({cite})")
    check(ID, "cards Kh 3c 5d 4s | Ad", *lines, "result banker 7 v 6", f"{insure} -> -20")


@pytest.mark.parametrize("cards", ["cards 5h 4c Kd Ks", "cards Kh 3c Kd Qs"])
def test_2_card_banker_insurance_is_not_offered_where_no_pay_is_listed(cards: str) -> None:
    check(ID, cards, "no banker offer after four cards")


def test_2_card_player_insurance_wins_when_banker_wins_and_is_returned_on_a_tie() -> None:
    cite = "2-Card Player Insurance"
    lines = "bet player 90", "offer player 4.5 to 1 after four cards"
    insure = "insure player 20 after four cards"
    check(
        ID,
        "cards Kh Kc 7d 4s | 4d",
        *lines,
        "result banker 8 v 7",
        f"{insure} -> +90 ({cite} Pay Table, Banker Win Pays)",
    )
    check(ID, "cards Kh Kc 7d 4s | 3d", *lines, "result tie 7", f"{insure} -> 0 ({cite})")
    check(ID, "cards Kh Kc 7d 4s | 2d", *lines, "result player 7 v 6", f"{insure} -> -20")


def test_3_card_banker_insurance_against_a_player_nought_is_paid_on_a_tie_only() -> None:
    cite = "3-Card Banker Insurance Pay Table"
    insure = "insure banker 10 after Player's third card"
    at_two = "bet banker 100", "offer banker 2 to 1 after Player's third card, on a tie"
    check(ID, "cards Kh Kc 2d Ks | 8d Kd", *at_two, "result tie 0", f"{insure} -> +20 ({cite}, Tie Pays)")
    check(ID, "cards Kh Kc 2d Ks | 8d 2d", *at_two, "result banker 2 v 0", f"{insure} -> -10")
    at_ten = "bet banker 100", "offer banker 10 to 1 after Player's third card, on a tie"
    check(ID, "cards Kh Ac 2d Ks | 8d 9d", *at_ten, "result tie 0", f"{insure} -> +100 ({cite}, Tie Pays)")


def test_3_card_banker_insurance_wins_when_player_wins_and_is_returned_on_a_tie() -> None:
    cite = "3-Card Banker Insurance Pay Table"
    lines = "bet banker 100", "offer banker 6 to 1 after Player's third card"
    insure = "insure banker 10 after Player's third card"
    check(ID, "cards Kh Ac Kd Ks | Ad 9d", *lines, "result player 1 v 0", f"{insure} -> +60 ({cite}, Player Win Pays)")
    check(ID, "cards Kh Ac Kd Ks | Ad Qd", *lines, "result tie 1", f"{insure} -> 0 ({cite}, Tie Pays)")
    check(ID, "cards Kh Ac Kd Ks | Ad 2d", *lines, "result banker 3 v 1", f"{insure} -> -10")


def test_3_card_player_insurance_is_not_offered_if_banker_stands() -> None:
    """Player 9 v Banker 6 is listed; Banker's 6 draws on a 6 or 7 only."""
    check(ID, "cards Kh 6c 4d Ks | 5d", "no offer after Player's third card")
    check(ID, "cards Kh 6c 3d Ks | 6d Kc", "offer player 10 to 1 after Player's third card, on a tie")


def test_3_card_player_insurance_on_nine_is_paid_on_a_tie_only() -> None:
    cite = "3-Card Player Insurance Pay Table"
    insure = "insure player 10 after Player's third card"
    check(ID, "cards Kh 5c 4d Ks | 5d 4h", "bet player 100", "result tie 9", f"{insure} -> +100 ({cite}, Tie Pays)")
    check(ID, "cards Kh 5c 4d Ks | 5d 3h", "bet player 100", "result player 9 v 8", f"{insure} -> -10")


def test_3_card_player_insurance_wins_when_banker_wins_and_is_returned_on_a_tie() -> None:
    cite = "3-Card Player Insurance Pay Table"
    lines = "bet player 100", "offer player 9 to 1 after Player's third card"
    insure = "insure player 11 after Player's third card"
    check(ID, "cards Kh 5c 4d Ks | 4d 4h", *lines, "result banker 9 v 8", f"{insure} -> +99 ({cite}, Banker Win Pays)")
    check(ID, "cards Kh 5c 4d Ks | 4d 3h", *lines, "result tie 8", f"{insure} -> 0 ({cite}, Tie Pays)")


# The printed grids: Player's totals down, Banker's across.
GRIDS = {
    "2-Card Banker Insurance Pay Table, Player Win Pays": (
        "after four cards banker",
        {
            0: ("-", "-", "-", "-", "1.5", "1.5", "2.5", "4.5"),
            1: ("-", "-", "-", "-", "1.5", "2", "3", "4.5"),
            2: ("-", "-", "-", "-", "1.5", "2", "3", "4.5"),
            3: ("-", "-", "-", "-", "1.5", "2", "2.5", "4.5"),
            4: ("-", "-", "-", "-", "-", "1.5", "2.5", "4.5"),
            5: ("-", "-", "-", "-", "-", "-", "2.5", "4.5"),
            6: ("-",) * 8,
            7: ("-",) * 8,
        },
    ),
    "2-Card Player Insurance Pay Table, Banker Win Pays": (
        "after four cards player",
        {
            **dict.fromkeys(range(5), ("-",) * 8),
            5: ("-", "-", "-", "-", "1.5", "-", "-", "-"),
            6: ("2.5",) * 6 + ("-", "-"),
            7: ("4.5",) * 6 + ("-", "-"),
        },
    ),
}


@pytest.mark.parametrize("title", GRIDS)
def test_2_card_pay_tables_cell_by_cell(title: str) -> None:
    place, rows = GRIDS[title]
    window, _, side = place.rpartition(" ")
    card = {0: "K", 1: "A"} | {points: str(points) for points in range(2, 10)}
    for player, row in rows.items():
        for banker, pays in enumerate(row):
            cards = f"cards {card[player]}h {card[banker]}c Kd Qs"
            check(ID, cards, f"no {side} offer {window}" if pays == "-" else f"offer {side} {pays} to 1 {window}")
    assert title in {cell.cite for cell in book(ID).insurance.values() if cell.insures is Side(side)}
