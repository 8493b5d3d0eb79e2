"""A connection: HTTP as uvicorn speaks it, with limits on what one client may send and how long that may take."""

from __future__ import annotations

import asyncio
import select
from http import HTTPStatus
from secrets import token_hex
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from punto.kit import Refusal
from punto.server.address import Proxies, counted_as
from punto.server.counters import COUNTERS
from punto.server.errors import STATUS
from punto.server.security import DEADLINE, HEAD_LIMIT, HEADERS, REQUEST_SECONDS, TOO_SLOW, ConcurrencyLimit
from punto.server.stream.connection import EXTENSION
from punto.view.house import ErrorView

KEEP_ALIVE_SECONDS: Final = 30
"""So long a connection may stay without a request once it has had an answer."""

MOST_PIPELINED: Final = 16
"""Requests of one connection that may wait for the answers before theirs."""

UNREAD_SECONDS: Final = 60.0
"""So long a client may take nothing of an answer that waits for it."""

MOST_CHUNKS: Final = 4096
"""Pieces that one body may be sent in; the parser tells each by itself, however small."""

LINGER_SECONDS: Final = 1.0
LINGER_OCTETS: Final = 1 << 20
"""So long, and for so many bytes, a client that is being sent away is still read from.

Whoever hangs up on bytes that were not read takes the answer back that is on its way."""

_NO_HTTP: Final = Refusal(code="bad_request", message="this is not a request in HTTP")
_HEAD: Final = Refusal(
    code="head_too_large",
    message=f"a request's head, from its first line to the blank one, has at most {HEAD_LIMIT:,} bytes",
)
_FRAMING: Final = Refusal(
    code="request_too_large",
    message=f"a request's body comes in at most {MOST_CHUNKS:,} chunks, with at most {HEAD_LIMIT:,} bytes around them",
)
_SLOW: Final = Refusal(code="request_too_slow", message=TOO_SLOW)
_PIPELINED: Final = Refusal(
    code="too_many_requests", message=f"at most {MOST_PIPELINED} requests wait on one connection"
)
TOO_MANY: Final = Refusal(
    code="too_many_connections", message="too many connections from this address; close some, or wait a moment"
)


class _Stop(Exception):
    """Ends the reading of what the client has sent; why is noted in `_why`."""


