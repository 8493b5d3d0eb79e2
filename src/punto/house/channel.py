"""A channel: one table's news for everybody who watches it, encoded once however many they are."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from punto.house.live import LiveTable, Told
from punto.house.view import roads_view, table_view
from punto.kit import Refused
from punto.table import events as e

GATHER_SECONDS: Final = 0.02
"""News of this long travels together: a burst of bets is one message, and still nobody waits noticeably."""

BEAT_SECONDS: Final = 15.0
"""Something is said at least this often, so that nobody on the way takes the line for dead."""

FRESH_SECONDS: Final = 0.25
"""So old may be what somebody is told first: pages count down by the clock in it."""

KEPT: Final = 128
"""Messages kept for those who fall a little behind; who falls further gets one that covers the gap."""

TOGETHER: Final = 1000
"""Most events in one message: who has missed more is told in several."""

WOKEN: Final = 500
"""Viewers woken at a time."""

PRIVATE: Final = (e.BoughtIn, e.CashedOut)
"""What is between a patron and the cage, and not for the table's public."""

_BEAT: Final = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class Message:
    """News from one version to a later one, as it goes over the wire."""

    after: int
    version: int
    wire: bytes


class Ending:
    """Whether somebody's stream is to end, and what wakes it then."""

    __slots__ = ("over", "waiting", "wake")

    def __init__(self) -> None:
        self.over = False
        self.waiting: asyncio.Future[None] | None = None
        self.wake: Callable[[], None] | None = None

    def end(self) -> None:
        self.over = True
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)
        if self.wake is not None:
            self.wake()


class Channel:
    """The stream of one table. It lives on the event loop; tables may change on any thread."""

    def __init__(self, live: LiveTable, loop: asyncio.AbstractEventLoop) -> None:
        self._live = live
        self._loop = loop
        self._kept: OrderedDict[int, Message] = OrderedDict()
        """Messages by the version they go on from."""
        self._firsts: dict[int, tuple[float, Message]] = {}
        """What those who come are told first, and when that was put together."""
        self._look: Message | None = None
        """The table as it is shown since the last change without an event."""
        self._looks = 0
        """How often what is shown changed without an event, as when something is taken out of play."""
        self._version = live.version
        self._waiting: list[asyncio.Future[None]] = []
        self._changed = asyncio.Event()
        self._closed = False
        self._task = loop.create_task(self._work())
        live.on_change.append(self._noticed)

    def _noticed(self, _: LiveTable) -> None:
        with contextlib.suppress(RuntimeError):  # The loop may be closing.
            self._loop.call_soon_threadsafe(self._changed.set)

    async def _work(self) -> None:
        """Publish one message after another, so that each goes on where the last one ended."""
        while True:
            try:
                await asyncio.wait_for(self._changed.wait(), BEAT_SECONDS)
            except TimeoutError:
                await self._wake_all()
                continue
            await asyncio.sleep(GATHER_SECONDS)
            self._changed.clear()
            try:
                await self._publish()
            except Refused:
                # The books could not be read; what is to be told stays to be told.
                await asyncio.sleep(1)
                self._changed.set()

    async def _publish(self) -> None:
        before = self._version
        while True:
            message = await asyncio.to_thread(self._message, self._version)
            if message.version == self._version:
                break
            self._keep(message)
            self._version = message.version
            if self._version >= self._live.version:
                break
        self._firsts.clear()
        if self._version == before:
            self._look = message
            self._looks += 1
        await self._wake_all()

    def _keep(self, message: Message) -> None:
        self._kept[message.after] = message
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _wake(self, most: int | None = None) -> None:
        waiting, self._waiting = self._waiting[:most], self._waiting[most:] if most else []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    async def _wake_all(self) -> None:
        """Wake everybody, some at a time, so that commands are not kept waiting by a crowd of viewers."""
        left = len(self._waiting)
        while left > 0 and not self._closed:
            self._wake(WOKEN)
            left -= WOKEN
            await asyncio.sleep(0)

    def _message(self, after: int) -> Message:
        """What happened after a version, with the table as it is now."""
        news, view = self._live.news(after, TOGETHER, lambda: table_view(self._live))
        version = news[-1][0] if news else after
        body = {
            "version": version,
            "view": view,
            "events": [_told(one) for one in news if not isinstance(one[2], PRIVATE)],
        }
        if any(isinstance(one[2], e.CoupSettled | e.CoupVoided | e.ShoeOpened) for one in news) or not news:
            body["roads"] = roads_view(self._live)
        return Message(after, version, b"id: %d\nevent: table\ndata: %s\n\n" % (version, msgspec.json.encode(body)))

    async def listen(self, after: int | None, ending: Ending | None = None) -> AsyncGenerator[bytes, None]:
        """The news from a version on, each once and none missed; None starts with the table as it is."""
        ending = ending or Ending()
        first = await self._first(after)
        yield first.wire
        at, looks = first.version, self._looks
        while not self._closed and not ending.over:
            if at >= self._version:
                if looks != self._looks and self._look is not None and self._look.version == at:
                    looks = self._looks
                    yield self._look.wire
                await self._wait(ending)
                if at >= self._version and looks == self._looks and not self._closed and not ending.over:
                    yield _BEAT
                continue
            message = self._kept.get(at)
            if message is None:
                # It came in between two messages, or fell behind: one of its own covers the gap, kept for its like.
                message = await asyncio.to_thread(self._message, at)
                self._keep(message)
            yield message.wire
            at = message.version

    async def _first(self, after: int | None) -> Message:
        """What is told first, with the clock of this moment; those who come together share it."""
        if after is not None and after > self._live.version:
            await asyncio.to_thread(self._live.refresh)  # It was seen in another process.
        at = self._live.version if after is None else min(after, self._live.version)
        built, message = self._firsts.get(at, (0.0, None))
        if message is None or self._loop.time() - built > FRESH_SECONDS:
            if len(self._firsts) > KEPT:
                self._firsts.clear()
            message = await asyncio.to_thread(self._message, at)
            self._firsts[at] = (self._loop.time(), message)
        return message

    async def _wait(self, ending: Ending) -> None:
        ending.waiting = woken = self._loop.create_future()
        self._waiting.append(woken)
        await woken

    def close(self) -> None:
        """End every stream, so that the house can stop."""
        self._closed = True
        self._task.cancel()
        with contextlib.suppress(ValueError):
            self._live.on_change.remove(self._noticed)
        self._wake()


def _told(told: Told) -> dict[str, object]:
    version, at, event = told
    plain: dict[str, object] = msgspec.to_builtins(event)
    return {"version": version, "at": at} | plain
