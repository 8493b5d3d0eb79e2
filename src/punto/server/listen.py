"""Listening: the web server around the application, how it stops, and what it says to what is no HTTP at all."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import threading
from collections.abc import Callable, Generator
from typing import Any, Final

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from punto.kit import Refused
from punto.server.security import BODY_LIMIT, HEADERS
from punto.server.stream import LINE

HEAD_SECONDS: Final = 10.0
"""So long a request's head may take to arrive, and a connection without one may stay."""

_QUEUE: Final = 4096


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; Refused if the address cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=_QUEUE)
    except (OSError, UnicodeError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(code="no_address", message=f"cannot listen at {host}:{port}: {why}") from None


class Protocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with our error shape, and without endless patience for a request's head.

    It is also the line of a stream: once the answer has begun, messages are written to it as they are.
    """

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope[LINE] = self  # type: ignore[typeddict-unknown-key]

    def write(self, wire: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(wire)

    @property
    def full(self) -> bool:
        return self.flow.write_paused

    async def drained(self) -> None:
        await self.flow.drain()

    def close(self) -> None:
        self.transport.close()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._hurry = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hurry.cancel()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        self._hurry.cancel()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._hurry.cancel()
        self._hurry = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def _head_is_late(self) -> None:
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        error = {"code": "bad_request", "cite": "", "message": "this is not a request in HTTP"}
        body = msgspec.json.encode({"error": error})
        head = [b"HTTP/1.1 400 Bad Request", b"content-type: application/json", b"connection: close"]
        head += [b"cache-control: no-store", b"content-length: %d" % len(body)]
        head += [name + b": " + value for name, value in HEADERS]
        self.transport.write(b"\r\n".join([*head, b"", body]))
        self.transport.close()


class Server(uvicorn.Server):
    """Stops in order: streams are ended first, so that nothing waits for viewers who would stay for ever."""

    def __init__(self, config: uvicorn.Config, close_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._close_streams = close_streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._close_streams()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """As uvicorn does, but a signal that asked for this orderly end is not raised again: it was obeyed."""
        if threading.current_thread() is not threading.main_thread():
            yield  # Only the main thread hears signals.
            return
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def make_server(app: Any, proxies: list[str], close_streams: Callable[[], None]) -> Server:
    """The server of an application."""
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        loop="auto",
        lifespan="on",
        log_level="error",
        access_log=False,  # An address may be a link that signs somebody in.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_graceful_shutdown=5,
        server_header=False,
        date_header=False,
        h11_max_incomplete_event_size=BODY_LIMIT,
        backlog=_QUEUE,
    )
    return Server(config, close_streams)


def settle_memory() -> None:
    """Take what is there for good out of the collector's rounds, and let it make fewer.

    Thousands of viewers are thousands of live objects, and a round through all of them keeps everybody waiting.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def run_server(server: Server, listener: socket.socket) -> None:
    """Serve until a signal asks for the end."""
    settle_memory()
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        server.run(sockets=[listener])
    if not server.started:
        raise Refused(code="house_cannot_open", message="the house could not be opened")
