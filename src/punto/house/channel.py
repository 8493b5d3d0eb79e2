"""A channel: one table's news for everybody who watches it, encoded once however many they are."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec

from punto.house.live import LiveTable
from punto.house.view import roads_view, table_view
from punto.table import Event
from punto.table import events as e

GATHER_SECONDS = 0.04
"""News of this long travels together: a burst of bets is one message, and still nobody waits noticeably."""

KEPT = 128
"""Messages kept for those who fall a little behind; who falls further gets one that covers the gap."""

PRIVATE = (e.BoughtIn, e.CashedOut)
"""What is between a patron and the cage, and not for the table's public."""


@dataclass(frozen=True, slots=True)
class Message:
    """News from one version to a later one, as it goes over the wire."""

    after: int
    version: int
    wire: bytes


class Channel:
    """The stream of one table. It lives on the event loop; tables may change on any thread."""

    def __init__(self, live: LiveTable, loop: asyncio.AbstractEventLoop) -> None:
        self._live = live
        self._loop = loop
        self._recent: deque[Message] = deque(maxlen=KEPT)
        self._version = live.version
        self._woken: asyncio.Future[None] = loop.create_future()
        self._gathering = False
        self._closed = False
        live.on_change.append(self._changed)

    def _changed(self, _: LiveTable) -> None:
        with contextlib.suppress(RuntimeError):  # The loop may be closing.
            self._loop.call_soon_threadsafe(self._gather)

    def _gather(self) -> None:
        if not self._gathering and not self._closed:
            self._gathering = True
            self._loop.call_later(GATHER_SECONDS, lambda: self._loop.create_task(self._publish()))

    async def _publish(self) -> None:
        self._gathering = False
        message = await asyncio.to_thread(self._message, self._version)
        if message.version > self._version:
            self._version = message.version
            self._recent.append(message)
            self._wake()

    def _wake(self) -> None:
        woken, self._woken = self._woken, self._loop.create_future()
        if not woken.done():
            woken.set_result(None)

    def _message(self, after: int) -> Message:
        """What happened after a version, with the table as it is now."""
        news = self._live.since(after)
        view = table_view(self._live)
        version = news[-1][0] if news else after
        body = {
            "version": version,
            "view": view,
            "events": [_told(number, at, event) for number, at, event in news if not isinstance(event, PRIVATE)],
        }
        if any(isinstance(event, e.CoupSettled | e.CoupVoided | e.ShoeOpened) for _, _, event in news) or not news:
            body["roads"] = roads_view(self._live)
        return Message(after, version, b"id: %d\nevent: table\ndata: %s\n\n" % (version, msgspec.json.encode(body)))

    async def listen(self, after: int | None) -> AsyncIterator[bytes]:
        """The news from a version on, each once and none missed; None starts with the table as it is."""
        at = self._live.version if after is None else min(after, self._live.version)
        first = await asyncio.to_thread(self._message, at)
        yield first.wire
        at = first.version
        while not self._closed:
            behind = [one for one in self._recent if one.version > at]
            if not behind:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(asyncio.shield(self._woken), 15)
                    continue
                yield b": still here\n\n"
                continue
            if behind[0].after != at:
                # Published before this listener came, or too long ago: one message covers the gap.
                gap = await asyncio.to_thread(self._message, at)
                yield gap.wire
                at = gap.version
                continue
            for message in behind:
                yield message.wire
                at = message.version

    def close(self) -> None:
        """End every stream, so that the house can stop."""
        self._closed = True
        self._wake()


def _told(version: int, at: str, event: Event) -> dict[str, object]:
    told: dict[str, object] = msgspec.to_builtins(event)
    return {"version": version, "at": at} | told
