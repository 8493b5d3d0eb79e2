"""A channel: one table's news for everybody who watches it, encoded once however many they are."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

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

TOLD_AT_ONCE: Final = 500
"""Viewers told in one go; between two goes commands have their turn."""

PRIVATE: Final = (e.BoughtIn, e.CashedOut)
"""What is between a patron and the cage, and not for the table's public."""


@dataclass(frozen=True, slots=True)
class Message:
    """News from one version to a later one, as it goes over the wire."""

    after: int
    version: int
    wire: bytes


class Line(Protocol):
    """The way to one viewer. What is written goes out as fast as they take it."""

    def write(self, wire: bytes) -> None: ...

    @property
    def full(self) -> bool:
        """Whether so much waits to go out that more would only pile up."""

    async def drained(self) -> None:
        """Wait until it is not full."""

    def close(self) -> None:
        """Cut it: whoever is there comes back and goes on where they were."""


class Viewer:
    """Somebody who watches: their line, and how far they have been told."""

    __slots__ = ("at", "catching_up", "line", "looks")

    def __init__(self, line: Line, at: int, looks: int) -> None:
        self.line = line
        self.at = at
        self.looks = looks
        self.catching_up: asyncio.Task[None] | None = None


class Channel:
    """The stream of one table. It lives on the event loop; tables may change on any thread."""

    def __init__(
        self, live: LiveTable, loop: asyncio.AbstractEventLoop, frame: Callable[[bytes], bytes] = bytes
    ) -> None:
        self._live = live
        self._loop = loop
        self._frame = frame
        """What a message is wrapped in on its way, once for all."""
        self._beat = frame(b": still here\n\n")
        self._kept: OrderedDict[int, Message] = OrderedDict()
        """Messages by the version they go on from."""
        self._firsts: dict[int, tuple[float, Message]] = {}
        """What those who come are told first, and when that was put together."""
        self._look: Message | None = None
        """The table as it is shown since the last change without an event."""
        self._looks = 0
        """How often what is shown changed without an event, as when something is taken out of play."""
        self._version = live.seen().told
        self._viewers: dict[Viewer, None] = {}
        self._changed = asyncio.Event()
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
                await self._tell_all(beat=True)
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
            if self._version >= self._live.seen().told:
                break
        self._look_again()
        self._firsts.clear()
        if self._version == before:
            self._look = message
            self._looks += 1
        await self._tell_all()

    def _look_again(self) -> None:
        """When cards that lie face down are turned, what was kept back is told, and nothing else says so."""
        hidden = self._live.seen().hidden
        if hidden is not None and hidden.until is not None:
            left = (hidden.until - self._live.now()).total_seconds()
            self._loop.call_later(max(0.0, left) + 0.01, self._changed.set)

    def _keep(self, message: Message) -> None:
        self._kept[message.after] = message
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _tell_all(self, *, beat: bool = False) -> None:
        """Tell everybody, some at a time, so that commands are not kept waiting by a crowd of viewers."""
        everybody = list(self._viewers)
        for start in range(0, len(everybody), TOLD_AT_ONCE):
            for viewer in everybody[start : start + TOLD_AT_ONCE]:
                if viewer in self._viewers:
                    self._tell(viewer, beat)
            await asyncio.sleep(0)

    def _tell(self, viewer: Viewer, beat: bool) -> None:
        """What is at hand for this viewer, or a sign of life; what is not, or what the line cannot take, later."""
        if viewer.catching_up is not None:
            return
        while not viewer.line.full and (message := self._next(viewer)) is not None:
            self._send(viewer, message)
            beat = False
        if viewer.at < self._version or self._next(viewer) is not None:
            viewer.catching_up = self._loop.create_task(self._catch_up(viewer))
        elif beat and not viewer.line.full:
            viewer.line.write(self._beat)

    def _next(self, viewer: Viewer) -> Message | None:
        """What this viewer is to be told next, if it is at hand."""
        if viewer.at < self._version:
            return self._kept.get(viewer.at)
        if viewer.looks != self._looks and self._look is not None and self._look.version == viewer.at:
            return self._look
        return None

    def _send(self, viewer: Viewer, message: Message) -> None:
        viewer.line.write(message.wire)
        viewer.at = message.version
        if message is self._look:
            viewer.looks = self._looks

    async def _catch_up(self, viewer: Viewer) -> None:
        """Tell what a slow line could not take, or what came between the viewer's first message and the next one."""
        try:
            while viewer in self._viewers:
                await viewer.line.drained()
                message = self._next(viewer)
                if message is None and viewer.at >= self._version:
                    return
                if message is None:
                    # One of its own covers the gap, and is kept for its like.
                    message = await asyncio.to_thread(self._message, viewer.at)
                    if message.version <= viewer.at:
                        return  # There is nothing that may be told yet.
                    self._keep(message)
                if viewer in self._viewers:
                    self._send(viewer, message)
        except Refused:
            viewer.line.close()  # The books could not be read.
        finally:
            viewer.catching_up = None

    def _message(self, after: int) -> Message:
        """What happened after a version, with the table as it is now."""
        live = self._live
        news, (seen, view) = live.news(after, TOGETHER, lambda seen: (seen, table_view(live, seen)))
        version = news[-1][0] if news else after
        body = {
            "version": version,
            "view": view,
            "events": [_told(one) for one in news if not isinstance(one[2], PRIVATE)],
        }
        if any(isinstance(one[2], e.CoupSettled | e.CoupVoided | e.ShoeOpened) for one in news) or not news:
            body["roads"] = roads_view(live, seen)
        wire = b"id: %d\nevent: table\ndata: %s\n\n" % (version, msgspec.json.encode(body))
        return Message(after, version, self._frame(wire))

    async def watch(self, line: Line, after: int | None) -> Viewer:
        """News from a version on, each once and none missed, until they leave; None starts with the table as it is."""
        looks = self._looks
        first = await self._first(after)
        viewer = Viewer(line, first.version, looks)
        line.write(first.wire)
        self._viewers[viewer] = None
        self._tell(viewer, beat=False)  # Something may have happened while the first message was made.
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Tell this viewer nothing more."""
        self._viewers.pop(viewer, None)
        if viewer.catching_up is not None:
            viewer.catching_up.cancel()

    async def _first(self, after: int | None) -> Message:
        """What is told first, with the clock of this moment; those who come together share it."""
        if after is not None and after > self._live.version:
            await asyncio.to_thread(self._live.refresh)  # It was seen in another process.
        told = self._live.seen().told
        at = told if after is None else min(after, told)
        built, message = self._firsts.get(at, (0.0, None))
        if message is None or self._loop.time() - built > FRESH_SECONDS:
            if len(self._firsts) > KEPT:
                self._firsts.clear()
            message = await asyncio.to_thread(self._message, at)
            self._firsts[at] = (self._loop.time(), message)
        return message

    def close(self) -> None:
        """Tell nobody anything more."""
        self._task.cancel()
        with contextlib.suppress(ValueError):
            self._live.on_change.remove(self._noticed)
        for viewer in list(self._viewers):
            self.leave(viewer)


def _told(told: Told) -> dict[str, object]:
    version, at, event = told
    plain: dict[str, object] = msgspec.to_builtins(event)
    return {"version": version, "at": at} | plain
