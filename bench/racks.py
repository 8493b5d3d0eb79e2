"""Shifts with real chips, random fills, credits, drops, voids, reversals and corrections: does every count balance?

Every second seed has one chip, or one copy of a slip, go astray, each way in turn; it must be named at its place.

./run python -m bench.racks --shifts 1000
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from punto.rulebook import Library
from shifts.racks import FAULTS, run_racks

SHIFTS = 4
"""Shifts from one seed."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shifts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--coups", type=int, default=8, help="coups a shift")
    options = parser.parse_args()
    find, began = Library().find, perf_counter()
    counts: Counter[str] = Counter()
    broken: list[str] = []
    for place in range(-(-options.shifts // SHIFTS)):
        seed = options.seed + place
        fault = FAULTS[place // 2 % len(FAULTS)] if place % 2 else ""
        try:
            tally = run_racks(seed, find, shifts=SHIFTS, coups=options.coups, fault=fault)
        except Exception as error:
            broken.append(f"seed {seed} {fault or 'clean'}: {error!r:.300}")
            continue
        for kind in ("shifts", "coups", "fills", "credits", "voids", "reversals"):
            counts[kind] += getattr(tally, kind)
        counts["boxes that balance"] += sum(counted == won for counted, won in tally.wins)
        counts["chips astray, found"] += bool(fault)
    print(", ".join(f"{kind} {number:,}" for kind, number in counts.items()))
    print(f"{len(broken)} broken, {perf_counter() - began:.0f} s")
    print(*broken, sep="\n")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
