"""The house under load, on the same two cores as its load: viewers of one table, and patrons at many.

`./run python -m bench.server viewers --number 5000 --events 40`
`./run python -m bench.server patrons --seconds 600 --patrons 200 --tables 25`

Viewers are raw sockets in one process: each notes when a message arrived whole. An event counts from
the moment it was durable, which is when its command was answered.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from bench.house import Outside, Plan, plain_table, raise_limit
from punto.house.floor.demonstration import demonstration
from punto.house.settings import Settings

PER_SESSION = 40
"""Streams each session watches."""


def percentile(values: list[float], part: float) -> float:
    """The value that this part of all stay below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


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


def asking(token: str, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: punto_session={token}\r\n\r\n".encode()


class Client:
    """One person's connection, kept open; commands one after another."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._number = random.getrandbits(60)

    async def order(self, table: str, command: str, **fields: Any) -> tuple[int, Any]:
        """A command's status and answer."""
        self._number += 1
        body = msgspec.json.encode({"command": command, "id": f"b{self._number}"} | fields)
        head = f"POST /api/tables/{table}/commands HTTP/1.1\r\nContent-Type: application/json\r\nX-Punto: 1\r\n"
        return await self._ask(f"{head}Content-Length: {len(body)}\r\n".encode(), body)

    async def get(self, path: str) -> tuple[int, Any]:
        return await self._ask(f"GET {path} HTTP/1.1\r\n".encode(), b"")

    async def _ask(self, head: bytes, body: bytes) -> tuple[int, Any]:
        try:
            return await self._asked(head, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()  # The house hung up while this was on its way; the same id again does no harm.
            self._reader = self._writer = None
            return await self._asked(head, body)

    async def _asked(self, head: bytes, body: bytes) -> tuple[int, Any]:
        if self._reader is None or self._writer is None or self._reader.at_eof() or self._writer.is_closing():
            self.close()  # The house hangs up on who is silent for long.
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        self._writer.write(head + f"Host: 127.0.0.1\r\nCookie: punto_session={self._token}\r\n\r\n".encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        status = int(answer.split(b" ", 2)[1])
        length = int(answer.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        return status, msgspec.json.decode(await self._reader.readexactly(length))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


def _plan(folder: Path, tables: list[dict[str, Any]], people: dict[str, str], sessions: int) -> Plan:
    given = {"database": str(folder / "bench.db"), "port": 0, "tables": tables, "patron_idle_minutes": 600.0}
    given["staff_idle_minutes"] = 600.0
    return Plan(msgspec.convert(given, Settings), people, sessions=sessions, chips=10_000_000)


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
    held = house.memory()
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
    told = {
        "viewers": number,
        "events": events,
        "told": len(delays),
        "missing": number * events - len(delays),
        "p50_ms": round(percentile(delays, 0.5) * 1000),
        "p99_ms": round(percentile(delays, 0.99) * 1000),
        "most_ms": round(max(delays) * 1000),
        "kib_per_viewer": round((held - idle) / number / 1024, 1),
        "kib_per_viewer_after": round((house.memory() - idle) / number / 1024, 1),
        "seconds_to_open": round(opened, 1),
        "bytes_per_message": round(sum(viewer.octets for viewer in viewers) / max(1, len(delays) + number)),
        "house_processor_share": round((house.processor() - processor) / took, 2),
    }
    for viewer in viewers:
        viewer.transport.abort()
    dealer.close()
    patron.close()
    return told


async def _steps(dealer: Client, patron: Client) -> Any:
    """One event after another, as a table has them; each is a message of its own."""
    while True:
        status, told = await dealer.order("t", "open_bets")
        if status != 200:
            await dealer.order("t", "close_shoe")
            await dealer.order("t", "open_shoe", cards="virtual")
            continue
        yield told["version"]
        status, told = await patron.order("t", "place_bet", patron="Guest", box=1, bet="player", stake=25)
        assert status == 200, told
        yield told["version"]
        status, told = await dealer.order("t", "close_bets")
        yield told["version"]
        while status == 200:
            status, told = await dealer.order("t", "draw_card")
            if status == 200:
                yield told["version"]
                if any(event["kind"] == "coup_settled" for event in told["events"]):
                    break


async def play(house: Outside, names: list[str], tables: list[str], seconds: float) -> dict[str, Any]:
    """Patrons who place, insure and settle at tables that deal by themselves, each with a stream open."""
    took: dict[str, list[float]] = {"place_bet": [], "take_insurance": []}
    refused: Counter[str] = Counter()
    errors: list[str] = []
    settled = 0
    until = time.monotonic() + seconds

    async def patron(place: int) -> None:
        nonlocal settled
        chance, name = random.Random(place), names[place]
        table, box = tables[place % len(tables)], place // len(tables) % 7 + 1
        client = Client(house.at.port, house.at.tokens[name][0])
        reader, writer = await asyncio.open_connection("127.0.0.1", house.at.port, limit=1 << 24)
        writer.write(asking(house.at.tokens[name][0], f"/api/tables/{table}/events"))

        async def order(command: str, **fields: Any) -> None:
            began = time.monotonic()
            status, told = await client.order(table, command, patron=name, box=box, **fields)
            took[command].append(time.monotonic() - began)
            if status in (409, 422):
                refused[told["error"]["code"]] += 1
            elif status != 200:
                errors.append(f"{command}: {status} {told}")

        coup_bet = coup_insured = coup_settled = -1
        while time.monotonic() < until:
            line = await asyncio.wait_for(reader.readline(), 60)
            if not line.startswith(b"data: "):
                continue
            view = msgspec.json.decode(line[6:])["view"]
            coup = view["coup"]
            if coup is None:
                continue
            if view["phase"] == "betting" and coup["number"] != coup_bet:
                coup_bet = coup["number"]
                await asyncio.sleep(chance.uniform(0, 1.5))
                stance = {"stance": "seated" if place // len(tables) < 7 else "standing"}
                await order("place_bet", bet=chance.choice(["player", "banker"]), stake=100, **stance)
            elif coup["offers"] and coup["number"] != coup_insured:
                for offer in coup["offers"]:
                    most = next((one["most"] for one in offer["most"] if one["patron"] == name), 0)
                    if most and coup["number"] != coup_insured:
                        coup_insured = coup["number"]
                        await order("take_insurance", insures=offer["insures"], stake=max(1, most // 2))
            elif coup["ended"] and coup["number"] == coup_bet != coup_settled:
                coup_settled = coup["number"]
                settled += 1
        client.close()
        writer.close()

    processor, began = house.processor(), time.monotonic()
    await asyncio.gather(*(patron(place) for place in range(len(names))))
    whole = time.monotonic() - began
    both = [one for kind in took.values() for one in kind]
    return {
        "patrons": len(names),
        "tables": len(tables),
        "seconds": round(whole),
        "commands": len(both),
        "placed": len(took["place_bet"]),
        "insured": len(took["take_insurance"]),
        "settled": settled,
        "refused_by_the_rules": dict(refused),
        "errors": errors[:10],
        "p50_ms": round(percentile(both, 0.5) * 1000, 1),
        "p99_ms": round(percentile(both, 0.99) * 1000, 1),
        "most_ms": round(max(both) * 1000, 1),
        "house_processor_share": round((house.processor() - processor) / whole, 2),
        "memory_mib": house.memory() >> 20,
    }


def viewers(folder: Path, number: int, events: int, pause: float) -> dict[str, Any]:
    people = {name: role.value for name, role in demonstration().people.items()}
    table = plain_table("t", dealer="person", betting_seconds=3600.0, insurance_seconds=0.0)
    with Outside(_plan(folder, [table], people, -(-number // PER_SESSION))) as house:
        return asyncio.run(watch(house, number, events, pause))


def patrons(folder: Path, number: int, tables: int, seconds: float) -> dict[str, Any]:
    books = ("rws-insurance", "insurance-lucky-six", "da-hu-ying-xiong", "easy-six", "rws-baccarat")
    paces = {"betting_seconds": 6.0, "insurance_seconds": 3.0, "card_seconds": 0.5, "result_seconds": 2.0}
    ids = [f"t{place}" for place in range(tables)]
    names = [f"Patron {place}" for place in range(number)]
    made = [plain_table(id, books[place % len(books)], **paces) for place, id in enumerate(ids)]
    with Outside(_plan(folder, made, dict.fromkeys(names, "patron"), 1)) as house:
        return asyncio.run(play(house, names, ids, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["viewers", "patrons"])
    parser.add_argument("--number", type=int, default=5000)
    parser.add_argument("--events", type=int, default=40)
    parser.add_argument("--pause", type=float, default=1.0, help="Seconds between two events.")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--patrons", type=int, default=200)
    parser.add_argument("--tables", type=int, default=25)
    given = parser.parse_args()
    raise_limit()
    gc.disable()  # The measuring side must not pause.
    with tempfile.TemporaryDirectory() as folder:
        if given.what == "viewers":
            told = viewers(Path(folder), given.number, given.events, given.pause)
        else:
            told = patrons(Path(folder), given.patrons, given.tables, given.seconds)
    print(msgspec.json.format(msgspec.json.encode(told), indent=1).decode())


if __name__ == "__main__":
    main()
