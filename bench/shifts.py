"""Whole shifts from seeds, every event held to two auditors; prints what broke, with the seed that shows it again.

./run python -m bench.shifts --coups 1000000 --seed 1 --jobs 2      (the nightly campaign, in memory)
./run python -m bench.shifts --coups 20000 --durable                (on a SQLite file, with crashes)
./run python -m bench.shifts --only 4711 [--document easy-six]      (one seed again)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from oracle import DOCUMENTS
from punto.rulebook import Library
from shifts.durable import run_durably
from shifts.shift import Broken, Tally, run_in_memory

COUPS = 100
"""Coups a shift."""

SHIFTS = 20
"""Shifts a task."""


def task(first: int, shifts: int, coups: int, document: str | None, durable: bool) -> tuple[Tally, list[str]]:
    """Some shifts, one seed after another."""
    tally, broken = Tally(), []
    find = Library().find
    run = run_durably if durable else run_in_memory
    for seed in range(first, first + shifts):
        try:
            tally.add(run(seed, coups, find, document))
        except Broken as error:
            broken.append(str(error))
    return tally, broken


def tasks(given: argparse.Namespace) -> Iterator[tuple[int, int, int, str | None, bool]]:
    shifts = -(-given.coups // COUPS)
    for first in range(0, shifts, SHIFTS):
        yield given.seed + first, min(SHIFTS, shifts - first), COUPS, given.document, given.durable


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--coups", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", type=int, help="this one seed")
    asked.add_argument("--document", choices=DOCUMENTS, help="one document; all five in turn if not given")
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--durable", action="store_true", help="on a SQLite file, with crashes and storage faults")
    given = asked.parse_args()
    began = perf_counter()
    if given.only is not None:
        found, broken = task(given.only, 1, COUPS, given.document, given.durable)
        print(found, *broken, sep="\n")
        return bool(broken)
    whole, violations = Tally(), list[str]()
    with ProcessPoolExecutor(given.jobs) as pool:
        # Columns for `map`: one argument each.
        for done, (tally, broken) in enumerate(pool.map(task, *zip(*tasks(given), strict=True)), 1):
            whole.add(tally)
            violations += broken
            for line in broken:
                print(line, flush=True)
            if done % 25 == 0:
                took = perf_counter() - began
                print(
                    f"{whole.coups:,} coups, {len(violations)} violations, {took:,.0f} s", file=sys.stderr, flush=True
                )
    took = perf_counter() - began
    figures = {
        "coups": whole.coups,
        "commands": whole.commands,
        "events": whole.events,
        "refusals": whole.refusals,
        "violations": len(violations),
        "seeds": [given.seed, given.seed + -(-given.coups // COUPS) - 1],
        "durable": given.durable,
        "seconds": round(took),
        "coups_a_second": round(whole.coups / took),
        "kinds": dict(whole.kinds.most_common()),
        "refused": dict(whole.refused.most_common()),
        "faults": dict(whole.faults),
    }
    print(json.dumps(figures, indent=2))
    return bool(violations)


if __name__ == "__main__":
    sys.exit(main())
