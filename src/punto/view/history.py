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

WON_COUPS: Final = 24
"""The last coups of a shoe whose winning bets pages show."""


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
    """Folded from events as they come. Pages read it on other threads, so its collections are replaced, not changed."""

    clock: Callable[[], datetime]
    """Gives the time of an event whose own cannot be read, so that the table does not stand still."""
    last: deque[PastCoup] = field(default_factory=lambda: deque(maxlen=RECALL))
    shoe: list[tuple[int, RoadCoup]] = field(default_factory=list)
    """Results of the shoe with the versions at which they came."""
    hits: list[tuple[int, WonView]] = field(default_factory=list)
    """The winning bets of those results, with the same versions."""
    bets_opened_at: datetime | None = None
    stepped_at: datetime | None = None
    """When the table last moved on; actions of patrons in between do not extend its times."""
    stepped_version: int = 0
    laid_at: datetime | None = None
    """When the last cards were laid: a squeeze is timed from here, even if another patron turns a card meanwhile."""
    drawn: tuple[int, ...] = ()
    """The versions at which the cards of this coup were drawn."""
    opened_at: datetime | None = None
    """When the last card came, or was turned after that; None where no card has come since the bets opened."""
    result_of: tuple[int, ...] = ()
    """The version of the card that brought the coup's result; empty where it was settled later or again."""
    choices_opened_at: datetime | None = None
    """When the time to choose began; None while no choice is open."""
    reported_at: datetime | None = None
    """When the pending report was made; None while none is pending."""
    coup: int = 0
    remarks: tuple[Remark, ...] = ()
    """Events of the recallable coups besides their ends."""
    _choosing: set[str] = field(default_factory=set)

    def take(self, event: e.Event, at: str, version: int, book: Rulebook | None) -> None:
        """Folds an event in."""
        now = self.clock()
        # A time ahead of this clock, from a clock that was wrong, must not make the table wait until then.
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
        """Moves every moment that a time is counted from, after the clock was set."""
        self.bets_opened_at = self.bets_opened_at and self.bets_opened_at + by
        self.stepped_at = self.stepped_at and self.stepped_at + by
        self.laid_at = self.laid_at and self.laid_at + by
        self.opened_at = self.opened_at and self.opened_at + by
        self.choices_opened_at = self.choices_opened_at and self.choices_opened_at + by
        self.reported_at = self.reported_at and self.reported_at + by

    def _time(self, event: e.Event, moment: datetime) -> None:
        """The beginnings of timed windows; a window that a report interrupted begins again in full."""
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
        """Whether this settlement replaces one that was taken back."""
        if not isinstance(event, e.CoupSettled):
            return False
        return any(isinstance(past.event, e.SettlementReversed) and past.coup == event.coup for past in self.remarks)

    def _add(self, past: PastCoup) -> None:
        self.last = deque((*self.last, past), maxlen=RECALL)
        first = self.last[0].number
        self.remarks = tuple(remark for remark in self.remarks if remark.coup >= first)

    def roads(self, visible: int) -> Roads:
        """The shoe's roads up to the visible version."""
        return roads([coup for version, coup in self.shoe if version <= visible])

    def won(self, visible: int) -> list[WonView]:
        """The winning bets of the shoe's last coups, up to the visible version."""
        return [won for version, won in self.hits if version <= visible][-WON_COUPS:]

    def ends(self, visible: int) -> list[datetime]:
        """When the last rounds ended, up to the visible version."""
        moments = (_moment(past.at) for past in self.last if past.version <= visible)
        return [moment for moment in moments if moment]


def history_view(history: History, visible: int) -> HistoryView:
    """The roads and the recallable coups, up to the visible version."""
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
