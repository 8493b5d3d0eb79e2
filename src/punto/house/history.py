"""What a table remembers for its pages: the last coups, the shoe's results, and when things happened."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime

from punto.coup import result_of
from punto.house.remarks import Remark, noted, since
from punto.kit import read_cards
from punto.report.roads import Coup
from punto.rulebook import Rulebook
from punto.table import events as e

RECALL = 50
"""Coups of a table that can be recalled at once."""


@dataclass(frozen=True, slots=True)
class PastCoup:
    """A coup that is over."""

    number: int
    at: str
    version: int
    ended: e.CoupSettled | e.CoupVoided


@dataclass(slots=True)
class History:
    """Folded from events as they come. Pages read it on another thread, so what they walk through is never changed."""

    last: deque[PastCoup] = field(default_factory=lambda: deque(maxlen=RECALL))
    shoe: list[tuple[int, Coup]] = field(default_factory=list)
    """Results of the shoe with the versions at which they came."""
    bets_opened_at: datetime | None = None
    stepped_at: datetime | None = None
    """When the table last moved on. What patrons do in between gives nobody more time."""
    stepped_version: int = 0
    drawn: tuple[int, ...] = ()
    """The versions at which the cards of this coup were drawn."""
    coup: int = 0
    remarks: tuple[Remark, ...] = ()
    """What happened in the coups that can be recalled besides how they ended."""

    def take(self, event: e.Event, at: str, version: int, book: Rulebook | None) -> None:
        """Remember an event, as far as pages want it."""
        moment = _moment(at)
        if not isinstance(event, _IN_BETWEEN):
            self.stepped_at, self.stepped_version = moment, version
        match event:
            case e.ShoeOpened():
                self.shoe = []
            case e.BetsOpened():
                self.bets_opened_at, self.drawn = moment, ()
                self.coup = event.coup
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
                self.last = deque((one for one in self.last if one.number != event.coup), maxlen=RECALL)
        self.remarks = noted(self.remarks, self.coup, event, version)

    def _add(self, past: PastCoup) -> None:
        self.last = deque((*self.last, past), maxlen=RECALL)
        self.remarks = since(self.remarks, self.last[0].number)


_IN_BETWEEN = (
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
)


def _road_coup(event: e.CoupSettled, book: Rulebook) -> Coup:
    result = result_of(book.tableau, read_cards(event.cards))
    return Coup(
        result.winner,
        result.player_pair is not None,
        result.banker_pair is not None,
        max(result.player_points, result.banker_points),
    )


def _moment(at: str) -> datetime:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return datetime.now(UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
