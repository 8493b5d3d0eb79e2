"""Two processes of one house on a PostgreSQL from the wheel: the one that moves the tables on is stopped, or killed.

./run python -m bench.takeover [--times 40] [--patrons 48] [--tables 12]

In turns, by SIGSTOP and SIGKILL. The other process takes every table over; the stopped one is woken after a while and
stays as the second, for a killed one another is started. Patrons bet all the time, and send a command that is not
answered to the other process, with the same id. At the end the log must have each that was answered, once, and the
audit must find nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bench.client import Client, percentile
from bench.house import Outside, Plan, plain_table, raise_limit
from punto.audit import audit_store
from punto.house.settings import Settings
from punto.rulebook import Library
from punto.store import Store, open_store
from store.server import postgresql

_KEY: Final = bytes(32)
"""The key that processes of `bench.house` share."""

_BOOKS: Final = ("rws-insurance", "easy-six", "da-hu-ying-xiong")
_PACES: Final = {
    "betting_seconds": 2.0,
    "insurance_seconds": 0.5,
    "card_seconds": 0.1,
    "call_seconds": 0.1,
    "result_seconds": 0.3,
}

_PATIENCE: Final = 2.0
"""So long a patron waits for an answer before asking the other process."""

_PLAY_SECONDS: Final = 2.0
"""Between two turns, and as long as a stopped process stands still after its tables were taken over."""

_LOOK_SECONDS: Final = 0.02
_TOO_LONG: Final = 60.0


@dataclass
class Tally:
    """What patrons and tables met with."""

    answered: dict[str, list[str]] = field(default_factory=dict)
    """Ids of commands that were carried out, by table."""
    waits: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    sent_again: int = 0
    takeovers: dict[str, list[float]] = field(default_factory=lambda: {"stopped": [], "killed": []})
    wrong: list[str] = field(default_factory=list)


class Patron:
    """Somebody who bets, at whichever process answers."""

    def __init__(self, houses: list[Outside], name: str, table: str, box: int, tally: Tally) -> None:
        self._houses = houses
        self._name = name
        self._table = table
        self._box = box
        self._tally = tally
        self._chance = random.Random(name)
        self._at = box % 2
        self._client: Client | None = None
        self._number = 0

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            self._number += 1
            await self._bet(f"bet-{self._number}")
            await asyncio.sleep(self._chance.uniform(0.1, 0.4))
        self._leave()

    async def _bet(self, id: str) -> None:
        bet = {"id": id, "patron": self._name, "box": self._box, "stake": 5}
        bet["bet"] = self._chance.choice(("player", "banker"))  # The same however often it is sent.
        began = time.monotonic()
        while time.monotonic() - began < _TOO_LONG:
            try:
                status, answer = await asyncio.wait_for(self._order(bet), _PATIENCE)
            except (TimeoutError, OSError, asyncio.IncompleteReadError):
                self._tally.sent_again += 1
                self._leave()
                self._at = 1 - self._at
                await asyncio.sleep(0.1)
                continue
            if status == 200:
                self._tally.answered.setdefault(self._table, []).append(f"{self._name}/{id}")  # As the log has it.
                self._tally.waits.append(time.monotonic() - began)
            elif status in (409, 422):
                self._tally.refused[answer["error"]["code"]] += 1
            else:
                self._tally.wrong.append(f"{id}: {status} {answer}")
            return
        self._tally.wrong.append(f"{id}: no answer in {_TOO_LONG:.0f} s")

    async def _order(self, bet: dict[str, Any]) -> tuple[int, Any]:
        if self._client is None:
            at = self._houses[self._at].at
            self._client = Client(at.port, at.tokens[self._name][0])
        return await self._client.order(self._table, "place_bet", **bet)

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


class Campaign:
    """A house in two processes, the first of which moves the tables on, and what is done to it."""

    def __init__(self, plan: Plan, running: ExitStack) -> None:
        self._plan = plan
        self._running = running
        self._tables = [table.id for table in plan.settings.tables]
        self.houses = [self._start(), self._start()]
        self._store = running.enter_context(open_store(plan.settings.database))
        self.tally = Tally()
        self._holder = 0

    def _start(self) -> Outside:
        return self._running.enter_context(Outside(self._plan))

    async def run(self, patrons: list[str], times: int) -> None:
        over = asyncio.Event()
        places = [(name, self._tables[place % len(self._tables)], place) for place, name in enumerate(patrons)]
        each = len(self._tables)
        playing = [
            asyncio.create_task(Patron(self.houses, name, table, place // each + 1, self.tally).play(over))
            for name, table, place in places
        ]
        for turn in range(times):
            await asyncio.sleep(_PLAY_SECONDS)
            await (self._kill() if turn % 2 else self._stop())
        await asyncio.sleep(_PLAY_SECONDS)
        over.set()
        await asyncio.gather(*playing)

    async def _stop(self) -> None:
        victim = self.houses[self._holder]
        await self._taken_over("stopped", victim, signal.SIGSTOP)
        await asyncio.sleep(_PLAY_SECONDS)
        victim.send(signal.SIGCONT)

    async def _kill(self) -> None:
        victim = self._holder
        await self._taken_over("killed", self.houses[victim], signal.SIGKILL)
        self.houses[victim] = await asyncio.to_thread(self._start)

    async def _taken_over(self, how: str, victim: Outside, by: signal.Signals) -> None:
        """Stop a process, and wait until every table is the other's."""
        before = await asyncio.to_thread(self._store.leases.look)
        victim.send(by)
        began = time.monotonic()
        while time.monotonic() - began < _TOO_LONG:
            leases = await asyncio.to_thread(self._store.leases.look)
            if all(leases[id].epoch > before[id].epoch and leases[id].holder for id in self._tables):
                self.tally.takeovers[how].append(time.monotonic() - began)
                self._holder = 1 - self._holder
                return
            await asyncio.sleep(_LOOK_SECONDS)
        self.tally.wrong.append(f"{how}: not every table was taken over in {_TOO_LONG:.0f} s")


