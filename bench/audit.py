"""Events a second that the audit goes through, for a second of processor time; and where the time goes.

./run python -m bench.audit [--events 100000] [--jobs 2]         (books of five tables, made for it)
./run python -m bench.audit --books house.db --old CHECKOUT      (beside another checkout, in turns, each three times)

CHECKOUT is a folder with another version's `src`; books of an older schema are upgraded in a copy for this one.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from bench.books import build
from punto.audit import Walk
from punto.audit.filing import Mentions
from punto.audit.record import giver_of, read_event
from punto.rulebook import FindRulebook, Library
from punto.store import ChainCheck, Store, open_store, upgrade_books
from punto.store.derived import is_house_log
from punto.table import State, evolve

ROUNDS = 3

MEASURED = """
import json, resource, sys, time
from punto.audit import audit_store
from punto.rulebook import Library
from punto.store import open_store

def used():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))

more = json.loads(sys.argv[2])
with open_store(sys.argv[1]) as store:
    busy, began = used(), time.perf_counter()
    account, finding = audit_store(store, Library().find, **more)
    took = {"events": account.events, "processor": used() - busy, "seconds": time.perf_counter() - began}
    took["finding"] = str(finding) if finding else None
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps(took | {"megabytes": most / 1024}))
"""
"""The program that each version runs, in a process of its own."""


def measure(books: Path, source: Path, **more: int) -> dict[str, Any]:
    """One audit by the version in a folder."""
    words = [sys.executable, "-c", MEASURED, str(books), json.dumps(more)]
    done = subprocess.run(words, env=os.environ | {"PYTHONPATH": str(source)}, capture_output=True, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    assert figures["finding"] is None, figures["finding"]
    return figures


def summed_up(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The middle of some rounds."""
    first, events = rounds[0], rounds[0]["events"]
    return {
        "events": events,
        "events_a_second_of_processor_time": round(events / median(figures["processor"] for figures in rounds)),
        "events_a_second": round(events / median(figures["seconds"] for figures in rounds)),
        "megabytes": round(first["megabytes"]),
    }


class Parts:
    """Processor time for each thing that is done with an event, each measured alone."""

    def __init__(self) -> None:
        self._spent: Counter[str] = Counter()
        self._events = 0

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        began = process_time()
        yield
        self._spent[what] += int(1e9 * (process_time() - began))

    def measure(self, store: Store, table: str, find: FindRulebook) -> None:
        with store.reading(table) as log:
            with self.timed("read rows"):
                records = list(log.records())
            with self.timed("read the index of people"):
                rows = list(log.mentions())
            chain = ChainCheck(log.head)
        self._events += len(records)
        mentions, walk, state = Mentions(iter(rows)), Walk(table, find, alone=False), State(find)
        with self.timed("hash and hold to the chain"):
            for record in records:
                chain.take(record)
        with self.timed("decode events"):
            decoded = [(read_event(record), record, giver_of(record)) for record in records]
        with self.timed("walk: rules, cards, payments, money"):
            for event, record, giver in decoded:
                walk.step(event, record.postings, giver, record.schema)
        with self.timed("replay the state"):
            for event, _, _ in decoded:
                state = evolve(state, event)
        with self.timed("hold to the index of people"):
            for record in records:
                mentions.take(record)

    def microseconds(self) -> dict[str, float]:
        return {what: round(spent / 1e3 / self._events, 2) for what, spent in self._spent.items()}


def parts(store: Store) -> dict[str, float]:
    """Microseconds an event for each part, over all tables."""
    measured, find = Parts(), Library().find
    for table in store.tables():
        if not is_house_log(table):
            measured.measure(store, table, find)
    with measured.timed("balances"):
        store.ledger.fault()
    return measured.microseconds()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--books", type=Path, help="a database that is there already")
    parser.add_argument("--old", type=Path, help="another checkout, whose audit is measured in turns with this one's")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--parts", action="store_true", help="where the time goes; holds one table's log in memory")
    options = parser.parse_args()
    with ExitStack() as stack:
        ours = Path(stack.enter_context(TemporaryDirectory())) / "books.db"
        if options.books:
            shutil.copy(options.books, ours)
            upgrade_books(ours)
        else:
            build(ours, options.events)
        here = Path(__file__).parents[1] / "src"
        rounds: dict[str, list[dict[str, Any]]] = {}
        for _ in range(ROUNDS):
            if options.old:
                rounds.setdefault("old", []).append(measure(options.books or ours, options.old / "src"))
            rounds.setdefault("one process", []).append(measure(ours, here))
            rounds.setdefault(f"{options.jobs} processes", []).append(measure(ours, here, jobs=options.jobs))
        figures: dict[str, Any] = {name: summed_up(done) for name, done in rounds.items()}
        if options.parts:
            with open_store(ours) as store:
                figures["microseconds_an_event"] = parts(store)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
