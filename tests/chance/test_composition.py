from __future__ import annotations

import pytest

from chance.by_hand import DA_HU, SUITED
from punto.chance import Composition, check_fits, price, read_composition, removal_effects
from punto.coup import Scope
from punto.kit import Card, Rank, Refused, read_cards

EIGHT = ",".join(f"{sign}:32" for sign in "A23456789TJQK")


def test_a_fresh_shoe_knows_every_card() -> None:
    shoe = Composition.fresh(8)
    assert shoe.values == (128, *(32,) * 9)
    assert shoe.ranks == (32,) * 13
    assert shoe.total == 416
    assert shoe.knows is Scope.SUITS


@pytest.mark.parametrize(
    ("text", "values", "knows"),
    [
        (EIGHT, (128, *(32,) * 9), Scope.RANKS),
        (EIGHT.replace(",", " ").lower(), (128, *(32,) * 9), Scope.RANKS),
        ("0:128,1:30,9:2", (128, 30, 0, 0, 0, 0, 0, 0, 0, 2), Scope.TOTALS),
        ("10:3, K:1", (4, *(0,) * 9), Scope.RANKS),
        ("Ah:2,A♠:1,10d:4", (4, 3, *(0,) * 8), Scope.SUITS),
    ],
)
def test_counts_are_read_by_rank_value_or_card(text: str, values: tuple[int, ...], knows: Scope) -> None:
    shoe = read_composition(text)
    assert shoe.values == values
    assert shoe.knows is knows


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A:-1", "there cannot be -1 cards of A: a count is never negative"),
        ("A:1,A:2", "the count of A is given twice"),
        ("A:1,1:2", "the count of A is given twice"),
        ("B:3", "there is no rank 'B'; the ranks are A 2 3"),
        ("A:x", "'A:x' is not a count; write RANK:COUNT"),
        ("A:1.5", "'A:1.5' is not a count; write RANK:COUNT"),
        ("A", "'A' is not a count; write RANK:COUNT"),
        ("", "no counts are given"),
        ("0:3,K:2", "0 already counts every K: give 0, or T J Q K, not both"),
        ("Ah:3,K:2", "Ah is a card and K a rank: count cards or ranks, not both"),
    ],
)
def test_bad_counts_get_one_clear_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_composition(text)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("shoe", "gone", "sentence"),
    [
        (Composition.fresh(1), "6h 6h", "6h is taken out 2 times and the shoe has only one"),
        (Composition.of_ranks([0] * 12 + [2]), "Kh Ks Kd", "K is taken out 3 times and the shoe has only 2"),
        (Composition.fresh(1), "6h 6 6 6 6", "6 is taken out 4 times and the shoe has only 3"),
        (Composition.of_ranks([0] * 12 + [2]), "A", "A is taken out once and the shoe has none"),
        (
            Composition.of_values([1] + [0] * 9),
            "K Q",
            "a ten or picture is taken out 2 times and the shoe has only one",
        ),
    ],
)
def test_a_card_cannot_leave_more_often_than_it_is_there(shoe: Composition, gone: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        shoe.without(read_cards(gone))
    assert str(refused.value) == sentence


def test_cards_leave_in_the_detail_that_is_known() -> None:
    left = Composition.fresh(2).without(read_cards("6h 6h 9c"))
    assert left.ranks is not None
    assert left.ranks[5] == 6
    assert left.total == 101
    assert left.knows is Scope.SUITS
    assert left.without([Card(Rank.SIX)]).knows is Scope.RANKS  # Nobody knows which six that was.
    assert Composition.of_values([4] * 10).without(read_cards("Kh")).values[0] == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A:33", "33 cards of A are more than the 32 in the 8 decks asked for"),
        ("0:129", "129 cards of value 0 are more than the 128 in the 8 decks asked for"),
        ("Ah:9", "9 cards of Ah are more than the 8 in the 8 decks asked for"),
    ],
)
def test_more_cards_than_the_decks_hold_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        check_fits(read_composition(text), 8, "asked for")
    assert str(refused.value) == sentence
    check_fits(read_composition(EIGHT), 8, "asked for")


def test_removal_is_the_difference_of_two_shoes() -> None:
    shoe = Composition.fresh(8)
    effects = removal_effects(DA_HU, shoe)
    before, after = price(DA_HU, shoe), price(DA_HU, shoe.without([Card(Rank.SIX)]))
    for one, other in zip(before.bets, after.bets, strict=True):
        assert effects.bets[one.bet.id][Rank.SIX] == other.edge - one.edge
    for (cell, by_rank), was, now in zip(effects.cells, before.insurance, after.insurance, strict=True):
        assert cell is was.cell
        assert by_rank[Rank.SIX] == now.edge - was.edge
    assert all(len(by_rank) == 13 for by_rank in effects.bets.values())


def test_removal_leaves_out_ranks_that_are_gone_and_bets_on_suits() -> None:
    effects = removal_effects(SUITED, read_composition("A:4,5:4,9:4"))
    assert set(effects.bets["player"]) == {Rank.ACE, Rank.FIVE, Rank.NINE}
    assert "perfect" not in effects.bets


def test_a_shoe_too_big_to_count_is_refused() -> None:
    with pytest.raises(Refused, match="1,456 cards are more than the 1,450 that can be counted"):
        price(DA_HU, Composition.fresh(28))
    assert price(DA_HU, Composition.fresh(27)).bet("player").edge > 0
