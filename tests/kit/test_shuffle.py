"""Shuffling: all orders equally often if the choices are fair, and the same order from the same seed."""

from collections import Counter
from itertools import permutations, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.kit.shuffle import seeded, shuffled


@pytest.mark.parametrize("size", range(7))
def test_every_order_comes_of_exactly_one_row_of_choices(size: int) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for choices in product(*(range(below) for below in range(size, 1, -1))):
        left = iter(choices)
        orders[tuple(shuffled(range(size), lambda below, left=left: next(left)))] += 1  # type: ignore[misc]
    assert len(orders) == factorial(size)
    assert set(orders) == set(permutations(range(size)))
    assert set(orders.values()) == {1}


def test_each_choice_is_among_the_cards_not_yet_placed() -> None:
    asked: list[int] = []

    def last(below: int) -> int:
        asked.append(below)
        return below - 1

    assert shuffled("abcde", last) == list("abcde")
    assert asked == [5, 4, 3, 2]


@given(st.lists(st.integers(), max_size=60), st.integers())
def test_nothing_is_lost_and_a_seed_decides(things: list[int], seed: int) -> None:
    order = shuffled(things, seeded(seed))
    assert sorted(order) == sorted(things)
    assert order == shuffled(things, seeded(seed))


def test_the_things_themselves_are_left_alone() -> None:
    things = list(range(20))
    shuffled(things, seeded(1))
    assert things == list(range(20))


@given(st.integers(1, 5000), st.integers())
def test_seeded_choices_are_in_range(below: int, seed: int) -> None:
    chooser = seeded(seed)
    assert all(0 <= chooser(below) < below for _ in range(20))


@pytest.mark.parametrize("below", [2, 3, 10, 52, 256, 257, 416])
def test_seeded_choices_are_even(below: int) -> None:
    """Pearson's statistic, far inside what chance allows; the seed is fixed."""
    chooser, draws = seeded(2012), 200 * below
    counts = Counter(chooser(below) for _ in range(draws))
    assert sorted(counts) == list(range(below))
    expected = draws / below
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert statistic < below + 5 * (2 * below) ** 0.5


def test_a_seed_s_order_never_changes() -> None:
    assert shuffled(range(10), seeded(1)) != shuffled(range(10), seeded(2))
    assert shuffled("A23456789TJQK", seeded(8)) == list("A729835J6Q4KT")
