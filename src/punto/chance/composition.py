"""What is left in a shoe: so many of each card, of each rank, or of each value, as far as that is known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from punto.coup import Scope
from punto.kit import Card, Rank, Refused, Suit, read_card
from punto.kit.cards import RANK_WORDS

SUITS = tuple(Suit)
POINTS = tuple(rank.points for rank in Rank)
"""What each rank counts, the ace first."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Counts in the finest detail known; the coarser ones are always there too."""

    values: tuple[int, ...]
    """Of cards that count 0 to 9."""
    ranks: tuple[int, ...] | None = None
    """Of each rank, the ace first; None where ten-valued cards were counted together."""
    cards: tuple[int, ...] | None = None
    """Of each card, four suits to a rank; None where suits are not known."""

    @classmethod
    def fresh(cls, decks: int) -> Composition:
        return cls.of_cards((decks,) * 52)

    @classmethod
    def of_cards(cls, counts: Iterable[int]) -> Composition:
        cards = tuple(counts)
        ranks = tuple(sum(cards[at : at + 4]) for at in range(0, 52, 4))
        return cls(_values(ranks), ranks, cards)

    @classmethod
    def of_ranks(cls, counts: Iterable[int]) -> Composition:
        ranks = tuple(counts)
        return cls(_values(ranks), ranks)

    @classmethod
    def of_values(cls, counts: Iterable[int]) -> Composition:
        return cls(tuple(counts))

    @property
    def total(self) -> int:
        return sum(self.values)

    @property
    def knows(self) -> Scope:
        """The most a bet may ask about and still be priced from these counts."""
        return Scope.SUITS if self.cards else Scope.RANKS if self.ranks else Scope.TOTALS

    def without(self, cards: Iterable[Card]) -> Composition:
        """What is left once these cards are out; Refused if one is not there.

        Once a card without a suit is out, the suits of all others are unknown too.
        """
        left = self
        for card, times in Counter(self._coarse(card) for card in cards).items():
            left = left._less(card, times)
        return left

    def _coarse(self, card: Card) -> Card:
        """A card with no more detail than these counts have."""
        if self.cards is not None:
            return card
        return Card(Rank.TEN if self.ranks is None and card.points == 0 else card.rank)

    def _less(self, card: Card, times: int) -> Composition:
        rank = card.rank - 1
        if self.cards is not None and card.suit is not None:
            place = _place(card)
            _enough(str(card), times, self.cards[place])
            return Composition.of_cards(n - times * (at == place) for at, n in enumerate(self.cards))
        if self.ranks is not None:
            _enough(card.rank.sign, times, self.ranks[rank])
            return Composition.of_ranks(n - times * (at == rank) for at, n in enumerate(self.ranks))
        _enough(card.rank.sign if card.points else "a ten or picture", times, self.values[card.points])
        return Composition.of_values(n - times * (at == card.points) for at, n in enumerate(self.values))


def _values(ranks: tuple[int, ...]) -> tuple[int, ...]:
    return (sum(ranks[9:]), *ranks[:9])


def _place(card: Card) -> int:
    assert card.suit is not None
    return (card.rank - 1) * 4 + SUITS.index(card.suit)


def _enough(name: str, times: int, there: int) -> None:
    if times > there:
        often = f"{times} times" if times > 1 else "once"
        has = "none" if there == 0 else "only one" if there == 1 else f"only {there}"
        raise Refused(code="card_not_there", message=f"{name} is taken out {often} and the shoe has {has}")


_ENTRY = re.compile(r"([0-9A-Za-z♠♥♦♣]{1,3}):(-?\d{1,9})")


