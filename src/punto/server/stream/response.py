"""The answer that connects a viewer to a channel; nothing of its own runs until its viewer leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from litestar import Request
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send

from punto.kit import Refused
from punto.server.stream.channel import Channel, Viewer
from punto.server.stream.connection import connection_of
from punto.server.stream.sessions import Ending

_LAST: Final[HTTPResponseBodyEvent] = {"type": "http.response.body", "body": b"", "more_body": False}


Watched = tuple[Channel, int | None]
"""A channel, and the version from which on it is watched."""


class _Watching(ASGIResponse):
    """The answer itself. A channel writes straight to the connection; this only waits for the end."""

    __slots__ = ("during", "ending", "watched")

    _should_set_content_length = False

    def __init__(
        self, watched: Sequence[Watched], ending: Ending, during: AbstractContextManager[None], **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.watched = watched
        self.ending = ending
        self.during = during

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = connection_of(scope)
        connection.answer_last()
        await self.start_response(send)
        with self.during:
            viewers: list[tuple[Channel, Viewer]] = []

            def leave() -> None:
                for channel, viewer in viewers:
                    channel.leave(viewer)

            try:
                for channel, after in self.watched:
                    viewers.append((channel, await channel.watch(connection, after)))
            except Refused:  # The books could not be read; whoever asked comes back.
                leave()
                await send(_LAST)
                return
            last: list[asyncio.Future[None]] = []

            def finish() -> None:
                leave()
                last.append(asyncio.ensure_future(send(_LAST)))

            self.ending.by(finish)
            try:
                # Once all is sent the connection says the same as when its viewer leaves.
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                leave()


class EventStream(Stream):
    """Messages of one channel or several for as long as the session and the viewer stay."""

    def __init__(self, watched: Sequence[Watched], ending: Ending, during: AbstractContextManager[None]) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__((), media_type="text/event-stream", headers=headers)
        self._watching = (watched, ending, during)

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **rest: Any) -> ASGIResponse:
        for name in ("type_encoders", "media_type"):
            rest.pop(name, None)
        headers = {**(rest.pop("headers", None) or {}), **self.headers}
        return _Watching(*self._watching, headers=headers, media_type="text/event-stream", **rest)
