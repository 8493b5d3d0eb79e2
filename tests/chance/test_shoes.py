"""Sheets of whole shoes and of random ones, every figure against dealing by hand.

PUNTO_SHOES=20000 tries so many random shoes instead of a thousand.
"""

from __future__ import annotations

import os
import random

import pytest

from chance.by_hand import BOOKS, STRANGE, SUITED, agrees, covariances_agree
from punto.chance import Composition, price
from punto.chance.brute import deal
from punto.coup import Scope
from punto.kit import Refused
from punto.rulebook import Rulebook

SHOES = int(os.environ.get("PUNTO_SHOES", "1000"))
PART = 50


@pytest.mark.exhaustive
@pytest.mark.parametrize("decks", [1, 4, 6, 8, 10])
def test_every_bet_and_offer_of_every_rulebook_is_what_dealing_by_hand_finds(decks: int) -> None:
    shoe = Composition.fresh(decks)
    tally = deal(BOOKS[0], shoe, Scope.RANKS)
    assert all(book.tableau == BOOKS[0].tableau for book in BOOKS)
    for book in [*BOOKS, STRANGE]:
        sheet = price(book, shoe, decks=decks)
        assert len(sheet.bets) == len(book.bets)
        assert len(sheet.insurance) == len(book.insurance)
        agrees(sheet, tally)


def random_ranks(rng: random.Random) -> list[int]:
    """Few ranks, so that dealing by hand is quick; counts from one card to ten decks; some shoes nearly empty."""
    counts = [0] * 13
    most = rng.choice([1, 2, 3, 4, 40])
    for rank in rng.sample(range(13), rng.randint(1, 5 if most > 4 else 7)):
        counts[rank] = rng.randint(1, most)
    return counts


def checked(book: Rulebook, shoe: Composition, scope: Scope) -> bool:
    """Whether the shoe could be priced; either way as dealing by hand says."""
    if shoe.total < 4:
        with pytest.raises(Refused, match="a coup starts with four cards"):
            price(book, shoe)
        return False
    tally = deal(book, shoe, scope)
    if tally.impossible:
        with pytest.raises(Refused, match="some coups need more cards than there are"):
            price(book, shoe)
        return False
    sheet = price(book, shoe)
    agrees(sheet, tally)
    if len(tally.ends) < 60:
        covariances_agree(sheet, tally)
    return True


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(SHOES // PART))
def test_random_shoes_are_what_dealing_by_hand_finds(part: int) -> None:
    rng = random.Random(part)
    for number in range(PART):
        checked([*BOOKS, STRANGE][number % (len(BOOKS) + 1)], Composition.of_ranks(random_ranks(rng)), Scope.RANKS)


@pytest.mark.parametrize("part", range(4))
def test_random_shoes_with_suits(part: int) -> None:
    rng = random.Random(1000 + part)
    for _ in range(20):
        cards = [0] * 52
        for place in {*rng.sample(range(52), 2), *rng.sample(range(20, 32), 3)}:
            cards[place] = rng.choice([1, 2, 3, 8])
        checked(SUITED, Composition.of_cards(cards), Scope.SUITS)


@pytest.mark.parametrize("part", range(2))
def test_nearly_empty_shoes_are_priced_or_refused_with_the_reason(part: int) -> None:
    rng = random.Random(2000 + part)
    priced = 0
    for _ in range(200):
        counts = [0] * 13
        for _ in range(rng.randint(0, 7)):
            counts[rng.randrange(13)] += 1
        priced += checked(STRANGE, Composition.of_ranks(counts), Scope.RANKS)
    assert priced > 20


@pytest.mark.parametrize("counts", ["9:2,K:2", "8:4", "9:5", "7:2,K:2,5:1"])
def test_fewer_than_six_cards_are_enough_for_naturals_and_hands_that_stand(counts: str) -> None:
    from punto.chance import read_composition

    shoe = read_composition(counts)
    tally = deal(STRANGE, shoe, Scope.RANKS)
    if not tally.impossible:
        agrees(price(STRANGE, shoe), tally)


def test_counts_by_value_price_all_but_the_pairs() -> None:
    book = STRANGE
    known, blind = price(book, Composition.fresh(8)), price(book, Composition.of_values((128, *(32,) * 9)))
    pairs = {"tiger_pair", "lucky_pair", "six_or_sixes", "pictures"}
    assert [f for f in known.bets if f.bet.id not in pairs] == list(blind.bets)
    assert known.insurance == blind.insurance
    assert blind.notes[0] == "Tiger Pair is not priced: it looks at ranks, which these counts do not tell."
    assert len(blind.notes) == 4


def test_covariances_of_a_whole_shoe() -> None:
    shoe = Composition.of_ranks([2, 0, 1, 0, 0, 3, 0, 0, 2, 0, 0, 0, 3])
    covariances_agree(price(STRANGE, shoe), deal(STRANGE, shoe, Scope.RANKS))
    fresh = price(STRANGE, Composition.fresh(8))
    for figures in fresh.bets:
        assert fresh.covariance.between(figures.bet.id, figures.bet.id) == figures.variance
    assert fresh.covariance.correlation("player", "banker") < -0.9
    assert fresh.covariance.correlation("player", "player") == pytest.approx(1)
