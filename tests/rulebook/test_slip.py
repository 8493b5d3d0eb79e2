"""Slips: a coup's bets and insurance, settled together or refused for a stated reason."""

from dataclasses import asdict, replace
from fractions import Fraction

import pytest

from punto.kit import STAKE_CEILING, Refused, Rounding, Side, read_cards, read_odds
from punto.rulebook import Insured, Rulebook, Settled, Terms, Window, check_stake, played, settle_slip, terms_of
from rulebook.shelf import book

FOUR, FIVE = Window.AFTER_FOUR_CARDS, Window.AFTER_PLAYER_THIRD_CARD
PLAYER, BANKER = Side.PLAYER, Side.BANKER
BOTH_WINDOWS = "Kh Ac 4d 5s 7d 9h"  # Player 4, then 1; Banker 6, then 5
DA_HU = "da-hu-ying-xiong"


def settle(
    id: str | Rulebook,
    cards: str,
    bets: dict[str, int],
    *insurance: Insured,
    terms: Terms | None = None,
    decks: int = 8,
) -> Settled:
    rules = book(id) if isinstance(id, str) else id
    return settle_slip(rules, read_cards(cards), bets, insurance, terms or terms_of(rules), decks)


def refusal(
    id: str | Rulebook,
    cards: str,
    bets: dict[str, int],
    *insurance: Insured,
    terms: Terms | None = None,
    decks: int = 8,
) -> tuple[str, str, str]:
    with pytest.raises(Refused) as refused:
        settle(id, cards, bets, *insurance, terms=terms, decks=decks)
    found = refused.value.refusal
    assert found.message == str(refused.value)
    assert asdict(found) == {"code": found.code, "cite": found.cite, "message": found.message}
    return found.code, found.cite, found.message


def test_a_slip_without_bets_has_a_result() -> None:
    settled = settle("easy-six", "3h 9c 3d 5s 9d", {})
    assert (settled.result.winner, settled.bets, settled.insurance) == ("player", {}, ())


def test_bets_are_settled_in_the_order_given() -> None:
    settled = settle("easy-six", "3h 9c 3d 5s 9d", {"easy_six": 500, "player": 10_000, "tie": 3})
    assert [(bet, one.payback) for bet, one in settled.bets.items()] == [
        ("easy_six", 3500),
        ("player", 20_500),
        ("tie", 0),
    ]


def test_insurance_is_answered_in_the_order_asked() -> None:
    late, early = Insured(FIVE, BANKER, 3), Insured(FOUR, BANKER, 5)
    settled = settle(DA_HU, BOTH_WINDOWS, {"banker": 100}, late, early)
    assert [one for one, _, _ in settled.insurance] == [late, early]
    assert [str(cell.odds) for _, cell, _ in settled.insurance] == ["7 to 1", "3 to 1"]
    assert [one.payback for _, _, one in settled.insurance] == [0, 0]
    settled = settle(DA_HU, "Kh 3c 5d 4s 4d", {"banker": 100}, Insured(FOUR, BANKER, 10), Insured(FOUR, BANKER, 15))
    assert [one.payback for _, _, one in settled.insurance] == [50, 75]


@pytest.mark.parametrize(
    ("cards", "decks", "found"),
    [
        ("6h 6h 6h 6h 6h 6h", 6, None),
        ("6h 6h 6h 6h 6h 6h", 5, ("2.2.1", "6h is drawn 6 times, but 5 decks hold it 5 times")),
        ("K K K K K K", 1, ("2.2.1", "K is drawn 6 times, but 1 decks hold it 4 times")),
        ("K K K K 9 K", 1, ("2.2.1", "K is drawn 5 times, but 1 decks hold it 4 times")),
        ("K Ks Kh Kd 9 Kc", 1, ("2.2.1", "K is drawn 5 times, but 1 decks hold it 4 times")),
        ("K Ks K Kd 9 Kc", 1, ("2.2.1", "K is drawn 5 times, but 1 decks hold it 4 times")),
        ("K Ks Kh Kd 9 Qc", 1, None),
        ("K Ks Kh Kd 9 Kc", 2, None),
        ("Kh Ks Kh Kd 9 9", 1, ("2.2.1", "Kh is drawn 2 times, but 1 decks hold it 1 times")),
    ],
)
def test_cards_the_shoe_does_not_hold(cards: str, decks: int, found: tuple[str, str] | None) -> None:
    if found is None:
        assert played(book("easy-six"), read_cards(cards), decks)
    else:
        assert refusal("easy-six", cards, {}, decks=decks) == ("card_not_in_shoe", *found)


