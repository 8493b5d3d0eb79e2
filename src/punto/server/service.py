"""What the routes share: the house, its channels, and who is asking."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from litestar import Request

from punto.house.day_takings import DayTakings
from punto.house.floor.demonstration import Bots, DemonstrationStaff, fill_wallets
from punto.house.floor.presence import Presence
from punto.house.house import House
from punto.house.listener import Listener
from punto.house.people.links import token_hash
from punto.house.people.people import Person
from punto.house.people.roles import COUNTS_BLIND, MAY_SWITCH, RESOURCES_OF, Resource, Role
from punto.house.tables.desk import Done
from punto.house.tables.live import LiveTable
from punto.house.tables.receipts import receipt_of
from punto.house.tables.switches import LOG as SWITCHES
from punto.kit import Refused
from punto.report.takings import TakingsReport
from punto.rulebook import Authority
from punto.server.address import address_of
from punto.server.admission import Admission
from punto.server.bulk import Bulk
from punto.server.counters import COUNTERS
from punto.server.journal import sweep_journals
from punto.server.password_queue import PasswordQueue
from punto.server.security import RateLimit, check_origin
from punto.server.stream.channel import Channel
from punto.server.stream.response import EventStream, Watched
from punto.server.stream.sessions import Ending, StreamSessions, Watcher
from punto.server.stream.source import OverviewSource, TableSource
from punto.store.signal import Signal
from punto.table.late import LateBet
from punto.table.receipt import Receipt
from punto.view.bank import CageView, bank_view, before_the_count
from punto.view.pit import PitView
from punto.view.results import ResultsView, results_view

_log: Final = logging.getLogger("punto")

COOKIE: Final = "punto_session"

SWEEP_SECONDS: Final = 10.0
"""How often streams are held against the sessions they belong to."""

THREADS: Final = 10
"""Threads for what waits on the books; with those of the bulk work fewer than the database has connections for us."""

Overview: TypeAlias = Literal["pit", "cage", "count_room", "results"]
"""What is shown of all tables together; the count room is the cage for those who count without knowing the win."""

Answer = TypeVar("Answer")


class Service(Listener):
    """One house in one server process."""

    def __init__(self, house: House) -> None:
        settings = house.settings
        self.house = house
        self.floor = house.floor
        self.people = house.people
        self.secure_cookie = settings.https
        self.origins = frozenset(settings.origins)
        self.hosts = frozenset({settings.host})
        self.commands = RateLimit(200, 10.0)
        self._counting = threading.Lock()
        """Commands are counted on whatever thread they are carried out."""
        self.sign_ins = RateLimit(20, 60.0)
        self._own_passwords = RateLimit(20, 60.0)
        self.pricing = RateLimit(60, 20.0)
        """For what takes the machine a moment: figures from a shoe, and a log from its beginning."""
        self.pricing_at_once = asyncio.Semaphore(2)
        self.strangers_passwords = PasswordQueue(at_once=2)
        self.known_passwords = PasswordQueue(at_once=1)
        """For people who are signed in, or came in from that address before: they wait behind no stranger."""
        self.reads = RateLimit(600, 10.0)
        self.admission = Admission(settings, COOKIE)
        self.bulk = Bulk()
        self._viewers = ThreadPoolExecutor(1, "punto-viewers")
        self._streams = StreamSessions(settings.streams_per_person, settings.streams_per_address)
        self._channels: dict[str, Channel] = {}
        self._overviews: dict[Overview, Channel] = {}
        floor = self.floor
        self._day_takings = DayTakings(floor.store, floor.library.find, floor.calendar, floor.tables, self.now)
        self._presence = Presence(self.floor.store, self.floor.tables, self, self.floor.leases)
        self._bots = Bots(self.floor, owns=self.owns) if settings.demo else None
        self._sweeper: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_open = False
        """From the end of the start to the beginning of the end."""
        self.people.sessions.subscribe(self)
        for live in self.floor.tables.values():
            live.subscribe(self)

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_default_executor(ThreadPoolExecutor(THREADS, "punto"))
        tables = self.floor.tables
        self._channels = {id: Channel(TableSource(live), self._loop, self._viewers) for id, live in tables.items()}
        watched = list(tables.values())
        sources: dict[Overview, OverviewSource] = {
            "pit": OverviewSource("pit", watched, self.pit_view),
            "cage": OverviewSource("cage", watched, self.cage_view),
            "count_room": OverviewSource("cage", watched, lambda: before_the_count(self.cage_view())),
            "results": OverviewSource("results", watched, self.results_view),
        }
        self._overviews = {name: Channel(source, self._loop) for name, source in sources.items()}
        await asyncio.to_thread(self._presence.start)
        await asyncio.to_thread(self.house.heads.start, tables)
        await self.floor.start(self._presence.holds)
        self._sweeper = asyncio.create_task(self._sweep())
        if self._bots:
            await asyncio.to_thread(DemonstrationStaff(self.floor, self.owns).start)
            await asyncio.to_thread(fill_wallets, self.floor, self.owns)
            self._bots.start()
        self.is_open = True
        _log.info("the house is open with %d tables, software %s", len(tables), self.house.manifest.digest[:16])

    def owns(self, table: str) -> bool:
        """Whether this process moves the table on."""
        return self._presence.holds(table)

    def close_streams(self) -> None:
        """End every stream, so that the server can stop."""
        self.is_open = False
        for channel in (*self._channels.values(), *self._overviews.values()):
            channel.close()
        self._streams.close()

    async def stop(self) -> None:
        _log.info("the house closes")
        if self._bots:
            await self._bots.stop()
        self.close_streams()
        if self._sweeper:
            self._sweeper.cancel()
        await self.floor.stop()
        await asyncio.to_thread(self.house.heads.stop)
        await asyncio.to_thread(self._presence.stop)
        self.bulk.close()
        self._viewers.shutdown(wait=False, cancel_futures=True)

    def receipt(self, live: LiveTable, done: Done) -> Receipt | None:
        """The receipt for a reveal; None for any other command."""
        return receipt_of(self.floor.store, self.house.heads.key, live.id, done)

    # The listener: what this house and its other processes tell this one.

    def signal_received(self, signal: Signal) -> None:
        if signal.topic == "session":
            self.session_ended(signal.name)
        elif signal.topic == "late":
            table, late = msgspec.json.decode(signal.name, type=tuple[str, LateBet])
            if table in self.floor.tables:
                self.floor.tables[table].note_late(signal.version, late)
        elif (live := self.floor.tables.get(signal.name)) is not None and live.version < signal.version:
            live.refresh()
        elif signal.name == SWITCHES:
            self.floor.switches.refresh()
            self.repaint()

    def signals_missed(self) -> None:
        for live in self.floor.tables.values():
            live.refresh()

    def clock_gained(self, table: str) -> None:
        _log.info("the clock of table %s is this process's", table)
        self.floor.tables[table].refresh()
        self.floor.wake(table)

    def late_bet_refused(self, table: str, coup: int, bet: LateBet) -> None:
        COUNTERS.count_late_bet(table)
        with contextlib.suppress(Refused):  # Refused it is all the same.
            self.floor.store.send(Signal("late", msgspec.json.encode((table, bet)).decode(), coup))

    def session_ended(self, token: str) -> None:
        if self._loop and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._end_session, token)

    def _end_session(self, token: str) -> None:
        self.admission.forget(token)
        self._streams.end(token)

    def repaint(self) -> None:
        """What tables show has changed without an event."""
        for live in self.floor.tables.values():
            live.changed()

    # Streams.

    def table_stream(
        self, request: Request[Any, Any, Any], person: Person, table: str, after: int | None
    ) -> EventStream:
        """News of a table for as long as the session goes on."""
        return self._stream(request, person, [(self._channels[table], after)])

    @property
    def streamed(self) -> list[str]:
        """The tables that can be watched here."""
        return list(self._channels)

    def tables_stream(
        self, request: Request[Any, Any, Any], person: Person, tables: Mapping[str, int | None]
    ) -> EventStream:
        """News of several tables on one stream, each from a version on."""
        return self._stream(request, person, [(self._channels[table], after) for table, after in tables.items()])

    def pit_stream(self, request: Request[Any, Any, Any], person: Person) -> EventStream:
        return self._overview_stream(request, person, "pit")

    def cage_stream(self, request: Request[Any, Any, Any], person: Person) -> EventStream:
        return self._overview_stream(request, person, "count_room" if person.role in COUNTS_BLIND else "cage")

    def results_stream(self, request: Request[Any, Any, Any], person: Person) -> EventStream:
        return self._overview_stream(request, person, "results")

    def _overview_stream(self, request: Request[Any, Any, Any], person: Person, overview: Overview) -> EventStream:
        return self._stream(request, person, [(self._overviews[overview], None)])

    def _stream(self, request: Request[Any, Any, Any], person: Person, watched: Sequence[Watched]) -> EventStream:
        session = token_hash(request.cookies.get(COOKIE, ""))
        watcher = Watcher(session, person.name, address_of(request.scope))
        self._streams.require_room(watcher)
        ending = Ending()
        return EventStream(watched, ending, self._streams.watching(watcher, ending))

    def viewers(self, table: str) -> int:
        """How many watch a table's stream here."""
        return self._channels[table].viewers if table in self._channels else 0

    @property
    def pit_viewers(self) -> int:
        return self._overviews["pit"].viewers if self._overviews else 0

    def pit_view(self) -> PitView:
        """All tables as the pit sees them."""
        self.floor.switches.refresh()
        return PitView(
            tables=[live.pit_view() for live in self.floor.tables.values()],
            switches=self.floor.switches.off(),
            ranks=[rank.word for rank in Authority],
            may_switch=sorted(role.value for role in MAY_SWITCH),
        )

    def cage_view_of(self, role: Role) -> CageView:
        """The money on all tables, as far as a role is told."""
        view = self.cage_view()
        return before_the_count(view) if role in COUNTS_BLIND else view

    def cage_view(self) -> CageView:
        """The money on all tables, and which shift it is."""
        shift = self.floor.calendar.shift_at(self.now())
        banks = [bank_view(table.scene()) for table in self.floor.tables.values()]
        return CageView(day=shift.day.isoformat(), shift=shift.name, tables=banks)

    def results_view(self, report: TakingsReport | None = None, table: str | None = None) -> ResultsView:
        """A report, else what each table has won since the business day began; and what is at stake now."""
        calendar, tables = self.floor.calendar, self.floor.tables
        return results_view(
            report or self._day_takings.report(),
            [live.scene() for id, live in tables.items() if table in (None, id)],
            calendar,
            calendar.shift_at(self.now()),
        )

    def now(self) -> datetime:
        """The house's clock."""
        return next((live.now() for live in self.floor.tables.values()), datetime.now(UTC))

    async def _sweep(self) -> None:
        """End the streams of sessions that are over; watching is not using. Prolong links, sum up what failed."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            sweep_journals()
            with contextlib.suppress(Refused):
                await asyncio.to_thread(self.people.links.renew)
                await asyncio.to_thread(self.people.sign_ins.sum_up)
            if watched := self._streams.watched:
                with contextlib.suppress(Refused):  # The database may be away; the next sweep comes.
                    going = await asyncio.to_thread(self.people.going, watched)
                    for token in watched:
                        if token not in going:
                            self.session_ended(token)

    # Who is asking.

    async def person(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks; Refused unless signed in. Asking is not using."""
        return await self._behind(request, self.people.who)

    async def user(self, request: Request[Any, Any, Any]) -> Person:
        """Who does something, on one of our own pages: the time that their session may be idle begins again."""
        check_origin(request, self.origins, self.hosts)
        return await self._behind(request, self.people.use)

    async def _behind(self, request: Request[Any, Any, Any], look: Callable[[str], Person]) -> Person:
        token = self._token(request)
        person = await asyncio.to_thread(look, token)
        self.admission.learn(token_hash(token))
        return person

    def _token(self, request: Request[Any, Any, Any]) -> str:
        """The token that a request brings, if not too many come with it."""
        token = request.cookies.get(COOKIE)
        if not token:
            raise Refused(code="not_signed_in", message="sign in first")
        self.reads.take(token_hash(token))
        return token

    async def viewer(self, request: Request[Any, Any, Any], *resources: Resource) -> Person:
        """Who asks to look at something that is one of these; Refused unless their role may."""
        person = require_settled(await self.person(request))
        if RESOURCES_OF[person.role].isdisjoint(resources):
            raise Refused(code="not_your_role", message=f"{person.role.with_article} may not look at this")
        return person

    async def writer(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks to change something, from one of our own pages and not too often."""
        return require_settled(await self.owner(request))

    async def owner(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks to change something of their own account, also what they must change before anything else."""
        person = await self.user(request)
        self._count_command(person)
        return person

    async def carry_out(self, request: Request[Any, Any, Any], act: Callable[[Person], Answer]) -> Answer:
        """Carry a change out on the thread that also looks up who asks for it.

        Does what `writer` and a second thread would do; for commands it pays to save a thread.
        """
        check_origin(request, self.origins, self.hosts)
        token = self._token(request)
        is_valid = False

        def work() -> Answer:
            nonlocal is_valid
            person = self.people.use(token)
            is_valid = True
            require_settled(person)
            self._count_command(person)
            return act(person)

        try:
            return await asyncio.to_thread(work)
        finally:
            if is_valid:  # Also one whose command is refused.
                self.admission.learn(token_hash(token))

    async def sign_in(self, name: str, password: str, code: str, address: str) -> str:
        """A session's token; tries from many addresses keep neither commands nor known people waiting."""
        from_known_address = await asyncio.to_thread(self.people.came_from, name, address)
        queue = self.known_passwords if from_known_address else self.strangers_passwords
        return await queue.run(lambda: self.people.sign_in(name, password, code, address))

    async def hash_own(self, person: Person, work: Callable[[], Answer]) -> Answer:
        """Do something with somebody's own password; nobody fills the queue of all who are signed in."""
        self._own_passwords.take(person.name)
        return await self.known_passwords.run(work)

    def _count_command(self, person: Person) -> None:
        with self._counting:
            self.commands.take(person.name)

    async def administrator(self, request: Request[Any, Any, Any]) -> Person:
        person = await self.writer(request)
        if person.role is not Role.ADMINISTRATOR:
            raise Refused(code="not_your_role", message="accounts are the administrator's")
        return person


def require_settled(person: Person) -> Person:
    """The same person; Refused while something must be done to their account before anything else."""
    if person.owes == "password":
        raise Refused(code="own_password_is_needed", message="set a password of your own first")
    if person.owes == "second_factor":
        raise Refused(
            code="second_factor_is_needed", message="in this house your role needs a second factor; set it up"
        )
    return person
