"""A stream of server-sent events that costs a viewer little: one task that sends, one that hears them leave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from litestar import Request
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Send

from punto.house.channel import Ending


class _Streaming(ASGIResponse):
    """The answer itself, written straight to the connection."""

    __slots__ = ("ending", "source")

    _should_set_content_length = False

    def __init__(self, source: AsyncIterator[bytes], ending: Ending, **rest: Any) -> None:
        super().__init__(**rest)
        self.source = source
        self.ending = ending

    async def send_body(self, send: Send, receive: Receive) -> None:
        leaving = asyncio.create_task(self._hear_leaving(receive))
        try:
            async for chunk in self.source:
                if leaving.done():
                    return
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()
            await self.source.aclose()  # type: ignore[attr-defined]

    async def _hear_leaving(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.ending.end()


class EventStream(Stream):
    """News from a source for as long as its session and its viewer stay."""

    def __init__(self, source: AsyncIterator[bytes], ending: Ending) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(source, media_type="text/event-stream", headers=headers)
        self._source = source
        self._ending = ending

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **rest: Any) -> ASGIResponse:
        rest.pop("type_encoders", None)
        headers = {**(rest.pop("headers", None) or {}), **self.headers}
        status = rest.pop("status_code", None)
        rest.pop("media_type", None)
        return _Streaming(
            self._source, self._ending, headers=headers, media_type="text/event-stream", status_code=status, **rest
        )
