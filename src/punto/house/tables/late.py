"""Late bets of a table, in memory: a refusal changes nothing, so none of this is in the books.

They are kept for the coup that they came too late for, and the processes of a house signal them to each other, so that
the dealer sees one whichever process it came to. A house that is opened again in mid-coup has forgotten them; no chips
lay there.
"""

from __future__ import annotations

from typing import Final

from punto.table.late import LateBet

MOST: Final = 20
"""Late bets kept of a coup, so that somebody who keeps pressing fills neither memory nor a screen."""


class LateBets:
    """The late bets of a table's coup. Pages read them on other threads, so a tuple is replaced and never changed."""

    def __init__(self) -> None:
        self._of: tuple[int, tuple[LateBet, ...]] = (0, ())

    def note(self, coup: int, bet: LateBet) -> bool:
        """Keep one; whether it is new. A coup that is over has none."""
        number, bets = self._of
        if coup < number:
            return False
        bets = bets if coup == number else ()
        if bet in bets or len(bets) >= MOST:
            return False
        self._of = (coup, (*bets, bet))
        return True

    def of(self, coup: int) -> tuple[LateBet, ...]:
        number, bets = self._of
        return bets if coup == number else ()
