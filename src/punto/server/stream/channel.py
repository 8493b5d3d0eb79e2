"""A channel: what a source has to show, for everybody who watches it, encoded once however many they are."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from concurrent.futures import Executor
from typing import Final

from punto.house.listener import Listener
from punto.kit import Refused
from punto.server.stream.connection import Connection
from punto.server.stream.source import Message, Source
from punto.server.stream.wire import HEARTBEAT

HEARTBEAT_SECONDS: Final = 15.0
"""Something is sent at least this often."""

FRESH_SECONDS: Final = 0.25
"""So old may be the first message a viewer gets: pages count down by the clock in it."""

REMEMBERED: Final = 128
"""Messages remembered for those who fall a little behind; who falls further gets one that covers the gap."""

WRITTEN_AT_ONCE: Final = 500
"""Viewers written to in one go; between two goes commands have their turn."""


class Viewer:
    """Somebody who watches: their connection, and how far they have been sent."""

    __slots__ = ("at", "catching_up", "connection", "repaints")

    def __init__(self, connection: Connection, at: int, repaints: int) -> None:
        self.connection = connection
        self.at = at
        self.repaints = repaints
        self.catching_up: asyncio.Task[None] | None = None


class Channel(Listener):
    """The stream of one source. It lives on the event loop; what it shows may change on any thread."""

    def __init__(self, source: Source, loop: asyncio.AbstractEventLoop, catching_up: Executor | None = None) -> None:
        self._source = source
        self._loop = loop
        self._catching_up = catching_up
        """Threads for messages that one viewer alone needs, apart from those that commands need; None for the same."""
        self._messages: OrderedDict[int, Message] = OrderedDict()
        """Messages by the version they go on from."""
        self._firsts: dict[int | None, tuple[float, Message]] = {}
        """What those who come get first, and when it was encoded, by the version they have seen; None: a fresh view."""
        self._repaint: Message | None = None
        """The message of the last change without an event, as when something is taken out of play."""
        self._repaints = 0
        """How often that happened."""
        self._version = source.visible_version()
        self._viewers: dict[Viewer, None] = {}
        self._arriving = 0
        """Viewers whose first message is being made."""
        self._changed = asyncio.Event()
        self._task = loop.create_task(self._work())
        source.subscribe(self)

    def table_changed(self, table: str) -> None:
        if self._changed.is_set():
            return  # It is cleared before what is shown is read: what changed just now will be seen.
        with contextlib.suppress(RuntimeError):  # The loop may be closing.
            self._loop.call_soon_threadsafe(self._changed.set)

    async def _work(self) -> None:
        """Publish one message after another, so that each goes on where the last one ended."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._changed.wait()
            except TimeoutError:
                await self._write_all(heartbeat=True)
                continue
            await asyncio.sleep(self._source.gather_seconds)
            self._changed.clear()
            try:
                await self._publish()
            except Refused:
                # The books could not be read; what is to be sent stays to be sent.
                await asyncio.sleep(1)
                self._changed.set()

    async def _publish(self) -> None:
        if not self._viewers and not self._arriving:
            # Nobody would read it; a viewer who comes later gets what there is then.
            self._version = self._source.visible_version()
            self._firsts.clear()
            return
        before = self._version
        while True:
            message = await asyncio.to_thread(self._source.message, self._version)
            if message.version == self._version:
                break
            self._remember(message)
            self._version = message.version
            if self._version >= self._source.visible_version():
                break
        self._plan_reveal()
        self._firsts.clear()
        if self._version == before:
            self._repaint = message
            self._repaints += 1
        await self._write_all()

    def _plan_reveal(self) -> None:
        """Look again when something becomes visible without anything happening."""
        if (seconds := self._source.reveals_in()) is not None:
            self._loop.call_later(seconds + 0.01, self._changed.set)

    def _remember(self, message: Message) -> None:
        self._messages[message.after] = message
        while len(self._messages) > REMEMBERED:
            self._messages.popitem(last=False)

    async def _write_all(self, *, heartbeat: bool = False) -> None:
        """Write to everybody, some at a time, so that commands are not kept waiting by a crowd of viewers."""
        everybody = list(self._viewers)
        for start in range(0, len(everybody), WRITTEN_AT_ONCE):
            for viewer in everybody[start : start + WRITTEN_AT_ONCE]:
                if viewer in self._viewers:
                    self._write(viewer, heartbeat)
            await asyncio.sleep(0)

    def _write(self, viewer: Viewer, heartbeat: bool) -> None:
        """Send a viewer the messages at hand, or a heartbeat; what is missing, or does not fit, is sent by a task."""
        if viewer.catching_up is not None:
            return
        while not viewer.connection.full and (message := self._next(viewer)) is not None:
            self._send(viewer, message)
            heartbeat = False
        if viewer.at < self._version or self._next(viewer) is not None:
            viewer.catching_up = self._loop.create_task(self._catch_up(viewer))
        elif heartbeat and not viewer.connection.full:
            viewer.connection.write(HEARTBEAT)

    def _next(self, viewer: Viewer) -> Message | None:
        """What this viewer gets next, if it is at hand."""
        if viewer.at < self._version:
            return self._messages.get(viewer.at)
        if viewer.repaints != self._repaints and self._repaint is not None and self._repaint.version == viewer.at:
            return self._repaint
        return None

    def _send(self, viewer: Viewer, message: Message) -> None:
        viewer.connection.write(message.encoded)
        viewer.at = message.version
        if message is self._repaint:
            viewer.repaints = self._repaints

    async def _catch_up(self, viewer: Viewer) -> None:
        """Send what a slow connection could not take, or what came between the viewer's first message and the next."""
        try:
            while viewer in self._viewers:
                await viewer.connection.drained()
                message = self._next(viewer)
                if message is None and viewer.at >= self._version:
                    return
                if message is None:
                    # A message of its own covers the gap, and is remembered for others who fell behind as far.
                    message = await self._loop.run_in_executor(self._catching_up, self._source.message, viewer.at)
                    if message.version <= viewer.at:
                        return  # There is nothing that everybody may know yet.
                    self._remember(message)
                if viewer in self._viewers:
                    self._send(viewer, message)
        except Refused:
            viewer.connection.close()  # The books could not be read.
        finally:
            viewer.catching_up = None

    @property
    def viewers(self) -> int:
        """How many watch."""
        return len(self._viewers)

    async def watch(self, connection: Connection, after: int | None) -> Viewer:
        """News from a version on, each once and none missed, until they leave.

        None, and a version from which not all is remembered, start with a fresh view.
        """
        repaints = self._repaints
        if not self._viewers and not self._arriving:
            self._plan_reveal()  # While nobody watched, nobody looked ahead.
        self._arriving += 1
        try:
            first = await self._first(after)
        finally:
            self._arriving -= 1
        viewer = Viewer(connection, first.version, repaints)
        connection.write(first.encoded)
        self._viewers[viewer] = None
        self._write(viewer, heartbeat=False)  # Something may have happened while the first message was made.
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Send this viewer nothing more."""
        self._viewers.pop(viewer, None)
        if viewer.catching_up is not None:
            viewer.catching_up.cancel()

    async def _first(self, after: int | None) -> Message:
        """What a viewer gets first, with the clock of this moment; those who come together share it."""
        at = after
        if after is not None:
            if after > self._source.visible_version():
                await self._loop.run_in_executor(self._catching_up, self._source.refresh, after)
            at = min(after, self._source.visible_version())
            at = at if self._source.remembers(at) else None
        encoded_at, message = self._firsts.get(at, (0.0, None))
        if message is None or self._loop.time() - encoded_at > FRESH_SECONDS:
            if len(self._firsts) > REMEMBERED:
                self._firsts.clear()
            # What all who come now share is made at once; what one viewer alone missed waits for its turn.
            threads = None if at is None or at == self._version else self._catching_up
            message = await self._loop.run_in_executor(threads, self._source.message, at)
            self._firsts[at] = (self._loop.time(), message)
        return message

    def close(self) -> None:
        """Send nobody anything more."""
        self._task.cancel()
        self._source.unsubscribe(self)
        for viewer in list(self._viewers):
            self.leave(viewer)
