"""The second implementation against coups worked out by hand, and every printed row at least once."""

from fractions import Fraction
from itertools import product
from typing import Literal

import pytest

from oracle import (
    DOCUMENTS,
    Final,
    Offer,
    bets,
    established,
    final,
    fits,
    handed_back,
    hands,
    insurance_payback,
    insurance_room,
    next_hand,
    offer,
    payback,
    pro_rata,
    reconstructed,
    round_down,
    round_nearest,
    second_window_allowed,
    settled_early,
    value,
)
from oracle.dealing import Side
from oracle.insurance import Window

# Ranks in the order drawn; a hundred staked on each bet named, and what comes back.
PLAYER_SIX = [3, 9, 3, 5, 9]  # Player 6 stands, Banker 4 draws 9: 3
PLAYER_SEVEN = [3, 2, 4, 4]  # 7 v 6
BANKER_SIX_TWO_CARDS = [13, 2, 2, 4, 1]  # Player 2 draws an ace: 3; Banker 6 stands on it
BANKER_SIX_THREE_CARDS = [1, 1, 2, 1, 2, 4]  # Player 3 draws 2: 5; Banker 2 draws 4
BANKER_SEVEN = [2, 3, 4, 4]  # 6 v 7
TIE_ON_SIX = [2, 2, 4, 4]
TIE_ON_SEVEN = [3, 3, 4, 4]
FOUR_SIXES = [6, 6, 6, 6, 1, 10]  # 3 v 2
FOUR_KINGS = [13, 13, 13, 13, 5, 5]  # Tie on 5
KING_QUEEN_TEN_JACK = [13, 10, 12, 11, 9, 9]  # No pair; tie on 9

