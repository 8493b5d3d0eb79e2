"""Late bets: what a patron wanted after "No more bets" and was refused, for the dealer to see and to say so."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.kit import STAKE_CEILING, Refusal
from punto.table import commands as c
from punto.table.authority import PATRON
from punto.table.commands import Command
from punto.table.state import State


class LateBet(msgspec.Struct, frozen=True):
    """A bet that came too late, or was wanted back too late."""

    patron: str
    box: int
    bet: str
    stake: int
    what: Literal["place", "lift"]
    cite: str


def comes_late(state: State, command: Command) -> bool:
    """Whether this is about a bet after the bets are closed."""
    return isinstance(command, c.PlaceBet | c.WithdrawBet) and state.table.phase == "dealing"


def late_bet(state: State, command: Command, refusal: Refusal) -> LateBet | None:
    """What the dealer is shown of a refused command: a patron's own bet, as far as it could have been one."""
    if refusal.code != "bets_are_closed" or command.by != PATRON or not comes_late(state, command):
        return None
    if isinstance(command, c.WithdrawBet):
        lies = state.coup.bet(command.patron, command.box, command.bet)
        return LateBet(lies.patron, lies.box, lies.bet, lies.stake, "lift", refusal.cite) if lies else None
    assert isinstance(command, c.PlaceBet)
    stake = command.stake
    real = isinstance(stake, int) and not isinstance(stake, bool) and 0 < stake <= STAKE_CEILING
    if not real or command.bet not in state.rules.bets or not 1 <= command.box <= state.sign.boxes:
        return None
    return LateBet(command.patron, command.box, command.bet, stake, "place", refusal.cite)
