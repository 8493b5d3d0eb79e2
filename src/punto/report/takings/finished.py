"""A finished round for the takings: settled with its lines, or void with the stakes returned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from punto.report.takings.pricing import Pricing
from punto.table import events as e


@dataclass(frozen=True, slots=True)
class Finished:
    """One round with the settlement that stands; payments that were taken back are only counted in `reversals`."""

    table: str
    coup: int
    pricing: Pricing
    shoe: int
    dealer: str
    """Who dealt its first card; empty where the house did."""
    since: datetime
    """When the previous round was over, or the table opened."""
    at: datetime
    settlement: e.CoupSettled | None
    """None for a round that is void."""
    left: tuple[int, ...] | None
    """The cards unseen when its bets were opened, by rank or by card; None where the log does not say."""
    returned: tuple[e.Returned, ...] = ()
    """Stakes that went back with a void."""
    claims: tuple[e.OriginalBetReturned, ...] = ()
    """Lost bets handed back because insurance was not offered."""
    reversals: int = 0
    wallets: bool = False
    """Whether stakes came from wallets: such a table is not counted, and its settled win stands for the counted one."""

    @property
    def lines(self) -> tuple[e.Line, ...]:
        return self.settlement.lines if self.settlement else ()

    @property
    def win(self) -> int:
        return sum(line.stake - line.payback for line in self.lines) - sum(claim.stake for claim in self.claims)


@dataclass(frozen=True, slots=True)
class HandedOut:
    """Money that moved apart from a settlement: by a ruling, or for insurance not offered in an earlier round."""

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
    """A table's counted win between opener and closer; for a second count, the difference from the one before."""

    table: str
    pricing: Pricing
    at: datetime
    shoe: int
    day: str
    shift: str
    """The business day and shift that the closer closes; empty where the record names none."""
    win: int
    drop: int
