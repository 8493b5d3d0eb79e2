"""Every way a part-dealt coup can go on, and misplaced cards put back in order."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from punto.coup import STANDARD, Result, reconstruct, result_of, results_from
from punto.kit import Card, Rank, Side, Suit, read_cards
from punto.kit.cards import ALL_CARDS
from rulebook.shelf import cards_of, coups, ranks_of

suited = st.sampled_from(ALL_CARDS)


def going_on(cards: tuple[Card, ...]) -> set[Result]:
    """All results, by drawing every card there is."""
    side = STANDARD.next_side([card.points for card in cards])
    if side is None:
        return {result_of(STANDARD, cards)}
    return {found for card in ALL_CARDS for found in going_on((*cards, card))}


def test_a_complete_coup_has_its_own_result_only() -> None:
    for values in coups((2, 3, 1)):
        cards = cards_of(ranks_of(values))
        assert results_from(STANDARD, cards) == {result_of(STANDARD, cards)}


@pytest.mark.parametrize(
    "start", ["2h 3c Kd Ks", "6h 3c Kd Ks", "2h 3c 2h 3c", "2h 7c 2d Ks", "2h 3c Kd Ks 8d", "5h 6c Kd Ks 6d"]
)
def test_after_four_or_five_cards(start: str) -> None:
    cards = read_cards(start)
    assert results_from(STANDARD, cards) == going_on(cards)


@pytest.mark.parametrize("start", ["9h 8c Kd", "9h Kc Kh", "9h 9c 9h"])
def test_after_three_cards(start: str) -> None:
    cards = read_cards(start)
    assert results_from(STANDARD, cards) == going_on(cards)


def test_fewer_cards_leave_more_results() -> None:
    cards = read_cards("2h 3c Kd Ks 6d 9c")
    for drawn in range(6):
        assert results_from(STANDARD, cards[: drawn + 1]) < results_from(STANDARD, cards[:drawn]) or drawn == 5
    assert results_from(STANDARD, cards) <= results_from(STANDARD, cards[:5])


def test_before_the_first_card_every_result_is_open() -> None:
    everything = results_from(STANDARD)
    totals = {(r.winner, r.player_points, r.banker_points, r.player_cards, r.banker_cards) for r in everything}
    assert totals >= {tuple(oracle.final(values)) for first in range(10) for values in coups((first, 0, 0))}
    assert len(totals) == 205
    assert {r.player_pair for r in everything} == {None, *Rank}
    assert {(r.player_pair is None, r.player_suited) for r in everything} == {
        (True, False),
        (False, True),
        (False, False),
    }
    assert {(r.banker_pair is None, r.banker_suited) for r in everything} == {
        (True, False),
        (False, True),
        (False, False),
    }


@pytest.mark.parametrize("known", ["Kh 2c K", "K 2c Kh"])
def test_a_suit_that_was_not_written_down_stays_open(known: str) -> None:
    assert {r.player_suited for r in results_from(STANDARD, read_cards(known))} == {None}


def test_reconstruction_as_the_second_implementation_has_it() -> None:
    chooser = random.Random("misplaced")
    for _ in range(4000):
        ranks = [chooser.randint(1, 13) for _ in range(chooser.randint(0, 9))]
        lay = [chooser.choice([Side.PLAYER, Side.BANKER, None]) for _ in ranks]
        drawn = list(zip(cards_of(ranks), lay, strict=True))
        mended = reconstruct(STANDARD, drawn)
        player, banker, surplus = oracle.reconstructed(ranks)
        assert [card.rank for card in mended.hands.player] == player
        assert [card.rank for card in mended.hands.banker] == banker
        assert [card.rank for card in mended.surplus] == surplus
        dealt = [oracle.value(rank) for rank in ranks[: len(player) + len(banker)]]
        expected = None if surplus else oracle.next_hand(dealt)
        assert (mended.next_side.value if mended.next_side else None) == expected
        for card, side in mended.moved:
            assert card in mended.hands[side]
        right = sum(lay[index] is owner for index, owner in enumerate(STANDARD.owners(dealt)))
        assert len(mended.moved) == len(dealt) - right


@given(st.lists(suited, max_size=8))
def test_cards_that_lie_right_are_not_moved(cards: list[Card]) -> None:
    owners = STANDARD.owners([card.points for card in cards])
    drawn = [(card, owners[index] if index < len(owners) else None) for index, card in enumerate(cards)]
    mended = reconstruct(STANDARD, drawn)
    assert mended.moved == ()
    assert len(mended.hands.player) + len(mended.hands.banker) + len(mended.surplus) == len(cards)


def test_a_suit_is_kept_when_a_card_is_moved() -> None:
    mended = reconstruct(STANDARD, [(Card(Rank.NINE, Suit.CLUBS), Side.BANKER)])
    assert mended.moved == ((Card(Rank.NINE, Suit.CLUBS), Side.PLAYER),)
    assert mended.next_side is Side.BANKER
