"""An honest patron beside everybody who wants to stop the house: how long their requests take, attack by attack.

`./run python -m bench.hostile --seconds 20`

The house has its limits and bots that play, the attackers (`bench/attacks.py`) run in processes of their own, all on
this machine's loopback. The patron bets, takes back and asks for the wallet, one after another, each on a connection
that is kept; nothing of it may be refused, and every command that was answered must be in the log.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.attacks import ATTACKS, Answers, Target
from bench.client import Client, percentile
from bench.house import Outside, Plan, plain_table, raise_limit
from punto.house.floor.demonstration import demonstration
from punto.house.settings import Settings
from punto.store import open_store

TABLE: Final = "honest"
VIEWERS: Final = 25
"""Accounts that the viewers share."""

PACE: Final = 0.05
"""Seconds between two requests of the patron."""


NICE: Final = 15
"""Attackers have machines of their own; on this one they take what house and patron leave."""


def _plan(database: str, coups: int) -> Plan:
    shipped = demonstration()
    honest = plain_table(TABLE, dealer="person", betting_seconds=3600.0)
    tables = [*msgspec.to_builtins(shipped.tables), honest]
    settings = {"database": database, "port": 0, "demo": True, "tables": tables, "patron_idle_minutes": 600.0}
    people = {name: role.value for name, role in shipped.people.items()}
    people |= {f"Viewer {number}": "patron" for number in range(VIEWERS)}
    return Plan(msgspec.convert(settings, Settings), people, chips=1_000_000, limited=True, coups={TABLE: coups})


class Patron:
    """Somebody honest, with the time of each request and the answers that were wrong."""

    def __init__(self, house: Outside) -> None:
        self._client = Client(house.at.port, house.at.tokens["Guest"][0])
        self.commands: list[float] = []
        self.reads: list[float] = []
        self.versions: list[int] = []
        self.wrong: list[str] = []

    async def play(self, seconds: float) -> None:
        try:
            await self._play(time.monotonic() + seconds)
        finally:
            self._client.close()

    async def _play(self, until: float) -> None:
        for step in cycle(("place_bet", "read", "withdraw_bet", "read")):
            if time.monotonic() > until and step == "place_bet":
                return
            began = time.monotonic()
            if step == "read":
                status, answer = await self._client.get("/api/me")
                self.reads.append(time.monotonic() - began)
            else:
                stake = {"stake": 5} if step == "place_bet" else {}
                status, answer = await self._client.order(TABLE, step, patron="Guest", box=1, bet="player", **stake)
                self.commands.append(time.monotonic() - began)
                self.versions.append(answer.get("version", -1))
            if status != 200:
                self.wrong.append(f"{step}: {status} {answer}")
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - began)))


def beside(house: Outside, names: list[str], target: Target, seconds: float) -> tuple[dict[str, Any], list[int]]:
    """The patron beside some attacks, and the versions of what they did."""
    attackers = [_start(name, target, seconds + 2) for name in names]
    time.sleep(3 if attackers else 0)  # Until the attack is there.
    patron, processor, began = Patron(house), house.processor(), time.monotonic()
    asyncio.run(patron.play(seconds))
    share = (house.processor() - processor) / (time.monotonic() - began)
    answers = {name: _answers(process) for name, process in zip(names, attackers, strict=True)}
    both = patron.commands + patron.reads
    figures = {
        "requests": len(both),
        "p50_ms": round(percentile(both, 0.5) * 1000, 1),
        "p99_ms": round(percentile(both, 0.99) * 1000, 1),
        "most_ms": round(max(both) * 1000, 1),
        "command_p99_ms": round(percentile(patron.commands, 0.99) * 1000, 1),
        "wrong": patron.wrong[:5],
        "answered": answers,
        "house_processor_share": round(share, 2),
        "memory_mib": house.memory() >> 20,
    }
    return figures, patron.versions


def _start(name: str, target: Target, seconds: float) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.hostile", "--attack", name, "--seconds", str(seconds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(asdict(target)) + b"\n")
    process.stdin.flush()
    return process


def _answers(process: subprocess.Popen[bytes]) -> dict[str, int]:
    out, _ = process.communicate(timeout=120)
    return msgspec.json.decode(out, type=dict[str, int])


async def _attack(name: str, seconds: float) -> Answers:
    target = Target(**msgspec.json.decode(sys.stdin.buffer.readline()))
    return await ATTACKS[name](target, time.monotonic() + seconds)


async def _open_bets(house: Outside) -> int:
    """Bets that stay open for the patron; the version of the table then."""
    dealer = Client(house.at.port, house.at.tokens["Dealer 1"][0])
    await dealer.order(TABLE, "open_shoe", cards="virtual")
    status, answer = await dealer.order(TABLE, "open_bets")
    dealer.close()
    assert status == 200, answer
    return int(answer["version"])


def missing(database: str, versions: list[int]) -> list[int]:
    """Versions that were answered and are not the patron's in the log."""
    with open_store(database) as store:
        theirs = {record.version for record in store.records(TABLE) if record.person == "Guest"}
        assert store.verify(TABLE) is None
    return [version for version in versions if version not in theirs]


def run(folder: Path, names: list[str], seconds: float, coups: int) -> dict[str, Any]:
    database = str(folder / "hostile.db")
    figures: dict[str, Any] = {}
    done: list[int] = []
    with Outside(_plan(database, coups)) as house:
        target = Target(house.at.port, house.at.tokens, TABLE, asyncio.run(_open_bets(house)))
        for row in ([], *([name] for name in names), names):
            figures[" + ".join(row) if len(row) < 2 else "all at once"], versions = beside(house, row, target, seconds)
            done += versions
    figures["nobody"] = figures.pop("")
    return {"events_in_the_log": target.versions, "beside": figures, "lost": missing(database, done)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=20, help="For each attack.")
    parser.add_argument("--coups", type=int, default=2000, help="In the log that is exported and caught up with.")
    parser.add_argument("--only", choices=ATTACKS, nargs="*", help="These attacks.")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    raise_limit()
    if options.attack:
        os.nice(NICE)
        print(msgspec.json.encode(asyncio.run(_attack(options.attack, options.seconds))).decode())
        return
    gc.disable()  # The measuring side must not pause.
    with tempfile.TemporaryDirectory() as folder:
        figures = run(Path(folder), options.only or list(ATTACKS), options.seconds, options.coups)
    print(msgspec.json.format(msgspec.json.encode(figures), indent=1).decode())


if __name__ == "__main__":
    main()