COUPS: list[tuple[str, list[int], dict[str, int]]] = [
    ("rws-insurance", PLAYER_SIX, {"player": 200, "banker": 0, "tie": 0, "player_pair": 1200, "banker_pair": 0}),
    ("rws-insurance", BANKER_SIX_TWO_CARDS, {"player": 0, "banker": 150, "tie": 0}),
    ("rws-insurance", BANKER_SIX_THREE_CARDS, {"banker": 150, "banker_pair": 1200, "player_pair": 0}),
    ("rws-insurance", BANKER_SEVEN, {"banker": 200, "player": 0}),
    ("rws-insurance", TIE_ON_SIX, {"tie": 900, "player": 100, "banker": 100}),
    ("rws-insurance", FOUR_SIXES, {"player": 200, "player_pair": 1200, "banker_pair": 1200}),
    ("rws-insurance", KING_QUEEN_TEN_JACK, {"player_pair": 0, "banker_pair": 0, "tie": 900}),
    ("insurance-lucky-six", PLAYER_SIX, {"player": 200, "banker": 0, "tie": 0, "lucky_6": 0}),
    ("insurance-lucky-six", BANKER_SIX_TWO_CARDS, {"player": 0, "banker": 195, "lucky_6": 1300}),
    ("insurance-lucky-six", BANKER_SIX_THREE_CARDS, {"banker": 195, "lucky_6": 2100}),
    ("insurance-lucky-six", BANKER_SEVEN, {"banker": 195, "lucky_6": 0}),
    ("insurance-lucky-six", TIE_ON_SIX, {"tie": 900, "player": 100, "banker": 100, "lucky_6": 0}),
    ("rws-baccarat", PLAYER_SIX, {"player": 200, "banker": 0, "any_tie": 0, "player_pair": 1200, "banker_pair": 0}),
    ("rws-baccarat", BANKER_SIX_TWO_CARDS, {"player": 0, "banker": 150}),
    ("rws-baccarat", BANKER_SEVEN, {"banker": 200}),
    ("rws-baccarat", FOUR_SIXES, {"player_pair": 1200, "banker_pair": 1200}),
    ("rws-baccarat", TIE_ON_SIX, {"any_tie": 900, "player": 100, "banker": 100, "player_wins_on_6": 0}),
    ("rws-baccarat", [4, 13, 5, 2], {"player_wins_on_9": 600, "banker_wins_on_9": 0, "tie_wins_on_9": 0}),
    ("rws-baccarat", [4, 13, 4, 2], {"player_wins_on_8": 700}),
    ("rws-baccarat", PLAYER_SEVEN, {"player_wins_on_7": 900, "banker_wins_on_6": 0}),
    ("rws-baccarat", PLAYER_SIX, {"player_wins_on_6": 1200, "player_wins_on_5": 0}),
    ("rws-baccarat", [2, 13, 2, 3, 1, 10], {"player_wins_on_5": 3100}),
    ("rws-baccarat", [2, 13, 1, 3, 1, 10], {"player_wins_on_4": 5100}),
    ("rws-baccarat", [1, 1, 1, 1, 1, 13], {"player_wins_on_3": 5100}),
    ("rws-baccarat", [1, 1, 13, 13, 1, 13], {"player_wins_on_2": 8100}),
    ("rws-baccarat", [13, 13, 13, 13, 1, 13], {"player_wins_on_1": 16100}),
    ("rws-baccarat", [13, 4, 2, 5], {"banker_wins_on_9": 600, "player_wins_on_9": 0}),
    ("rws-baccarat", [13, 4, 2, 4], {"banker_wins_on_8": 700}),
    ("rws-baccarat", BANKER_SEVEN, {"banker_wins_on_7": 900}),
    ("rws-baccarat", BANKER_SIX_TWO_CARDS, {"banker_wins_on_6": 1200}),
    ("rws-baccarat", [13, 2, 1, 3, 1], {"banker_wins_on_5": 1600}),
    ("rws-baccarat", [13, 2, 1, 2, 1], {"banker_wins_on_4": 2600}),
    ("rws-baccarat", [13, 2, 1, 1, 1, 13], {"banker_wins_on_3": 5100}),
    ("rws-baccarat", [13, 1, 13, 1, 1, 13], {"banker_wins_on_2": 8100}),
    ("rws-baccarat", [13, 13, 13, 13, 13, 1], {"banker_wins_on_1": 16100}),
    ("rws-baccarat", [13, 13, 13, 13, 13, 13], {"tie_wins_on_0": 11100}),
    ("rws-baccarat", [13, 13, 13, 13, 1, 1], {"tie_wins_on_1": 16100}),
    ("rws-baccarat", [13, 13, 13, 13, 2, 2], {"tie_wins_on_2": 16100}),
    ("rws-baccarat", [13, 13, 13, 13, 3, 3], {"tie_wins_on_3": 15100}),
    ("rws-baccarat", [13, 13, 13, 13, 4, 4], {"tie_wins_on_4": 10100}),
    ("rws-baccarat", FOUR_KINGS, {"tie_wins_on_5": 9100}),
    ("rws-baccarat", TIE_ON_SIX, {"tie_wins_on_6": 3600}),
    ("rws-baccarat", TIE_ON_SEVEN, {"tie_wins_on_7": 3600}),
    ("rws-baccarat", [4, 4, 4, 4], {"tie_wins_on_8": 6100}),
    ("rws-baccarat", [4, 4, 5, 5], {"tie_wins_on_9": 6100, "tie_wins_on_8": 0}),
    ("da-hu-ying-xiong", PLAYER_SIX, {"player": 200, "banker": 0, "tie": 0, "tiger": 0, "tiger_tie": 0}),
    ("da-hu-ying-xiong", BANKER_SIX_TWO_CARDS, {"banker": 150, "tiger": 1300, "small_tiger": 2300, "big_tiger": 0}),
    ("da-hu-ying-xiong", BANKER_SIX_THREE_CARDS, {"banker": 150, "tiger": 2100, "big_tiger": 5100, "small_tiger": 0}),
    ("da-hu-ying-xiong", BANKER_SEVEN, {"banker": 200, "tiger": 0, "big_tiger": 0, "small_tiger": 0}),
    ("da-hu-ying-xiong", TIE_ON_SIX, {"tie": 900, "tiger_tie": 3600, "tiger": 0, "player": 100, "banker": 100}),
    ("da-hu-ying-xiong", TIE_ON_SEVEN, {"tie": 900, "tiger_tie": 0}),
    ("da-hu-ying-xiong", [5, 4, 5, 2, 13], {"tiger_pair": 500}),  # Player's pair alone
    ("da-hu-ying-xiong", BANKER_SIX_THREE_CARDS, {"tiger_pair": 500}),  # Banker's pair alone
    ("da-hu-ying-xiong", [5, 4, 5, 4], {"tiger_pair": 2100}),
    ("da-hu-ying-xiong", [13, 10, 13, 10, 5, 5], {"tiger_pair": 2100}),  # Two pairs of nothing, not twins
    ("da-hu-ying-xiong", [7, 7, 7, 7, 13], {"tiger_pair": 10100, "tie": 900}),
    ("da-hu-ying-xiong", [7, 7, 2, 2], {"tiger_pair": 0}),  # Across the hands is no pair
    ("da-hu-ying-xiong", KING_QUEEN_TEN_JACK, {"tiger_pair": 0}),
    ("easy-six", PLAYER_SIX, {"player": 205, "easy_six": 700, "player_pair": 1200, "banker_pair": 0, "banker": 0}),
    ("easy-six", PLAYER_SEVEN, {"player": 200, "easy_six": 0, "tie": 0}),
    ("easy-six", BANKER_SIX_TWO_CARDS, {"banker": 150, "easy_six": 700, "player": 0}),
    ("easy-six", BANKER_SIX_THREE_CARDS, {"banker": 150, "easy_six": 700}),
    ("easy-six", BANKER_SEVEN, {"banker": 200, "easy_six": 0}),
    ("easy-six", TIE_ON_SIX, {"tie": 1100, "easy_six": 700, "player": 100, "banker": 100}),
    ("easy-six", TIE_ON_SEVEN, {"tie": 900, "easy_six": 0}),
    ("easy-six", FOUR_SIXES, {"player_pair": 1400, "banker_pair": 1400, "easy_six": 0}),
    ("easy-six", FOUR_KINGS, {"player_pair": 1200, "banker_pair": 1200, "tie": 900}),
]


