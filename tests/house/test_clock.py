"""A clock that somebody sets: no table stands still for it, none is rushed, and it is said."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import loop
from punto.house.floor.floor import Floor
from punto.house.settings import Settings
from punto.house.tables.clock import SteadyClock
from punto.house.tables.live import LiveTable
from punto.store import open_store
from punto.table import commands as c
from server.running import a_table, quick

HOUR = timedelta(hours=1)


class Machine:
    """A machine whose clock can be set, and on which time passes."""

    def __init__(self) -> None:
        self.monotonic = 5_000.0
        self.set_by = timedelta()

    def wall(self) -> datetime:
        return datetime(2026, 11, 18, 8, tzinfo=UTC) + timedelta(seconds=self.monotonic) + self.set_by

    def clock(self) -> SteadyClock:
        return SteadyClock(self.wall, lambda: self.monotonic)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def floor(tmp_path: Path, machine: Machine) -> Iterator[Floor]:
    table = a_table("t", betting_seconds=20.0)
    with open_store(tmp_path / "floor.db") as store:
        made = Floor(store, Settings(tables=[table]), secrets.token_bytes(32), make_clock=machine.clock)
        made.open_tables()
        for command in (c.OpenShoe(cards="virtual"), c.OpenBets()):
            made.table("t").do(command)
        yield made
        made._writer.close()


def left(live: LiveTable) -> float:
    """Seconds until the table moves on by itself."""
    step = live.next_step()
    assert step is not None
    return (step.at - live.now()).total_seconds()


@pytest.mark.parametrize("jump", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_clock_that_is_set_neither_freezes_nor_rushes_a_table(
    floor: Floor, machine: Machine, jump: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    live = floor.table("t")
    machine.monotonic += 5
    machine.set_by = jump
    assert left(live) == 15  # Before anybody has noticed.
    assert floor.notice_jump() == jump
    assert left(live) == 15
    assert f"set {'back' if jump < timedelta() else 'forward'} by 3600.0 s" in caplog.text
    assert live.now() == machine.wall()
    assert live.scene().next_step is not None
    assert live.scene().next_step.at - live.scene().now == timedelta(seconds=15)  # type: ignore[union-attr]
    machine.monotonic += 15
    assert left(live) == 0
    live.do(c.CloseBets(by="dealer"))
    assert datetime.fromisoformat(live.since(0)[-1].at) == machine.wall()  # The record has the time of day.


def test_a_clock_that_only_runs_is_no_jump(floor: Floor, machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(100):
        machine.monotonic += 3600
        machine.set_by += timedelta(seconds=0.004)  # Kept in order by the network's time, which moves it a little.
        assert not floor.notice_jump()
    assert caplog.text == ""


def test_a_house_that_starts_with_its_clock_set_back_waits_no_longer_than_its_settings(
    floor: Floor, machine: Machine
) -> None:
    machine.set_by = -HOUR
    started = Floor(floor.store, floor.settings, secrets.token_bytes(32), make_clock=machine.clock)
    assert left(started.table("t")) == 20
    started._writer.close()


def test_the_running_house_notices_by_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    set_by = [timedelta()]

    async def run(floor: Floor) -> None:
        await floor.start()
        set_by[0] = -HOUR
        live = floor.table("t")
        async with asyncio.timeout(30):
            while "set back by 3600" not in caplog.text or live.version < 12:
                await asyncio.sleep(0.05)
        await floor.stop()

    with open_store(tmp_path / "floor.db") as store:
        floor = Floor(
            store,
            Settings(tables=[quick("t")]),
            secrets.token_bytes(32),
            make_clock=lambda: SteadyClock(lambda: datetime.now(UTC) + set_by[0]),
        )
        floor.open_tables()
        loop.run(run(floor))
