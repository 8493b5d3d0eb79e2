"""The house under load, on the same two cores as its load: viewers of one table, and patrons at many.

`./run python -m bench.server viewers --number 5000 --events 40`
`./run python -m bench.server patrons --seconds 600 --patrons 200 --tables 25`
`./run python -m bench.server patrons --seconds 600 --patrons 800 --tables 100 --processes 2`  (on PostgreSQL)
`./run python -m bench.server grow --seconds 120`  (25, 50, 100 and 200 tables; a table for docs/figures-server.md)

Viewers are raw sockets in one process: each notes when a message arrived whole. An event counts from
the moment it was durable, which is when its command was answered. Processor time is the house's own, over all
commands it carried out: the patrons' and those that the tables' clocks gave.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bench.client import Client, asking, percentile
from bench.house import Outside, Plan, plain_table, raise_limit
from bench.patrons import as_table, grow, patrons
from punto.house.floor.demonstration import demonstration
from punto.house.settings import Settings
from store.server import postgresql

PER_SESSION = 40
"""Streams each session watches."""


class Viewer(asyncio.Protocol):
    """One viewer: a request, then messages until the end."""

    def __init__(self, ask: bytes, arrived: dict[int, list[float]], first: asyncio.Future[None]) -> None:
        self._ask = ask
        self._arrived = arrived
        self._first = first
        self._tail = b""
        self.octets = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._ask)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        self.octets += len(data)
        # The id stands at a message's beginning, and the blank line at its end.
        text = self._tail + data
        while (end := text.find(b"\n\n")) >= 0:
            begin = text.rfind(b"id: ", 0, end)
            if begin >= 0:
                version = int(text[begin + 4 : text.index(b"\n", begin)])
                self._arrived.setdefault(version, []).append(now)
                if not self._first.done():
                    self._first.set_result(None)
            text = text[end + 2 :]
        self._tail = text

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._first.done():
            self._first.set_exception(exc or ConnectionError("closed before it said anything"))
            self._first.exception()


def _plan(folder: Path, tables: list[dict[str, Any]], people: dict[str, str], sessions: int) -> Plan:
    settings = {"database": str(folder / "bench.db"), "port": 0, "tables": tables, "patron_idle_minutes": 600.0}
    settings["staff_idle_minutes"] = 600.0
    return Plan(msgspec.convert(settings, Settings), people, sessions=sessions, chips=10_000_000)


async def watch(house: Outside, number: int, events: int, pause: float) -> dict[str, Any]:
    """So many viewers; a dealer and a patron move the table on."""
    loop, arrived = asyncio.get_running_loop(), dict[int, list[float]]()
    idle = house.memory()
    tokens = house.at.tokens["Guest"]
    dealer, patron = Client(house.at.port, house.at.tokens["Dealer 1"][0]), Client(house.at.port, tokens[0])
    await dealer.order("t", "open_shoe", cards="virtual")
    viewers: list[Viewer] = []
    began = time.monotonic()
    for start in range(0, number, 100):
        firsts = []
        for place in range(start, min(start + 100, number)):
            first: asyncio.Future[None] = loop.create_future()
            ask = asking(tokens[place // PER_SESSION], "/api/tables/t/events")
            viewer = Viewer(ask, arrived, first)
            await loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", house.at.port)  # type: ignore[misc]
            viewers.append(viewer)
            firsts.append(first)
        await asyncio.gather(*firsts)
    opened = time.monotonic() - began
    await asyncio.sleep(1)
    watched = house.memory()
    answered: dict[int, float] = {}
    processor = house.processor()
    steps = _steps(dealer, patron)
    began = time.monotonic()
    while len(answered) < events:
        version = await anext(steps)
        answered[version] = time.monotonic()
        await asyncio.sleep(pause)
    await asyncio.sleep(2)
    took = time.monotonic() - began
    delays = [at - then for version, then in answered.items() for at in arrived.get(version, [])]
    figures = {
        "viewers": number,
        "events": events,
        "told": len(delays),
        "missing": number * events - len(delays),
        "p50_ms": round(percentile(delays, 0.5) * 1000),
        "p99_ms": round(percentile(delays, 0.99) * 1000),
        "most_ms": round(max(delays) * 1000),
        "kib_per_viewer": round((watched - idle) / number / 1024, 1),
        "kib_per_viewer_after": round((house.memory() - idle) / number / 1024, 1),
        "seconds_to_open": round(opened, 1),
        "bytes_per_message": round(sum(viewer.octets for viewer in viewers) / max(1, len(delays) + number)),
        "house_processor_share": round((house.processor() - processor) / took, 2),
    }
    for viewer in viewers:
        viewer.transport.abort()
    dealer.close()
    patron.close()
    return figures


async def _steps(dealer: Client, patron: Client) -> Any:
    """One event after another, as a table has them; each is a message of its own."""
    while True:
        status, answer = await dealer.order("t", "open_bets")
        if status != 200:
            await dealer.order("t", "close_shoe")
            await dealer.order("t", "open_shoe", cards="virtual")
            continue
        yield answer["version"]
        status, answer = await patron.order("t", "place_bet", patron="Guest", box=1, bet="player", stake=25)
        assert status == 200, answer
        yield answer["version"]
        status, answer = await dealer.order("t", "close_bets")
        yield answer["version"]
        while status == 200:
            status, answer = await dealer.order("t", "draw_card")
            if status == 200:
                yield answer["version"]
                if any(event["kind"] == "coup_settled" for event in answer["events"]):
                    break


def viewers(folder: Path, number: int, events: int, pause: float) -> dict[str, Any]:
    people = {name: role.value for name, role in demonstration().people.items()}
    table = plain_table("t", dealer="person", betting_seconds=3600.0, insurance_seconds=0.0, call_seconds=0.0)
    with Outside(_plan(folder, [table], people, -(-number // PER_SESSION))) as house:
        return asyncio.run(watch(house, number, events, pause))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["viewers", "patrons", "grow"])
    parser.add_argument("--number", type=int, default=5000)
    parser.add_argument("--events", type=int, default=40)
    parser.add_argument("--pause", type=float, default=1.0, help="Seconds between two events.")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--patrons", type=int, default=200)
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--processes", type=int, default=1, help="More than one run on a PostgreSQL from the wheel.")
    options = parser.parse_args()
    raise_limit()
    gc.disable()  # The measuring side must not pause.
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        if options.what == "viewers":
            figures = viewers(Path(folder), options.number, options.events, options.pause)
        elif options.what == "patrons":
            database = str(Path(folder) / "bench.db")
            if options.processes > 1:
                database = running.enter_context(postgresql()).url()
            figures = patrons(database, options.patrons, options.tables, options.seconds, options.processes)
        else:
            server = running.enter_context(postgresql())
            print(as_table(grow(Path(folder), server, options.seconds)))
            return
    print(msgspec.json.format(msgspec.json.encode(figures), indent=1).decode())


if __name__ == "__main__":
    main()
