"""A channel: every viewer gets each message once, whatever their connection or the books do meanwhile."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import loop
from punto.house.floor.floor import Floor
from punto.house.settings import Settings
from punto.house.tables.live import LiveTable
from punto.kit import Refused
from punto.server.stream.channel import Channel
from punto.server.stream.source import OverviewSource, TableSource
from punto.store import open_store
from punto.table import commands as c
from punto.view.pit import PitView
from server.running import a_table


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    with open_store(tmp_path / "floor.db") as store:
        floor = Floor(store, Settings(tables=[a_table("person")]), secrets.token_bytes(32))
        floor.open_tables()
        yield floor.table("person")
        floor._writer.close()


def test_a_channel_that_cannot_read_tells_it_later(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is shown without an event, as a switch, is told without a version of its own."""

    async def run() -> list[bytes]:
        source = TableSource(live)
        channel, line = Channel(source, asyncio.get_running_loop()), Wire()
        viewer = await channel.watch(line, None)
        message, failed = source.message, [True]

        def once(after: int) -> Any:
            if failed[0]:
                failed[0] = False
                raise Refused(code="store_failed", message="away")
            return message(after)

        monkeypatch.setattr(source, "message", once)
        await asyncio.to_thread(live.do, c.OpenShoe(cards="virtual", by="dealer"))
        await line.received(2)
        live.changed()
        await line.received(3)
        channel.leave(viewer)
        live.changed()
        await asyncio.sleep(0.1)
        channel.close()
        return line.messages

    first, second, third = loop.run(run())
    assert [one.split(b"\n")[1] for one in (first, second, third)] == [b"id: 1", b"id: 2", b"id: 2"]
    assert b'"shoe_opened"' in second
    assert b'"events":[]' in third


def test_a_line_that_is_full_is_told_when_it_is_not(live: LiveTable) -> None:
    """And nothing piles up meanwhile: what it missed comes in one message."""

    async def run() -> list[bytes]:
        channel, line, other = Channel(TableSource(live), asyncio.get_running_loop()), Wire(), Wire()
        await channel.watch(line, None)
        await channel.watch(other, None)
        line.open.clear()
        await asyncio.to_thread(live.do, c.OpenShoe(cards="virtual", by="dealer"))
        await other.received(2)
        await asyncio.to_thread(live.do, c.OpenBets(by="dealer"))
        await other.received(3)
        assert len(line.messages) == 1
        line.open.set()
        await line.received(3)
        channel.close()
        return line.messages

    assert [one.split(b"\n")[1] for one in loop.run(run())] == [b"id: 1", b"id: 2", b"id: 4"]


