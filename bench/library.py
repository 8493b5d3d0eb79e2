"""The library's speed through its facade, beside the kernel alone and an interpreter that only imports numpy.

Everything is measured in turns in one run, and what counts is the best of many: absolute times wander on a shared
machine. `./run python bench/library.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

import punto
from punto.chance.many import _plan
from punto.facade.sheet import PriceSheet

TURNS = 40
MANY = 20_000


def best(*functions: Callable[[], object], turns: int = TURNS) -> list[float]:
    """Seconds of each, the best of so many turns."""
    times = [float("inf")] * len(functions)
    for _ in range(turns):
        for place, function in enumerate(functions):
            start = time.perf_counter()
            function()
            times[place] = min(times[place], time.perf_counter() - start)
    return times


def line(what: str, seconds: float, limit: float, unit: float, name: str) -> None:
    verdict = "ok" if seconds <= limit else "TOO SLOW"
    print(f"{what:<64}{seconds / unit:10.3f} {name:<3} limit {limit / unit:7.2f}  {verdict}")


def started(program: str, environment: dict[str, str]) -> float:
    at = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    return time.perf_counter() - at


def imports() -> None:
    """`import punto` with bytecode, beside an interpreter that does nothing and one that imports numpy."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder
        programs = ["pass", "import punto", "import punto; punto.load", "import numpy"]
        for program in programs:
            started(program, environment)
        nothing, bare, loaded, numpy = best(
            *(lambda program=program: started(program, environment) for program in programs),
            turns=7,
        )
    line("import punto", bare - nothing, 0.120, 1e-3, "ms")
    print(f"{'import punto; punto.load':<64}{(loaded - nothing) / 1e-3:10.3f} ms")
    print(f"{'import numpy, for comparison':<64}{(numpy - nothing) / 1e-3:10.3f} ms")


def every_edge(sheet: PriceSheet) -> list[Fraction]:
    return [*(bet.edge for bet in sheet.bets.values()), *(offer.edge for offer in sheet.insurance)]


def main() -> None:
    imports()
    game = punto.load("da-hu-ying-xiong")
    game.price().to_dict()  # Whatever is made once is made.
    one_bet, pair_bet, whole = best(
        lambda: game.price().bets["banker"].edge,
        lambda: game.price().bets["tiger_pair"].edge,
        lambda: every_edge(game.price()),
    )
    line("price().bets['banker'].edge", one_bet, 1e-3, 1e-3, "ms")
    line("price().bets['tiger_pair'].edge", pair_bet, 1e-3, 1e-3, "ms")
    line("every edge of a whole sheet, bets and offers", whole, 5e-3, 1e-3, "ms")
    [everything] = best(lambda: game.price().to_dict())
    line("the same with what insurance adds, as JSON", everything, 5e-3, 1e-3, "ms")
    shoe = np.array([30, 32, 31, 32, 28, 32, 32, 29, 32, 32, 32, 32, 32])
    [floats] = best(lambda: game.edges(shoe), turns=2000)
    line("edges of one shoe, floats", floats, 60e-6, 1e-6, "us")
    rng = np.random.default_rng(1)
    shoes = 32 - rng.integers(0, 20, size=(MANY, 13))
    values = np.concatenate([shoes[:, 9:].sum(axis=1, keepdims=True), shoes[:, :9]], axis=1)
    program = _plan(game.rulebook).program
    kernel, facade = best(lambda: program.values(values), lambda: game.edges(shoes), turns=20)
    line(f"{MANY:,} shoes in one call, beside the kernel alone (times)", facade / kernel, 1.25, 1.0, "x")
    print(f"the kernel {kernel / MANY * 1e6:.2f} us a shoe, the facade {facade / MANY * 1e6:.2f}")


if __name__ == "__main__":
    main()