def test_cards_the_tableau_does_not_deal() -> None:
    assert refusal("easy-six", "2h 3c 2d 4s", {}) == (
        "too_few_cards",
        "3.6",
        "Player has 4: Player draws, but only 4 cards are given",
    )
    assert refusal("easy-six", "2h", {})[:2] == ("too_few_cards", "")


def test_a_bet_the_layout_does_not_have() -> None:
    code, cite, message = refusal("easy-six", "2h 2c 4d 4s", {"tiy": 5})
    assert (code, cite) == ("unknown_bet", "")
    assert message.startswith("easy-six has no bet 'tiy'; did you mean tie? Known: player, banker, tie")
    assert refusal("easy-six", "2h 2c 4d 4s", {"x" * 100: 5})[2].startswith(
        f"easy-six has no bet '{'x' * 40}'; known: "
    )


@pytest.mark.parametrize(
    ("stake", "code", "message"),
    [
        (0, "stake_not_positive", "tie: a stake is at least 1 unit, not 0"),
        (-5, "stake_not_positive", "tie: a stake is at least 1 unit, not -5"),
        (STAKE_CEILING + 1, "stake_too_large", "tie: no stake may be above 1,000,000,000,000,000 units"),
        (1.5, "stake_not_whole", "tie: a stake is a whole number of units, not '1.5'"),
        (True, "stake_not_whole", "tie: a stake is a whole number of units, not 'True'"),
        ("5", "stake_not_whole", "tie: a stake is a whole number of units, not '5'"),
        (None, "stake_not_whole", "tie: a stake is a whole number of units, not 'None'"),
        ("9" * 100, "stake_not_whole", f"tie: a stake is a whole number of units, not '{'9' * 40}'"),
    ],
)
def test_stakes_that_are_none(stake: object, code: str, message: str) -> None:
    assert refusal("easy-six", "2h 2c 4d 4s", {"tie": stake}) == (code, "", message)  # type: ignore[dict-item]


@pytest.mark.parametrize("stake", [1, STAKE_CEILING])
def test_stakes_at_the_edge(stake: int) -> None:
    assert check_stake(stake, "tie") == stake


def test_insurance_stakes_are_checked_too() -> None:
    found = refusal(DA_HU, BOTH_WINDOWS, {"banker": 100}, Insured(FOUR, BANKER, 0))
    assert found == (
        "stake_not_positive",
        "",
        "insurance of banker after_four_cards: a stake is at least 1 unit, not 0",
    )


def test_a_refusing_table() -> None:
    terms = Terms(Rounding.REFUSE)
    assert settle("easy-six", "2h 2c 4d 4s", {"banker": 100}, terms=terms)
    assert refusal("easy-six", "2h 2c 4d 4s", {"banker": 1001}, terms=terms) == (
        "stake_does_not_divide",
        "4.1.1",
        "banker: a stake of 1,001 does not divide at 1 to 2, and this table refuses such stakes",
    )
    lucky = terms_of(book("insurance-lucky-six"), Rounding.REFUSE)
    assert settle("insurance-lucky-six", "2h 3c 4d 4s", {"banker": 20}, terms=lucky).bets["banker"].winnings == 19
    assert refusal("insurance-lucky-six", "2h 3c 4d 4s", {"banker": 30}, terms=lucky)[0] == "stake_does_not_divide"
    insured = "Kh 4c Kd Ks 3d 4h"
    assert settle(DA_HU, insured, {"banker": 10_000}, Insured(FIVE, BANKER, 2000), terms=terms)
    assert refusal(DA_HU, insured, {"banker": 10_000}, Insured(FIVE, BANKER, 2001), terms=terms) == (
        "stake_does_not_divide",
        "4.1.2",
        "insurance of banker after_player_third_card: a stake of 2,001 does not divide at 1.5 to 1",
    )
    assert settle(DA_HU, insured, {"banker": 10_000}, Insured(FIVE, BANKER, 2001))


