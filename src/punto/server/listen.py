"""Listening: the web server around the application, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import threading
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, Final

import uvicorn

from punto.kit import Refused
from punto.server.http_connection import KEEP_ALIVE_SECONDS, HttpConnection
from punto.server.security import BODY_LIMIT
from punto.server.service import Service

_QUEUE: Final = 4096


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; Refused if the address cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=_QUEUE)
    except (OSError, UnicodeError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(code="no_address", message=f"cannot listen at {host}:{port}: {why}") from None


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
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def make_server(app: Any, service: Service) -> Server:
    """The server of an application."""
    admission, proxies = service.admission, service.house.settings.proxies
    connection = partial(HttpConnection, connections=admission.connections, proxies=admission.proxies)
    config = uvicorn.Config(
        app,
        http=connection,  # type: ignore[arg-type]
        ws="none",
        loop="auto",
        lifespan="on",
        log_level="error",
        access_log=False,  # An address may be a link that signs somebody in.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=5,
        server_header=False,
        date_header=False,
        h11_max_incomplete_event_size=BODY_LIMIT,
        backlog=_QUEUE,
    )
    return Server(config, service.close_streams)


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
