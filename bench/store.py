"""Commands a second written durably by one process, beside bare inserts of as many rows into SQLite in the same run.

./run python bench/store.py [--commands 20000] [--tables 64] [--url postgresql://… | --postgresql]

Each command is an event or two with postings on a wallet, the layout and the house, an
idempotency key and its answer. A table sends its next command when the last is durable.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from punto.store import Answer, Appended, Batch, Key, NewEvent, Posting, Store, Writer, open_store
from store.server import postgresql

BODY = {"patron": "ann", "box": 3, "bet": "player", "stake": 100, "stance": "seated", "coup": 17, "shoe": 2}
RULEBOOK = {"id": "easy-six", "edition": "2012-06-02", "hash": "0" * 64}


def command(table: str, number: int) -> Batch:
    """A bet placed; every eighth is a coup settled, with two events."""
    wallet, layout = f"wallet:patron-{number % 7}-{table}", f"layout:{table}"
    if number % 8 == 0:
        events: tuple[NewEvent, ...] = (
            NewEvent("cards_shown", {"player": "3h 9c", "banker": "3d 5s", "rulebook": RULEBOOK}),
            NewEvent("coup_settled", BODY | {"payback": 195}, (Posting("house", -700), Posting(wallet, 700))),
        )
    else:
        events = (NewEvent("bet_placed", BODY, (Posting(wallet, -10), Posting(layout, 10))),)
    name = f"{table}-{number}"
    key = Key(name, "d" * 64, b'{"events":["' + name.encode() + b'"]}')
    return Batch(events, at="2026-01-01T00:00:00Z", by="dealer", command_id=name, key=key)


class Tables:
    """Many tables, each with one command under way."""

    def __init__(self, writer: Writer, names: list[str], each: int) -> None:
        self._writer = writer
        self._names = names
        self._each = each
        self._left = len(names)
        self._lock = Lock()
        self._finished = Event()
        self.waits: list[float] = []

    def run(self) -> None:
        for name in self._names:
            self._send(name, 0, 0)
        self._finished.wait()

    def _send(self, table: str, number: int, version: int) -> None:
        if number == self._each:
            with self._lock:
                self._left -= 1
                if not self._left:
                    self._finished.set()
            return
        sent = perf_counter()

        def durable(future: Future[Answer]) -> None:
            answer = future.result()
            assert isinstance(answer, Appended), answer
            self.waits.append(perf_counter() - sent)
            self._send(table, number + 1, answer.version)

        self._writer.submit(table, version, command(table, number)).add_done_callback(durable)


def fill(store: Store, names: list[str]) -> None:
    """Money to bet with, so that no wallet is short."""
    for name in names:
        pay = tuple(Posting(f"wallet:patron-{n}-{name}", 10**9) for n in range(7))
        event = NewEvent("bought_in", {}, (*pay, Posting("house", -7 * 10**9)))
        store.append(f"cage-{name}", 0, Batch((event,), at="", by="pit_manager", command_id=f"fill-{name}"))


def bare(path: Path, commands: int, together: int) -> tuple[float, int]:
    """Seconds for the same rows, inserted and nothing else, with as many commands to a durable commit."""
    database = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE events (a, b, c, d, e, f, g, h, i, j, k, PRIMARY KEY (a, b))")
    database.execute("CREATE TABLE postings (a, b, c, d, e, PRIMARY KEY (a, b, c))")
    database.execute("CREATE TABLE keys (a, b, c, d, PRIMARY KEY (a, b))")
    body, hashed, rows = json.dumps(BODY), "0" * 64, 0
    began = perf_counter()
    for first in range(0, commands, together):
        numbers = range(first, min(first + together, commands))
        events = [
            (f"t{n % 64}", n, "2026", "dealer", "", f"c{n}", "bet_placed", 1, body, hashed, hashed) for n in numbers
        ]
        events += [(f"t{n % 64}", -n - 1, *event[2:]) for n, event in zip(numbers, events, strict=True) if n % 8 == 0]
        postings = [(f"t{n % 64}", n, place, f"wallet:{n % 7}", 10) for n in numbers for place in (0, 1)]
        keys = [(f"t{n % 64}", f"c{n}", hashed, body) for n in numbers]
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", events)
        database.executemany("INSERT INTO postings VALUES (?, ?, ?, ?, ?)", postings)
        database.executemany("INSERT INTO keys VALUES (?, ?, ?, ?)", keys)
        database.execute("COMMIT")
        rows += len(events) + len(postings) + len(keys)
    took = perf_counter() - began
    database.close()
    return took, rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--url", help="an empty database; a new SQLite file if not given")
    parser.add_argument("--postgresql", action="store_true", help="a PostgreSQL from the wheel, with fsync on")
    options = parser.parse_args()
    names = [f"t{number}" for number in range(options.tables)]
    each = options.commands // options.tables
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        where = options.url or folder / "books.db"
        if options.postgresql:
            where = stack.enter_context(postgresql()).make_database("bench")
        store = stack.enter_context(open_store(where))
        fill(store, names)
        tables = Tables(stack.enter_context(Writer(store)), names, each)
        began = perf_counter()
        tables.run()
        took = perf_counter() - began
        plain, rows = bare(folder / "bare.db", each * options.tables, options.tables)
        assert store.ledger.fault() is None
        assert all(store.verify(name) is None for name in names[:4])
    waits = sorted(tables.waits)
    done = len(waits)
    figures = {
        "commands": done,
        "tables": options.tables,
        "commands_a_second": round(done / took),
        "wait_ms_half": round(1000 * waits[done // 2], 1),
        "wait_ms_99_in_100": round(1000 * waits[done * 99 // 100], 1),
        "bare_sqlite_rows": rows,
        "bare_sqlite_commands_a_second": round(done / plain),
        "times_slower_than_bare_sqlite": round(took / plain, 2),
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