@pytest.mark.parametrize(("document", "cards", "backs"), COUPS)
def test_a_coup_worked_out_by_hand(document: str, cards: list[int], backs: dict[str, int]) -> None:
    assert {bet: payback(document, bet, cards, 100) for bet in backs} == backs


# How many different amounts each bet can win, counted on the printed pay tables.
WINNING_ROWS = {"banker": 2, "tiger": 2, "tiger_pair": 3, "lucky_6": 2}
WINNING_ROWS_EASY_SIX = {"player": 2, "banker": 2, "tie": 2, "player_pair": 2, "banker_pair": 2}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_coups_above_reach_every_printed_row(document: str) -> None:
    reached: dict[str, set[int]] = {bet: set() for bet in bets(document)}
    for of, _, backs in COUPS:
        if of == document:
            for bet, back in backs.items():
                if back > 100:
                    reached[bet].add(back)
    for bet, amounts in reached.items():
        rows = WINNING_ROWS.get(bet, 1)
        if document == "easy-six":
            rows = WINNING_ROWS_EASY_SIX.get(bet, 1)
        if document == "insurance-lucky-six" and bet == "banker":
            rows = 1
        assert len(amounts) == rows, bet


def test_1_05_to_1_and_commission_stay_exact() -> None:
    assert payback("easy-six", "player", PLAYER_SIX, 10000) == 20500
    assert payback("easy-six", "player", PLAYER_SIX, 1) == Fraction(41, 20)
    assert payback("insurance-lucky-six", "banker", BANKER_SEVEN, 1) == Fraction(39, 20)
    assert payback("insurance-lucky-six", "banker", BANKER_SEVEN, 100, Fraction(4, 100)) == 196
    assert payback("easy-six", "banker", BANKER_SEVEN, 100, Fraction(1, 2)) == 200


def test_bets_of_each_document() -> None:
    assert [len(bets(document)) for document in DOCUMENTS] == [5, 4, 33, 8, 6]
    with pytest.raises(ValueError, match="no such bet"):
        payback("rws-insurance", "easy_six", PLAYER_SIX, 100)
    with pytest.raises(ValueError, match="no such document"):
        bets("chemin-de-fer")
    with pytest.raises(ValueError, match="not complete"):
        payback("easy-six", "player_pair", PLAYER_SIX[:4], 100)


def complete_values() -> list[tuple[int, ...]]:
    """Every sequence of values that is a whole coup and begins with a 0 or a 3."""
    whole = []
    unfinished: list[tuple[int, ...]] = [(0,), (3,)]
    while unfinished:
        values = unfinished.pop()
        if next_hand(values) is None:
            whole.append(values)
        else:
            unfinished += [(*values, one) for one in range(10)]
    return whole


def test_each_coup_wins_exactly_one_of_the_28_wins_on_bets() -> None:
    columns = [bet for bet in bets("rws-baccarat") if "_wins_on_" in bet]
    assert len(columns) == 28
    for values in complete_values()[::97]:
        ranks = [one or 10 for one in values]
        assert sum(payback("rws-baccarat", bet, ranks, 1) > 0 for bet in columns) == 1


