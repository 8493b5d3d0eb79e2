"""Bulk work: what reads a whole log or the whole books, apart from the threads that commands need.

One at a time for each person, so that nobody has the house to themselves; an answer of any length is sent in parts
as they are read, so that none is ever in memory whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any, Final, ParamSpec, TypeVar

from litestar import Request
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from punto.kit import Refused
from punto.server.stream.connection import connection_of

THREADS: Final = 2

MOST_WAITING: Final = 4
"""Requests of one person that may wait for the one before."""

WAIT_SECONDS: Final = 30.0
"""How long one waits for it."""

TAKE_SECONDS: Final = 60.0
"""So long a reader may take over one part. A read of the books stays open meanwhile, and their person's turn."""

LINES_AT_ONCE: Final = 250
"""Lines read, and sent, in one go."""

P = ParamSpec("P")
T = TypeVar("T")


class Bulk:
    """Threads for bulk work, and whose turn it is. On the event loop only."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "punto-bulk")
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """This person's turn; Refused if too many of theirs wait already, or the one before does not end."""
        waiting = self._waiting.get(person, 0)
        if waiting > MOST_WAITING:
            raise _busy()
        self._waiting[person] = waiting + 1
        lock = self._turns.setdefault(person, asyncio.Lock())
        try:
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    await lock.acquire()
            except TimeoutError:
                raise _busy() from None
            try:
                yield
            finally:
                lock.release()
        finally:
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person], self._turns[person]

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work on a thread for bulk work; the caller has the turn."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **kwargs))

    async def alone(self, person: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work in this person's turn."""
        async with self.turn(person):
            return await self.run(work, *args, **kwargs)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _busy() -> Refused:
    message = "one export or check of a whole log at a time; yours before this one is still under way"
    return Refused(code="too_many_requests", message=message)


class _Sending(ASGIResponse):
    """The answer itself: read a part, send it, and read the next only when the connection takes it."""

    __slots__ = ("bulk", "lines", "person")

    _should_set_content_length = False

    def __init__(self, bulk: Bulk, person: str, lines: Callable[[], Iterator[str]], **rest: Any) -> None:
        super().__init__(**rest)
        self.bulk = bulk
        self.person = person
        self.lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.bulk.turn(self.person):
            lines = await self.bulk.run(self.lines)
            part = await self.bulk.run(_part, lines)
            await self.start_response(send)
            disconnected = asyncio.ensure_future(_disconnected(receive))
            try:
                while part and not disconnected.done():
                    async with asyncio.timeout(TAKE_SECONDS):
                        await send({"type": "http.response.body", "body": part, "more_body": True})
                    part = await self.bulk.run(_part, lines)
            except TimeoutError:
                connection_of(scope).abort()
                return
            finally:
                disconnected.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _part(lines: Iterator[str]) -> bytes:
    return "".join(line + "\n" for line in islice(lines, LINES_AT_ONCE)).encode()


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


class LineStream(Stream):
    """Lines as they are read from the books; `lines` is called on a thread of the bulk work, in the person's turn."""

    def __init__(
        self, bulk: Bulk, person: str, lines: Callable[[], Iterator[str]], media_type: str, headers: dict[str, str]
    ) -> None:
        super().__init__((), media_type=media_type, headers=headers)
        self._sending = (bulk, person, lines)

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **rest: Any) -> ASGIResponse:
        for name in ("type_encoders", "media_type"):
            rest.pop(name, None)
        headers = {**(rest.pop("headers", None) or {}), **self.headers}
        return _Sending(*self._sending, headers=headers, media_type=self.media_type, **rest)