def test_a_refusing_table_looks_at_the_odds_for_a_tie_too() -> None:
    rules = book(DA_HU)
    cells = {key: replace(cell, on_tie=read_odds("1 to 2")) for key, cell in rules.insurance.items()}
    found = refusal(
        replace(rules, insurance=cells),
        BOTH_WINDOWS,
        {"banker": 100},
        Insured(FOUR, BANKER, 5),
        terms=Terms(Rounding.REFUSE),
    )
    assert found[2].endswith("a stake of 5 does not divide at 1 to 2")


def test_a_rulebook_without_insurance() -> None:
    found = refusal("easy-six", BOTH_WINDOWS, {"banker": 100}, Insured(FOUR, BANKER, 5))
    assert found == ("no_insurance", "", "easy-six has no insurance")


def test_insurance_without_an_original_bet() -> None:
    what = "insurance of banker after_four_cards: there is no bet on banker to insure"
    assert refusal(DA_HU, BOTH_WINDOWS, {"player": 100}, Insured(FOUR, BANKER, 5)) == ("no_original_bet", "3.11", what)
    rules = book(DA_HU)
    bets = {id: replace(bet, hand=None) for id, bet in rules.bets.items()}
    no_hands = replace(rules, bets=bets)
    assert refusal(no_hands, BOTH_WINDOWS, {"banker": 100}, Insured(FOUR, BANKER, 5))[0] == "no_original_bet"


def test_insurance_that_is_not_offered() -> None:
    def not_offered(cards: str, one: Insured) -> str:
        code, cite, message = refusal(DA_HU, cards, {"player": 100, "banker": 100}, one)
        assert (code, cite) == ("insurance_not_offered", "3.12.1")
        return message

    assert not_offered(BOTH_WINDOWS, Insured(FOUR, PLAYER, 5)) == (
        "insurance of player after_four_cards is not offered at Player 4 v Banker 6"
    )
    assert not_offered(BOTH_WINDOWS, Insured(FIVE, PLAYER, 5)) == (
        "insurance of player after_player_third_card is not offered at Player 1 v Banker 6"
    )
    assert not_offered("9h 9c 4d 8s 4h", Insured(FOUR, PLAYER, 5)) == (
        "insurance of player after_four_cards is not offered at Player 3 v Banker 7"
    )
    assert not_offered("4h 2c 4d 3s", Insured(FOUR, PLAYER, 5)) == (
        "insurance of player after_four_cards is not offered: a natural 8: no hand draws"
    )
    assert not_offered("4h 2c 4d 3s", Insured(FIVE, PLAYER, 5)) == (
        "insurance of player after_player_third_card is not offered: a natural 8: no hand draws"
    )
    assert not_offered("3h 2c 4d 4s", Insured(FOUR, PLAYER, 5)) == (
        "insurance of player after_four_cards is not offered: "
        "Player has 7: Player stands; Banker has 6 and Player stood: Banker stands"
    )
    assert not_offered("6h 2c Kd 3s 9d", Insured(FIVE, PLAYER, 5)) == (
        "insurance of player after_player_third_card is not offered: "
        "Player has 6: Player stands; Banker has 5 and Player stood: Banker draws"
    )


def test_insurance_above_the_cap() -> None:
    assert refusal(DA_HU, BOTH_WINDOWS, {"banker": 1000}, Insured(FOUR, BANKER, 5000)) == (
        "insurance_above_cap",
        "3.12.2",
        (
            "insurance of banker after_four_cards: at 3 to 1 at most 333 may be staked, "
            "so that it wins no more than the original bet of 1,000; 5,000 was asked"
        ),
    )
    bets = {"banker": 1000, "player": 1000}
    assert refusal(DA_HU, BOTH_WINDOWS, bets, Insured(FIVE, BANKER, 58), Insured(FOUR, BANKER, 200)) == (
        "insurance_above_cap",
        "3.12.2",
        (
            "insurance of banker after_player_third_card: at 7 to 1 at most 57 may be staked, "
            "so that it wins no more than the original bet of 1,000, of which 600 is taken up; 58 was asked"
        ),
    )
    assert settle(DA_HU, BOTH_WINDOWS, bets, Insured(FIVE, BANKER, 57), Insured(FOUR, BANKER, 200))
    assert (
        refusal(DA_HU, BOTH_WINDOWS, bets, Insured(FOUR, BANKER, 200), Insured(FOUR, BANKER, 134))[0]
        == "insurance_above_cap"
    )


