"""Undealt cards looked for in every answer, log and file of a house at work; none may be found.

./run python -m bench.secrecy [--coups 10000]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from house.secrecy import Leak, Watch

COUPS = 250
"""Coups a database, so that looking through its files stays quick."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--coups", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began, answers, scans, leaks = perf_counter(), 0, 0, list[str]()
    for seed in range(options.seed, options.seed + -(-options.coups // COUPS)):
        with TemporaryDirectory() as folder:
            watch = Watch(Path(folder), seed)
            try:
                watch.run(COUPS)
            except Leak as leak:
                leaks.append(f"seed {seed}: {leak}")
            answers, scans = answers + watch.answers, scans + watch.scans
    figures = {
        "coups": options.coups,
        "answers_read": answers,
        "databases_searched": scans,
        "leaks": leaks,
        "seconds": round(perf_counter() - began),
    }
    print(json.dumps(figures, indent=2))
    return bool(leaks)


if __name__ == "__main__":
    sys.exit(main())