class HttpConnection(HttpToolsProtocol):
    """One connection of the server, with our error shape and with limits on time and memory.

    The limits are held before anything is parsed that could grow: a head that is sent bit by bit costs the parser the
    square of its length, so at most `HEAD_LIMIT` bytes of one are ever given to it. Lines behind a body that comes in
    chunks cost as much, and what is said between its chunks need not end either: all that is held to the same.
    """

    def __init__(self, *args: Any, connections: ConcurrencyLimit, proxies: Proxies, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = connections
        self._proxies = proxies
        self.counted: str | None = None
        """The address this connection is counted under; None for a believed proxy's, whose clients are."""
        self._excess = False
        self._why = _NO_HTTP
        self._deadline: asyncio.TimerHandle | None = None
        self._deadline_at = 0.0
        self._has_data = False
        self._in_head = True
        self._heads = 0
        """Heads that were read to their end."""
        self._head_octets = 0
        """Bytes of the head that is being read."""
        self._framing_octets = 0
        """Bytes around the body that is being read: sizes of chunks, what is added to them, lines behind the last."""
        self._chunks = 0
        """Chunks of the body that is being read."""
        self._message_open = False
        """Whether a request has begun and is not whole."""
        self._late = False
        """Whether a request was not whole in time: then the answer under way is the last."""
        self._running: RequestResponseCycle | None = None
        """The request that is being answered; `cycle` is the last that came, and others may wait before that one."""
        self._answers_last = False
        """Whether the answer under way is the last on this connection, so that nothing may be asked behind it."""
        self._unread: asyncio.TimerHandle | None = None
        """Runs while more of an answer waits for the client than is written ahead."""
        self._leaving = False
        """Whether the client was sent away, and what still comes is thrown away."""
        self._discarded = 0

    # The way to a viewer, past the layers of the framework: stream/connection.py.

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

    def abort(self) -> None:
        self._disconnect()  # The loop says so a moment later. Whoever writes until then makes no mistake.
        self.transport.abort()

    def answer_last(self) -> None:
        self._answers_last = True
        if self.pipeline:
            self.abort()

    # From its beginning to its end.

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        address = counted_as(host)
        self._begin_deadline(self.loop.time() + REQUEST_SECONDS)
        if host in self._proxies:
            return
        if self._connections.is_full(address):
            self._excess = True  # Answered once it asks: a browser does not listen before.
            self.loop.call_later(LINGER_SECONDS, transport.abort)
            return
        self.counted = address
        self._connections.enter(address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_deadline()
        self._end_unread()
        if self.counted is not None:
            self._connections.leave(self.counted)
            self.counted = None
        self._disconnect()
        super().connection_lost(exc)
        # What was asked leads back here. Left in a ring, every connection would wait for the garbage collector, and a
        # flood of them is a pause for everybody: 15 microseconds each, all at one moment.
        self.cycle = self.scope = self._running = None  # type: ignore[assignment]
        self.pipeline.clear()

    def _disconnect(self) -> None:
        """Tell every request that its client has gone; the one being answered need not be the last that came."""
        for cycle in (self._running, *(waiting for waiting, _ in self.pipeline), self.cycle):
            if cycle is not None:
                cycle.disconnected = True
                cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        if not self._has_data:
            self._has_data = True
            self._end_deadline()  # A request has its time from its own first byte on.
        if self._excess and not self._leaving:
            self._send_away(TOO_MANY)
        if self._leaving:
            self._discard(len(data))
            return
        if self._answers_last:
            self.abort()
            return
        start = 0
        while start < len(data) and not self._leaving and not self.transport.is_closing():
            room = HEAD_LIMIT - self._head_octets if self._in_head else HEAD_LIMIT
            piece = data[start : start + room]
            start += len(piece)
            in_head, heads = self._in_head, self._heads
            if not in_head:
                self._framing_octets += len(piece)
            super().data_received(piece)
            if heads != self._heads:
                self._framing_octets = 0  # In a piece that ended a head the rest is not told apart.
            elif in_head:  # A piece that began in a body is none of a head, even if it ends it.
                self._head_octets += len(piece)
                if self._head_octets >= HEAD_LIMIT:
                    self._send_away(_HEAD)
            elif self._framing_octets > HEAD_LIMIT:
                self._send_away(_FRAMING)
        if self._deadline is None and not self._leaving and (self._message_open or not self._answering):
            now = self.loop.time()
            self._begin_deadline(self._deadline_at if self._message_open else now + REQUEST_SECONDS)

    # What the parser finds.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._message_open = True
        if self._deadline is None:
            self._deadline_at = self.loop.time() + REQUEST_SECONDS
        self.scope["extensions"] = {EXTENSION: self, DEADLINE: self._deadline_at}  # type: ignore[dict-item]

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # What stands behind a body is nobody's header: it would be one of a request under way.
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._heads += 1
        # One that began in the middle of a piece was not measured on its way.
        if len(self.url) + sum(len(name) + len(value) + 3 for name, value in self.headers) > HEAD_LIMIT:
            self._stop(_HEAD)
        if len(self.pipeline) >= MOST_PIPELINED:
            self._stop(_PIPELINED)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._framing_octets -= len(body)
        super().on_body(body)
        if self.cycle.response_complete:
            self._discard(len(body))

    def on_chunk_header(self) -> None:
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            self._stop(_FRAMING)

    def on_message_complete(self) -> None:
        self._message_open = False
        self._in_head = True
        self._head_octets = 0
        self._framing_octets = 0
        self._chunks = 0
        self._end_deadline()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        self._answers_last = False
        super().on_response_complete()
        if self._late or (self._message_open and self.loop.time() >= self._deadline_at):
            self._linger()

    # Time.

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _begin_deadline(self, at: float) -> None:
        self._deadline_at = at
        self._deadline = self.loop.call_at(at, self._on_deadline)

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_deadline(self) -> None:
        self._deadline = None
        if self._answering:
            self._late = True
        elif self._has_data:
            self._send_away(_SLOW)
        else:
            self.timeout_keep_alive_handler()

    def timeout_keep_alive_handler(self) -> None:
        """Hang up on a connection that is silent, but not on one whose bytes have arrived and are not read yet."""
        if not _has_arrived(self.transport):
            super().timeout_keep_alive_handler()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._begin_unread()

    def resume_writing(self) -> None:
        self._end_unread()
        super().resume_writing()

    def _begin_unread(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self._on_unread, left)

    def _end_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _on_unread(self, before: int) -> None:
        """Hang up on a client that does not read: its answers would stay in memory for as long as it likes."""
        self._unread = None
        if self.transport.get_write_buffer_size() < before:
            self._begin_unread()
        else:
            self.abort()

    # Sending a client away.

    def send_400_response(self, msg: str) -> None:
        """What the parser could not read, or was kept from reading."""
        self._send_away(self._why)

    def _stop(self, why: Refusal) -> None:
        self._why = why
        raise _Stop

    def _send_away(self, why: Refusal) -> None:
        if self._leaving or self.transport.is_closing():
            return
        in_body = self._message_open and not self._in_head
        if in_body and self.cycle.response_complete:
            self._linger()  # It has its answer.
            return
        if in_body and not self.pipeline and not self.cycle.response_started:
            self.cycle.disconnected = True  # A handler that waits for the rest of it has nobody to answer.
            self.cycle.message_event.set()
        elif self._answering:
            self.abort()  # In the middle of an answer there is no place for another.
            return
        COUNTERS.count_refusal(why.code)
        self.transport.write(_encoded_refusal(why))
        self._linger()

    def _linger(self) -> None:
        """Say nothing more, and throw away what comes until the client has had time to read."""
        if self._leaving or self.transport.is_closing():
            return
        self._leaving = True
        self._end_deadline()
        self._unset_keepalive_if_required()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _discard(self, octets: int) -> None:
        self._discarded += octets
        if self._discarded > LINGER_OCTETS:
            self.abort()


def _has_arrived(transport: asyncio.Transport) -> bool:
    """Whether something has come that the loop has not read yet; a busy one reads late."""
    socket = transport.get_extra_info("socket")
    if socket is None or socket.fileno() < 0:
        return False
    poll = select.poll()
    poll.register(socket.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def _encoded_refusal(refusal: Refusal) -> bytes:
    """A refusal as a whole answer."""
    status = HTTPStatus(STATUS[refusal.code])
    body = msgspec.json.encode(ErrorView(refusal))
    head = [f"HTTP/1.1 {status.value} {status.phrase}".encode(), b"content-type: application/json"]
    head += [b"connection: close", b"cache-control: no-store", b"content-length: %d" % len(body)]
    head += [name + b": " + value for name, value in HEADERS]
    head.append(b"x-request-id: " + token_hex(8).encode())
    return b"\r\n".join([*head, b"", body])
