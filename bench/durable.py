"""Commands a second that the house decides and keeps durably, beside bare inserts; and the house killed with -9.

./run python -m bench.durable                                  (64 tables, one process, a SQLite file; and in memory)
./run python -m bench.durable --kill 1000                      (killed at every step of a durable write, SQLite)
./run python -m bench.durable --kill 1000 --postgresql         (the same on a PostgreSQL from the wheel)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, process_time

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bench.store import bare
from oracle import DOCUMENTS
from punto.audit import audit_store
from punto.house.tables.desk import Desk
from punto.house.tables.shuffler import seal_shoe
from punto.rulebook import Library
from punto.store import Answer, Batch, Store, Writer, open_store
from punto.table import MemoryLedger, State
from punto.table.turn import Turn, take_turn
from shifts.killing import KEY, Killed, next_command
from store.server import postgresql

LIGHTS = 1000
"""Commands between two power failures while speed is measured."""


def in_memory(commands: int) -> tuple[float, float]:
    """Commands a second decided and posted, nothing kept; and a second of the processor, where it is shared."""
    find = Library().find
    find("da-hu-ying-xiong")  # Read once a process, whatever the number of commands.
    state, sealed, ledger = State(find), None, MemoryLedger()
    began, busy = perf_counter(), process_time()
    for number in range(1, commands + 1):
        turn = take_turn(state, next_command(state, number, "da-hu-ying-xiong", LIGHTS), sealed, seal_shoe, "T")
        if isinstance(turn, Turn) and not ledger.post(posting for moved in turn.postings for posting in moved):
            state, sealed = turn.state, turn.sealed
    return commands / (perf_counter() - began), commands / (process_time() - busy)


class Floor:
    """Many tables on one store, each with a dealer who sends the next command when the last is durable."""

    def __init__(self, store: Store, writer: Writer, tables: int, each: int) -> None:
        self.waits: list[float] = []
        self._each = each
        self._append: Callable[[str, int, Batch], Answer] = lambda t, v, b: writer.submit(t, v, b).result()
        find = Library().find
        self.desks = [
            Desk(
                store,
                f"t{number}",
                find,
                key=KEY,
                seal_shoe=seal_shoe,
                now=lambda: "2026-11-16T20:00:00Z",
                append=self._append,
            )
            for number in range(tables)
        ]

    def run(self) -> float:
        dealers = [Thread(target=self._deal, args=(desk, at)) for at, desk in enumerate(self.desks)]
        began = perf_counter()
        for dealer in dealers:
            dealer.start()
        for dealer in dealers:
            dealer.join()
        return perf_counter() - began

    def _deal(self, desk: Desk, at: int) -> None:
        document = DOCUMENTS[at % len(DOCUMENTS)]
        for number in range(1, self._each + 1):
            command = next_command(desk.state, number, document, LIGHTS)
            began = perf_counter()
            desk.do(replace(command, id=f"c{number}", by="dealer" if command.by is None else command.by))
            self.waits.append(perf_counter() - began)


def throughput(commands: int, tables: int) -> dict[str, object]:
    each = commands // tables
    decided = in_memory(commands)  # First, while this process holds nothing else.
    with TemporaryDirectory() as folder, open_store(Path(folder) / "books.db") as store:
        with Writer(store) as writer:
            floor = Floor(store, writer, tables, each)
            busy = process_time()
            took = floor.run()
            busy = process_time() - busy
        plain, rows = bare(Path(folder) / "bare.db", each * tables, tables)
        finding = audit_store(store, Library().find)[1]
        events = sum(store.head(name).version for name in store.tables())
    waits = sorted(floor.waits)
    return {
        "commands": len(waits),
        "tables": tables,
        "events": events,
        "commands_a_second": round(len(waits) / took),
        "commands_a_second_of_its_own_processor_time": round(len(waits) / busy),
        "wait_ms_half": round(1000 * waits[len(waits) // 2], 1),
        "wait_ms_99_in_100": round(1000 * waits[len(waits) * 99 // 100], 1),
        "bare_rows": rows,
        "bare_commands_a_second": round(len(waits) / plain),
        "times_slower_than_bare": round(took / plain, 2),
        "in_memory_commands_a_second": round(decided[0]),
        "in_memory_commands_a_second_of_processor_time": round(decided[1]),
        "audit": str(finding) if finding else "nothing at fault",
    }


def killed(times: int, seed: int, on_server: bool) -> dict[str, object]:
    """Each document in its turn, on a database of its own."""
    campaigns: dict[str, object] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        server = stack.enter_context(postgresql()) if on_server else None
        for at, document in enumerate(DOCUMENTS):
            where = server.make_database(f"kill_{at}") if server else str(folder / f"{document}.db")
            began = perf_counter()
            campaign = Killed(where, Library().find, document, seed + at)
            for turn in range(times // len(DOCUMENTS)):
                campaign.kill_once(turn)
                if campaign.violations:
                    break
            campaign.audit()
            campaigns[document] = campaign.figures() | {"seconds": round(perf_counter() - began)}
            print(f"{document}: {json.dumps(campaigns[document])}", file=sys.stderr, flush=True)
    return campaigns


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--kill", type=int, metavar="TIMES")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="a PostgreSQL from the wheel, with fsync on")
    options = parser.parse_args()
    if options.kill is None:
        print(json.dumps(throughput(options.commands, options.tables), indent=2))
        return 0
    campaigns = killed(options.kill, options.seed, options.postgresql)
    print(json.dumps(campaigns, indent=2))
    return any(campaign["violations"] for campaign in campaigns.values() if isinstance(campaign, dict))


if __name__ == "__main__":
    sys.exit(main())
