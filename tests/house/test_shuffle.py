"""The shuffle is fair: exactly for few cards, by its statistics for many; unfair ones fail the same tests."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import factorial

import pytest

from house.shuffling import BIASED, Shuffle, Statistics, every_outcome, shuffles, tail
from punto.house.tables.shuffler import seal_shoe
from punto.kit import shuffle
from punto.kit.cards import ALL_CARDS
from punto.kit.shuffle import seeded, shuffled


def weights(how: Shuffle, cards: int) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for order, parts in every_outcome(how, cards):
        found[order] += Fraction(1, parts)  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("cards", range(1, 8))
def test_every_order_of_few_cards_comes_equally_often_over_all_choices(cards: int) -> None:
    found = weights(shuffled, cards)
    assert len(found) == factorial(cards)
    assert set(found.values()) == {Fraction(1, factorial(cards))}


@pytest.mark.parametrize("how", BIASED)
def test_a_biased_shuffle_does_not_pass_it(how: Shuffle) -> None:
    found = weights(how, 3)
    assert sum(found.values()) == 1
    assert set(found.values()) != {Fraction(1, 6)}


@pytest.mark.parametrize("n", [*range(1, 60), 100, 208, 255, 256])
def test_a_seeded_choice_takes_each_byte_or_throws_it_away_and_favours_none(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: Counter[int] = Counter()
    for byte in range(256):

        def stream(seed: int, byte: int = byte) -> Iterator[int]:
            yield byte  # And nothing after it: a byte thrown away ends the stream.

        monkeypatch.setattr(shuffle, "_bytes", stream)
        try:
            taken[seeded(0)(n)] += 1
        except (StopIteration, RuntimeError):
            continue
    assert set(taken) == set(range(n))
    assert len(set(taken.values())) == 1


@pytest.mark.parametrize("n", [257, 416])
def test_so_does_one_of_two_bytes(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: Counter[int] = Counter()
    for both in range(1 << 16):
        monkeypatch.setattr(shuffle, "_bytes", lambda seed, both=both: iter(divmod(both, 256)))
        try:
            taken[seeded(0)(n)] += 1
        except (StopIteration, RuntimeError):
            continue
    assert set(taken) == set(range(n))
    assert len(set(taken.values())) == 1


def test_a_shoe_for_play_asks_the_operating_system_once_a_card_and_never_for_a_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return n - 1

    monkeypatch.setattr(secrets, "randbelow", below)
    assert Counter(seal_shoe(8).order) == Counter(ALL_CARDS * 8)
    assert asked == list(range(416, 1, -1))
    assert len(seal_shoe(8).salt) == 64


def fair_or_not(how: Shuffle, decks: int, kinds: int, shoes: int) -> float:
    statistics = Statistics(decks, kinds)
    # A generator of its own for the statistics' sake, with a seed: the same shoes every time.
    chance = random.Random(2026)
    statistics.take(shuffles(how, chance.randrange, decks, kinds, shoes))
    return statistics.least_chance()


@pytest.mark.parametrize(("decks", "kinds"), [(1, 13), (2, 13), (1, 52)])
def test_places_and_pairs_over_many_shoes_are_as_even_as_chance_makes_them(decks: int, kinds: int) -> None:
    assert fair_or_not(shuffled, decks, kinds, 6_000) > 0.001


@pytest.mark.parametrize("how", BIASED)
def test_a_biased_shuffle_is_caught_by_places_and_pairs(how: Shuffle) -> None:
    assert fair_or_not(how, 1, 52, 6_000) < 1e-9


def test_the_tail_of_chi_square_is_the_tables() -> None:
    # From printed tables: 5 % and 1 % points.
    assert tail(67.505, 50) == pytest.approx(0.05, abs=0.0005)
    assert tail(135.807, 100) == pytest.approx(0.01, abs=0.0003)
