"""Which round an event is about: the one on the table, unless the record or a report names an earlier one."""

from __future__ import annotations

from punto.table import Event
from punto.table import events as e


class RoundOf:
    """Called with each event of a log in its order."""

    def __init__(self) -> None:
        self.on_table = 0
        """The round whose bets were opened last; 0 before the first."""
        self._reported = 0
        """The earlier round that the pending report names; 0 where none does."""

    def __call__(self, event: Event) -> int:
        match event:
            case e.BetsOpened(coup=coup):
                self.on_table, self._reported = coup, 0
            case e.IrregularityReported(of_coup=earlier):
                self._reported = earlier
                return earlier or self.on_table
            case e.DecisionMade() if event.confirmed:
                return self._reported or self.on_table
            case e.DecisionMade() | e.ReportWithdrawn() | e.RulingMade():
                about, self._reported = self._reported, 0
                return about or self.on_table
            case (
                e.CardCorrected(of_coup=earlier)
                | e.BetsCorrected(of_coup=earlier)
                | e.OriginalBetReturned(of_coup=earlier)
            ) if earlier:
                self._reported = 0
                return earlier
        return self.on_table