def test_each_hand_has_its_own_cap() -> None:
    cards = "Kh Ac 3d 5s 6d 9h"  # Player 3, then 9; Banker 6, then 5
    assert settle(DA_HU, cards, {"banker": 90, "player": 80}, Insured(FOUR, BANKER, 30), Insured(FIVE, PLAYER, 10))


def test_one_window_only_where_the_document_says_so() -> None:
    lucky = "insurance-lucky-six"
    bets = {"banker": 1000, "player": 1000}
    both = Insured(FIVE, BANKER, 1), Insured(FOUR, BANKER, 1)
    assert refusal(lucky, BOTH_WINDOWS, bets, *both) == (
        "insured_in_first_window",
        "Baccarat Insurance",
        "insurance of banker after_player_third_card: who insured after_four_cards is not offered insurance again",
    )
    assert settle(DA_HU, BOTH_WINDOWS, bets, *both)
    # In one window a patron may add to what they took.
    assert settle(lucky, BOTH_WINDOWS, bets, Insured(FOUR, BANKER, 1), Insured(FOUR, BANKER, 2))
    assert settle(lucky, BOTH_WINDOWS, bets, Insured(FIVE, BANKER, 1), Insured(FIVE, BANKER, 2))


def test_the_order_of_refusals() -> None:
    """Cards, then bets as given, then insurance window by window; within a bet the name before the stake."""
    bad_cards, bad_insurance = "2h 3c 2d 4s", Insured(FIVE, BANKER, 0)
    assert refusal(DA_HU, bad_cards, {"no": 0}, bad_insurance)[0] == "too_few_cards"
    assert refusal(DA_HU, BOTH_WINDOWS, {"no": 0}, bad_insurance)[0] == "unknown_bet"
    assert refusal(DA_HU, BOTH_WINDOWS, {"tie": 0, "no": 5}, bad_insurance)[0] == "stake_not_positive"
    assert refusal(DA_HU, BOTH_WINDOWS, {"tie": 5}, bad_insurance)[2].startswith("insurance of banker after_player")
    early = Insured(FOUR, BANKER, 10**6)
    assert refusal(DA_HU, BOTH_WINDOWS, {"banker": 5}, bad_insurance, early)[0] == "insurance_above_cap"


def test_a_commission_rate_of_the_table_s_own() -> None:
    rules = book("insurance-lucky-six")
    settled = settle(rules, "2h 3c 4d 4s", {"banker": 1000}, terms=terms_of(rules, commission=Fraction(1, 25)))
    assert settled.bets["banker"].winnings == 960


def test_the_cap_is_measured_before_anything_is_rounded() -> None:
    """Player 3 v Banker 4 pays 1.5 to 1: two slips of 1 win 3 on a bet of 3, though halves that go up pay 2 each."""
    slip, cards = Insured(FIVE, BANKER, 1), "Ks 4h Td Kc 3d 7c"
    nearest = terms_of(book(DA_HU), Rounding.NEAREST)
    settled = settle(DA_HU, cards, {"banker": 3}, slip, slip, terms=nearest)
    assert [one.winnings for _, _, one in settled.insurance] == [2, 2]
    code, cite, message = refusal(DA_HU, cards, {"banker": 3}, slip, slip, slip, terms=nearest)
    assert (code, cite) == ("insurance_above_cap", "3.12.2")
    assert "at most 0" in message
    assert [one.winnings for _, _, one in settle(DA_HU, cards, {"banker": 3}, slip, slip).insurance] == [1, 1]
