"""Patrons who place, insure and settle at tables that deal by themselves, each with a stream open."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.client import Client, asking, percentile
from bench.house import Outside, Plan, plain_table
from punto.house.settings import Settings
from store.server import Server

AT_A_TABLE: Final = 8
"""Patrons at each table: seven who sit, and one who stands."""

SIZES: Final = (25, 50, 100, 200)
"""Tables at which growth is shown."""

SIZES_OF_TWO: Final = (100, 200)
"""The same with two processes."""

_BOOKS: Final = ("rws-insurance", "insurance-lucky-six", "da-hu-ying-xiong", "easy-six", "rws-baccarat")
_PACES: Final = {"betting_seconds": 6.0, "insurance_seconds": 3.0, "card_seconds": 0.5, "result_seconds": 2.0}


class _Most(msgspec.Struct):
    patron: str
    most: int


class _Offer(msgspec.Struct):
    insures: str
    most: list[_Most]


class _Coup(msgspec.Struct):
    number: int
    offers: list[_Offer]
    ended: str | None


class _View(msgspec.Struct):
    phase: str
    coup: _Coup | None


class _News(msgspec.Struct):
    """As much of a message as a patron acts on: reading all of it would measure the reader."""

    view: _View


_news = msgspec.json.Decoder(_News)


@dataclass
class Tally:
    """What the patrons of a run met with."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {"place_bet": [], "take_insurance": []})
    refused: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    settled: int = 0
    retries: int = 0


