"""Late bets: what patrons wanted after "No more bets" and were refused, for the dealer to see and to say so.

A refusal changes nothing, so none of this is in the books. It is kept in memory for the coup that it came too late
for, and the processes of a house tell each other, so that the dealer sees it whichever process it came to. A house
that is opened again in mid-coup has forgotten it; no chips lay there.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from punto.kit import STAKE_CEILING, Refusal
from punto.table import Command, State
from punto.table import commands as c
from punto.table.authority import PATRON

MOST: Final = 20
"""Late bets kept of a coup: who keeps pressing fills no memory and nobody's screen."""


class LateBet(msgspec.Struct, frozen=True):
    """A bet that came too late, or was wanted back too late."""

    patron: str
    box: int
    bet: str
    stake: int
    what: Literal["place", "lift"]
    cite: str


class LateBets:
    """The late bets of a table's coup. Pages read them on another thread: what they walk through is never changed."""

    def __init__(self) -> None:
        self._of: tuple[int, tuple[LateBet, ...]] = (0, ())

    def note(self, coup: int, late: LateBet) -> bool:
        """Keep one; whether it is new. A coup that is over has none."""
        number, known = self._of
        if coup < number:
            return False
        known = known if coup == number else ()
        if late in known or len(known) >= MOST:
            return False
        self._of = (coup, (*known, late))
        return True

    def of(self, coup: int) -> tuple[LateBet, ...]:
        number, known = self._of
        return known if coup == number else ()


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
