"""Tables that are due at the same moment open one after another."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest

import loop
from punto.house.floor.floor import Floor
from punto.house.floor.stagger import MOST_SECONDS, Stagger
from punto.house.settings import Settings, TableSettings
from punto.store import open_store
from punto.table import commands as c


def _tables(number: int, betting_seconds: float, result_seconds: float) -> list[TableSettings]:
    return [
        TableSettings(
            id=f"t{place}", rulebook="easy-six", betting_seconds=betting_seconds, result_seconds=result_seconds
        )
        for place in range(number)
    ]


def test_no_two_tables_open_their_bets_at_the_same_moment() -> None:
    stagger = Stagger(_tables(5, 0.3, 0.1))

    async def waits() -> list[float]:
        clock = asyncio.get_running_loop()
        began = clock.time()

        async def wait() -> float:
            await stagger.turn(c.OpenBets(by="dealer"))
            return clock.time() - began

        return await asyncio.gather(*(wait() for _ in range(5)))

    assert stagger.gap == pytest.approx(0.04)
    for place, waited in enumerate(loop.run(waits())):
        assert waited >= place * stagger.gap - 0.001


@pytest.mark.parametrize("command", [c.CloseBets(), c.DrawCard(), c.Settle(), c.CloseShoe(), c.CloseChoices()])
def test_what_was_begun_does_not_wait_for_other_tables_to_open(command: c.Command) -> None:
    stagger = Stagger(_tables(5, 20.0, 7.0))
    assert stagger.gap == MOST_SECONDS
    with pytest.raises(StopIteration):
        stagger.turn(command).send(None)


def test_a_house_of_many_tables_lets_all_of_them_through_within_a_round() -> None:
    for number in (1, 25, 1000):
        assert Stagger(_tables(number, 6.0, 2.0)).gap * number <= 4.001
    assert Stagger([]).gap == 0.0


def test_a_table_that_is_due_opens_only_in_its_turn(tmp_path: Path) -> None:
    class Closed(Stagger):
        def __init__(self) -> None:
            super().__init__([])
            self.open = asyncio.Event()
            self.waiting = 0

        async def turn(self, command: c.Command) -> None:
            self.waiting += 1
            await self.open.wait()

    async def run(floor: Floor) -> tuple[set[str], set[str]]:
        floor._stagger = stagger = Closed()
        await floor.start()
        while stagger.waiting < 3:
            await asyncio.sleep(0.005)
        before: set[str] = {live.state.table.phase for live in floor.tables.values()}
        stagger.open.set()
        while any(live.state.table.phase == "idle" for live in floor.tables.values()):
            await asyncio.sleep(0.005)
        await floor.stop()
        return before, {live.state.table.phase for live in floor.tables.values()}

    with open_store(tmp_path / "floor.db") as store:
        floor = Floor(store, Settings(tables=_tables(3, 60.0, 0.0)), secrets.token_bytes(32))
        floor.open_tables()
        before, after = loop.run(run(floor))
    assert before == {"idle"}
    assert "idle" not in after
