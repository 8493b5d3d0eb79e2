"""A round that is over as the takings see it: settled with its lines, or void with what went back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from punto.report.takings.pricing import Pricing
from punto.table import events as e


@dataclass(frozen=True, slots=True)
class Finished:
    """One round. Its settlement is the one that stands: what was paid and taken back again is counted only."""

    table: str
    coup: int
    pricing: Pricing
    shoe: int
    dealer: str
    """Who dealt its first card; empty where the house did."""
    since: datetime
    """When the round before it was over, or the table opened."""
    at: datetime
    settlement: e.CoupSettled | None
    """None for a round that is void."""
    left: tuple[int, ...] | None
    """The cards unseen when its bets were taken, by rank or by card; None where the log does not tell."""
    returned: tuple[e.Returned, ...] = ()
    """Stakes that went back with a void."""
    claims: tuple[e.OriginalBetReturned, ...] = ()
    """Lost bets handed back for insurance that nobody offered."""
    reversals: int = 0
    wallets: bool = False
    """Whether stakes came from wallets: such a table's books keep themselves, and what is settled is the count."""

    @property
    def lines(self) -> tuple[e.Line, ...]:
        return self.settlement.lines if self.settlement else ()

    @property
    def win(self) -> int:
        return sum(line.stake - line.payback for line in self.lines) - sum(claim.stake for claim in self.claims)


@dataclass(frozen=True, slots=True)
class HandedOut:
    """Money that moved apart from a settlement: by a ruling, or for insurance nobody offered in an earlier round."""

    table: str
    pricing: Pricing
    at: datetime
    shoe: int
    patron: str
    bet: str
    amount: int
    """To the patron."""
    wallets: bool = False


@dataclass(frozen=True, slots=True)
class CountedWin:
    """What the count says of a table between its opener and its closer; counted anew, by how much more than before."""

    table: str
    pricing: Pricing
    at: datetime
    shoe: int
    day: str
    shift: str
    """The business day and shift that the closer closes; empty where the record says no time."""
    win: int
    drop: int
