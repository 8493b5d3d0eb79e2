"""The first four cards of a coup: the ways they can still fall, grouped as far as anything later depends on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from punto.chance.composition import POINTS, SUITS, Composition
from punto.chance.frame import Integers, Places
from punto.chance.known import NOTHING_KNOWN, KnownPlaces
from punto.coup import Scope
from punto.kit import Card, Rank


@dataclass(frozen=True, slots=True, eq=False)
class Openings:
    """One line for each kind of four cards: their totals, and in how many orders they come."""

    player: Places
    """Player's two-card total."""
    banker: Places
    left: Integers
    """[lines, 10] cards still in the shoe, by value."""
    ways: Integers
    group: Places
    """The class by which lines are kept apart."""

    @property
    def cards_left(self) -> int:
        return int(self.left[0].sum())


Hand = tuple[int, tuple[int, int], int]
"""Its start, the values of its cards, and in how many ways it comes."""


def openings(
    left: Composition, dealt: Sequence[Card], scope: Scope, start_of: Places, places: KnownPlaces = NOTHING_KNOWN
) -> Openings:
    """Every opening that begins with the cards dealt and fits `places`, grouped by class of starts.

    `left` is the shoe without the cards dealt. Both hands are dealt whole, Player's
    first: the order of dealing does not change in how many ways cards can fall.
    """
    shelf = Shelf(left, scope)
    lines: defaultdict[tuple[tuple[int, int], tuple[int, int], int], int] = defaultdict(int)
    for start, cards, ways, rest in shelf.hands("player", dealt[0:4:2], places):
        kinds = start_of[start]
        for other, others, more in _second_hand(rest, dealt[1:4:2], places):
            lines[cards, others, int(kinds[other])] += ways * more
    drawn = np.array([(*cards, *others) for cards, others, _ in lines], dtype=np.intp).reshape(-1, 4)
    values = np.array(left.values, dtype=np.int64) + _tally([card.points for card in dealt[:4]])
    drawn_counts = np.zeros((len(lines), 10), dtype=np.int64)
    for place in range(4):
        np.add.at(drawn_counts, (np.arange(len(lines)), drawn[:, place]), 1)
    return Openings(
        player=(drawn[:, 0] + drawn[:, 1]) % 10,
        banker=(drawn[:, 2] + drawn[:, 3]) % 10,
        left=values - drawn_counts,
        ways=np.array(list(lines.values()), dtype=np.int64),
        group=np.array([group for _, _, group in lines], dtype=np.intp),
    )


def _second_hand(rest: Shelf, dealt: Sequence[Card], places: KnownPlaces) -> Iterator[Hand]:
    """Banker's hands from what Player's leaves."""
    if dealt or any(place in places.ranks for place in ("banker1", "banker2")):
        return ((start, cards, ways) for start, cards, ways, _ in rest.hands("banker", dealt, places))
    return (hand for hand in rest.last_hand() if places.fits_total("banker", sum(hand[1]) % 10))


def _tally(points: Sequence[int]) -> Integers:
    return np.bincount(np.array(points, dtype=np.intp), minlength=10).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Cards to choose from, in no more detail than is asked about: a kind is a card, a rank or a value."""

    counts: tuple[int, ...]
    scope: Scope

    def __init__(self, left: Composition, scope: Scope) -> None:
        counts = {Scope.SUITS: left.cards, Scope.RANKS: left.ranks, Scope.TOTALS: left.values}[scope]
        assert counts is not None  # Callers ask for no more detail than the composition has.
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "scope", scope)

    def hands(
        self, side: str, dealt: Sequence[Card], places: KnownPlaces
    ) -> Iterator[tuple[int, tuple[int, int], int, Shelf]]:
        """(start, values, ways, cards left) of every two-card hand that has the cards dealt and fits `places`."""
        dealt_kinds = [self._kind(card) for card in dealt]
        first_kinds, second_kinds = (self._fitting(f"{side}{place}", places) for place in (1, 2))
        for first, ways, rest in [(dealt_kinds[0], 1, self)] if dealt_kinds else self._draws():
            if first not in first_kinds:
                continue
            for second, more, after in [(dealt_kinds[1], 1, rest)] if dealt_kinds[1:] else rest._draws():
                cards = self._points(first), self._points(second)
                if second in second_kinds and places.fits_total(side, sum(cards) % 10):
                    yield self._start(first, second), cards, ways * more, after

    def _fitting(self, place: str, places: KnownPlaces) -> frozenset[int]:
        """The kinds that may lie at a place."""
        return frozenset(kind for kind in range(len(self.counts)) if places.fits(place, self._ranks(kind)))

    def _ranks(self, kind: int) -> frozenset[Rank]:
        if self.scope is Scope.TOTALS:
            return frozenset(rank for rank in Rank if rank.points == kind)
        return frozenset({Rank(1 + (kind // 4 if self.scope is Scope.SUITS else kind))})

    def last_hand(self) -> Iterator[Hand]:
        """Hands of which no card is known and after which none is dealt: a line for each two ranks."""
        width = 4 if self.scope is Scope.SUITS else 1
        ranks = [sum(self.counts[at : at + width]) for at in range(0, len(self.counts), width)]
        for first, count in enumerate(ranks):
            for second in range(first):
                if ways := 2 * count * ranks[second]:
                    yield 0, (self._points(first * width), self._points(second * width)), ways
            values = (self._points(first * width),) * 2
            pairs = count * (count - 1)
            if self.scope is Scope.SUITS:
                suited = sum(n * (n - 1) for n in self.counts[first * 4 : first * 4 + 4])
                if suited:
                    yield 14 + first, values, suited
                pairs -= suited
            if pairs:
                yield (0 if self.scope is Scope.TOTALS else 1 + first), values, pairs

    def _draws(self) -> Iterator[tuple[int, int, Shelf]]:
        for kind, count in enumerate(self.counts):
            if count:
                rest = object.__new__(Shelf)
                object.__setattr__(rest, "counts", (*self.counts[:kind], count - 1, *self.counts[kind + 1 :]))
                object.__setattr__(rest, "scope", self.scope)
                yield kind, count, rest

    def _kind(self, card: Card) -> int:
        if self.scope is Scope.TOTALS:
            return card.points
        if self.scope is Scope.RANKS:
            return card.rank - 1
        assert card.suit is not None  # A suit that is not known leaves the composition without suits.
        return (card.rank - 1) * 4 + SUITS.index(card.suit)

    def _points(self, kind: int) -> int:
        return kind if self.scope is Scope.TOTALS else POINTS[kind // 4 if self.scope is Scope.SUITS else kind]

    def _start(self, first: int, second: int) -> int:
        if self.scope is Scope.TOTALS:
            return 0
        if self.scope is Scope.RANKS:
            return 1 + first if first == second else 0
        if first // 4 != second // 4:
            return 0
        return (14 if first == second else 1) + first // 4
