"""What the routes share: the floor, its people, the channels, and who is asking."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Request

from punto.house.channel import Channel
from punto.house.floor import Floor
from punto.house.late import LateBet
from punto.house.links import token_hash
from punto.house.manifest import Manifest
from punto.house.people import People, Person
from punto.house.presence import Presence
from punto.house.roles import VIEWS_OF, Role, View
from punto.house.switch import LOG as SWITCHES
from punto.kit import Refused
from punto.server.security import RateLimit, check_origin
from punto.server.stream import Ending, chunk
from punto.store.notice import Notice

COOKIE: Final = "punto_session"

STREAMS: Final = 50
"""Streams one session may watch at a time."""

SWEEP_SECONDS: Final = 10.0
"""How often streams are held against the sessions they belong to."""

_ENDED: Final = 1000
"""Sessions that ended lately, remembered for a stream that is just being opened."""

THREADS: Final = 12
"""Threads for what waits on the books; fewer than the database has connections for us."""


class Service:
    """One house in one server process."""

    def __init__(self, floor: Floor, people: People, manifest: Manifest) -> None:
        self.floor = floor
        self.people = people
        self.manifest = manifest
        """The program, its rulebooks and settings as they were at the start."""
        self.changed_at_start: list[dict[str, str]] | None = None
        """What of them was not as at the start before; None at the first."""
        self.secure_cookie = floor.settings.https
        self.channels: dict[str, Channel] = {}
        self.origins = frozenset(floor.settings.origins)
        self.hosts = frozenset({floor.settings.host})
        self.commands = RateLimit(200, 10.0)
        self.sign_ins = RateLimit(20, 60.0)
        self.pricing = RateLimit(60, 20.0)
        """For what takes the machine a moment: figures from a shoe, and a log from its beginning."""
        self.pricing_at_once = asyncio.Semaphore(2)
        self.reads = RateLimit(600, 10.0)
        self._streams: dict[str, set[Ending]] = {}
        """The streams of each session, so that they end when it does."""
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._presence = Presence(floor.store, floor.tables, self._heard)
        self._presence.on_hold = self._hold
        self._presence.on_gap = self._catch_up
        for id, live in floor.tables.items():
            live.on_late = partial(self._tell_late, id)
        self._sweeper: asyncio.Task[None] | None = None
        self._closing = False
        people.on_end.append(self._end_streams)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_default_executor(ThreadPoolExecutor(THREADS, "punto"))
        self.channels = {id: Channel(live, self._loop, chunk) for id, live in self.floor.tables.items()}
        await asyncio.to_thread(self._presence.start)
        await self.floor.start(self._presence.holds)
        self._sweeper = asyncio.create_task(self._sweep())

    def owns(self, table: str) -> bool:
        """Whether this process moves the table on."""
        return self._presence.holds(table)

    def close_streams(self) -> None:
        """Send everybody who watches away, so that the server can stop."""
        self._closing = True
        for channel in self.channels.values():
            channel.close()
        for endings in list(self._streams.values()):
            for ending in list(endings):
                ending.end()

    async def stop(self) -> None:
        self.close_streams()
        if self._sweeper:
            self._sweeper.cancel()
        await self.floor.stop()
        await asyncio.to_thread(self._presence.stop)

    def _heard(self, notice: Notice) -> None:
        """What another process did, or this one."""
        if notice.topic == "session":
            self._end_streams(notice.name)
        elif notice.topic == "late":
            table, late = msgspec.json.decode(notice.name, type=tuple[str, LateBet])
            if table in self.floor.tables:
                self.floor.tables[table].hear_late(notice.version, late)
        elif (live := self.floor.tables.get(notice.name)) is not None and live.version < notice.version:
            live.refresh()
        elif notice.name == SWITCHES:
            # What tables show may have changed.
            self.floor.switches.refresh()
            for live in self.floor.tables.values():
                live.tell()

    def _tell_late(self, table: str, coup: int, late: LateBet) -> None:
        with contextlib.suppress(Refused):  # Refused it is all the same.
            self.floor.store.tell(Notice("late", msgspec.json.encode((table, late)).decode(), coup))

    def _hold(self, table: str) -> None:
        self.floor.tables[table].refresh()
        self.floor.wake(table)

    def _catch_up(self) -> None:
        for live in self.floor.tables.values():
            live.refresh()

    @contextmanager
    def streaming(self, request: Request[Any, Any, Any], ending: Ending) -> Iterator[None]:
        """A stream of this session, which ends with it."""
        key = self.session_key(request)
        streams = self._streams.setdefault(key, set())
        streams.add(ending)
        if self._closing or key in self._ended:  # Between the question who asks and this moment.
            ending.end()
        try:
            yield
        finally:
            streams.discard(ending)
            if not streams and self._streams.get(key) is streams:
                del self._streams[key]

    def check_streams(self, request: Request[Any, Any, Any]) -> None:
        """Refused if this session watches as much as one may."""
        if len(self._streams.get(self.session_key(request), ())) >= STREAMS:
            raise Refused(code="too_many_requests", message=f"one session watches at most {STREAMS} streams at a time")

    def _end_streams(self, token: str) -> None:
        def end() -> None:
            self._ended[token] = None
            while len(self._ended) > _ENDED:
                self._ended.popitem(last=False)
            for ending in list(self._streams.get(token, ())):
                ending.end()

        if self._loop and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(end)

    async def _sweep(self) -> None:
        """End the streams of sessions that were idle too long; watching is not using. Prolong the printed links."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with contextlib.suppress(Refused):
                await asyncio.to_thread(self.people.links.renew)
            if watched := list(self._streams):
                with contextlib.suppress(Refused):  # The database may be away; the next sweep comes.
                    going = await asyncio.to_thread(self.people.going)
                    for token in watched:
                        if token not in going:
                            self._end_streams(token)

    async def person(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks; Refused unless signed in."""
        token = request.cookies.get(COOKIE)
        if not token:
            raise Refused(code="not_signed_in", message="sign in first")
        self.reads.take(token_hash(token))
        return await asyncio.to_thread(self.people.who, token)

    async def viewer(self, request: Request[Any, Any, Any], *views: View) -> Person:
        """Who asks to look at something that is part of one of these views; Refused unless their role may."""
        person = await self.person(request)
        if VIEWS_OF[person.role].isdisjoint(views):
            raise Refused(code="not_your_role", message=f"{person.role.one} may not look at this")
        return person

    async def writer(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks to change something, from one of our own pages and not too often."""
        check_origin(request, self.origins, self.hosts)
        person = await self.person(request)
        self.commands.take(person.name)
        return person

    async def administrator(self, request: Request[Any, Any, Any]) -> Person:
        person = await self.writer(request)
        if person.role is not Role.ADMINISTRATOR:
            raise Refused(code="not_your_role", message="accounts are the administrator's")
        return person

    def session_key(self, request: Request[Any, Any, Any]) -> str:
        return token_hash(request.cookies.get(COOKIE, ""))
