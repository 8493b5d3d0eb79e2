"""A stream of server-sent events that costs a viewer little: one task that sends, one that hears them leave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager
from typing import Any, Final

from litestar import Request
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from punto.house.channel import Ending

PLAIN_SEND: Final = "punto_send"
"""Where a request keeps the way to its connection, past all that only an answer's beginning needs."""


class _Streaming(ASGIResponse):
    """The answer itself, written straight to the connection by a task of its own.

    With thousands of viewers it matters through how many layers each message goes,
    and how deep the task is that is woken for it.
    """

    __slots__ = ("during", "ending", "source")

    _should_set_content_length = False

    def __init__(
        self, source: AsyncGenerator[bytes, None], ending: Ending, during: AbstractContextManager[None], **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.source = source
        self.ending = ending
        self.during = during

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.start_response(send)
        plain: Send = scope.get(PLAIN_SEND, send)  # type: ignore[assignment]
        with self.during:
            sending = asyncio.create_task(self._send(plain))
            try:
                # Once all is sent the connection says the same as when its viewer leaves.
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                self.ending.end()
                await sending

    async def _send(self, send: Send) -> None:
        try:
            async for chunk in self.source:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        finally:
            await self.source.aclose()
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class EventStream(Stream):
    """News from a source for as long as its session and its viewer stay."""

    def __init__(
        self, source: AsyncGenerator[bytes, None], ending: Ending, during: AbstractContextManager[None]
    ) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(source, media_type="text/event-stream", headers=headers)
        self._source = source
        self._ending = ending
        self._during = during

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **rest: Any) -> ASGIResponse:
        for name in ("type_encoders", "media_type"):
            rest.pop(name, None)
        headers = {**(rest.pop("headers", None) or {}), **self.headers}
        return _Streaming(
            self._source, self._ending, self._during, headers=headers, media_type="text/event-stream", **rest
        )
