"""All at once: endless heads and bodies, half-open requests, strangers, catch-up streams, exports and viewers.

The campaign with its figures is bench/hostile.py; here a small part of it, for what each limit answers.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import loop
from punto.house.floor.demonstration import Bots
from punto.house.settings import TableSettings
from punto.server.security import RateLimit
from punto.server.service import Service
from server.processes import eventually
from server.running import Running, a_table, order, quick, running

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.attacks import ATTACKS, Answers, Target

SECONDS = 3.0

ACTS = {
    "endless heads": "431 head_too_large",
    "endless bodies": "413 request_too_large",
    "half-open requests": "429 too_many_connections",
    "anonymous requests": "429 too_many_requests",
    "catch-up streams": "429 too_many_streams",
    "exports": "429 too_many_requests",
    "1,000 viewers": "200",
}
"""What each is answered when its limit acts; who only watches is let in."""

VIEWERS = ("Pit Manager 1", "Shift Manager 1", "Dealer 1")

LIMITS = {"connections_per_address": 40, "streams_per_address": 20, "streams_per_person": 8}


@pytest.fixture
def besieged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A house with its limits, small ones, and bots at a table that deals by itself."""
    monkeypatch.setattr("punto.server.http_connection.REQUEST_SECONDS", 0.8)
    tables: list[TableSettings] = [a_table(), quick("bots", seconds=0.1, betting_seconds=2.5)]
    with running(tmp_path, *tables, **LIMITS) as house:
        house.service.admission.anonymous = RateLimit(100, 10.0)
        for name in ("Guest", "Seat 2", "Seat 4"):
            house.must("buy_in", patron=name, amount=1_000_000)
        house.must("open_shoe", cards="virtual")
        house.must("open_bets")
        _seat_bots(house.service)
        yield house


def _seat_bots(service: Service) -> None:
    """Patrons who play by themselves, in the house's own loop; they leave with it."""
    inside = service._loop
    assert inside is not None
    service._bots = Bots(service.floor, seed=1, owns=lambda table: table == "bots")
    inside.call_soon_threadsafe(service._bots.start)


@pytest.mark.skipif(sys.platform != "linux", reason="attackers need loopback addresses of their own")
def test_everybody_at_once_does_not_stop_honest_play(besieged: Running) -> None:
    tokens = {name: [besieged.token(name)] for name in ("Second Guest", "Auditor 1")}
    tokens |= {f"Viewer {number}": [besieged.token(name)] for number, name in enumerate(VIEWERS)}
    target = Target(besieged.port, tokens, "t", besieged.live().version, scale=0.1)
    besieged.client("Guest").get("/api/me")
    before = besieged.live("bots").version
    with ThreadPoolExecutor(1) as attackers:
        siege = attackers.submit(loop.run, _all(target))
        answered = _play(besieged, SECONDS)
        answers = siege.result(60)
    # Every limit acted; what it let through was answered.
    for name, answer in ACTS.items():
        assert answers[name][answer] > 0, (name, answers[name])
    assert answers["half-open requests"]["408 request_too_slow"] > 0, answers["half-open requests"]
    assert answers["1,000 viewers"]["messages"] > 0, answers
    # No honest command was refused or lost, and the bots played on.
    theirs = {record.version: record for record in besieged.house.store.records("t") if record.person == "Guest"}
    assert len(answered) > 10
    assert all(theirs[version].kind in ("bet_placed", "bet_withdrawn") for version in answered)
    assert besieged.live("bots").version > before
    assert eventually(lambda: any(record.kind == "bet_placed" for record in besieged.house.store.records("bots")))
    assert besieged.house.store.verify("t") is None
    assert besieged.house.store.ledger.fault() is None
    assert eventually(lambda: threading.active_count() < 60)


async def _all(target: Target) -> dict[str, Answers]:
    until = time.monotonic() + SECONDS
    # Few who watch, but more exports and streams than one person may have.
    scales = {"exports": 1.0, "catch-up streams": 0.4, "1,000 viewers": 0.02}
    attacks = {name: _scaled(target, scales.get(name, target.scale)) for name in ATTACKS}
    done = await asyncio.gather(*(ATTACKS[name](scaled, until) for name, scaled in attacks.items()))
    return dict(zip(ATTACKS, done, strict=True))


def _scaled(target: Target, scale: float) -> Target:
    return Target(target.port, target.tokens, target.table, target.versions, scale)


def _play(house: Running, seconds: float) -> list[int]:
    """Bets placed and taken back by somebody honest; the versions they were answered with."""
    client, versions = house.client("Guest"), []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for command, stake in (("place_bet", 5), ("withdraw_bet", None)):
            answer = order(client, command, patron="Guest", box=1, bet="player", stake=stake)
            assert answer.status_code == 200, answer.text
            versions.append(answer.json()["version"])
    return versions
