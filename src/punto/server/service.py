"""What the routes share: the floor, its people, the channels, and who is asking."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Request

from punto.house.channel import Channel
from punto.house.floor import Floor
from punto.house.people import People, Person, token_hash
from punto.house.roles import VIEWS_OF, Role, View
from punto.kit import Refused
from punto.server.security import RateLimit, check_origin

COOKIE: Final = "punto_session"


class Service:
    """One house in one server process."""

    def __init__(self, floor: Floor, people: People, *, secure_cookie: bool = False) -> None:
        self.floor = floor
        self.people = people
        self.secure_cookie = secure_cookie
        self.channels: dict[str, Channel] = {}
        self.origins = frozenset(floor.settings.origins)
        self.commands = RateLimit(200, 10.0)
        self.sign_ins = RateLimit(20, 60.0)
        self.streams: dict[str, set[asyncio.Event]] = {}
        """The streams of each session, so that they end when it does."""
        people.on_end.append(self._end_streams)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self.floor.open_tables)
        await self.floor.start()
        self.channels = {id: Channel(live, self._loop) for id, live in self.floor.tables.items()}

    async def stop(self) -> None:
        for channel in self.channels.values():
            channel.close()
        await self.floor.stop()

    def _end_streams(self, token: str) -> None:
        def end() -> None:
            for ended in self.streams.get(token, ()):
                ended.set()

        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(end)

    async def person(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks; Refused unless signed in."""
        token = request.cookies.get(COOKIE)
        if not token:
            raise Refused("not_signed_in", "sign in first")
        return await asyncio.to_thread(self.people.who, token)

    async def viewer(self, request: Request[Any, Any, Any], view: View) -> Person:
        """Who asks to look at something; Refused unless their role may."""
        person = await self.person(request)
        if view not in VIEWS_OF[person.role]:
            raise Refused("not_your_role", f"a {person.role.value.replace('_', ' ')} may not look at this")
        return person

    async def writer(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks to change something, from one of our own pages and not too often."""
        check_origin(request, self.origins)
        person = await self.person(request)
        self.commands.take(person.name)
        return person

    async def administrator(self, request: Request[Any, Any, Any]) -> Person:
        person = await self.writer(request)
        if person.role is not Role.ADMINISTRATOR:
            raise Refused("not_your_role", "accounts are the administrator's")
        return person

    def session_key(self, request: Request[Any, Any, Any]) -> str:
        return token_hash(request.cookies.get(COOKIE, ""))
