"""Bets that race the close: many patrons at one table bet while its dealer closes, many times over.

./run python -m bench.race [--times 1000] [--patrons 200]

A bet is late if its answer said yes and the log has it after the close of its round. The answers are held to each
other while it runs, and the log is read once more at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.client import Client
from bench.house import Outside, Plan, plain_table, raise_limit
from punto.house.settings import Settings
from punto.store import open_store

_TABLE: Final = "t"
_BOXES: Final = 7
_DEALER: Final = "Dealer 1"
_SPREAD_SECONDS: Final = 0.25
"""Bets are sent over so long; the close comes somewhere within it."""


@dataclass
class Tally:
    """What the patrons were answered."""

    accepted: int = 0
    late: int = 0
    refused: Counter[str] = field(default_factory=Counter)


class Race:
    """One table, its dealer and its patrons."""

    def __init__(self, house: Outside, names: list[str]) -> None:
        self._dealer = Client(house.at.port, house.at.tokens[_DEALER][0])
        self._patrons = {name: Client(house.at.port, house.at.tokens[name][0]) for name in names}
        self._chance = random.Random(1)
        self.tally = Tally()

    async def run(self, times: int) -> None:
        for _ in range(times):
            await self._open()
            await self._seat()
            bets = [asyncio.create_task(self._bet(name)) for name in self._patrons]
            await asyncio.sleep(self._chance.uniform(0, _SPREAD_SECONDS))
            closed = await self._give("close_bets")
            self._count(await asyncio.gather(*bets), closed["version"])
            await self._deal()
        for client in (self._dealer, *self._patrons.values()):
            client.close()

    async def _give(self, command: str, **fields: Any) -> Any:
        status, answer = await self._dealer.order(_TABLE, command, **fields)
        assert status == 200, answer
        return answer

    async def _open(self) -> None:
        status, _ = await self._dealer.order(_TABLE, "open_bets")
        if status != 200:
            await self._dealer.order(_TABLE, "close_shoe")
            await self._give("open_shoe", cards="virtual")
            await self._give("open_bets")

    async def _seat(self) -> None:
        """Somebody sits at each box before the race, so that others may stand behind."""
        for box, (name, client) in enumerate(list(self._patrons.items())[:_BOXES], 1):
            status, answer = await client.order(_TABLE, "place_bet", patron=name, box=box, bet="player", stake=5)
            assert status == 200, answer

    async def _bet(self, name: str) -> tuple[int, Any]:
        place = list(self._patrons).index(name)
        stance = "seated" if place < _BOXES else "standing"
        await asyncio.sleep(self._chance.uniform(0, _SPREAD_SECONDS))
        return await self._patrons[name].order(
            _TABLE, "place_bet", patron=name, box=place % _BOXES + 1, bet="tie", stake=5, stance=stance
        )

    def _count(self, answers: list[tuple[int, Any]], closed: int) -> None:
        for status, answer in answers:
            if status == 200:
                self.tally.accepted += 1
                self.tally.late += answer["version"] > closed
            else:
                self.tally.refused[answer["error"]["code"]] += 1

    async def _deal(self) -> None:
        while True:
            answer = await self._give("draw_card")
            if any(event["kind"] == "coup_settled" for event in answer["events"]):
                return


def late_in_log(database: str) -> int:
    """Bets that the log has while bets are closed."""
    late, are_open = 0, False
    with open_store(database) as store:
        for event in store.events(_TABLE):
            are_open = event.kind == "bets_opened" or (are_open and event.kind != "bets_closed")
            late += event.kind == "bet_placed" and not are_open
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--patrons", type=int, default=200)
    options = parser.parse_args()
    raise_limit()
    names = [f"Patron {place}" for place in range(options.patrons)]
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "race.db")
        table = plain_table(_TABLE, dealer="person", betting_seconds=3600.0, insurance_seconds=0.0, call_seconds=0.0)
        settings = {"database": database, "port": 0, "tables": [table], "patron_idle_minutes": 600.0}
        people = dict.fromkeys(names, "patron") | {_DEALER: "dealer"}
        plan = Plan(msgspec.convert(settings, Settings), people, chips=10_000_000)
        began = time.monotonic()
        with Outside(plan) as house:
            race = Race(house, names)
            asyncio.run(race.run(options.times))
        tally = race.tally
        figures = {
            "races": options.times,
            "patrons": options.patrons,
            "taken": tally.accepted,
            "refused": dict(tally.refused),
            "late_by_the_answers": tally.late,
            "late_in_the_log": late_in_log(database),
            "seconds": round(time.monotonic() - began),
        }
    print(msgspec.json.format(msgspec.json.encode(figures), indent=1).decode())


if __name__ == "__main__":
    main()
