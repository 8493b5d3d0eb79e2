"""Shoes that random patrons mix, with absences and liars, and a house that would choose its cards after the reveals.

./run python -m bench.mixing --shoes 10000 --seed 1 [--jobs 2]

Of every shoe the order is derived from what is published, by a plain account of docs/shoe.md, and held to the cards
that came; the positions of all orders pass the tests of the shuffle. Then a dishonest house publishes the same shoe in
up to six false ways, each of which the auditor and the plain account must find, a dropped reveal by its receipt.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from house.mixed_shoes import Tally, play

AT_ONCE = 100
"""Shoes a task."""


def task(seed: int, shoes: int) -> Tally:
    tally, source = Tally(), Random(seed)
    for _ in range(shoes):
        play(tally, source)
    return tally


def together(tallies: list[Tally]) -> Tally:
    whole = Tally()
    for tally in tallies:
        for name in ("shoes", "seats", "absent", "lies_refused", "house_only"):
            setattr(whole, name, getattr(whole, name) + getattr(tally, name))
        whole.tried.update(tally.tried)
        whole.caught.update(tally.caught)
        whole.wrong += tally.wrong
        whole.orders += tally.orders
    return whole


def report(whole: Tally, seconds: float) -> dict[str, object]:
    statistics = whole.statistics()
    return {
        "shoes": whole.shoes,
        "seats": whole.seats,
        "absent": whole.absent,
        "lies_refused": whole.lies_refused,
        "house_only": whole.house_only,
        "place_chance": statistics.place_chance(),
        "pair_chances": statistics.pair_chances(),
        "least_chance": statistics.least_chance(),
        "tried": dict(whole.tried),
        "caught": dict(whole.caught),
        "wrong": whole.wrong[:20],
        "seconds": round(seconds, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shoes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    begun = perf_counter()
    tasks = -(-options.shoes // AT_ONCE)
    seeds = [options.seed * 1_000_000 + number for number in range(tasks)]
    sizes = [min(AT_ONCE, options.shoes - AT_ONCE * number) for number in range(tasks)]
    if options.jobs == 1:
        tallies = list(map(task, seeds, sizes))
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            tallies = list(pool.map(task, seeds, sizes))
    whole = together(tallies)
    print(json.dumps(report(whole, perf_counter() - begun), indent=1))
    missed = Counter(whole.tried) - Counter(whole.caught)
    sys.exit(bool(whole.wrong or missed))


if __name__ == "__main__":
    main()
