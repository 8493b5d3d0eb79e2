"""A live table: its desk, what its pages remember, and the streams that wait for its next event."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import TypeVar

import msgspec

from punto.house.desk import Desk, Done
from punto.house.history import History
from punto.house.settings import TableSettings
from punto.house.squeezing import answer_due
from punto.house.switch import Switches
from punto.house.timing import NextStep, earliest_draw, next_step
from punto.kit import Refusal
from punto.table import AnyEvent, Command, Event, State
from punto.table import commands as c

REMEMBERED = 6000
"""Events read back for the history when a table is loaded: a shoe and the last coups, with room to spare."""

T = TypeVar("T")

Told = tuple[int, str, Event]
"""An event with its version and the time it was written."""


class LiveTable:
    """One table in one process. Commands come one at a time; the books decide between processes."""

    def __init__(
        self, desk: Desk, settings: TableSettings, now: Callable[[], datetime], switches: Switches | None = None
    ) -> None:
        self.desk = desk
        self.settings = settings
        self.switches = switches or Switches(desk.store, lambda: now().isoformat())
        self.history = History()
        self.on_change: list[Callable[[LiveTable], None]] = []
        self._now = now
        self._lock = threading.RLock()
        self._recent: deque[Told] = deque(maxlen=REMEMBERED)
        for version, at, event in self.since(max(0, self.version - REMEMBERED)):
            if version <= self.version:  # What another process appended just now comes with the first refresh.
                self._remember(version, at, event)
        desk.on_event = self._remember
        self._look_ahead()

    @property
    def id(self) -> str:
        return self.desk.table

    @property
    def state(self) -> State:
        return self.desk.state

    @property
    def version(self) -> int:
        return self.desk.state.table.version

    def do(self, command: Command, seen: int | None = None) -> Done | Refusal:
        """Carry a command out, durably, and tell everybody who waits.

        `seen` is the version the page last saw: if the table has moved on since,
        the person decided on something that is over.
        """
        with self._lock:
            before = self.version
            if seen is not None and seen > before:
                self.desk.refresh()  # Seen in another process, whose news has not come here yet.
            self.switches.refresh()
            answer = self.desk.do(command, lambda: self._objection(command, seen))
            changed = self._moved_from(before)
        if changed:
            self.tell()
        return answer

    def _objection(self, command: Command, seen: int | None) -> Refusal | None:
        """What the house says against a command, before the table is asked."""
        if seen is not None and seen < self.history.stepped_version:
            message = f"the table has moved on to version {self.version} since version {seen} was shown"
            return Refusal("page_is_stale", "", message)
        return self._too_early(command) or self.switches.refusal(self.id, command)

    def refresh(self) -> None:
        """Read on what another process appended, and tell everybody who waits."""
        with self._lock:
            before = self.version
            self.desk.refresh()
            changed = self._moved_from(before)
        if changed:
            self.tell()

    def _moved_from(self, version: int) -> bool:
        if self.version == version:
            return False
        self._look_ahead()
        return True

    def _look_ahead(self) -> None:
        self._step = next_step(self.state, self.history, self.settings)
        self._answer = answer_due(self.state, self.settings)

    def news(self, after: int, most: int, look: Callable[[], T]) -> tuple[list[Told], T]:
        """The first events after a version, and what a look at the table finds at the same moment."""
        with self._lock:
            return [one for one in islice(self._since(after), most) if one[0] <= self.version], look()

    def now(self) -> datetime:
        """The clock that decides: pages count down by it."""
        return self._now()

    def next_step(self) -> NextStep | None:
        """What the table does by itself next. Asked on the event loop, so it waits for no command to be written."""
        step = self._step
        return None if step and self.switches.refusal(self.id, step.command) else step

    def due(self) -> NextStep | None:
        """What the clock does next: a request is answered before anything else, and no page counts down to that."""
        answer = self._answer
        return NextStep(self._now(), answer, "squeeze") if answer else self.next_step()

    def since(self, version: int) -> list[Told]:
        """The events after a version, with their numbers and times: what a page that comes back has missed."""
        return list(self._since(version))

    def _since(self, version: int) -> Iterator[Told]:
        recent = list(self._recent)
        if recent and recent[0][0] <= version + 1:
            yield from (one for one in recent if one[0] > version)
            return
        for stored in self.desk.store.events(self.id, version):
            yield stored.version, stored.at, msgspec.convert(stored.body, AnyEvent)

    def _too_early(self, command: Command) -> Refusal | None:
        if not isinstance(command, c.DrawCard):
            return None
        moment = earliest_draw(self.state, self.history, self.settings)
        if moment is None or self._now() >= moment:
            return None
        left = (moment - self._now()).total_seconds()
        terms = self.state.rules.insurance_terms
        message = f"insurance may still be taken for {left:.0f} seconds; the card is drawn after that"
        return Refusal("insurance_time_is_running", terms.forgone_cite if terms else "", message)

    def _remember(self, version: int, at: str, event: Event) -> None:
        self._recent.append((version, at, event))
        self.history.take(event, at, version, self.state.book)

    def tell(self) -> None:
        """Wake everybody who waits for something to change here."""
        for listener in list(self.on_change):
            listener(self)


def utc_now() -> datetime:
    """The house's clock."""
    return datetime.now(UTC)