class Patron:
    """One patron at one table."""

    def __init__(self, house: Outside, name: str, table: str, seat: int, tally: Tally) -> None:
        self._house = house
        self._token = house.at.tokens[name][0]
        self._name = name
        self._table = table
        self._box = seat % 7 + 1
        self._stance = "seated" if seat < 7 else "standing"
        self._tally = tally
        self._chance = random.Random(name)
        self._client = Client(house.at.port, self._token)
        self._coups = {"bet": -1, "insured": -1, "settled": -1}

    async def open(self) -> None:
        """Begin to watch."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._house.at.port, limit=1 << 24)
        self._writer.write(asking(self._token, f"/api/tables/{self._table}/events"))
        await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), 60)

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            line = await asyncio.wait_for(self._reader.readline(), 60)
            if not line:
                self._tally.errors.append("the stream ended")
                break
            if line.startswith(b"data: ") and (coup := (view := _news.decode(line[6:]).view).coup) is not None:
                await self._act(view.phase, coup)
        self._tally.retries += self._client.retries
        self._client.close()
        self._writer.close()

    async def _act(self, phase: str, coup: _Coup) -> None:
        last = self._coups
        if phase == "betting" and coup.number != last["bet"]:
            last["bet"] = coup.number
            await asyncio.sleep(self._chance.uniform(0, 1.5))
            bet = self._chance.choice(["player", "banker"])
            await self._order("place_bet", bet=bet, stake=100, stance=self._stance)
        elif coup.offers and coup.number != last["insured"]:
            for offer in coup.offers:
                most = next((line.most for line in offer.most if line.patron == self._name), 0)
                if most and coup.number != last["insured"]:
                    last["insured"] = coup.number
                    await self._order("take_insurance", insures=offer.insures, stake=max(1, most // 2))
        elif coup.ended and coup.number == last["bet"] != last["settled"]:
            last["settled"] = coup.number
            self._tally.settled += 1

    async def _order(self, command: str, **fields: Any) -> None:
        began = time.monotonic()
        try:
            status, answer = await self._client.order(self._table, command, patron=self._name, box=self._box, **fields)
        except (OSError, asyncio.IncompleteReadError) as error:
            self._tally.errors.append(f"{command}: {error!r}")
            return
        self._tally.seconds[command].append(time.monotonic() - began)
        if status in (409, 422):
            self._tally.refused[answer["error"]["code"]] += 1
        elif status != 200:
            self._tally.errors.append(f"{command}: {status} {answer}")


async def play(houses: Sequence[Outside], names: list[str], tables: list[str], seconds: float) -> dict[str, Any]:
    """All patrons for so long, spread over the processes of the house."""
    tally = Tally()
    patrons = []
    for place, name in enumerate(names):
        table = tables[place % len(tables)]
        patrons.append(Patron(houses[place % len(houses)], name, table, place // len(tables), tally))
    for start in range(0, len(patrons), 50):
        await asyncio.gather(*(patron.open() for patron in patrons[start : start + 50]))
    processor, commands = _processor(houses), _commands(houses)
    began = time.monotonic()
    await asyncio.gather(*(patron.play(began + seconds) for patron in patrons))
    whole = time.monotonic() - began
    used, carried_out = _processor(houses) - processor, _commands(houses) - commands
    waits = [wait for kind in tally.seconds.values() for wait in kind]
    return {
        "patrons": len(names),
        "tables": len(tables),
        "processes": len(houses),
        "seconds": round(whole),
        "commands": len(waits),
        "placed": len(tally.seconds["place_bet"]),
        "insured": len(tally.seconds["take_insurance"]),
        "settled": tally.settled,
        "refused_by_the_rules": dict(tally.refused),
        "errors": tally.errors[:10],
        "error_count": len(tally.errors),
        "retries": tally.retries,
        "p50_ms": round(percentile(waits, 0.5) * 1000, 1),
        "p99_ms": round(percentile(waits, 0.99) * 1000, 1),
        "most_ms": round(max(waits) * 1000, 1),
        "house_processor_share": round(used / whole, 2),
        "commands_with_the_tables_own": carried_out,
        "processor_ms_a_command": round(1000 * used / carried_out, 2),
        "processor_ms_a_patrons_command": round(1000 * used / len(waits), 2),
        "memory_mib": sum(house.memory() for house in houses) >> 20,
    }


def _processor(houses: Sequence[Outside]) -> float:
    return sum(house.processor() for house in houses)


def _commands(houses: Sequence[Outside]) -> int:
    return sum(house.commands() for house in houses)


def patrons(database: str, number: int, tables: int, seconds: float, processes: int = 1) -> dict[str, Any]:
    """A new house of so many tables in so many processes, and what its patrons met with."""
    ids = [f"t{place}" for place in range(tables)]
    names = [f"Patron {place}" for place in range(number)]
    rows = [plain_table(id, _BOOKS[place % len(_BOOKS)], **_PACES) for place, id in enumerate(ids)]
    settings = {"database": database, "port": 0, "tables": rows, "patron_idle_minutes": 600.0}
    plan = Plan(msgspec.convert(settings, Settings), dict.fromkeys(names, "patron"), chips=10_000_000)
    with ExitStack() as running:
        houses = [running.enter_context(Outside(plan)) for _ in range(processes)]
        return asyncio.run(play(houses, names, ids, seconds))


def grow(folder: Path, server: Server, seconds: float) -> list[dict[str, Any]]:
    """The same at more and more tables: one process on SQLite, then two on a PostgreSQL."""
    rows = []
    for processes, sizes in ((1, SIZES), (2, SIZES_OF_TWO)):
        for tables in sizes:
            name = f"bench_{processes}_{tables}"
            database = str(folder / f"{name}.db") if processes == 1 else server.make_database(name)
            figures = patrons(database, tables * AT_A_TABLE, tables, seconds, processes)
            print(msgspec.json.encode(figures).decode(), file=sys.stderr, flush=True)
            rows.append(figures)
    return rows


_COLUMNS: Final = {
    "tables": "tables",
    "patrons": "patrons",
    "processes": "processes",
    "commands": "commands of patrons",
    "p50_ms": "p50, ms",
    "p99_ms": "p99, ms",
    "most_ms": "slowest, ms",
    "error_count": "errors",
    "processor_ms_a_command": "processor a command, ms",
    "house_processor_share": "cores used",
}


def as_table(rows: Sequence[dict[str, Any]]) -> str:
    """Figures of several runs as a table in Markdown."""
    lines = [list(_COLUMNS.values()), ["---"] * len(_COLUMNS)]
    lines += [[f"{row[name]:,}" for name in _COLUMNS] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
