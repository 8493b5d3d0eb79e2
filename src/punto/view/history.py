"""The history of a table: the last coups, the shoe's results, and when things happened; folded from events."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from punto.coup import result_of
from punto.kit import Push, read_cards
from punto.report.roads import RoadCoup, Roads, roads
from punto.rulebook import Rulebook
from punto.rulebook.settlement import paying_row
from punto.table import events as e
from punto.view.recorded import RecordedEvent, RemarkEvent, is_remarkable, recorded, remark

RECALL: Final = 50
"""Coups of a table that can be recalled at once."""

SHOWN: Final = 24
"""Coups of a shoe of which pages show what won."""


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


class WonView(msgspec.Struct, frozen=True, kw_only=True):
    """The bets of the layout that won in a coup, placed or not."""

    coup: int
    bets: list[str]


class HistoryView(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe's roads and the last coups, the newest first."""

    roads: Roads
    won: list[WonView]
    """What won in the last coups of the shoe, the oldest first."""
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
    hits: list[tuple[int, WonView]] = field(default_factory=list)
    """What won in them, the same way."""
    bets_opened_at: datetime | None = None
    stepped_at: datetime | None = None
    """When the table last moved on. What patrons do in between gives nobody more time."""
    stepped_version: int = 0
    laid_at: datetime | None = None
    """Since when the last cards lie: a squeeze counts from here, whoever else has turned theirs meanwhile."""
    drawn: tuple[int, ...] = ()
    """The versions at which the cards of this coup were drawn."""
    opened_at: datetime | None = None
    """When the last card came, or was turned after that; None where no card has come since the bets opened."""
    result_of: tuple[int, ...] = ()
    """The card that the coup's result came with; nothing where it was settled later or anew."""
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
            self.laid_at = self.laid_at if isinstance(event, e.CardTurned) else moment
        self._time(event, moment)
        match event:
            case e.ShoeOpened():
                self.shoe, self.hits = [], []
            case e.BetsOpened():
                self.drawn, self.coup = (), event.coup
                self.opened_at, self.result_of = None, ()
            case e.CardDrawn():
                self.drawn = (*self.drawn, version)
                self.opened_at, self.result_of = moment, ()
            case e.CardTurned():
                self.opened_at = moment
            case e.CoupSettled():
                self.result_of = () if self._replaces(event) else self.drawn[-1:]
                self._add(PastCoup(event.coup, at, version, event))
                if book:
                    self.shoe = [*self.shoe, (version, _road_coup(event, book))]
                    self.hits = [*self.hits, (version, _won(event, book))][-RECALL:]
            case e.CoupVoided():
                self._add(PastCoup(event.coup, at, version, event))
            case e.SettlementReversed():
                self.shoe, self.hits = self.shoe[:-1], self.hits[:-1]
                self.last = deque((past for past in self.last if past.number != event.coup), maxlen=RECALL)
        if is_remarkable(event) or self._replaces(event):
            of_coup = getattr(event, "of_coup", 0) or self.coup
            self.remarks = (*self.remarks, Remark(of_coup, version, event))

    def shift(self, by: timedelta) -> None:
        """Move every moment that something is counted from, along with a clock that was set."""
        self.bets_opened_at = self.bets_opened_at and self.bets_opened_at + by
        self.stepped_at = self.stepped_at and self.stepped_at + by
        self.laid_at = self.laid_at and self.laid_at + by
        self.opened_at = self.opened_at and self.opened_at + by
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

    def won(self, visible: int) -> list[WonView]:
        """What won in the shoe's last coups, as far as everybody may know it."""
        return [won for version, won in self.hits if version <= visible][-SHOWN:]

    def ends(self, visible: int) -> list[datetime]:
        """When the last rounds ended, as far as everybody may know them."""
        moments = (_moment(past.at) for past in self.last if past.version <= visible)
        return [moment for moment in moments if moment]


def history_view(history: History, visible: int) -> HistoryView:
    """What can be recalled, up to the version that everybody may know."""
    return HistoryView(
        roads=history.roads(visible),
        won=history.won(visible),
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
    e.SignPrepared,
    e.ShoeCut,
    e.EntropyCommitted,
    e.EntropyRevealed,
    e.ConfirmationAwaited,
    e.ConfirmationGiven,
    e.ConfirmationDeclined,
    e.ConfirmationExpired,
)


def _won(event: e.CoupSettled, book: Rulebook) -> WonView:
    result = result_of(book.tableau, read_cards(event.cards))
    paid = {bet: paying_row(book, bet, result) for bet in book.bets}
    return WonView(coup=event.coup, bets=[bet for bet, row in paid.items() if row and not isinstance(row.odds, Push)])


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
