"""Events a second that a report goes through, and the memory it takes, over books of a given size.

./run python -m bench.report --events 300000            (builds the books in a temporary folder)
./run python -m bench.report --books house.db --by patron
./run python -m bench.report --books house.db --times 24 --into large.db   (its logs 24 times, and a report over those)
./run python -m bench.report --books large.db --tables 12 --unverified     (twelve of its tables, chains aside)
./run python -m bench.report --books house.db --again 1400                 (its logs gone through 1,400 times on end)
"""

from __future__ import annotations

import argparse
import json
import resource
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bench import books
from punto.house.settings_log import recorded_calendar
from punto.house.takings import gaming_tables, since, take_books, take_excerpt, take_tables
from punto.report.takings import By, HouseTakings
from punto.rulebook import Library
from punto.store import open_store


def measured(file: Path, by: By, most: int | None = None, verify: bool = True) -> dict[str, Any]:
    """One pass without the chains and one with them verified beside it."""
    figures: dict[str, Any] = {"by": by}
    passes = [("unverified", take_tables), *([("verified", take_books)] if verify else [])]
    with open_store(file) as store:
        tables = gaming_tables(store)[:most]
        figures["tables"] = len(tables)
        figures["events"] = sum(store.head(table).version for table in tables)
        for name, take in passes:
            takings = HouseTakings(Library().find, recorded_calendar(store), by)
            began, busy = perf_counter(), process_time()
            take(store, takings, tables)
            seconds, processor = perf_counter() - began, process_time() - busy
            figures[name] = {
                "events_a_second": round(figures["events"] / seconds),
                "events_for_a_second_of_processor": round(figures["events"] / processor),
            }
            began = perf_counter()
            report = takings.report(by)
            figures["seconds_for_the_figures"] = round(perf_counter() - began, 2)
            figures["rounds"] = report.total.rounds
    figures["megabytes_of_memory"] = megabytes()
    return figures


def again(file: Path, by: By, times: int) -> dict[str, Any]:
    """The logs read from the database and reported again and again, as if they went on; the memory as that goes on."""
    with open_store(file) as store:
        tables = gaming_tables(store)
        events = sum(store.head(table).version for table in tables)
        takings = HouseTakings(Library().find, recorded_calendar(store), by)
        busy, memory = process_time(), {}
        for time in range(1, times + 1):
            for table in tables:
                at = datetime.min.replace(tzinfo=UTC)
                for excerpt in since(store, table, takings.span):
                    at = take_excerpt(takings, table, excerpt, at)
            if time in (1, times // 10, times // 2, times):
                memory[takings.rounds] = megabytes()
        takings.end()
        processor = process_time() - busy
    return {
        "by": by,
        "rounds": takings.report(by).total.rounds,
        "events": events * times,
        "events_for_a_second_of_processor": round(events * times / processor),
        "megabytes_after_rounds": memory,
    }


def megabytes() -> int:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--books", type=Path)
    parser.add_argument("--by", default="table")
    parser.add_argument("--tables", type=int, help="so many of its tables")
    parser.add_argument("--unverified", action="store_true")
    parser.add_argument("--times", type=int, default=1, help="write its logs so many times --into other books")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--again", type=int, help="go through its logs so many times")
    options = parser.parse_args()
    if options.books and options.again:
        print(json.dumps(again(options.books, options.by, options.again)))
        return
    if options.books:
        if options.into:
            books.multiply(options.books, options.into, options.times)
        print(json.dumps(measured(options.into or options.books, options.by, options.tables, not options.unverified)))
        return
    books.TOGETHER = 300  # type: ignore[misc]  # SQLite asks for no more keys than this in one statement.
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        books.build(file, options.events)
        print(json.dumps(measured(file, options.by)))


if __name__ == "__main__":
    main()
