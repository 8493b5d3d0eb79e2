"""Places and pairs of cards over a million shoes by the house's shuffler, and over biased shuffles that must fail.

./run python -m bench.shuffle [--shoes 1000000] [--decks 4] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from house.shuffling import BIASED, Statistics, shuffles
from punto.house.tables.shuffler import seal_shoe
from punto.kit.cards import ALL_CARDS

KINDS = len(ALL_CARDS)
AT_A_TIME = 1000
KIND = {id(card): number for number, card in enumerate(ALL_CARDS)}
"""Kinds by the card's identity: a shoe holds these very cards, and this is asked a few hundred million times."""


def fair(shoes: int, decks: int) -> Statistics:
    """Shoes as the house seals them for play: the operating system's randomness, no seed."""
    statistics = Statistics(decks, KINDS)
    statistics.take(np.array([[KIND[id(card)] for card in seal_shoe(decks).order] for _ in range(shoes)], np.int64))
    return statistics


def biased(which: int, shoes: int, decks: int) -> Statistics:
    statistics = Statistics(decks, KINDS)
    statistics.take(shuffles(BIASED[which], secrets.randbelow, decks, KINDS, shoes))
    return statistics


def gathered(
    pool: ProcessPoolExecutor, decks: int, shoes: int, work: Callable[..., Statistics], *first: int
) -> Statistics:
    whole = Statistics(decks, KINDS)
    for future in [pool.submit(work, *first, AT_A_TIME, decks) for _ in range(shoes // AT_A_TIME)]:
        whole.add(future.result())
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shoes", type=int, default=1_000_000)
    parser.add_argument("--biased", type=int, default=50_000, help="shoes of each biased shuffle")
    parser.add_argument("--decks", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    began = perf_counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        whole = gathered(pool, options.decks, options.shoes, fair)
        unfair = {
            how.__name__: gathered(pool, options.decks, options.biased, biased, which).least_chance()
            for which, how in enumerate(BIASED)
        }
    figures = {
        "shoes": whole.shoes,
        "decks": options.decks,
        "chance_of_places": whole.place_chance(),
        "chances_of_pairs": whole.pair_chances(),
        "least_chance_of_biased": unfair,
        "seconds": round(perf_counter() - began),
    }
    print(json.dumps(figures, indent=2))
    return whole.least_chance() < 0.0001 or max(unfair.values()) > 1e-9


if __name__ == "__main__":
    sys.exit(main())