def test_a_viewer_whose_news_cannot_be_read_is_sent_away_to_come_back(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> bool:
        source = TableSource(live)
        channel, line = Channel(source, asyncio.get_running_loop()), Wire()
        await channel.watch(line, None)
        line.open.clear()
        await asyncio.to_thread(live.do, c.OpenShoe(cards="virtual", by="dealer"))
        await asyncio.sleep(0.2)
        channel._messages.clear()  # It fell so far behind that the message is gone.

        def never(_: int) -> Any:
            raise Refused(code="store_failed", message="away")

        monkeypatch.setattr(source, "message", never)
        line.open.set()
        await asyncio.sleep(0.1)
        channel.close()
        return line.closed

    assert loop.run(run())


def test_those_who_catch_up_share_what_was_encoded(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """From however many versions they come, only the way to the next round number is each one's own."""
    monkeypatch.setattr("punto.server.stream.source.MOST_EVENTS", 10)
    live.do(c.OpenShoe(cards="virtual", by="dealer"))
    while live.version < 60:
        live.do(c.OpenBets(by="dealer"))
        live.do(c.CloseBets(by="dealer"))
        while live.state.table.phase == "dealing":
            live.do(c.DrawCard(by="dealer"))

    async def run() -> tuple[int, list[Wire]]:
        source = TableSource(live)
        message, made = source.message, [0]

        def counting(after: int | None) -> Any:
            made[0] += 1
            return message(after)

        monkeypatch.setattr(source, "message", counting)
        channel = Channel(source, asyncio.get_running_loop())
        wires = []
        for after in (1, 3, 5, 7, 9, 12, 33):
            wires.append(wire := Wire())
            await channel.watch(wire, after)
            await wire.received(-(-live.version // 10) - after // 10)
        channel.close()
        return made[0], wires

    made, wires = loop.run(run())
    firsts, shared = 7, -(-live.version // 10) - 1
    assert made <= firsts + shared
    assert len({wire.messages[-1] for wire in wires}) == 1


def test_nothing_is_encoded_for_nobody(live: LiveTable) -> None:
    """And who comes then is shown what there is, and what happens next."""
    made = [0]

    def picture() -> PitView:
        made[0] += 1
        return PitView(tables=[live.pit_view()], switches=[], ranks=[], may_switch=[])

    async def run() -> list[bytes]:
        pit = Channel(OverviewSource("pit", [live], picture), asyncio.get_running_loop())
        channel, line = Channel(TableSource(live), asyncio.get_running_loop()), Wire()
        await asyncio.to_thread(live.do, c.OpenShoe(cards="virtual", by="dealer"))
        await asyncio.sleep(0.4)
        assert made[0] == 0
        await channel.watch(line, None)
        await asyncio.to_thread(live.do, c.OpenBets(by="dealer"))
        await line.received(2)
        pit.close()
        channel.close()
        return line.messages

    first, second = loop.run(run())
    assert b'"phase":"ready"' in first
    assert b'"phase":"betting"' in second


def test_who_comes_while_a_card_is_squeezed_is_told_when_it_is_turned(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nobody watched when it was dealt, and nothing happens when its time is over."""

    async def run() -> list[bytes]:
        source = TableSource(live)
        channel, line = Channel(source, asyncio.get_running_loop()), Wire()
        turns = [0.05]
        monkeypatch.setattr(source, "reveals_in", lambda: turns.pop() if turns else None)
        await channel.watch(line, None)
        await line.received(2)
        channel.close()
        return line.messages

    assert len(loop.run(run())) == 2


def test_the_pit_is_one_picture_after_another(live: LiveTable) -> None:
    """Encoded once for all who look, and the newest only for whoever could not take one meanwhile."""
    made = [0]

    def picture() -> PitView:
        made[0] += 1
        return PitView(tables=[live.pit_view()], switches=[], ranks=[], may_switch=[])

    async def run() -> tuple[list[bytes], list[bytes]]:
        channel = Channel(OverviewSource("pit", [live], picture), asyncio.get_running_loop())
        line, other = Wire(), Wire()
        await channel.watch(line, None)
        await channel.watch(other, None)
        line.open.clear()
        for command in (c.OpenShoe(cards="virtual", by="dealer"), c.OpenBets(by="dealer")):
            before = len(other.messages)  # The picture may come before the thread is done.
            await asyncio.to_thread(live.do, command)
            await other.received(before + 1)
        line.open.set()
        await line.received(2)
        await asyncio.sleep(0.1)
        channel.close()
        return line.messages, other.messages

    slow, quick = loop.run(run())
    assert len(quick) == 3
    assert slow == [quick[0], quick[2]]
    assert made[0] == 3
    assert b'"phase":"betting"' in slow[-1]
    assert b"id:" not in slow[-1]


class Wire:
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.open = asyncio.Event()
        self.open.set()
        self.closed = False

    def write(self, message: bytes) -> None:
        self.messages.append(message)

    @property
    def full(self) -> bool:
        return not self.open.is_set()

    async def drained(self) -> None:
        await self.open.wait()

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.close()

    def answer_last(self) -> None:
        """Nothing is ever asked behind a message."""

    async def received(self, number: int) -> None:
        async with asyncio.timeout(10):
            while len(self.messages) < number:
                await asyncio.sleep(0.01)
