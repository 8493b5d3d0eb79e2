"""Cards: what they count, how they are written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.kit import Card, Rank, Suit, read_card, read_cards
from punto.kit.cards import ALL_CARDS

cards = st.builds(Card, st.sampled_from(Rank), st.sampled_from([None, *Suit]))


def test_a_deck_has_52_different_cards() -> None:
    assert len(ALL_CARDS) == len(set(ALL_CARDS)) == 52
    assert str(ALL_CARDS[0]) == "As"
    assert str(ALL_CARDS[-1]) == "Kc"


def test_points() -> None:
    assert [rank.points for rank in Rank] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert Card(Rank.ACE).points == 1
    assert Card(Rank.TEN, Suit.HEARTS).points == 0


@given(cards)
def test_a_card_is_read_as_it_is_written(card: Card) -> None:
    assert read_card(str(card)) == card
    assert read_card(str(card).upper()) == card
    assert read_card(card.picture) == card


@given(st.lists(cards))
def test_cards_are_read_in_order(drawn: list[Card]) -> None:
    assert read_cards(" ".join(map(str, drawn))) == tuple(drawn)
    assert read_cards(", ".join(map(str, drawn))) == tuple(drawn)
    assert read_cards(",".join(map(str, drawn))) == tuple(drawn)


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [
        ("9d", Rank.NINE, Suit.DIAMONDS),
        ("Th", Rank.TEN, Suit.HEARTS),
        ("10h", Rank.TEN, Suit.HEARTS),
        ("10", Rank.TEN, None),
        ("k", Rank.KING, None),
        ("QS", Rank.QUEEN, Suit.SPADES),
        ("J♣", Rank.JACK, Suit.CLUBS),
    ],
)
def test_ways_to_write_a_card(text: str, rank: Rank, suit: Suit | None) -> None:
    assert read_card(text) == Card(rank, suit)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_pictures(card: Card) -> None:
    assert card.picture[-1] in "♠♥♦♣"
    assert card.picture[:-1] == ("10" if card.rank is Rank.TEN else str(card)[:-1])


def test_a_picture_without_a_suit() -> None:
    assert Card(Rank.TEN).picture == "10"
    assert Card(Rank.ACE).picture == "A"


@pytest.mark.parametrize("text", ["", "1h", "11h", "0", "Xh", "9x", "9dd", "9 d", "h9", "🂡", "K" * 1000])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="there is no card") as error:
        read_card(text)
    assert len(str(error.value)) < 200
    assert repr(text[:12])[1:-1] in str(error.value)


def test_a_wrong_card_among_others_is_named() -> None:
    with pytest.raises(ValueError, match="there is no card '1d'"):
        read_cards("9d,1d 2c")
