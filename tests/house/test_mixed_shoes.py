"""Random patrons, absences and liars: the order follows from what is published, and a house that chooses is caught.

The campaign over 10,000 shoes is `./run python -m bench.mixing`; this is its small version.
"""

from __future__ import annotations

from random import Random

import numpy as np

from house.mixed_shoes import DECKS, FACES, Tally, play
from house.shuffling import Statistics

SHOES = 60


def test_every_order_follows_from_what_is_published_and_every_lie_is_caught() -> None:
    tally, source = Tally(), Random(1)
    for _ in range(SHOES):
        play(tally, source)
    assert tally.wrong == []
    assert tally.tried == tally.caught
    assert len(tally.tried) == 6
    assert min(tally.tried.values()) > 5
    assert tally.absent > 10
    assert tally.lies_refused > 10
    assert 0 < tally.house_only < SHOES
    assert tally.statistics().place_chance() > 1e-6


def test_orders_that_were_chosen_do_not_pass_the_tests_of_the_shuffle() -> None:
    tally, source = Tally(), Random(2)
    for _ in range(5):
        play(tally, source)
    favoured = Statistics(DECKS, FACES)
    favoured.take(np.array(tally.orders * 40, np.int64))  # A house that has but five orders.
    assert favoured.place_chance() < 1e-6
