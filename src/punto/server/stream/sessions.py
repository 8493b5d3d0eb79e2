"""The streams of each session: how many it may watch, and that they end when it does."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from punto.kit import Refused

MOST_STREAMS: Final = 50
"""Streams one session may watch at a time."""

_ENDED: Final = 1000
"""Sessions that ended lately, remembered for a stream that is just being opened."""


class Ending:
    """Whether somebody's stream is to end, and what ends it then."""

    __slots__ = ("_finish", "over")

    def __init__(self) -> None:
        self.over = False
        self._finish: Callable[[], None] | None = None

    def by(self, finish: Callable[[], None]) -> None:
        """How the stream is ended; at once, if it is over already."""
        self._finish = finish
        if self.over:
            self._run()

    def end(self) -> None:
        self.over = True
        self._run()

    def _run(self) -> None:
        finish, self._finish = self._finish, None
        if finish is not None:
            finish()


class StreamSessions:
    """The streams of a process by the session, a token's hash, that they were opened with. On the event loop only."""

    def __init__(self) -> None:
        self._streams: dict[str, set[Ending]] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._closing = False

    @contextmanager
    def watching(self, session: str, ending: Ending) -> Iterator[None]:
        """A stream of this session, which ends with it."""
        streams = self._streams.setdefault(session, set())
        streams.add(ending)
        if self._closing or session in self._ended:  # Between the question who asks and this moment.
            ending.end()
        try:
            yield
        finally:
            streams.discard(ending)
            if not streams and self._streams.get(session) is streams:
                del self._streams[session]

    def require_room(self, session: str) -> None:
        """Refused if this session watches as much as one may."""
        if len(self._streams.get(session, ())) >= MOST_STREAMS:
            message = f"one session watches at most {MOST_STREAMS} streams at a time"
            raise Refused(code="too_many_requests", message=message)

    def end(self, session: str) -> None:
        """End the streams of a session, and those that are just being opened with it."""
        self._ended[session] = None
        while len(self._ended) > _ENDED:
            self._ended.popitem(last=False)
        for ending in list(self._streams.get(session, ())):
            ending.end()

    def close(self) -> None:
        """End all streams, and those that come."""
        self._closing = True
        for endings in list(self._streams.values()):
            for ending in list(endings):
                ending.end()

    @property
    def watched(self) -> list[str]:
        """Sessions with a stream."""
        return list(self._streams)
