"""Listening: the web server around the application, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Generator
from functools import partial
from types import FrameType, TracebackType
from typing import Any, Final, Literal, Self

import uvicorn
from litestar.types import ASGIApp

from punto.kit import Refused
from punto.server.address import Proxies
from punto.server.http_connection import KEEP_ALIVE_SECONDS, HttpConnection
from punto.server.security import BODY_LIMIT, ConcurrencyLimit
from punto.server.service import Service

_QUEUE: Final = 4096

_MONITORS: Final = 64
"""Connections that one address may have to what is asked by monitoring systems."""


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; Refused if the address cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=_QUEUE)
    except (OSError, UnicodeError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(code="no_address", message=f"cannot listen at {host}:{port}: {why}") from None


class Server(uvicorn.Server):
    """Stops in order: streams are ended first, so that nothing waits for viewers who would stay for ever.

    One beside it, for monitoring, is there before this one answers, and until it has stopped.
    """

    def __init__(self, config: uvicorn.Config, close_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._close_streams = close_streams
        self._beside: tuple[uvicorn.Server, socket.socket] | None = None
        self._task: asyncio.Task[None] | None = None

    def put_beside(self, server: uvicorn.Server, listener: socket.socket) -> None:
        """Have another server run in the same loop, for as long as this one."""
        self._beside = server, listener

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._beside:
            server, listener = self._beside
            self._task = asyncio.create_task(server.serve(sockets=[listener]))
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._close_streams()
        await super().shutdown(sockets)
        if self._beside and self._task:
            self._beside[0].should_exit = True
            await self._task

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Capture none: `SignalsToStop` has handled them since before the first line was printed."""
        yield


class SignalsToStop:
    """SIGTERM and SIGINT ask for an orderly end from the moment this is entered, also before there is a server."""

    def __init__(self) -> None:
        self._server: Server | None = None
        self._early: int | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def stop(self, server: Server) -> None:
        """The server to stop, at once if that was asked for already."""
        self._server = server
        if self._early is not None:
            server.handle_exit(self._early, None)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self._server is None:
            self._early = number
        else:
            self._server.handle_exit(number, frame)


def make_server(app: Any, service: Service) -> Server:
    """The server of an application."""
    admission = service.admission
    config = _config(app, admission.connections, admission.proxies, service.house.settings.proxies, lifespan="on")
    return Server(config, service.close_streams)


def make_monitoring_server(app: ASGIApp) -> Server:
    """The server of what is asked at an address of its own."""
    config = _config(app, ConcurrencyLimit(_MONITORS), Proxies([]), [], lifespan="off")
    return Server(config, lambda: None)


def _config(
    app: Any, connections: ConcurrencyLimit, proxies: Proxies, believed: list[str], *, lifespan: Literal["on", "off"]
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=partial(HttpConnection, connections=connections, proxies=proxies),  # type: ignore[arg-type]
        ws="none",
        loop="auto",
        lifespan=lifespan,
        log_config=None,  # What it has to say goes into the journal.
        log_level="error",
        access_log=False,  # An address may be a link that signs somebody in.
        proxy_headers=bool(believed),
        forwarded_allow_ips=believed or None,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=5,
        server_header=False,
        date_header=False,
        h11_max_incomplete_event_size=BODY_LIMIT,
        backlog=_QUEUE,
    )


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
