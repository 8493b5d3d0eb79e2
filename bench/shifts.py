"""Whole shifts from seeds, every event held to two auditors; prints what broke, with the seed that shows it again.

People err, lie and slip at the keyboard; books of their own follow every matter. `--faults` puts mistakes that the
table once made back into it and prints how many coups those books take to find each.

./run python -m bench.shifts --coups 1000000 --seed 1 --jobs 2      (the nightly campaign, in memory)
./run python -m bench.shifts --coups 20000 --durable                (on a SQLite file, with crashes)
./run python -m bench.shifts --only 4711 [--document easy-six]      (one seed again)
./run python -m bench.shifts --faults                               (each fault put back, until it is found)
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
from shifts.faults import FAULTS, coups_until_found
from shifts.shift import Broken, Tally, run_in_memory

COUPS = 100
"""Coups a shift."""

SHIFTS = 20
"""Shifts a task."""

BOUND = 20_000
"""Coups in which a fault must be found."""


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


def tasks(options: argparse.Namespace) -> Iterator[tuple[int, int, int, str | None, bool]]:
    shifts = -(-options.coups // COUPS)
    for first in range(0, shifts, SHIFTS):
        yield options.seed + first, min(SHIFTS, shifts - first), COUPS, options.document, options.durable


def find_faults() -> int:
    """A line a fault: the row of the list it stands in, how many coups it took, and the fault that the books found."""
    find, hidden = Library().find, 0
    for fault in FAULTS:
        coups, sentence = coups_until_found(fault, find, BOUND)
        hidden += not coups
        answer = f"{coups:,} coups" if coups else f"NOT FOUND in {BOUND:,} coups"
        print(f"{fault.row:2} | {fault.name} | {answer} | {sentence[:160]}", flush=True)
    return int(hidden > 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--coups", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this one seed")
    parser.add_argument("--document", choices=DOCUMENTS, help="one document; all five in turn if not given")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--faults", action="store_true", help="put each fault back and count the coups until it is found"
    )
    parser.add_argument("--durable", action="store_true", help="on a SQLite file, with crashes and storage faults")
    options = parser.parse_args()
    if options.faults:
        return find_faults()
    began = perf_counter()
    if options.only is not None:
        tally, broken = task(options.only, 1, COUPS, options.document, options.durable)
        print(tally, *broken, sep="\n")
        return bool(broken)
    whole, violations = Tally(), list[str]()
    with ProcessPoolExecutor(options.jobs) as pool:
        # Columns for `map`: one argument each.
        for done, (tally, broken) in enumerate(pool.map(task, *zip(*tasks(options), strict=True)), 1):
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
        "seeds": [options.seed, options.seed + -(-options.coups // COUPS) - 1],
        "durable": options.durable,
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
