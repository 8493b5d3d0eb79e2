"""The shipped rulebooks, each read once, and cards from plain numbers."""

from collections.abc import Iterable, Iterator
from functools import cache

import oracle
from punto.kit import Card, Rank
from punto.rulebook import Library, Rulebook

LIBRARY = Library()


@cache
def book(id: str) -> Rulebook:
    """The newest edition of a shipped rulebook."""
    return LIBRARY.find(id)


def shipped() -> list[str]:
    return LIBRARY.ids


CARDS = tuple(Card(Rank(rank)) for rank in range(1, 14))


def cards_of(ranks: Iterable[int]) -> tuple[Card, ...]:
    """Cards of these ranks (1 ace … 13 king), suits unknown."""
    return tuple([CARDS[rank - 1] for rank in ranks])


def ranks_of(values: Iterable[int]) -> tuple[int, ...]:
    """Ranks that count so much: a king for nothing."""
    return tuple([value or 13 for value in values])


def coups(start: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The card values of every complete coup that begins so."""
    if oracle.next_hand(start) is None:
        yield start
        return
    for value in range(10):
        yield from coups((*start, value))


def finish(ranks: tuple[int, ...], filler: int) -> tuple[int, ...]:
    """These ranks, and the same card again and again until the coup is complete."""
    while oracle.next_hand([oracle.value(rank) for rank in ranks]) is not None:
        ranks = (*ranks, filler)
    return ranks