def test_card_values() -> None:
    assert [value(rank) for rank in range(1, 14)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="no such rank"):
        value(14)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], "player"),
        ([0], "banker"),
        ([0, 0], "player"),
        ([0, 0, 0], "banker"),
        ([8, 0, 0, 0], None),  # A natural on either side ends it
        ([0, 9, 0, 0], None),
        ([5, 7, 0, 0], "player"),
        ([6, 5, 0, 0], "banker"),
        ([7, 0, 0, 0], "banker"),
        ([6, 6, 0, 0], None),
        ([7, 7, 0, 0], None),  # 000 3.6 and 004 3.5 leave 7 out
        ([6, 5, 0, 0, 9], None),
        ([0, 2, 0, 0, 8], "banker"),
        ([0, 3, 0, 0, 8], None),
        ([0, 3, 0, 0, 9], "banker"),
        ([0, 4, 0, 0, 1], None),
        ([0, 4, 0, 0, 2], "banker"),
        ([0, 4, 0, 0, 7], "banker"),
        ([0, 4, 0, 0, 8], None),
        ([0, 5, 0, 0, 3], None),
        ([0, 5, 0, 0, 4], "banker"),
        ([0, 6, 0, 0, 5], None),
        ([0, 6, 0, 0, 6], "banker"),
        ([0, 6, 0, 0, 8], None),
        ([0, 7, 0, 0, 6], None),
        ([5, 6, 0, 0, 1], None),  # Player's total is 6, but the card is an ace
    ],
)
def test_whose_card_is_next(values: list[int], expected: str | None) -> None:
    assert next_hand(values) == expected


@pytest.mark.parametrize(
    "values", [[8, 0, 0, 0, 1], [6, 6, 0, 0, 1], [6, 5, 0, 0, 1, 1], [0, 7, 0, 0, 6, 1], [0, 0, 0, 0, 1, 1, 1], [10]]
)
def test_a_card_too_many_or_unknown(values: list[int]) -> None:
    with pytest.raises(ValueError):
        next_hand(values)


def test_hands_and_final() -> None:
    assert hands([3, 9, 3, 5, 9]) == ([3, 3], [9, 5, 9])
    assert hands([0, 3, 1, 4, 9]) == ([0, 1, 9], [3, 4])
    assert final([3, 9, 3, 5, 9]) == Final("player", 6, 3, 2, 3)
    assert final([1, 1, 2, 1, 2, 4]) == Final("banker", 5, 6, 3, 3)
    assert final([3, 3, 4, 4]) == Final("tie", 7, 7, 2, 2)
    with pytest.raises(ValueError, match="not complete"):
        final([3, 9, 3, 5])


# The insurance tables a second time, as they are printed: rows are Player's total, columns Banker's 0 to 7.
# Each cell is what a lost hand pays; a cell after a slash, what a tie pays.
RWS_GRIDS = {
    ("after_four_cards", "banker"): {
        0: "- - - - - 2 3 4", 1: "- - - - - 2 3 4", 2: "- - - - - 2 3 4",
        3: "- - - - - 2 3 4", 4: "- - - - - 2 3 4", 5: "- - - - - - 3 4",
    },
    ("after_four_cards", "player"): {5: "- - - - 2 - - -", 6: "3 3 3 3 3 3 - -", 7: "4 4 4 4 4 4 - -"},
    ("after_player_third_card", "banker"): {1: "- 6 7 7 7 7 7 -", 2: "- - - 4 4 4 4 -", 3: "- - - - 1.5 - - -"},
    ("after_player_third_card", "player"): {
        5: "2 2 2 2 2 - - -", 6: "3 3 3 3 3 3 - -", 7: "4 4 4 4 4 4 4 -", 8: "7 7 7 7 7 7 7 -",
        9: "/8 /8 /8 /8 /8 /8 /8 -",
    },
}  # fmt: skip
LUCKY_GRIDS = {
    ("after_four_cards", "banker"): {
        0: "- - - - 1.5 1.5 2.5 4.5", 1: "- - - - 1.5 2 3 4.5", 2: "- - - - 1.5 2 3 4.5",
        3: "- - - - 1.5 2 2.5 4.5", 4: "- - - - - 1.5 2.5 4.5", 5: "- - - - - - 2.5 4.5",
    },
    ("after_four_cards", "player"): {
        5: "- - - - 1.5 - - -", 6: "2.5 2.5 2.5 2.5 2.5 2.5 - -", 7: "4.5 4.5 4.5 4.5 4.5 4.5 - -",
    },
    ("after_player_third_card", "banker"): {
        0: "/2 /10 /10 /10 /10 /10 /10 -", 1: "1.5 6 10 10 10 10 10 -",
        2: "- - 3 4 4 4 4 -", 3: "- - - 1.5 2.5 - - -",
    },
    ("after_player_third_card", "player"): {
        4: "1 1 1 1 - - - -", 5: "1.5 1.5 1.5 1.5 1.5 - - -", 6: "2.5 2.5 2.5 2.5 2.5 2.5 - -",
        7: "4 4 4 4 4 4 4 -", 8: "9 9 9 9 9 9 9 -", 9: "/10 /10 /10 /10 /10 /10 /10 -",
    },
}  # fmt: skip
WINDOWS: tuple[Window, ...] = ("after_four_cards", "after_player_third_card")
SIDES: tuple[Side, ...] = ("player", "banker")


