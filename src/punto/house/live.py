"""A live table: its desk, what its pages remember, and the streams that wait for its next event."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from punto.house.desk import Desk, Done
from punto.house.history import History
from punto.house.late import LateBet, LateBets, comes_late, late_bet
from punto.house.settings import TableSettings
from punto.house.squeezing import Covered, answer_due, cover
from punto.house.switch import Switches
from punto.house.timing import NextStep, earliest_draw, next_step
from punto.kit import Refusal
from punto.table import AnyEvent, Command, Event, State
from punto.table import commands as c
from punto.table.postings import postings

REMEMBERED = 6000
"""Events read back for the history when a table is loaded: a shoe and the last coups, with room to spare."""

T = TypeVar("T")

Told = tuple[int, str, Event]
"""An event with its version and the time it was written."""


class Seen(NamedTuple):
    """A table at one moment, with what lies face down then."""

    state: State
    hidden: Covered | None

    @property
    def told(self) -> int:
        """The version up to which everybody may know what happened."""
        return self.hidden.told if self.hidden else self.state.table.version


class LiveTable:
    """One table in one process. Commands come one at a time; the books decide between processes."""

    def __init__(
        self, desk: Desk, settings: TableSettings, now: Callable[[], datetime], switches: Switches | None = None
    ) -> None:
        self.desk = desk
        self.settings = settings
        self.switches = switches or Switches(desk.store, lambda: now().isoformat())
        self.history = History()
        self.late = LateBets()
        self.on_late: Callable[[int, LateBet], None] = lambda coup, late: None
        """Told of a late bet that came here, and of its coup."""
        self.on_change: list[Callable[[LiveTable], None]] = []
        self._now = now
        self._lock = threading.RLock()
        self._recent: deque[Told] = deque(maxlen=REMEMBERED)
        for version, at, event in self.since(max(0, self._written - REMEMBERED)):
            if version <= self._written:  # What another process appended just now comes with the first refresh.
                self._remember(version, at, event)
        desk.on_event = self._remember
        self._look_ahead()

    @property
    def id(self) -> str:
        return self.desk.table

    @property
    def state(self) -> State:
        return self._at[0]

    @property
    def version(self) -> int:
        return self.state.table.version

    def seen(self) -> Seen:
        """The table now, with what lies face down. Asked on the event loop, so it waits for nothing to be written."""
        state, hidden = self._at
        return Seen(state, hidden.at(self._now()) if hidden else None)

    def do(self, command: Command, seen: int | None = None, person: str = "") -> Done | Refusal:
        """Carry a command out, durably, and tell everybody who waits.

        `seen` is the version the page last saw: if the table has moved on since,
        the person decided on something that is over.
        """
        with self._lock:
            before = self._written
            if seen is not None and seen > before:
                self.desk.refresh()  # Seen in another process, whose news has not come here yet.
            self.switches.refresh()
            answer = self.desk.do(command, lambda: self._objection(command, seen), person)
            changed = self._moved_from(before)
            late = late_bet(self.desk.state, command, answer) if isinstance(answer, Refusal) else None
        if changed:
            self.tell()
        if late and self.hear_late(coup := self.desk.state.coup.number, late):
            self.on_late(coup, late)
        return answer

    def hear_late(self, coup: int, late: LateBet) -> bool:
        """Show a bet that came too late for a coup, here or in another process; whether it is news."""
        if not self.late.note(coup, late):
            return False
        self.tell()
        return True

    def _objection(self, command: Command, seen: int | None) -> Refusal | None:
        """What the house says against a command, before the table is asked."""
        # A bet that comes after the close is told that, with its paragraph, and not that the page is old.
        if seen is not None and seen < self.history.stepped_version and not comes_late(self.desk.state, command):
            message = f"the table has moved on to version {self.version} since version {seen} was shown"
            return Refusal(code="page_is_stale", message=message)
        return self._too_early(command) or self._face_down(command) or self.switches.refusal(self.id, command)

    def refresh(self) -> None:
        """Read on what another process appended, and tell everybody who waits."""
        with self._lock:
            before = self._written
            self.desk.refresh()
            changed = self._moved_from(before)
        if changed:
            self.tell()

    @property
    def _written(self) -> int:
        return self.desk.state.table.version

    def _moved_from(self, version: int) -> bool:
        if self._written == version:
            return False
        self._look_ahead()
        return True

    def _look_ahead(self) -> None:
        state = self.desk.state
        self._step = next_step(state, self.history, self.settings)
        self._answer = answer_due(state, self.settings)
        # Both at once: whoever looks between the two would see a card that lies face down.
        self._at = (state, cover(state, self.history, self.settings))

    def news(self, after: int, most: int, look: Callable[[Seen], T]) -> tuple[list[Told], T]:
        """The first events after a version that may be told, and what a look at the table finds at the same moment."""
        with self._lock:
            seen = self.seen()
            return [one for one in islice(self._since(after), most) if one[0] <= seen.told], look(seen)

    def untold(self, account: str) -> int:
        """What events that may not be told yet have put into an account: a wallet must not tell how a card looks."""
        coup = self.state.table.coup
        if (
            coup is None or not coup.requests
        ):  # Nothing lies face down, and nobody waits here for what is being written.
            return 0
        with self._lock:
            seen = self.seen()
            moved = (postings(event, self.id, seen.state.sign.wallets) for _, _, event in self._since(seen.told))
            return sum(one.amount for together in moved for one in together if one.account == account)

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
        state = self.desk.state
        moment = earliest_draw(state, self.history, self.settings)
        if moment is None or self._now() >= moment:
            return None
        left = (moment - self._now()).total_seconds()
        terms = state.rules.insurance_terms
        message = f"insurance may still be taken for {left:.0f} seconds; the card is drawn after that"
        return Refusal(code="insurance_time_is_running", cite=terms.forgone_cite if terms else "", message=message)

    def _face_down(self, command: Command) -> Refusal | None:
        """Insurance is for when everybody sees the cards: what it answered would tell them."""
        state = self.desk.state
        hidden = cover(state, self.history, self.settings) if isinstance(command, c.TakeInsurance) else None
        if hidden is None or hidden.at(self._now()) is None:
            return None
        terms = state.rules.insurance_terms
        cite = terms.offered_cite if terms else ""
        return Refusal(
            code="cards_are_face_down",
            cite=cite,
            message="cards are being squeezed; what may be insured is told when they are turned",
        )

    def _remember(self, version: int, at: str, event: Event) -> None:
        self._recent.append((version, at, event))
        self.history.take(event, at, version, self.desk.state.book)

    def tell(self) -> None:
        """Wake everybody who waits for something to change here."""
        for listener in list(self.on_change):
            listener(self)


def utc_now() -> datetime:
    """The house's clock."""
    return datetime.now(UTC)
