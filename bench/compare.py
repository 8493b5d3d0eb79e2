"""Two checkouts measured against each other in turns on one machine: new beside old, and old beside itself.

./run python bench/compare.py OLD NEW [--rounds 5] [--only table store settle chance simulate server]

OLD and NEW are folders of checkouts with their `./run` (a clone, or `git worktree add`). In every round each benchmark
runs in OLD, in NEW and in OLD again, each in a process of its own with that checkout's environment and benchmarks.
Figures are processor time for a unit of work unless they say otherwise: what else the machine does counts little then.
A figure is slower when NEW's median is above OLD's by more than 5 % and by more than OLD differs from itself.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

Figures = Iterator[tuple[str, float]]

ALLOWED: Final = 1.05

_UNITS: Final = (("s", 1.0), ("ms", 1e3), ("us", 1e6), ("ns", 1e9))

_MEASURE: Final = "PUNTO_BENCH_MEASURE"
"""Set for the processes that measure; it names the benchmark."""


def quickest(work: Callable[[], object], times: int = 5) -> float:
    """Processor seconds of the quickest of some runs."""
    seconds = []
    for _ in range(times):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return min(seconds)


def table(bench: Any) -> Figures:
    find = bench.Library().find
    for document in bench.DOCUMENTS:
        commands = bench.commands(document, 100)
        find(document)
        yield f"{document}, decided", min(bench.decided(commands, find)[1] for _ in range(5)) / len(commands)
        yield f"{document}, booked", min(bench.booked(commands) for _ in range(5)) / len(commands)


def store(bench: Any) -> Figures:
    names = [f"t{number}" for number in range(64)]
    with tempfile.TemporaryDirectory() as folder, bench.open_store(Path(folder) / "books.db") as books:
        bench.fill(books, names)
        with bench.Writer(books) as writer:
            start = process_time()
            bench.Tables(writer, names, 100).run()
            yield "a command, durable", (process_time() - start) / 6_400
        yield "a log verified, an event", quickest(lambda: books.verify("t0")) / books.head("t0").version


def settle(bench: Any) -> Figures:
    shelf, rng = bench.Library(), random.Random(bench.SEED)
    in_bulk = getattr(bench, "_in_bulk", None) or bench._clerk  # Older checkouts have a clerk.
    for name, ids in (("five rulebooks", bench.BOOKS), ("easy-six alone", ["easy-six"])):
        lines = bench.lines_of([shelf.find(id) for id in ids], 10_000, rng)
        yield f"a line, {name}", 1 / bench.rate(in_bulk, lines)


def chance(bench: Any) -> Figures:
    shoes = bench.np.random.default_rng(1).integers(0, 33, size=(2_000, 13))
    for id in ("da-hu-ying-xiong", "rws-baccarat"):
        book = bench.LIBRARY.find(id)
        first = bench.Composition.of_ranks(shoes[0].tolist())
        bench.price_many(book, shoes[:10])
        yield f"{id}, a shoe of many", quickest(partial(bench.price_many, book, shoes)) / len(shoes)
        yield f"{id}, a shoe alone", quickest(partial(bench.price_many, book, shoes[:1].copy()), 200)
        yield f"{id}, a sheet", quickest(partial(bench.price, book, first), 10)
        cards = bench.read_cards("5h 6c Td")
        yield f"{id}, a part-dealt coup", quickest(partial(bench.price, book, bench.Composition.fresh(8), cards), 10)


def simulate(bench: Any) -> Figures:
    bench.SHOES = 64 * 512
    for id in bench.DOCUMENTS:
        book = bench.Library().find(id)
        bench.scored(book, 1)
        yield f"{id}, a coup scored", bench.best(partial(bench.scored, book, 1), process_time)
        yield f"{id}, perfect play", bench.best(partial(bench.perfect, book), process_time)


def server(bench: Any) -> Figures:
    """The house is a process of its own; what it takes of a core is measured over the same events and pauses."""
    bench.raise_limit()
    with tempfile.TemporaryDirectory() as folder:
        figures = bench.viewers(Path(folder), 2_000, 60, 0.05)
    assert not figures["missing"], figures
    yield "processor in a second, 2,000 viewers", figures["house_processor_share"]
    yield "an event's way to them, half, by the clock", figures["p50_ms"] / 1000


BENCHMARKS: Final[dict[str, Callable[[Any], Figures]]] = {
    "table": table,
    "store": store,
    "settle": settle,
    "chance": chance,
    "simulate": simulate,
    "server": server,
}


def measure(name: str) -> None:
    """Print the figures of the checkout that this process was started in."""
    here = Path.cwd()
    sys.path[0] = str(here)
    import punto

    assert Path(punto.__file__).is_relative_to(here), f"{punto.__file__} is not of {here}"
    print(json.dumps(dict(BENCHMARKS[name](importlib.import_module(f"bench.{name}")))))


def figures_of(checkout: Path, name: str) -> dict[str, float]:
    """A benchmark's figures, measured in a process of a checkout."""
    command = ["./run", "python", str(Path(__file__).resolve())]
    environment = os.environ | {_MEASURE: name, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def compare(name: str, old: Path, new: Path, rounds: int) -> Iterator[tuple[str, float, float, float]]:
    """Each figure with OLD's median, how NEW's stands to it, and by how much OLD differs from itself."""
    runs = [(figures_of(old, name), figures_of(new, name), figures_of(old, name)) for _ in range(rounds)]
    for figure in runs[0][0]:
        before = median(run[place][figure] for run in runs for place in (0, 2))
        after = median(run[1][figure] for run in runs)
        itself = median(max(run[0][figure], run[2][figure]) / min(run[0][figure], run[2][figure]) for run in runs)
        yield figure, before, after / before, itself


def duration(seconds: float) -> str:
    unit, scale = next(((unit, scale) for unit, scale in _UNITS if seconds * scale >= 1), _UNITS[-1])
    return f"{seconds * scale:,.1f} {unit}"


def main() -> int:
    if name := os.environ.get(_MEASURE):
        measure(name)
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=list(BENCHMARKS), default=list(BENCHMARKS))
    options = parser.parse_args()
    slower = 0
    print(f"{'':58}{'old':>12}{'new : old':>12}{'old : old':>12}")
    for name in options.only:
        for figure, before, ratio, itself in compare(name, options.old, options.new, options.rounds):
            is_slower = ratio > max(ALLOWED, itself)
            slower += is_slower
            mark = "  slower" if is_slower else ""
            print(f"{f'{name}: {figure}':58}{duration(before):>12}{ratio:>12.3f}{itself:>12.3f}{mark}", flush=True)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
