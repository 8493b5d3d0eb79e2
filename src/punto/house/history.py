"""What a table remembers for its pages: the last coups, the shoe's results, and when things happened."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime

from punto.coup import result_of
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
    shoe: list[Coup] = field(default_factory=list)
    bets_opened_at: datetime | None = None
    stepped_at: datetime | None = None
    """When the table last moved on. What patrons do in between gives nobody more time."""
    stepped_version: int = 0

    def take(self, event: e.Event, at: str, version: int, book: Rulebook | None) -> None:
        """Remember an event, as far as pages want it."""
        moment = _moment(at)
        if not isinstance(event, _IN_BETWEEN):
            self.stepped_at, self.stepped_version = moment, version
        match event:
            case e.ShoeOpened():
                self.shoe = []
            case e.BetsOpened():
                self.bets_opened_at = moment
            case e.CoupSettled():
                self._add(PastCoup(event.coup, at, version, event))
                if book:
                    self.shoe = [*self.shoe, _road_coup(event, book)]
            case e.CoupVoided():
                self._add(PastCoup(event.coup, at, version, event))
            case e.SettlementReversed():
                self.shoe = self.shoe[:-1]

    def _add(self, past: PastCoup) -> None:
        self.last = deque((*self.last, past), maxlen=RECALL)


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
