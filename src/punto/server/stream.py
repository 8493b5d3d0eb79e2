"""A stream of server-sent events that costs a viewer little: nothing of its own runs until its viewer leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from litestar import Request
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send

from punto.house.channel import Channel, Line
from punto.kit import Refused

LINE: Final = "punto_line"
"""Where a request keeps the way to its connection, past all that only an answer's beginning needs."""


_LAST: Final[HTTPResponseBodyEvent] = {"type": "http.response.body", "body": b"", "more_body": False}


class Ending:
    """Whether somebody's stream is to end, and what ends it then."""

    __slots__ = ("_finish", "over")

    def __init__(self) -> None:
        self.over = False
        self._finish: Callable[[], None] | None = None

    def by(self, finish: Callable[[], None]) -> None:
        """How the stream is ended; at once, if it is over already."""
        self._finish = finish
        if self.over:
            self._run()

    def end(self) -> None:
        self.over = True
        self._run()

    def _run(self) -> None:
        finish, self._finish = self._finish, None
        if finish is not None:
            finish()


def chunk(wire: bytes) -> bytes:
    """A piece of an answer without a length, as HTTP writes it."""
    return b"%x\r\n%s\r\n" % (len(wire), wire)


class _Watching(ASGIResponse):
    """The answer itself. The channel writes straight to the connection; this only waits for the end.

    With thousands of viewers it matters through how many layers each message goes.
    """

    __slots__ = ("after", "channel", "during", "ending")

    _should_set_content_length = False

    def __init__(
        self, channel: Channel, after: int | None, ending: Ending, during: AbstractContextManager[None], **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.channel = channel
        self.after = after
        self.ending = ending
        self.during = during

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.start_response(send)
        line: Line = scope[LINE]  # type: ignore[typeddict-item]
        with self.during:
            try:
                viewer = await self.channel.watch(line, self.after)
            except Refused:  # The books could not be read; whoever asked comes back.
                await send(_LAST)
                return
            last: list[asyncio.Future[None]] = []

            def finish() -> None:
                self.channel.leave(viewer)
                last.append(asyncio.ensure_future(send(_LAST)))

            self.ending.by(finish)
            try:
                # Once all is sent the connection says the same as when its viewer leaves.
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                self.channel.leave(viewer)


class EventStream(Stream):
    """News of a channel for as long as its session and its viewer stay."""

    def __init__(
        self, channel: Channel, after: int | None, ending: Ending, during: AbstractContextManager[None]
    ) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__((), media_type="text/event-stream", headers=headers)
        self._watching = (channel, after, ending, during)

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **rest: Any) -> ASGIResponse:
        for name in ("type_encoders", "media_type"):
            rest.pop(name, None)
        headers = {**(rest.pop("headers", None) or {}), **self.headers}
        return _Watching(*self._watching, headers=headers, media_type="text/event-stream", **rest)