def printed(document: str, window: Window, insures: Side, player: int, banker: int) -> str:
    grids = LUCKY_GRIDS if document == "insurance-lucky-six" else RWS_GRIDS
    row = grids[(window, insures)].get(player, "- - - - - - - -")
    return row.split()[banker]


def as_printed(terms: Offer | None) -> str:
    if terms is None:
        return "-"
    if terms.on_loss is None:
        return f"/{terms.on_tie}"
    assert terms.on_tie == "push"
    return str(terms.on_loss).replace("3/2", "1.5").replace("5/2", "2.5").replace("9/2", "4.5")


@pytest.mark.parametrize("insures", SIDES)
@pytest.mark.parametrize("document", ["rws-insurance", "insurance-lucky-six", "da-hu-ying-xiong"])
def test_every_cell_after_four_cards(document: str, insures: Side) -> None:
    for player, banker in product(range(10), repeat=2):
        cell = "-"
        if player < 8 and banker < 8:
            cell = printed(document, "after_four_cards", insures, player, banker)
        assert as_printed(offer(document, "after_four_cards", insures, [player, banker, 0, 0])) == cell


@pytest.mark.parametrize("insures", SIDES)
@pytest.mark.parametrize("document", ["rws-insurance", "insurance-lucky-six", "da-hu-ying-xiong"])
def test_every_cell_after_player_third_card_when_banker_will_draw(document: str, insures: Side) -> None:
    offered = set()
    for player, banker, third in product(range(6), range(8), range(10)):
        total = (player + third) % 10
        values = [player, banker, 0, 0, third]
        terms = offer(document, "after_player_third_card", insures, values)
        if next_hand(values) is None:
            assert terms is None
        else:
            assert as_printed(terms) == printed(document, "after_player_third_card", insures, total, banker)
        if terms is not None:
            offered.add((total, banker))
    listed = {
        (total, banker)
        for total, banker in product(range(10), range(8))
        if printed(document, "after_player_third_card", insures, total, banker) != "-"
    }
    assert offered == listed  # No printed cell is out of reach.


def test_every_offer_can_win_and_can_fail() -> None:
    outcomes: dict[tuple[str, Window, Side, int, int], set[Literal["won", "not won"]]] = {}
    for player, banker, third, fourth in product(range(8), range(8), range(10), range(10)):
        values = [player, banker, 0, 0, third, fourth]
        while len(values) > 4 and next_hand_or_wrong(values) is not None:
            values.pop()
        for document in DOCUMENTS:
            for window, insures in product(WINDOWS, SIDES):
                seen = 4 if window == "after_four_cards" else 5
                if len(values) < seen or offer(document, window, insures, values[:seen]) is None:
                    continue
                back = insurance_payback(document, window, insures, values, 1)
                player_total = sum(values[0:seen:2]) % 10
                key = (document, window, insures, player_total, banker)
                outcomes.setdefault(key, set()).add("won" if back > 1 else "not won")
    # 000 and 003: 17, 13, 11 and 32 cells. 001: 21, 13, 21 and 36.
    assert len([key for key in outcomes if key[0] == "rws-insurance"]) == 17 + 13 + 11 + 32
    assert len([key for key in outcomes if key[0] == "da-hu-ying-xiong"]) == 17 + 13 + 11 + 32
    assert len([key for key in outcomes if key[0] == "insurance-lucky-six"]) == 21 + 13 + 21 + 36
    assert all(len(found) == 2 for found in outcomes.values())


def next_hand_or_wrong(values: list[int]) -> str | None:
    try:
        return next_hand(values)
    except ValueError:
        return "wrong"


