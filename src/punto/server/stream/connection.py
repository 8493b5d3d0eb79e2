"""The connection to a viewer: HTTP as uvicorn speaks it, and the way past it for the messages of a stream.

With thousands of viewers it matters through how many layers each message goes. Once an answer has begun, messages are
written to the transport as they are; the request finds its connection among the ASGI scope's extensions.
"""

from __future__ import annotations

from typing import Any, Final, Protocol, cast

import msgspec
from litestar.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from punto.kit import Refusal
from punto.server.security import HEADERS
from punto.view.house import ErrorView

HEAD_SECONDS: Final = 10.0
"""So long a request's head may take to arrive, and a connection without one may stay."""

_EXTENSION: Final = "punto.connection"


class Connection(Protocol):
    """The way to one viewer. What is written goes out as fast as they take it."""

    def write(self, message: bytes) -> None: ...

    @property
    def full(self) -> bool:
        """Whether so much waits to go out that more would only pile up."""

    async def drained(self) -> None:
        """Wait until it is not full."""

    def close(self) -> None:
        """Cut it: whoever is there comes back and goes on where they were."""


def connection_of(scope: Scope) -> Connection:
    """The connection on which a request came."""
    return cast(Connection, scope["extensions"][_EXTENSION])  # type: ignore[index]


class HttpConnection(HttpToolsProtocol):
    """One connection of the server, with our error shape, and without endless patience for a request's head."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {_EXTENSION: self}  # type: ignore[dict-item]

    def write(self, message: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(message)

    @property
    def full(self) -> bool:
        return self.flow.write_paused

    async def drained(self) -> None:
        await self.flow.drain()

    def close(self) -> None:
        self.transport.close()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        self._deadline.cancel()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._deadline.cancel()
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def _head_is_late(self) -> None:
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        refusal = Refusal(code="bad_request", message="this is not a request in HTTP")
        body = msgspec.json.encode(ErrorView(refusal))
        head = [b"HTTP/1.1 400 Bad Request", b"content-type: application/json", b"connection: close"]
        head += [b"cache-control: no-store", b"content-length: %d" % len(body)]
        head += [name + b": " + value for name, value in HEADERS]
        self.transport.write(b"\r\n".join([*head, b"", body]))
        self.transport.close()
