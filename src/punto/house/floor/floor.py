"""The floor: every table of the house in this process, and the clock that moves them on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from punto.house.calendar import read_calendar
from punto.house.floor.expiry import Expiry
from punto.house.floor.leases import Leases
from punto.house.floor.snapshot_check import SnapshotCheck
from punto.house.floor.stagger import Stagger
from punto.house.listener import Listener
from punto.house.settings import Settings, TableSettings
from punto.house.tables.clock import SteadyClock
from punto.house.tables.desk import Done
from punto.house.tables.live import LiveTable
from punto.house.tables.switches import Switches
from punto.house.tables.timing import NextStep
from punto.kit import Refusal, Refused
from punto.rulebook import Library, known_ones
from punto.store import Answer, Batch, Fenced, Store, Writer
from punto.table import Command
from punto.table import commands as c


class Floor:
    """Tables by id. Commands run on threads, because the books are written synchronously."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        key: bytes,
        now: Callable[[], datetime] | None = None,
        make_clock: Callable[[], SteadyClock] = SteadyClock,
    ) -> None:
        """`now`, if given, is the clock of all tables, and is not adjusted when the machine's clock is set."""
        self.store = store
        self.settings = settings
        self.library = Library(Path(folder) for folder in settings.rulebooks)
        self.calendar = read_calendar(settings.zone, settings.shifts)
        self.leases = Leases()
        self._writer = Writer(store)
        self._key = key
        self._common_now = now
        self._make_clock = make_clock
        self._clock = make_clock()
        self._clocks: dict[str, SteadyClock] = {}
        self._now = now or self._clock
        self.switches = Switches(store, lambda: self._now().isoformat())
        self.tables: dict[str, LiveTable] = {table.id: self._live(table) for table in settings.tables}
        self.snapshots = SnapshotCheck(store, self.tables.values())
        self._failing = False
        """Whether the last step of a table could not be written."""
        self._stagger = Stagger(settings.tables)
        self._wakers: dict[str, _Waker] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def _live(self, settings: TableSettings) -> LiveTable:
        return LiveTable(
            self.store,
            settings,
            self.library.find,
            key=self._key,
            now=self._common_now or self._clocks.setdefault(settings.id, self._make_clock()),
            switches=self.switches,
            append=self._append,
            calendar=self.calendar,
        )

    def _append(self, table: str, version: int, batch: Batch) -> Answer:
        """Write under this process's lease, if it has one, and give the lease up where it turns out to be lost."""
        epoch = self.leases.epoch(table)
        answer = self._writer.submit(table, version, batch, epoch).result()
        if isinstance(answer, Fenced) and epoch is not None and self.leases.lose(table, epoch):
            _log.warning("table %s is moved on by another process now: nothing was written here", table)
        return answer

    def table(self, id: str) -> LiveTable:
        """A table by its id; Refused if there is none."""
        if id not in self.tables:
            raise Refused(code="unknown_table", message=f"there is no table {id[:40]!r}; {known_ones(id, self.tables)}")
        return self.tables[id]

    @property
    def writer(self) -> Writer:
        """The writer of all tables of this process."""
        return self._writer

    def wallet(self, name: str) -> int:
        """What somebody holds, as far as they may know: what a squeezed card paid comes in when it is turned."""
        hidden = sum(live.hidden_amount(name) for live in self.tables.values())
        return self.store.ledger.balance(f"wallet:{name}") - hidden

    def open_tables(self) -> None:
        """Open whatever table of the settings is closed; one that was left in mid-coup goes on from there."""
        for live in self.tables.values():
            if live.state.table.phase == "closed":
                command = c.OpenTable(rulebook=live.settings.rulebook, settings=live.settings.sign, by="dealer")
                answer = live.do(command)
                # Another process may have opened it at the same moment.
                if isinstance(answer, Refusal) and live.state.table.phase == "closed":
                    raise Refused(code=answer.code, message=f"table {live.id}: {answer.message}", cite=answer.cite)

    async def do(self, table: str, command: Command) -> Done | Refusal:
        """Carry a command out on its table."""
        return await asyncio.to_thread(self.table(table).do, command)

    async def start(self, owns: Callable[[str], bool] = lambda table: True) -> None:
        """Let the clock run: each table this process owns moves on by itself."""
        loop = asyncio.get_running_loop()
        for live in self.tables.values():
            self._wakers[live.id] = waker = _Waker(loop)
            live.subscribe(waker)
        self._tasks = [asyncio.create_task(self._run(live, owns)) for live in self.tables.values()]
        self._tasks.append(asyncio.create_task(self._watch_clock()))
        self._tasks.append(asyncio.create_task(self.snapshots.run()))
        self._tasks.append(asyncio.create_task(Expiry(self.store.expiry, self.settings, self._now).run()))

    def wake(self, table: str) -> None:
        """Have a table's clock look at its next step again; may be called on any thread."""
        if table in self._wakers:
            self._wakers[table].table_changed(table)

    def notice_jump(self) -> timedelta:
        """Follow the machine's clock where somebody has set it, and say so; by how much it was set."""
        if jump := self._clock.jump:
            way = "back" if jump < timedelta() else "forward"
            seconds = abs(jump.total_seconds())
            _log.warning("the machine's clock was set %s by %.1f s; no table waits longer or shorter", way, seconds)
            self._clock.follow()
            for id, clock in self._clocks.items():
                self.tables[id].follow(clock)
        return jump

    async def _watch_clock(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            if self._clock.jump:
                await asyncio.to_thread(self.notice_jump)

    async def _run(self, live: LiveTable, owns: Callable[[str], bool]) -> None:
        """Wait for the next step or for a change, whichever comes first."""
        woken = self._wakers[live.id].woken
        while True:
            woken.clear()
            version = live.version
            step = live.due() if owns(live.id) else None
            wait = max(0.0, (step.at - live.now()).total_seconds()) if step else 1.0
            try:
                # Not wait_for: in Python 3.11 it swallows a cancel that meets a wake-up, and the house never closes.
                async with asyncio.timeout(wait):
                    await woken.wait()
                continue
            except TimeoutError:
                pass
            if step:
                await self._take(live, step, version)

    async def _take(self, live: LiveTable, step: NextStep, version: int) -> None:
        await self._stagger.turn(step.command)
        try:
            answer = await asyncio.to_thread(live.do, step.command, seen_version=version)
        except Refused as error:
            # The books cannot be written at this moment. The clock goes on trying: a table must not stand still for it.
            if not self._failing:  # Once, however many tables there are and however long it takes.
                _log.error("tables stand still, because the books cannot be written: %s", error)
            self._failing = True
            await asyncio.sleep(1.0)
        else:
            if self._failing:
                _log.warning("the books are written again, and tables move on")
            self._failing = False
            if isinstance(answer, Refusal):
                # Somebody was quicker, or the moment has moved; look again, but not in a hurry.
                await asyncio.sleep(0.2)

    async def stop(self) -> None:
        """End the clock and write what waits; nothing that was answered is lost."""
        self.snapshots.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await asyncio.to_thread(self._writer.close)
        for live in self.tables.values():
            with contextlib.suppress(Refused):  # Only a short cut for the next start; the log has it all.
                await asyncio.to_thread(live.desk.save)


_log = logging.getLogger("punto")


class _Waker(Listener):
    """Wakes a table's clock from any thread, also while the loop is closing."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.woken = asyncio.Event()
        self._loop = loop

    def table_changed(self, table: str) -> None:
        if self.woken.is_set():
            return  # The clock has not looked yet, and will see this change too.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.woken.set)
