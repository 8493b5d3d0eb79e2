"""The streams of each session: that they end when it does, and how many a person and an address may watch."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from punto.kit import Refused
from punto.server.security import ConcurrencyLimit

_ENDED: Final = 1000
"""Sessions that ended lately, remembered for a stream that is just being opened."""


class Watcher(NamedTuple):
    """Whose a stream is: the session, a token's hash, that it was opened with, the person, and from where."""

    session: str
    person: str
    address: str


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

    def __init__(self, per_person: int = 0, per_address: int = 0) -> None:
        self._persons = ConcurrencyLimit(per_person)
        self._addresses = ConcurrencyLimit(per_address)
        self._streams: dict[str, set[Ending]] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._closing = False

    @contextmanager
    def watching(self, watcher: Watcher, ending: Ending) -> Iterator[None]:
        """A stream of this session, which ends with it."""
        session = watcher.session
        streams = self._streams.setdefault(session, set())
        streams.add(ending)
        if self._closing or session in self._ended:  # It ended after it was checked and before this moment.
            ending.end()
        try:
            with self._persons.inside(watcher.person), self._addresses.inside(watcher.address):
                yield
        finally:
            streams.discard(ending)
            if not streams and self._streams.get(session) is streams:
                del self._streams[session]

    def require_room(self, watcher: Watcher) -> None:
        """Refused if this person or this address watches as much as one may."""
        if self._persons.is_full(watcher.person):
            message = f"one person watches at most {self._persons.most} streams at a time"
            raise Refused(code="too_many_streams", message=message)
        if self._addresses.is_full(watcher.address):
            message = f"at most {self._addresses.most} streams are watched from one address at a time"
            raise Refused(code="too_many_streams", message=message)

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