@pytest.mark.parametrize("third", [4, 5, 6, 7, 8, 9])
def test_player_nine_v_banker_six_only_after_a_six_or_seven(third: int) -> None:
    terms = offer("rws-insurance", "after_player_third_card", "player", [9 - third, 6, 0, 0, third])
    assert terms == (Offer(None, Fraction(8)) if third in (6, 7) else None)


def test_no_second_window_when_the_fifth_card_was_bankers() -> None:
    assert offer("rws-insurance", "after_player_third_card", "player", [7, 0, 0, 0, 1]) is None


def test_no_insurance_in_002_and_004() -> None:
    for document in ("rws-baccarat", "easy-six"):
        assert offer(document, "after_four_cards", "banker", [5, 7, 0, 0]) is None
        assert offer(document, "after_player_third_card", "player", [5, 0, 0, 0, 4]) is None
        assert insurance_room(document, 100, [], Fraction(1)) == 0
        assert not second_window_allowed(document, False)


@pytest.mark.parametrize(
    ("document", "window", "insures", "values", "back"),
    [
        ("rws-insurance", "after_four_cards", "banker", [5, 7, 0, 0, 4], 500),  # Player 9 beats Banker 7
        ("rws-insurance", "after_four_cards", "banker", [5, 7, 0, 0, 2], 100),  # Tie
        ("rws-insurance", "after_four_cards", "banker", [5, 7, 0, 0, 1], 0),
        ("rws-insurance", "after_player_third_card", "banker", [3, 4, 0, 0, 0], None),  # Banker 4 stands on 0
        ("rws-insurance", "after_player_third_card", "player", [5, 0, 0, 0, 4, 9], 900),  # 9 each
        ("rws-insurance", "after_player_third_card", "player", [5, 0, 0, 0, 4, 8], 0),
        ("rws-insurance", "after_player_third_card", "banker", [0, 4, 1, 0, 2, 6], 250),  # 3 v 0 at 1.5 to 1
        ("da-hu-ying-xiong", "after_player_third_card", "player", [5, 0, 0, 0, 3, 9], 800),  # 8 v 9
        ("da-hu-ying-xiong", "after_player_third_card", "player", [5, 0, 0, 0, 3, 8], 100),
        ("da-hu-ying-xiong", "after_four_cards", "player", [6, 5, 0, 0, 2], 400),  # 6 v 7
        ("insurance-lucky-six", "after_four_cards", "player", [7, 5, 0, 0, 3], 550),  # 7 v 8 at 4.5 to 1
        ("insurance-lucky-six", "after_four_cards", "banker", [3, 6, 0, 0, 5], 350),  # 8 v 6 at 2.5 to 1
        ("insurance-lucky-six", "after_player_third_card", "player", [5, 0, 0, 0, 4, 9], 1100),
        ("insurance-lucky-six", "after_player_third_card", "banker", [5, 0, 0, 0, 5, 0], 300),  # 0 each at 2 to 1
        ("insurance-lucky-six", "after_player_third_card", "banker", [5, 1, 0, 0, 5, 9], 1100),
        ("insurance-lucky-six", "after_player_third_card", "banker", [5, 1, 0, 0, 5, 8], 0),
        ("insurance-lucky-six", "after_player_third_card", "banker", [5, 1, 0, 0, 6, 9], 700),  # 1 v 0 at 6 to 1
        ("insurance-lucky-six", "after_player_third_card", "player", [4, 1, 0, 0, 0, 4], 200),  # 4 v 5 at 1 to 1
        ("insurance-lucky-six", "after_player_third_card", "player", [4, 4, 0, 0, 0], None),
        ("easy-six", "after_four_cards", "banker", [5, 7, 0, 0, 4], None),
    ],
)
def test_what_insurance_hands_back(
    document: str, window: Window, insures: Side, values: list[int], back: int | None
) -> None:
    if back is None:
        with pytest.raises(ValueError):
            insurance_payback(document, window, insures, values, 100)
    else:
        assert insurance_payback(document, window, insures, values, 100) == back


def test_insurance_wins_at_most_the_original_bet() -> None:
    assert insurance_room("insurance-lucky-six", 100, [], Fraction(4)) == 25  # 001's own example
    assert insurance_room("insurance-lucky-six", 100, [], Fraction(9, 2)) == 22
    assert insurance_room("rws-insurance", 100, [], Fraction(3, 2)) == 66
    assert insurance_room("rws-insurance", 100, [(25, Fraction(2))], Fraction(7)) == 7
    assert insurance_room("da-hu-ying-xiong", 100, [(25, Fraction(2)), (7, Fraction(7))], Fraction(1)) == 1
    assert insurance_room("da-hu-ying-xiong", 100, [(50, Fraction(2))], Fraction(8)) == 0
    assert insurance_room("da-hu-ying-xiong", 100, [(60, Fraction(2))], Fraction(8)) == 0


