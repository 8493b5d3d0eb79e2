"""The history of a table: the last coups, the shoe's results, and when things happened; folded from events."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from punto.coup import result_of
from punto.kit import read_cards
from punto.report.roads import RoadCoup, Roads, roads
from punto.rulebook import Rulebook
from punto.table import events as e
from punto.view.recorded import RecordedEvent, RemarkEvent, is_remarkable, recorded, remark

RECALL: Final = 50
"""Coups of a table that can be recalled at once."""


@dataclass(frozen=True, slots=True)
class PastCoup:
    """A coup that is over."""

    number: int
    at: str
    version: int
    ending: e.CoupSettled | e.CoupVoided


@dataclass(frozen=True, slots=True)
class Remark:
    """What happened in a coup besides its end."""

    coup: int
    version: int
    event: e.Event


class HistoryView(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe's roads and the last coups, the newest first."""

    roads: Roads
    coups: list[RecordedEvent]
    """Each a `coup_settled` or a `coup_voided`."""
    remarks: list[RemarkEvent]
    """What else happened in them, the oldest first: with a `coup_settled` what was paid in place of one taken back."""


@dataclass(slots=True)
class History:
    """Folded from events as they come. Pages read it on another thread, so what they walk through is never changed."""

    clock: Callable[[], datetime]
    """What stands in for the time of an event that cannot be read: a table must not stand still for it."""
    last: deque[PastCoup] = field(default_factory=lambda: deque(maxlen=RECALL))
    shoe: list[tuple[int, RoadCoup]] = field(default_factory=list)
    """Results of the shoe with the versions at which they came."""
    bets_opened_at: datetime | None = None
    stepped_at: datetime | None = None
    """When the table last moved on. What patrons do in between gives nobody more time."""
    stepped_version: int = 0
    drawn: tuple[int, ...] = ()
    """The versions at which the cards of this coup were drawn."""
    choices_opened_at: datetime | None = None
    """When the time to choose began; None while nobody has a choice."""
    reported_at: datetime | None = None
    """Since when a report waits for somebody of rank; None while none does."""
    coup: int = 0
    remarks: tuple[Remark, ...] = ()
    """What happened in the coups that can be recalled besides how they ended."""
    _choosing: set[str] = field(default_factory=set)

    def take(self, event: e.Event, at: str, version: int, book: Rulebook | None) -> None:
        """Remember an event, as far as pages want it."""
        now = self.clock()
        # Written by a clock that was ahead of this one: a table must not stand still until it is that late.
        moment = min(_moment(at) or now, now)
        last_choice = isinstance(event, e.OptionChosen) and self._choosing == {event.patron}
        if last_choice or not isinstance(event, _IN_BETWEEN):
            self.stepped_at, self.stepped_version = moment, version
        self._time(event, moment)
        match event:
            case e.ShoeOpened():
                self.shoe = []
            case e.BetsOpened():
                self.drawn, self.coup = (), event.coup
            case e.CardDrawn():
                self.drawn = (*self.drawn, version)
            case e.CoupSettled():
                self._add(PastCoup(event.coup, at, version, event))
                if book:
                    self.shoe = [*self.shoe, (version, _road_coup(event, book))]
            case e.CoupVoided():
                self._add(PastCoup(event.coup, at, version, event))
            case e.SettlementReversed():
                self.shoe = self.shoe[:-1]
                self.last = deque((past for past in self.last if past.number != event.coup), maxlen=RECALL)
        if is_remarkable(event) or self._replaces(event):
            of_coup = getattr(event, "of_coup", 0) or self.coup
            self.remarks = (*self.remarks, Remark(of_coup, version, event))

    def shift(self, by: timedelta) -> None:
        """Move every moment that something is counted from, along with a clock that was set."""
        self.bets_opened_at = self.bets_opened_at and self.bets_opened_at + by
        self.stepped_at = self.stepped_at and self.stepped_at + by
        self.choices_opened_at = self.choices_opened_at and self.choices_opened_at + by
        self.reported_at = self.reported_at and self.reported_at + by

    def _time(self, event: e.Event, moment: datetime) -> None:
        """Windows that have their time, from their beginning; one that a report interrupted begins again in full."""
        match event:
            case e.BetsOpened():
                self.bets_opened_at = moment
            case e.BetsClosed() | e.CoupVoided():
                self.bets_opened_at, self.choices_opened_at, self._choosing = None, None, set()
            case e.OptionsGiven():
                self.choices_opened_at, self._choosing = moment, set(event.patrons)
            case e.OptionChosen():
                self._choosing = self._choosing - {event.patron}
            case e.ChoicesClosed() | e.CardDrawn() | e.CoupSettled():
                self.choices_opened_at, self._choosing = None, set()
            case e.IrregularityReported() if event.decides:
                self.reported_at = moment
            case e.DecisionMade() | e.RulingMade() | e.ReportWithdrawn() | e.ShoeAbandoned() if self.reported_at:
                self.reported_at = None
                self.bets_opened_at = self.bets_opened_at and moment
                self.choices_opened_at = self.choices_opened_at and moment
        if not self._choosing:
            self.choices_opened_at = None

    def _replaces(self, event: e.Event) -> bool:
        """Whether this is what was paid in place of a settlement that was taken back."""
        if not isinstance(event, e.CoupSettled):
            return False
        return any(isinstance(past.event, e.SettlementReversed) and past.coup == event.coup for past in self.remarks)

    def _add(self, past: PastCoup) -> None:
        self.last = deque((*self.last, past), maxlen=RECALL)
        first = self.last[0].number
        self.remarks = tuple(remark for remark in self.remarks if remark.coup >= first)

    def roads(self, visible: int) -> Roads:
        """The shoe's roads as far as everybody may know them."""
        return roads([coup for version, coup in self.shoe if version <= visible])


def history_view(history: History, visible: int) -> HistoryView:
    """What can be recalled, up to the version that everybody may know."""
    return HistoryView(
        roads=history.roads(visible),
        coups=[
            recorded(past.ending, past.version, past.at) for past in reversed(history.last) if past.version <= visible
        ],
        remarks=[remark(past.event, past.coup, past.version) for past in history.remarks if past.version <= visible],
    )


_IN_BETWEEN: Final = (
    e.BetPlaced,
    e.BetWithdrawn,
    e.BetRejected,
    e.LimitExceeded,
    e.InsuranceTaken,
    e.SqueezeRequested,
    e.SqueezeGranted,
    e.SqueezeDeclined,
    e.InsuranceWaived,
    e.PatronLeft,
    e.OptionChosen,
    e.BetsReturned,
    e.BoughtIn,
    e.CashedOut,
    e.PositionAssigned,
    e.DebtWrittenOff,
    e.ChipsEntered,
    e.ShoeCut,
    e.EntropyCommitted,
    e.EntropyRevealed,
)


def _road_coup(event: e.CoupSettled, book: Rulebook) -> RoadCoup:
    result = result_of(book.tableau, read_cards(event.cards))
    return RoadCoup(
        result.winner,
        result.player_pair is not None,
        result.banker_pair is not None,
        max(result.player_points, result.banker_points),
    )


def _moment(at: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
