"""What a house costs as its books grow: disk, start and memory, at one size against another.

./run python -m bench.growth --events 3000000 --against 300000     (12 minutes of processor time and 3.2 GB of disk)
./run python -m bench.growth --folder DIR …                         (keeps the books there, and uses those it finds)
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.books import build
from punto.house.settings import TableSettings

TABLES: Final = 5
ROUNDS: Final = 3
YEAR: Final = 365 * 86_400

STARTED = """
import json, sys, time
from pathlib import Path
began, busy = time.perf_counter(), time.process_time()
from bench.books import house_tables
from punto.house.house import House
from punto.house.settings import Settings
from punto.server.app import make_app
from punto.server.service import Service

house = House.open(Settings(database=sys.argv[1], tables=house_tables(int(sys.argv[2]))), False)
make_app(Service(house))
seconds, processor = time.perf_counter() - began, time.process_time() - busy
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
memory = {name: int(status[field].split()[0]) / 1024 for name, field in (("now", "VmRSS"), ("most", "VmHWM"))}
print(json.dumps({"seconds": seconds, "processor": processor, **memory}))
house.floor._writer.close()
house.close()
"""
"""A house opened on the books, ready to answer; a process of its own, so that what it holds is its own."""


def started(file: Path) -> dict[str, Any]:
    """The middle of some starts, the first of which also makes the house its first administrator."""
    rounds = []
    for _ in range(ROUNDS):
        words = [sys.executable, "-c", STARTED, str(file), str(TABLES)]
        done = subprocess.run(words, cwd=Path(__file__).parents[1], capture_output=True, check=True)
        rounds.append(json.loads(done.stdout))
    middle = {name: median(figures[name] for figures in rounds) for name in rounds[0]}
    return {
        "start_seconds": round(middle["seconds"], 2),
        "start_seconds_of_processor": round(middle["processor"], 2),
        "megabytes_of_memory": round(middle["now"]),
        "megabytes_of_memory_at_most": round(middle["most"]),
    }


def disk(file: Path) -> dict[str, Any]:
    """Bytes by what they hold, and what a table that never rests writes in a year at its settings' pace."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kinds = dict(database.execute("SELECT kind, count(*) FROM events GROUP BY kind").fetchall())
        whole = file.stat().st_size
        events, coups = sum(kinds.values()), kinds["bets_opened"]
        answers = database.execute("SELECT refused <> '', count(*), sum(length(answer)) FROM keys GROUP BY 1")
        answer_sizes = {("refused" if refused else "done"): (count, size) for refused, count, size in answers}
    pace = TableSettings(id="t", rulebook="easy-six")
    seconds = (
        coups * (pace.betting_seconds + pace.result_seconds)
        + kinds["card_drawn"] * pace.card_seconds
        + kinds.get("insurance_forgone", 0) * pace.insurance_seconds
    )
    return {
        "events": events,
        "coups": coups,
        "megabytes": round(whole / 1e6),
        "bytes_an_event": round(whole / events),
        "bytes_a_coup": round(whole / coups),
        "seconds_a_coup": round(seconds / coups, 1),
        "megabytes_a_table_and_year": round(whole / seconds * YEAR / 1e6),
        "ids_and_bytes_of_their_answers": answer_sizes,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=3_000_000)
    parser.add_argument("--against", type=int, default=300_000)
    parser.add_argument("--folder", type=Path, help="where the books are kept")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        figures = {}
        for events in (options.against, options.events):
            file = folder / f"{events}.db"
            if not file.exists():
                build(file, events, TABLES)
            figures[f"{events:,} events"] = disk(file) | started(file)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
