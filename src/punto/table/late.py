"""Late bets: those refused after "No more bets", and chips that were lifted all the same."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from punto.kit import STAKE_CEILING, Refusal, Refused
from punto.rulebook.model import Consequence, Irregularity
from punto.table import commands as c
from punto.table.authority import PATRON
from punto.table.commands import Command
from punto.table.state import State


class LateBet(msgspec.Struct, frozen=True):
    """A bet that was placed too late, or was to be lifted too late."""

    patron: str
    box: int
    bet: str
    stake: int
    what: Literal["place", "lift"]
    cite: str


def require_lifted(state: State, clause: Irregularity, command: c.Report) -> None:
    """Refused unless real chips lay where the report has them lifted, and by the clause such bets stand.

    What is due from the patron follows from the report (`chips_due`); the bets are settled as they lay.
    """
    if clause.leads_to is Consequence.REFUSE:
        raise Refused(
            code="bets_are_closed",
            message='nothing is taken back after "No more bets": the chips are put back, and the bet stands',
            cite=clause.cite,
        )
    if state.coup_sign.wallets:
        message = "chips are in wallets at this table: the record is the layout"
        raise Refused(code="nothing_to_correct", message=message, cite=clause.cite)
    patron, lifted = command.patron or "", Counter[tuple[int, str]]()
    for chips in command.lay or ():
        lifted[chips.box, chips.bet] += chips.stake
    for (box, bet), stake in lifted.items():
        lies = state.coup.bet(patron, box, bet)
        before = [chips for chips in state.coup.lifted if (chips.patron, chips.box, chips.bet) == (patron, box, bet)]
        if lies is None or stake > lies.stake - sum(chips.stake for chips in before):
            message = f"{patron[:60]} has no {stake:,} on {bet[:40]!r} in box {box} that could have been lifted"
            raise Refused(code="no_such_bet", message=message, cite=clause.cite)


def comes_late(state: State, command: Command) -> bool:
    """Whether this is about a bet after the bets are closed."""
    return isinstance(command, c.PlaceBet | c.WithdrawBet) and state.table.phase == "dealing"


def late_bet(state: State, command: Command, refusal: Refusal) -> LateBet | None:
    """The late bet that the dealer is shown for a refused command of a patron; None if it could be no bet at all."""
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