def read_composition(text: str) -> Composition:
    """Counts as `A:32,2:30,…` by rank, `0:128,1:32,…` by value or `Ah:8,…` by card; what is not named is gone."""
    counts: dict[str, int] = {}
    for entry in text.replace(",", " ").split():
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise Refused(
                code="bad_composition", message=f"{entry[:40]!r} is not a count; write RANK:COUNT, as in A:32,2:30,K:31"
            )
        key, count = _key(match[1]), int(match[2])
        if key in counts:
            raise Refused(code="bad_composition", message=f"the count of {key} is given twice")
        if count < 0:
            raise Refused(
                code="negative_count", message=f"there cannot be {count} cards of {key}: a count is never negative"
            )
        counts[key] = count
    if not counts:
        raise Refused(code="bad_composition", message="no counts are given; write RANK:COUNT, as in A:32,2:30,K:31")
    return _from(counts)


def _key(word: str) -> str:
    """A value 0, a rank's sign, or a card, as one spelling."""
    if word in ("0", "1"):
        return "0" if word == "0" else "A"
    if word.upper() in RANK_WORDS:
        return RANK_WORDS[word.upper()].sign
    try:
        return str(read_card(word))
    except ValueError:
        ranks = "A 2 3 4 5 6 7 8 9 T J Q K, or 0 for all that count nothing"
        raise Refused(code="unknown_rank", message=f"there is no rank {word!r}; the ranks are {ranks}") from None


def _from(counts: Mapping[str, int]) -> Composition:
    suited = [key for key in counts if len(key) == 2]
    if suited:
        if len(suited) < len(counts):
            plain = next(key for key in counts if len(key) == 1)
            raise Refused(
                code="bad_composition",
                message=f"{suited[0]} is a card and {plain} a rank: count cards or ranks, not both",
            )
        return Composition.of_cards(counts.get(rank.sign + suit.value, 0) for rank in Rank for suit in Suit)
    if "0" in counts:
        both = next((sign for sign in "TJQK" if sign in counts), None)
        if both:
            raise Refused(
                code="bad_composition", message=f"0 already counts every {both}: give 0, or T J Q K, not both"
            )
        return Composition.of_values((counts["0"], *(counts.get(rank.sign, 0) for rank in list(Rank)[:9])))
    return Composition.of_ranks(counts.get(rank.sign, 0) for rank in Rank)


_RANKS = tuple(rank.sign for rank in Rank)
_ALL = {
    Scope.TOTALS: (("0", *_RANKS[:9]), "ten values 0 A 2 … 9"),
    Scope.RANKS: (_RANKS, "thirteen ranks A 2 … K"),
    Scope.SUITS: (tuple(sign + suit.value for sign in _RANKS for suit in Suit), "52 cards"),
}
MOST_REPEATED, MOST_MISSING = 40, 4
"""Letters of a shoe, and names that it lacks, that a sentence has room for."""


def check_whole(text: str, left: Composition) -> None:
    """Refused if counts are missing: cards without a count may be gone or forgotten."""
    names = [_key(entry.partition(":")[0]) for entry in text.replace(",", " ").split()]
    needed, of = _ALL[left.knows]
    if len(names) < len(needed):
        shoe = repr(text.strip()) if len(text.strip()) <= MOST_REPEATED else "the shoe"
        message = f"{shoe} names {len(names)} of the {of}: name all of them, with 0 for those that are gone"
        missing = [name for name in needed if name not in names]
        if len(missing) <= MOST_MISSING:
            message += f"; missing: {', '.join(missing)}"
        raise Refused(code="incomplete_composition", message=message)


def check_fits(left: Composition, decks: int, whose: str) -> None:
    """Refused if so many decks never held these cards."""
    for name, count, of_a_deck in _holdings(left):
        if count > decks * of_a_deck:
            message = f"{count} cards of {name} are more than the {decks * of_a_deck} in the {decks} decks {whose}"
            raise Refused(code="too_many_cards", message=message)


def _holdings(left: Composition) -> Iterable[tuple[str, int, int]]:
    if left.cards is not None:
        signs = [rank.sign + suit.value for rank in Rank for suit in Suit]
        return zip(signs, left.cards, (1,) * 52, strict=True)
    if left.ranks is not None:
        return zip((rank.sign for rank in Rank), left.ranks, (4,) * 13, strict=True)
    return zip(("value 0", *(rank.sign for rank in list(Rank)[:9])), left.values, (16, *(4,) * 9), strict=True)
