"""A live table: its desk, what its pages remember, and the streams that wait for its next event."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from punto.house.desk import Desk, Done
from punto.house.history import History
from punto.house.settings import TableSettings
from punto.house.timing import NextStep, earliest_draw, next_step
from punto.kit import Refusal
from punto.table import AnyEvent, Command, Event, State
from punto.table import commands as c

REMEMBERED = 6000
"""Events read back for the history when a table is loaded: a shoe and the last coups, with room to spare."""


class LiveTable:
    """One table in one process. Commands come one at a time; the books decide between processes."""

    def __init__(self, desk: Desk, settings: TableSettings, now: Callable[[], datetime]) -> None:
        self.desk = desk
        self.settings = settings
        self.history = History()
        self.on_change: list[Callable[[LiveTable], None]] = []
        self._now = now
        self._lock = threading.Lock()
        self._recent: deque[tuple[int, str, Event]] = deque(maxlen=REMEMBERED)
        for version, at, event in self.since(max(0, self.version - REMEMBERED)):
            self._remember(version, at, event)
        desk.on_event = self._remember

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
            if seen is not None and seen < self.history.stepped_version:
                message = f"the table has moved on to version {self.version} since version {seen} was shown"
                return Refusal("page_is_stale", "", message)
            if (early := self._too_early(command)) is not None:
                return early
            answer = self.desk.do(command)
        if isinstance(answer, Done):
            self._tell()
        return answer

    def refresh(self) -> None:
        """Read on what another process appended, and tell everybody who waits."""
        with self._lock:
            before = self.version
            self.desk.refresh()
            changed = self.version != before
        if changed:
            self._tell()

    def now(self) -> datetime:
        """The clock that decides: pages count down by it."""
        return self._now()

    def next_step(self) -> NextStep | None:
        """What the table does by itself next."""
        with self._lock:
            return next_step(self.state, self.history, self.settings)

    def since(self, version: int) -> list[tuple[int, str, Event]]:
        """The events after a version, with their numbers and times: what a page that comes back has missed."""
        recent = list(self._recent)
        if recent and recent[0][0] <= version + 1:
            return [one for one in recent if one[0] > version]
        return [
            (stored.version, stored.at, msgspec.convert(stored.body, AnyEvent))
            for stored in self.desk.store.events(self.id, version)
        ]

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

    def _tell(self) -> None:
        for listener in list(self.on_change):
            listener(self)


def utc_now() -> datetime:
    """The house's clock."""
    return datetime.now(UTC)