def test_whoever_insured_after_four_cards_may_again_but_not_in_001() -> None:
    assert second_window_allowed("rws-insurance", True)
    assert second_window_allowed("da-hu-ying-xiong", True)
    assert second_window_allowed("insurance-lucky-six", False)
    assert not second_window_allowed("insurance-lucky-six", True)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_nothing_is_established_by_two_cards(document: str) -> None:
    assert not established(document, [])
    assert not established(document, [13])
    assert not established(document, [6, 6])


def test_a_pair_is_settled_by_a_hands_second_card() -> None:
    assert settled_early("rws-insurance", [13, 2, 13])["player_pair"] == "won"
    assert settled_early("rws-insurance", [13, 2, 12])["player_pair"] == "lost"
    assert settled_early("rws-insurance", [13, 2, 12])["banker_pair"] is None
    assert settled_early("da-hu-ying-xiong", [13, 2, 13])["tiger_pair"] == "won"
    assert settled_early("da-hu-ying-xiong", [13, 2, 12])["tiger_pair"] is None
    assert established("easy-six", [13, 2, 12])
    assert not established("insurance-lucky-six", [13, 2, 12])


def test_a_third_card_that_makes_a_natural_settles_what_it_must() -> None:
    # Player 9: Banker can tie at best. Player cannot lose, but the stake may only come back.
    early = settled_early("insurance-lucky-six", [4, 2, 5])
    assert early == {"player": None, "banker": None, "tie": None, "lucky_6": "lost"}
    # Player 8, Banker showing 2: a 7 would win it for Banker.
    early = settled_early("insurance-lucky-six", [4, 2, 4])
    assert early == {"player": None, "banker": None, "tie": None, "lucky_6": "lost"}


def test_bets_settled_by_four_cards() -> None:
    # Player 7 stands; Banker 5 draws and cannot end on 6 and win.
    early = settled_early("easy-six", [3, 2, 4, 3])
    assert early["easy_six"] == "lost"
    assert early["player"] is None
    assert early["tie"] is None
    # Player 0 v Banker 7: Player draws, Banker stands. Banker on 7 cannot win Lucky 6.
    assert settled_early("insurance-lucky-six", [13, 3, 12, 4])["lucky_6"] == "lost"
    # Player 2 v Banker 5: Banker draws on 4 to 7 only, when Player has 6 to 9, so a Banker 6 ties at best.
    assert settled_early("insurance-lucky-six", [2, 5, 13, 13])["lucky_6"] == "lost"
    assert settled_early("insurance-lucky-six", [3, 5, 13, 13])["lucky_6"] is None
    early = settled_early("rws-baccarat", [13, 3, 12, 4])
    assert early["tie_wins_on_7"] is None
    assert early["tie_wins_on_6"] == "lost"
    assert early["player_wins_on_8"] is None
    assert early["player_wins_on_7"] == "lost"
    assert early["banker_wins_on_7"] is None


def test_a_finished_coup_settles_all_but_what_is_returned() -> None:
    early = settled_early("easy-six", TIE_ON_SIX)
    assert early["tie"] == "won"
    assert early["easy_six"] == "won"
    assert early["player"] is None
    assert early["banker"] is None
    assert settled_early("easy-six", PLAYER_SIX)["banker"] == "lost"


def test_a_bet_that_may_come_back_is_not_settled_by_five_cards() -> None:
    # Player 3 v Banker 3, which draws: either may still win.
    assert settled_early("easy-six", [1, 3, 13, 13, 2])["banker"] is None
    # Player 0 after three cards cannot win any more.
    early = settled_early("easy-six", [5, 3, 13, 13, 5])
    assert early["player"] is None  # It may be returned
    assert early["easy_six"] is None
    # Player 9 after three cards: Banker cannot win, and on a tie comes back.
    early = settled_early("easy-six", [5, 3, 13, 13, 4])
    assert early["banker"] is None
    assert early["easy_six"] == "lost"


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ([], ([], [], [])),
        ([13, 2, 12], ([13, 12], [2], [])),
        ([4, 2, 4, 3, 9], ([4, 4], [2, 3], [9])),  # A natural: the fifth card is left over
        ([3, 9, 3, 5, 9], ([3, 3], [9, 5, 9], [])),  # The fifth is Banker's
        ([3, 9, 3, 5, 9, 1, 2], ([3, 3], [9, 5, 9], [1, 2])),
        ([13, 3, 12, 10, 8, 7], ([13, 12, 8], [3, 10], [7])),  # Banker 3 stands on 8
        ([13, 3, 12, 10, 9, 7, 1], ([13, 12, 9], [3, 10, 7], [1])),
    ],
)
def test_reconstruction(drawn: list[int], expected: tuple[list[int], list[int], list[int]]) -> None:
    assert reconstructed(drawn) == expected


