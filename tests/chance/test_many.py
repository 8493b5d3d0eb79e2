from __future__ import annotations

import math

import numpy as np
import pytest

from chance.by_hand import BOOKS, DA_HU, STRANGE, SUITED
from punto.chance import Composition, price, price_many
from punto.chance.frame import Integers
from punto.chance.many import BLOCK
from punto.rulebook import Rulebook


def shoes(seed: int, n: int) -> Integers:
    rng = np.random.default_rng(seed)
    full = rng.integers(0, 33, size=(n, 13))
    few = rng.integers(0, 3, size=(n, 13))
    few[:, 8] += 6
    return np.concatenate([full, few, np.full((1, 13), 32), np.full((1, 13), 111)]).astype(np.int64)


@pytest.mark.parametrize("book", [*BOOKS, STRANGE], ids=lambda book: f"{book.id}-{len(book.bets)}")
def test_many_shoes_are_what_each_is_alone(book: Rulebook) -> None:
    given = shoes(1, 12)
    many = price_many(book, given)
    for at, counts in enumerate(given.tolist()):
        sheet = price(book, Composition.of_ranks(counts))
        edges = [figures.edge for figures in sheet.bets]
        assert many.bets[at].tolist() == [float(edge) for edge in edges]  # Rounded once, from the same fraction.
        offers = {figures.cell: figures.edge for figures in sheet.insurance}
        for place, cell in enumerate(book.insurance.values()):
            if cell in offers:
                assert many.cells[at, place] == float(offers[cell])
                assert many.exact_offer(at, place) == offers[cell]
            else:
                assert math.isnan(many.cells[at, place])
        if book is not STRANGE:
            assert [many.exact(at, bet) for bet in book.bets] == edges


def test_shoes_beyond_a_block_are_what_each_is_alone() -> None:
    given = shoes(4, BLOCK)
    assert len(given) > 2 * BLOCK
    many = price_many(DA_HU, given)
    for at in (0, BLOCK - 1, BLOCK, 2 * BLOCK - 1, 2 * BLOCK, len(given) - 1):
        alone = price_many(DA_HU, given[at : at + 1])
        assert (many.bets[at] == alone.bets[0]).all()
        assert [many.exact(at, bet) for bet in DA_HU.bets] == [alone.exact(0, bet) for bet in DA_HU.bets]


def test_counts_by_card_price_suits_and_counts_by_value_no_pairs() -> None:
    cards = np.random.default_rng(2).integers(0, 9, size=(3, 52))
    many = price_many(SUITED, cards)
    for at, counts in enumerate(cards.tolist()):
        sheet = price(SUITED, Composition.of_cards(counts))
        assert many.bets[at].tolist() == [float(figures.edge) for figures in sheet.bets]
    ranks = cards.reshape(3, 13, 4).sum(axis=2)
    assert np.isnan(price_many(SUITED, ranks).bets[:, -2:]).all()
    values = np.column_stack([ranks[:, 9:].sum(axis=1), ranks[:, :9]])
    blind = price_many(DA_HU, values)
    assert np.isnan(blind.bets[:, -1]).all()
    assert (blind.bets[:, :-1] == many.bets[:, :7]).all()


def test_a_shoe_of_fewer_than_six_cards_has_no_edge_here() -> None:
    given = np.zeros((2, 13), dtype=np.int64)
    given[0, 8] = 5
    given[1, 8] = 6
    bets = price_many(STRANGE, given).bets
    assert np.isnan(bets[0]).all()
    assert not np.isnan(bets[1]).any()


@pytest.mark.parametrize("shape", [(13,), (2, 12), (2, 13, 1)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"counts \[n, 13\] by rank"):
        price_many(DA_HU, np.ones(shape, dtype=np.int64))


def test_a_negative_count_is_refused() -> None:
    given = np.full((2, 13), 4, dtype=np.int64)
    given[1, 3] = -1
    with pytest.raises(ValueError, match="composition 1 has -1 cards of value 4"):
        price_many(DA_HU, given)


def test_bets_that_mix_both_parts_have_no_exact_edge_here() -> None:
    with pytest.raises(ValueError, match="lucky_pair mixes starts and finals"):
        price_many(STRANGE, np.full((1, 13), 4, dtype=np.int64)).exact(0, "lucky_pair")


def test_bets_on_suits_have_no_exact_edge_here() -> None:
    many = price_many(SUITED, np.full((1, 52), 4, dtype=np.int64))
    assert many.starts is not None
    with pytest.raises(ValueError, match=r"perfect .* looks at suits"):
        many.exact(0, "perfect")
