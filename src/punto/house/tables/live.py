"""A live table: its desk, the history its pages show, and its listeners."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

from msgspec.structs import replace

from punto.house.listener import Listener
from punto.house.settings import TableSettings
from punto.house.tables.clock import SteadyClock
from punto.house.tables.desk import Append, Desk, Done, log_line
from punto.house.tables.guards import cards_face_down, house_settings, insurance_time, stale_page
from punto.house.tables.late import LateBets
from punto.house.tables.recent import REMEMBERED, RecentEvents
from punto.house.tables.shuffler import seal_shoe
from punto.house.tables.switches import Switches
from punto.house.tables.timing import NextStep, earliest_draw, expiry_step, next_step, squeeze_answer, without_bets
from punto.kit import Refusal
from punto.kit.business_day import BusinessCalendar
from punto.report.roads import Roads
from punto.rulebook import FindRulebook
from punto.store import Store
from punto.table import Command, State
from punto.table import events as e
from punto.table.commands import OpenShoe, OpenTable
from punto.table.late import LateBet, late_bet
from punto.table.postings import postings
from punto.view.face_down import face_down
from punto.view.history import History, HistoryView, history_view
from punto.view.pit import DealerSeconds, DealerView, OpensWith, PitTableView, dealer_view, pit_table_view
from punto.view.recorded import LogLine, recorded
from punto.view.table import ClosedShoeView, NextStepView, Scene

READ_AT_ONCE: Final = 1000
"""Events of another process that are read between two looks at the table."""

REPORTED_WITHIN: Final = 400
"""Events looked through for what was reported lately."""

_OF_A_SHOE: Final = (
    e.ShoeOpened
    | e.ShoeCut
    | e.EntropyCommitted
    | e.EntropyClosed
    | e.EntropyRevealed
    | e.ShoeMixed
    | e.CardsBurned
    | e.CardDrawn
    | e.CardsSetAside
    | e.CardsDiscarded
    | e.ShoeClosed
    | e.ShoeAbandoned
)


class LiveTable(Listener):
    """One table in one process. Commands come one at a time; the books decide between processes."""

    def __init__(
        self,
        store: Store,
        settings: TableSettings,
        find: FindRulebook,
        *,
        key: bytes,
        now: Callable[[], datetime],
        switches: Switches,
        append: Append | None = None,
        calendar: BusinessCalendar | None = None,
    ) -> None:
        self.id = settings.id
        self.settings = settings
        self.switches = switches
        self.history = History(now)
        self.late = LateBets()
        self._now = now
        self._listeners: list[Listener] = []
        self._lock = threading.RLock()
        """Held while a command is decided and written; nothing is read from the books under it but by that command."""
        self._recent = RecentEvents()
        self.desk = Desk(
            store,
            settings.id,
            find,
            key=key,
            seal_shoe=seal_shoe,
            now=lambda: now().isoformat(),
            append=append,
            guards=(
                house_settings(settings),
                stale_page(self.history, settings, now),
                insurance_time(self.history, settings, now),
                cards_face_down(self.history, settings, now),
                switches.guard(settings.id),
            ),
            calendar=calendar,
            listener=self,
        )
        before = map(log_line, store.events(self.id, max(0, self._log_version - REMEMBERED)))
        # What another process appended just now comes with the first refresh.
        self.events_recorded(self.id, [line for line in before if line.version <= self._log_version])
        self._look_ahead()

    def subscribe(self, listener: Listener) -> None:
        """Add a listener for this table's changes and late bets."""
        self._listeners = [*self._listeners, listener]

    def unsubscribe(self, listener: Listener) -> None:
        self._listeners = [other for other in self._listeners if other is not listener]

    def events_recorded(self, table: str, lines: Sequence[LogLine]) -> None:
        self._recent.add(lines)
        for line in lines:
            self.history.take(line.event, line.at, line.version, self.desk.state.book)

    def changed(self) -> None:
        """Tell the listeners that what this table shows has changed."""
        for listener in self._listeners:
            listener.table_changed(self.id)

    @property
    def state(self) -> State:
        return self._visible[0]

    @property
    def version(self) -> int:
        return self.state.table.version

    def do(
        self, command: Command, *, person: str = "", session: str = "", seen_version: int | None = None
    ) -> Done | Refusal:
        """Carry a command out, durably, and tell the listeners."""
        if seen_version is not None and seen_version > self._log_version:
            self.refresh()  # Seen in another process, whose news has not come here yet.
        self.switches.refresh_before(command)
        with self._lock:
            before = self._log_version
            if isinstance(command, OpenShoe) and (cut_seconds := self.settings.cut_seconds):
                # Whoever deals does not choose whether the seats mix it, nor how long they have.
                seconds = {"cut_seconds": cut_seconds, "reveal_seconds": self.settings.reveal_seconds}
                command = replace(command, entropy=True, **seconds)
            answer = self._opened_too_freely(command) or self.desk.do(
                self._as_the_house_opens(command), person=person, session=session, seen_version=seen_version
            )
            moved = self._moved_from(before)
            late = late_bet(self.desk.state, command, answer) if isinstance(answer, Refusal) else None
        if moved:
            self.changed()
        if late and self.note_late(coup := self.desk.state.coup.number, late):
            for listener in self._listeners:
                listener.late_bet_refused(self.id, coup, late)
        return answer

    def _opened_too_freely(self, command: Command) -> Refusal | None:
        """Whoever opens a table may lower what one person moves alone, and never raise it."""
        most = self.settings.sign.get("alone_max")
        if most is None or not isinstance(command, OpenTable) or "alone_max" not in command.settings:
            return None
        alone_max = command.settings["alone_max"]
        if isinstance(alone_max, int) and alone_max <= most:
            return None
        message = f"alone_max is {most:,} in this house, and nobody opens a table with more"
        return Refusal(code="setting_is_fixed", message=message)

    def _as_the_house_opens(self, command: Command) -> Command:
        most = self.settings.sign.get("alone_max")
        if most is None or not isinstance(command, OpenTable) or "alone_max" in command.settings:
            return command
        return replace(command, settings=command.settings | {"alone_max": most})

    def note_late(self, coup: int, bet: LateBet) -> bool:
        """Show a bet that came too late for a coup, here or in another process; whether it is news."""
        if not self.late.note(coup, bet):
            return False
        self.changed()
        return True

    def refresh(self) -> None:
        """Read what other processes appended, and tell the listeners; commands do not wait meanwhile."""
        events = self.desk.store.events(self.id, self._log_version)
        while read := list(islice(events, READ_AT_ONCE)):
            with self._lock:
                before = self._log_version
                self.desk.take_over(read)
                moved = self._moved_from(before)
            if moved:
                self.changed()

    def follow(self, clock: SteadyClock) -> None:
        """Take over the time of day that somebody has set: what is counted from moves along, and no wait changes."""
        with self._lock:
            self.history.shift(clock.follow())
            self._look_ahead()
        self.changed()

    def replace_state(self, replayed: State) -> None:
        """Go on from a state that was replayed from the log, because the one at hand came from a wrong snapshot."""
        with self._lock:
            self.desk.replace_state(replayed)
            self._look_ahead()
        self.changed()

    @property
    def _log_version(self) -> int:
        return self.desk.state.table.version

    def _moved_from(self, version: int) -> bool:
        if self._log_version == version:
            return False
        self._look_ahead()
        return True

    def _look_ahead(self) -> None:
        state = self.desk.state
        self._step = next_step(state, self.history, self.settings)
        self._answer = squeeze_answer(state, self.settings)
        # Assigned together: a reader between the two would see a card that lies face down.
        own = self.settings
        self._visible = (state, face_down(state, self.history, own.squeeze_seconds, own.call_seconds))

    def scene(self) -> Scene:
        """The table now. Asked on the event loop, so it waits for no command to be written."""
        state, hidden = self._visible
        now, step = self._now(), self.next_step()
        coup = state.table.coup
        return Scene(
            table=self.id,
            name=self.settings.name or self.id,
            dealer=self.settings.dealer,
            now=now,
            state=state,
            face_down=hidden.at(now) if hidden else None,
            next_step=NextStepView(at=step.at, waits_for=step.waits_for) if step else None,
            insurance_until=earliest_draw(state, self.history, self.settings),
            disabled=[off.switch for off in self.switches.off_at(self.id)],
            late=self.late.of(coup.number) if coup else (),
            reported_at=self.history.reported_at,
        )

    @property
    def visible_version(self) -> int:
        """The version up to which everybody may know what happened."""
        state, hidden = self._visible
        hidden = hidden.at(self._now()) if hidden else None
        return hidden.visible_version if hidden else state.table.version

    def hides(self, version: int) -> bool:
        """Whether an event is on record and nobody may know of it yet."""
        state, hidden = self._visible
        hidden = hidden.at(self._now()) if hidden else None
        return hidden is not None and hidden.visible_version < version <= state.table.version

    def remembers(self, version: int) -> bool:
        """Whether all that happened after a version can be told from memory."""
        return self._recent.reach(version)

    def news(self, after: int, most: int) -> tuple[list[LogLine] | None, Scene]:
        """The first events after a version that everybody may know, and the table at the same moment.

        None where some of them are remembered no more. From memory, and without waiting for a command that is being
        written: however many watch from however long ago, they keep nobody from playing.
        """
        scene = self.scene()
        lines = self._recent.after(after, most)
        if lines and lines[0].version > after + 1:
            return None, scene
        return [line for line in lines if line.version <= scene.visible_version], scene

    def hidden_amount(self, patron: str) -> int:
        """What events that are not visible yet have put into a wallet: it must not show how a card looks."""
        coup = self.state.table.coup
        if coup is None or not any(bet.patron == patron for bet in coup.bets):
            return 0  # Nothing can come to them from here, and they wait for nothing that is being written.
        account = f"wallet:{patron}"
        with self._lock:
            scene = self.scene()
            wallets = scene.state.sign.wallets
            moves = (postings(line.event, self.id, wallets) for line in self.since(scene.visible_version))
            return sum(posting.amount for together in moves for posting in together if posting.account == account)

    def now(self) -> datetime:
        """The clock that decides: pages count down by it."""
        return self._now()

    def next_step(self) -> NextStep | None:
        """What the table does by itself next. Asked on the event loop, so it waits for no command to be written."""
        step = self._step
        if step is None or self.switches.refusal(self.id, step.command) is None:
            return step
        return without_bets(self.state, step)

    def due(self) -> NextStep | None:
        """What the clock does next: a request is answered before anything else, and no page counts down to that."""
        if self._answer:
            return NextStep(self._now(), self._answer, "squeeze")
        steps = [step for step in (self.next_step(), expiry_step(self.state)) if step]
        return min(steps, key=lambda step: step.at, default=None)

    def since(self, version: int) -> list[LogLine]:
        """The events after a version, as far back as they are remembered."""
        return self._recent.after(version)

    # What pages are shown besides the table itself.

    def roads(self) -> Roads:
        return self.history.roads(self.visible_version)

    def history_view(self, visible: int) -> HistoryView:
        return history_view(self.history, visible)

    def pit_view(self) -> PitTableView:
        recent = self.since(max(0, self.version - REPORTED_WITHIN))
        opens_with = OpensWith(rulebook=self.settings.rulebook, settings=self.settings.sign)
        scene = self.scene()
        return pit_table_view(scene, recent, self.history.ends(scene.visible_version), opens_with)

    def dealer_view(self) -> DealerView:
        own = self.settings
        seconds = DealerSeconds(bets=own.betting_seconds, insurance=own.insurance_seconds, choice=own.choice_seconds)
        return dealer_view(self.scene(), own.cards, seconds)

    def closed_shoe(self) -> ClosedShoeView:
        """The shoe that was closed last, unless it began longer ago than is remembered."""
        visible = self.visible_version
        begun: list[LogLine] = []
        whole: list[LogLine] = []
        for line in self.since(max(0, visible - REMEMBERED)):
            if line.version > visible or not isinstance(line.event, _OF_A_SHOE):
                continue
            if isinstance(line.event, e.ShoeOpened | e.ShoeAbandoned):
                begun = []
            begun.append(line)
            if isinstance(line.event, e.ShoeClosed):
                whole = begun if isinstance(begun[0].event, e.ShoeOpened) else []
                begun = []
        return ClosedShoeView(events=[recorded(line.event, line.version, line.at) for line in whole])