@pytest.mark.parametrize(
    ("placed", "differential_max", "stake_min", "effective"),
    [
        ([("a", "banker", 1000), ("b", "player", 500)], 500, 100, [1000, 500]),
        ([("a", "banker", 3000), ("b", "player", 500)], 1000, 100, [1500, 500]),
        ([("a", "banker", 2000), ("b", "banker", 1000)], 1000, 100, [667, 333]),
        ([("a", "player", 1000), ("b", "player", 1000), ("c", "player", 1000)], 1000, 100, [334, 333, 333]),
        ([("a", "banker", 1900), ("b", "banker", 100)], 1000, 100, [900, 100]),  # 50 would be under the minimum
        ([("a", "banker", 1950), ("b", "banker", 50)], 1000, 100, [950, 50]),  # Under it already: left alone
        ([("a", "banker", 999), ("b", "banker", 2)], 500, 100, [498, 2]),
        ([("a", "banker", 1000), ("b", "banker", 40)], 100, 50, [60, 40]),
        ([("a", "banker", 1000), ("b", "banker", 40)], 60, 50, [50, 40]),  # Only the minimum goes beyond the limit.
        # 90 of 300 would leave c with 30, so it plays 50; 40 are left for a and b, who then play 50 each too.
        ([("a", "banker", 100), ("b", "banker", 100), ("c", "banker", 100)], 90, 50, [50, 50, 50]),
        # Holding b at 50 brings c below the minimum as well.
        ([("a", "player", 1000), ("b", "player", 60), ("c", "player", 140)], 450, 50, [350, 50, 50]),
        ([("a", "player", 1000), ("b", "player", 60), ("c", "player", 140)], 480, 50, [377, 50, 53]),
        ([("a", "banker", 100), ("b", "player", 100)], 0, 10, [100, 100]),
    ],
)
def test_pro_rata(
    placed: list[tuple[str, Side, int]], differential_max: int, stake_min: int, effective: list[int]
) -> None:
    assert pro_rata(placed, differential_max, stake_min) == effective


def test_pro_rata_in_chips_and_where_stakes_must_divide() -> None:
    three: list[tuple[str, Side, int]] = [("a", "banker", 100), ("b", "banker", 100), ("c", "banker", 100)]
    assert pro_rata(three, 103, 5, chip=5) == [35, 35, 30]
    assert pro_rata(three, 100, 5, divides=2) == [32, 32, 32]
    assert pro_rata(three, 100, 33, divides=2) == [34, 34, 34]
    assert pro_rata(three, 100, 5, chip=5, divides=2) == [30, 30, 30]


def test_handed_back() -> None:
    box: list[tuple[str, Side, int, bool]] = [
        ("a", "banker", 700, False),
        ("b", "banker", 500, True),
        ("c", "banker", 300, True),
    ]
    assert handed_back(box, 1000, 50) == [(2, 0), (1, 300)]
    assert handed_back(box, 720, 50) == [(2, 0), (1, 0)]
    assert handed_back(box, 600, 50) == [(2, 0), (1, 0), (0, 600)]
    assert handed_back(box, 604, 50, unit=5) == [(2, 0), (1, 0), (0, 600)]
    assert handed_back(box, 1500, 50) == []


def test_fits() -> None:
    box: list[tuple[str, Side, int, bool]] = [
        ("a", "banker", 1200, False),
        ("b", "banker", 600, True),
        ("a", "player", 500, False),
    ]
    assert fits(box, {"banker", "player"}, 1000, standing=False)
    assert not fits(box, {"banker"}, 1000, standing=True)
    assert not fits(box, {"banker"}, 600, standing=False)


def test_rounding() -> None:
    assert [round_down(Fraction(n, 4)) for n in (7, 8, 9, 10, 11)] == [1, 2, 2, 2, 2]
    assert [round_nearest(Fraction(n, 4)) for n in (7, 8, 9, 10, 11)] == [2, 2, 2, 3, 3]
