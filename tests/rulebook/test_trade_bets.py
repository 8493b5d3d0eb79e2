"""Bets the trade has and the five documents do not, from a file alone."""

from pathlib import Path

import pytest

from punto.coup import Scope
from punto.kit import Refused, read_cards
from punto.rulebook import check_file, decided, read_rulebook, settle_slip, terms_of

FILE = Path(__file__).with_name("trade_bets.toml")
RULES = read_rulebook(FILE)


def winnings(cards: str, bet: str) -> int:
    """What a hundred on a bet wins; 0 for a push, -100 when it loses."""
    settled = settle_slip(RULES, read_cards(cards), {bet: 100}, [], terms_of(RULES), 8)
    return settled.bets[bet].payback - 100


def test_the_file_has_no_mistake() -> None:
    assert check_file(FILE) == []


@pytest.mark.parametrize(
    ("bet", "cards", "won"),
    [
        ("dragon_7", "Kh 4c Kd Ks 3h 3c", 4000),  # Banker 4 + 3 with three cards v 3
        ("dragon_7", "2h 3c 4d 4s", -100),  # 7 with two
        ("dragon_7", "3h 3c 4d 4s", -100),  # a tie on 7
        ("panda_8", "2h 5c 3d Ks 3h", 2500),  # Player 8 with three; Banker 5 stands on a 3
        ("panda_8", "4h 5c 4d Ks", -100),  # 8 with two
        ("player_dragon_bonus", "4h 2c 5d 3s", 100),  # natural 9 v 5
        ("player_dragon_bonus", "4h 4c 5d 5s", 0),  # naturals that tie
        ("player_dragon_bonus", "2h 2c 4d 4s", -100),  # a tie, no natural
        ("player_dragon_bonus", "3h 2c Kd 8s 6h Kc", 3000),  # 9 v 0
        ("player_dragon_bonus", "3h 2c Kd 8s 5h Kc", 1000),
        ("player_dragon_bonus", "3h 2c Kd 8s 4h Kc", 600),
        ("player_dragon_bonus", "6h 2c Kd 8s Kc", 400),
        ("player_dragon_bonus", "6h 2c Kd 8s Ac", 200),
        ("player_dragon_bonus", "6h 2c Kd 8s 2c", 100),
        ("player_dragon_bonus", "6h 2c Kd 8s 3c", -100),  # by three
        ("player_dragon_bonus", "Kh 4c 2d 4s", -100),
        ("super_6", "Kh 2c 2d 4s As", 1200),
        ("super_6", "As Ah 2d Ac 2h 4s", 1200),
        ("super_6", "2h 3c 4d 4s", -100),
        ("either_pair", "Kh 2c Kd 4s 9c", 500),
        ("either_pair", "Kh 7c Kd 7s 9c", 500),
        ("either_pair", "Kh 2c Qd 4s 9c", -100),
        ("perfect_pair", "Kh 3c Kh 3c 9d", 20000),
        ("perfect_pair", "Kh 3c Kd 3c 9d", 2500),
        ("perfect_pair", "Kh 3c Kd 3s 9d", -100),
        ("player_perfect_pair", "Kh 2c Kh 4s 9c", 2500),
        ("player_perfect_pair", "Kh 2c Kd 4s 9c", 500),
        ("banker_perfect_pair", "Kh 3c Kh 3c 9d", 2500),
        ("banker_perfect_pair", "Kh 3c Kh 3s 9d", -100),
        ("big", "Kh 2c 2d 4s As", 54),
        ("big", "As Ah 2d Ac 2h 4s", 54),
        ("big", "2h 2c 4d 4s", -100),
        ("small", "2h 2c 4d 4s", 150),
        ("small", "Kh 2c 2d 4s As", -100),
        ("natural", "4h 2c 5d 3s", 400),
        ("natural", "Kh 4c 2d 4s", 400),
        ("natural", "2h 2c 4d 4s", -100),
        ("natural", "2h 5c 3d Ks 3h", -100),  # eight, but with three cards
        ("banker_natural", "Kh 4c 2d 4s", 400),
        ("banker_natural", "4h 4c 4d 4s", -100),  # both have one: no winner
    ],
)
def test_what_a_hundred_wins(bet: str, cards: str, won: int) -> None:
    assert winnings(cards, bet) == won


def test_what_each_bet_must_know_of_the_cards() -> None:
    scopes = {bet.id: bet.scope for bet in RULES.bets.values()}
    assert scopes["dragon_7"] is scopes["big"] is Scope.TOTALS
    assert scopes["either_pair"] is Scope.RANKS
    assert scopes["perfect_pair"] is scopes["player_perfect_pair"] is Scope.SUITS


@pytest.mark.parametrize("bet", ["perfect_pair", "player_perfect_pair"])
def test_a_suited_pair_needs_suits(bet: str) -> None:
    with pytest.raises(Refused, match="depends on suits") as refused:
        winnings("K 2c K 4s 9c", bet)
    assert refused.value.refusal.code == "suit_needed"
    assert winnings("K 2 Q 4 9", bet) == -100  # no pair: the suits do not matter


def test_decided_by_suit() -> None:
    assert decided(RULES, read_cards("Kh 2c Kh"))["player_perfect_pair"] == "win"
    assert decided(RULES, read_cards("Kh 2c Kd"))["player_perfect_pair"] == "win"
    assert "perfect_pair" not in decided(RULES, read_cards("Kh 2c Kd"))
    assert decided(RULES, read_cards("Kh 2c Kd 2s"))["perfect_pair"] == "lose"
    assert "player_perfect_pair" not in decided(RULES, read_cards("Kh 2c"))
