"""Long answers of JSON, gzipped for whoever takes it: a table's page brings fifty rounds along."""

from __future__ import annotations

import gzip
from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

LEAST: Final = 4_096
"""Bytes of an answer that is worth the time."""

_LEVEL: Final = 3


def takes_gzip(headers: Headers) -> bool:
    names = {name.strip().lower() for name in headers.get("accept-encoding", "").split(",")}
    return "gzip" in names


def compressed(app: ASGIApp) -> ASGIApp:
    """Middleware of a route whose answer is one piece; what comes in several goes out as it is."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        small = takes_gzip(Headers.from_scope(scope))
        begun: list[HTTPResponseStartEvent] = []

        async def compress(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
                return
            if message["type"] == "http.response.body" and begun:
                start = begun.pop()
                headers = MutableScopeHeaders.from_message(start)
                headers["vary"] = "accept-encoding"
                body = message["body"]
                if small and len(body) >= LEAST and not message["more_body"] and "content-encoding" not in headers:
                    body = gzip.compress(body, _LEVEL, mtime=0)
                    headers["content-encoding"] = "gzip"
                    headers["content-length"] = str(len(body))
                    message = {"type": "http.response.body", "body": body, "more_body": False}
                await send(start)
            await send(message)

        await app(scope, receive, compress)

    return answer
