"""What a fair shuffle looks like in numbers, and three shuffles that are not fair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import erfc, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Below = Callable[[int], int]
Shuffle = Callable[[Sequence[int], Below], list[int]]


class Exhausted(Exception):
    """The choices asked for so far are all used up."""


def every_outcome(
    shuffle: Callable[[Sequence[int], Below], list[int]], cards: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every order a shuffle can end in, by trying every answer to every choice it asks for.

    With each order comes in how many equal parts the choices divided the whole, so
    that its weight is one in that number.
    """
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        answers = waiting.pop()
        asked: list[int] = []

        def below(n: int, answers: tuple[int, ...] = answers, asked: list[int] = asked) -> int:
            asked.append(n)
            if len(asked) > len(answers):
                raise Exhausted
            return answers[len(asked) - 1]

        try:
            order = shuffle(range(cards), below)
        except Exhausted:
            waiting += [(*answers, choice) for choice in range(asked[-1])]
            continue
        parts = 1
        for n in asked:
            parts *= n
        yield tuple(order), parts


def naive(things: Sequence[T], below: Below) -> list[T]:
    """Each place changes with any place, not only with those that are left: n^n ways for n! orders."""
    order = list(things)
    for place in range(len(order)):
        chosen = below(len(order))
        order[place], order[chosen] = order[chosen], order[place]
    return order


def modulo(things: Sequence[T], below: Below) -> list[T]:
    """A byte, brought into range by its remainder: small numbers come more often."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(256) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def few_bits(things: Sequence[T], below: Below) -> list[T]:
    """Sorted by a random key of five bits: equal keys leave cards as they were."""
    keys = [below(32) for _ in things]
    return [things[place] for place in sorted(range(len(things)), key=keys.__getitem__)]


BIASED: tuple[Shuffle, ...] = (naive, modulo, few_bits)


class Statistics:
    """Where each kind of card lies, and which two lie together, over many shoes."""

    def __init__(self, decks: int, kinds: int) -> None:
        self.decks, self.kinds = decks, kinds
        size = decks * kinds
        self.size = size
        self.shoes = 0
        self.places: NDArray[np.int64] = np.zeros((size, kinds), np.int64)
        self.two_places = [
            (0, 1),
            (size // 2, size // 2 + 1),
            (size - 2, size - 1),
            (0, size - 1),
            (size // 3, size - 1),
        ]
        self.pairs: NDArray[np.int64] = np.zeros((len(self.two_places), kinds * kinds), np.int64)

    def take(self, orders: NDArray[np.int64]) -> None:
        """Some shoes more, one a row, each card by its kind."""
        self.shoes += len(orders)
        for place in range(self.size):
            self.places[place] += np.bincount(orders[:, place], minlength=self.kinds)
        for row, (one, two) in enumerate(self.two_places):
            together = orders[:, one] * self.kinds + orders[:, two]
            self.pairs[row] += np.bincount(together, minlength=self.kinds**2)

    def add(self, other: Statistics) -> None:
        self.shoes += other.shoes
        self.places += other.places
        self.pairs += other.pairs

    def place_chance(self) -> float:
        """How likely so uneven places are with a fair shuffle.

        A card that lies in one place lies in no other, so the sum of squares is a
        little larger than if the places were independent, by size / (size - 1).
        """
        expected = self.shoes / self.kinds
        total = float(((self.places - expected) ** 2).sum() / expected)
        return tail(total * (self.size - 1) / self.size, (self.kinds - 1) * (self.size - 1))

    def pair_chances(self) -> list[float]:
        """The same for the two cards in each of some pairs of places."""
        same, other = self.decks * (self.decks - 1), self.decks * self.decks
        chance = np.full((self.kinds, self.kinds), float(other))
        np.fill_diagonal(chance, float(same))
        expected = (chance / (self.size * (self.size - 1)) * self.shoes).ravel()
        can_be = expected > 0
        if self.pairs[:, ~can_be].any():
            return [0.0] * len(self.pairs)
        freedom = int(can_be.sum()) - 1
        return [tail(float(((row - expected)[can_be] ** 2 / expected[can_be]).sum()), freedom) for row in self.pairs]

    def least_chance(self) -> float:
        """The least of all, as likely as it is among so many."""
        chances = [self.place_chance(), *self.pair_chances()]
        return min(1.0, min(chances) * len(chances))


def tail(total: float, freedom: int) -> float:
    """The chance of a chi-square at least so large, by Wilson and Hilferty's cube root; freedom is large here."""
    spread = 2 / (9 * freedom)
    z = ((total / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2


def shuffles(shuffle: Shuffle, below: Below, decks: int, kinds: int, shoes: int) -> NDArray[np.int64]:
    """Many shoes by one shuffle, one a row."""
    pack = list(range(kinds)) * decks
    return np.array([shuffle(pack, below) for _ in range(shoes)], np.int64)