def faults(store: Store, tables: list[str], answered: dict[str, list[str]]) -> dict[str, Any]:
    """What was answered and is not in the log, what is there twice, and what the audit finds."""
    missing, doubled = [], []
    for table in tables:
        ids = [record.command_id for record in store.records(table) if record.command_id]
        runs = Counter(id for id, _ in groupby(ids))
        doubled += [id for id, times in runs.items() if times > 1]
        missing += [id for id in answered.get(table, []) if id not in runs]
    report, fault = audit_store(store, Library().find)
    return {
        "lost": len(missing),
        "doubled": len(doubled),
        "of_these": [*missing, *doubled][:10],
        "audit": str(fault or "all is well"),
        "events": report.events,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=40, help="Stops and kills, in turns.")
    parser.add_argument("--patrons", type=int, default=48)
    parser.add_argument("--tables", type=int, default=12)
    options = parser.parse_args()
    raise_limit()
    names = [f"Patron {place}" for place in range(options.patrons)]
    tables = [plain_table(f"t{place}", _BOOKS[place % len(_BOOKS)], **_PACES) for place in range(options.tables)]
    began = time.monotonic()
    with postgresql(max_connections="80") as server:
        url = server.make_database("takeover")
        settings = {"database": url, "port": 0, "tables": tables, "patron_idle_minutes": 600.0}
        plan = Plan(msgspec.convert(settings, Settings), dict.fromkeys(names, "patron"), chips=10_000_000)
        with ExitStack() as running:
            campaign = Campaign(plan, running)
            asyncio.run(campaign.run(names, options.times))
        with open_store(url, key=_KEY) as store:
            outcome = faults(store, [table["id"] for table in tables], campaign.tally.answered)
    tally = campaign.tally
    figures = {
        "takeovers": {how: _summed(seconds) for how, seconds in tally.takeovers.items()},
        "commands_answered": len(tally.waits),
        "p50_ms": round(percentile(tally.waits, 0.5) * 1000, 1),
        "most_ms": round(max(tally.waits) * 1000, 1),
        "sent_again": tally.sent_again,
        "refused_by_the_rules": dict(tally.refused),
        **outcome,
        "wrong": tally.wrong[:10],
        "seconds": round(time.monotonic() - began),
    }
    print(msgspec.json.format(msgspec.json.encode(figures), indent=1).decode())
    return bool(outcome["lost"] or outcome["doubled"] or tally.wrong or outcome["audit"] != "all is well")


def _summed(seconds: list[float]) -> dict[str, Any]:
    if not seconds:
        return {"times": 0}
    return {"times": len(seconds), "p50_s": round(percentile(seconds, 0.5), 2), "most_s": round(max(seconds), 2)}


if __name__ == "__main__":
    sys.exit(main())
