"""Cards: rank, suit where it is known, and what a card counts in this game."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple


class Rank(IntEnum):
    """Ace low; the number is the rank's place in the suit, not what it counts."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def points(self) -> int:
        """What a card of this rank counts: ten and pictures nothing, the ace one."""
        return _POINTS[self]

    @property
    def sign(self) -> str:
        return _SIGNS[self - 1]


class Suit(Enum):
    """A suit, by the letter it is written with."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def symbol(self) -> str:
        return {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[self.value]


class Card(NamedTuple):
    """A card as it lies on the felt; the suit is None where nobody wrote it down."""

    rank: Rank
    suit: Suit | None = None

    @property
    def points(self) -> int:
        return self.rank.points

    @property
    def picture(self) -> str:
        """The card as people print it: `9♦`, `10♥`, or `9` without a suit."""
        sign = "10" if self.rank is Rank.TEN else self.rank.sign
        return sign + (self.suit.symbol if self.suit else "")

    def __str__(self) -> str:
        return self.rank.sign + (self.suit._value_ if self.suit else "")


_SIGNS = "A23456789TJQK"

# Looked up rather than calculated: every card of every coup needs its points.
_POINTS = (0, *(rank if rank < 10 else 0 for rank in range(1, 14)))

RANK_WORDS: dict[str, Rank] = {rank.sign: rank for rank in Rank} | {"10": Rank.TEN}


def _spellings() -> dict[str, Card]:
    """Every way a card may be written, so that reading one is a single look-up."""
    by_spelling: dict[str, Card] = {}
    for word, rank in RANK_WORDS.items():
        for suit in (None, *Suit):
            card = Card(rank, suit)
            letters = suit.value if suit else ""
            for spelling in (word + letters, word.lower() + letters, word + letters.upper(), (word + letters).upper()):
                by_spelling[spelling] = card
            if suit:
                by_spelling[word + suit.symbol] = card
    return by_spelling


_BY_SPELLING = _spellings()


def read_card(text: str) -> Card:
    """The card written as `9d`, `Th`, `10h`, `K` (suit unknown) or `9♦`."""
    try:
        return _BY_SPELLING[text]
    except KeyError:
        excerpt = text if len(text) <= 12 else text[:12] + "…"
        raise ValueError(
            f"there is no card {excerpt!r}; write a rank A 2 3 4 5 6 7 8 9 T J Q K (or 10) and a suit s h d c, as in 9d"
        ) from None


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards divided by spaces or commas, in the order drawn."""
    try:
        return tuple([_BY_SPELLING[word] for word in text.split()])
    except KeyError:
        return tuple(read_card(word) for word in text.replace(",", " ").split())


ALL_CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""One deck, in the order of a new pack."""
