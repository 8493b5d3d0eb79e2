"""Shuffling and dealing in the core, held to a plain dealer word by word, card by card, cell by cell."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

import numpy as np
import pytest

from kernel import plain_deal
from kernel.dealing import STRANGE
from punto.chance.frame import masks_of
from punto.coup import STANDARD, Tableau
from punto.kernel import joint_cell
from punto.kernel.deal import (
    BURN_BY_FIRST_CARD,
    LONGEST,
    PAIRINGS,
    PATHS,
    TASK_SHOES,
    Dealing,
    Tallies,
    deal,
    no_tallies,
    record,
    tasks_of,
    words,
)
from punto.simulate.paths import paths_of

USUAL = Dealing(masks_of(STANDARD))
ODD = Tableau(
    player_draws=frozenset({1, 4, 7, 8}),
    naturals=frozenset({3, 9}),
    banker_draws_alone=frozenset({0, 2, 6}),
    banker_draws_on=tuple(frozenset({t, (3 * t + 1) % 10}) if t != 5 else frozenset() for t in range(10)),
)
DEALINGS = [
    (STANDARD, Dealing(masks_of(STANDARD), 8, 14)),
    (STANDARD, Dealing(masks_of(STANDARD), 6, 26, 0)),
    (STANDARD, Dealing(masks_of(STANDARD), 1, 0, 0)),
    (STANDARD, Dealing(masks_of(STANDARD), 2, 5, 3)),
    (ODD, Dealing(masks_of(ODD), 3, 20)),
]


@pytest.mark.parametrize(("seed", "task"), [(0, 0), (1, 0), (1, 1), (2**64 - 1, 7), (12345, 2**40)])
def test_random_words_are_those_of_a_second_generator(seed: int, task: int) -> None:
    assert words(seed, task, 100).tolist() == list(islice(plain_deal.words(seed, task), 100))


def test_streams_of_tasks_and_seeds_do_not_meet() -> None:
    first = [tuple(words(seed, task, 2).tolist()) for seed in range(30) for task in range(30)]
    assert len(set(first)) == 900


@pytest.mark.parametrize("n", range(2, 12))
def test_one_word_gives_every_pair_of_choices_equally_often(n: int) -> None:
    """All words of eight and ten bits: no pair is favoured, and no more words are refused than must be."""
    for bits in (8, 10):
        found = [plain_deal.two_choices(word, n, bits) for word in range(1 << bits)]
        pairs = Counter(pair for pair in found if pair is not None)
        assert set(pairs) == {(i, j) for i in range(n) for j in range(n - 1)}
        assert set(pairs.values()) == {(1 << bits) // (n * (n - 1))}


def test_without_refusing_some_pairs_would_be_favoured() -> None:
    taken = Counter((word * 7 >> 8, word * 7 % 256 * 6 >> 8) for word in range(256))
    assert len(set(taken.values())) > 1


@pytest.mark.parametrize(("tableau", "dealing"), DEALINGS)
def test_every_card_and_coup_is_a_plain_dealers(tableau: Tableau, dealing: Dealing) -> None:
    burn = None if dealing.burn == BURN_BY_FIRST_CARD else dealing.burn
    number = TASK_SHOES + 3
    ours = record(dealing, 77, 0, 2, number, orders=True)
    assert ours.orders is not None
    paths, pairings, places, lengths = [], [], [], []
    joint: Counter[tuple[int, int, int, int]] = Counter()
    reach = dealing.cards if dealing.cut < 12 else (dealing.cards - dealing.cut - 1 + 12 + 3) // 4 * 4
    voids = 0
    for shoe in range(number):
        if shoe % TASK_SHOES == 0:
            stream, cards = plain_deal.words(77, shoe // TASK_SHOES), plain_deal.fresh(dealing.decks)
        plain_deal.shuffle(cards, reach, stream)
        assert cards == ours.orders[shoe].tolist()
        found = plain_deal.deal(cards, tableau, dealing.cut, burn)
        paths += found.paths
        pairings += found.pairings
        places += found.places
        lengths.append(len(found.paths))
        voids += found.voids
        joint += plain_deal.ends(tableau, cards, found)
    assert ours.paths.tolist() == paths
    assert ours.pairings.tolist() == pairings
    assert ours.places.tolist() == places
    assert ours.lengths.tolist() == lengths
    tallies = deal(dealing, 77, 0, 2, number)
    assert int(tallies.voids[0]) == voids
    cells = np.bincount(paths_of(dealing.masks).joint, weights=tallies.paths, minlength=400)
    assert {joint_cell(*end): count for end, count in joint.items()} == {
        int(cell): int(cells[cell]) for cell in np.flatnonzero(cells)
    }


@pytest.mark.parametrize(("tableau", "dealing"), DEALINGS)
def test_tallies_are_the_record_added_up(tableau: Tableau, dealing: Dealing) -> None:
    shoes = 64 * 9 + 5
    tallies, coups = deal(dealing, 3, 0, tasks_of(shoes), shoes), record(dealing, 3, 0, tasks_of(shoes), shoes)
    assert (np.bincount(coups.paths, minlength=PATHS) == tallies.paths).all()
    assert (np.bincount(coups.lengths, minlength=LONGEST) == tallies.lengths).all()
    joint = paths_of(dealing.masks).joint[coups.paths]
    expected = np.zeros((PAIRINGS, PAIRINGS, 400), dtype=np.int64)
    pair = coups.pairings > 0
    np.add.at(expected, (coups.pairings[pair] // PAIRINGS, coups.pairings[pair] % PAIRINGS, joint[pair]), 1)
    assert (expected == tallies.paired).all()
    assert tallies.shoes == shoes
    assert not tallies.paths[~paths_of(dealing.masks).possible].any()


def test_any_division_of_the_tasks_gives_the_same_sums() -> None:
    shoes = 64 * 11 + 40
    whole = deal(USUAL, 5, 0, 12, shoes)
    for cuts in ([0, 12], [0, 1, 12], [0, 5, 6, 7, 11, 12], list(range(13))):
        total = no_tallies()
        for first, end in pairwise(cuts):
            total.add(deal(USUAL, 5, first, end, shoes))
        assert total.same(whole)
    assert not deal(USUAL, 6, 0, 12, shoes).same(whole)


def test_a_run_is_the_beginning_of_a_longer_one() -> None:
    short, long = record(USUAL, 9, 0, 2, 100), record(USUAL, 9, 0, 4, 200)
    assert (short.paths == long.paths[: len(short.paths)]).all()


def chi_square(counts: np.ndarray[tuple[int, ...], np.dtype[np.int64]], expected: float) -> float:
    """Standard deviations away from what fair choices give."""
    free = counts.size - 1
    return float((((counts - expected) ** 2 / expected).sum() - free) / np.sqrt(2 * free))


def test_every_card_comes_to_every_place_equally_often() -> None:
    orders = record(USUAL, 11, 0, 625, 40_000, orders=True).orders
    assert orders is not None
    for place in (0, 1, 2, 3, 50, 207, 208, 300, 401):
        counts = np.bincount(orders[:, place], minlength=256)
        assert abs(chi_square(counts[counts > 0].astype(np.int64), len(orders) / 52)) < 4.5, place
    # Neighbours are independent of each other but for the card that is gone.
    for one, other in ((0, 1), (1, 2), (2, 3), (3, 4), (100, 101), (0, 200)):
        values = np.bincount((orders[:, one] >> 4).astype(np.int64) * 10 + (orders[:, other] >> 4), minlength=100)
        value = np.array([128, *(32,) * 9])
        ways = np.outer(value, value) - np.diag(value)
        expected = ways.ravel() / ways.sum() * len(orders)
        off = ((values - expected) ** 2 / expected).sum()
        assert abs(off - 99) / np.sqrt(198) < 4.5, (one, other)


def test_a_biased_shuffle_fails_the_same_test() -> None:
    rng = np.random.default_rng(1)
    cards = np.tile(np.repeat(np.arange(52), 1), 8)
    first = np.empty(40_000, dtype=np.int64)
    for shoe in range(len(first)):  # Each place swaps with any place: not every order is as likely.
        first[shoe] = cards[int(min(rng.integers(0, 416), rng.integers(0, 500) % 416))]
    assert chi_square(np.bincount(first, minlength=52), len(first) / 52) > 4.5


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"decks": 0}, "0 decks cannot be dealt: 1 to 16 can"),
        ({"decks": 17}, "17 decks cannot be dealt: 1 to 16 can"),
        ({"cut": -1}, "the cut card cannot lie -1 cards from the end of a shoe of 416: 0 to 399"),
        ({"cut": 416}, "the cut card cannot lie 416 cards from the end of a shoe of 416: 0 to 399"),
        ({"burn": 411}, "411 cards cannot be burned from a shoe of 416"),
        ({"burn": 300, "cut": 200}, "the cut card cannot lie 200 cards from the end of a shoe of 416: 0 to 110"),
    ],
)
def test_a_shoe_that_cannot_be_dealt_gets_one_sentence(given: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        Dealing(STRANGE, **given)


def test_the_deepest_possible_cut_still_deals_a_coup() -> None:
    tallies: Tallies = deal(Dealing(masks_of(STANDARD), 1, 35), 1, 0, 20, 1280)
    assert tallies.shoes == 1280
    assert tallies.coups >= 1280
