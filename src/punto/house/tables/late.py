"""Late bets of a table, in memory: a refusal changes nothing, so none of this is in the books.

They are kept for the coup that they came too late for, and the processes of a house signal them to each other, so that
the dealer sees one whichever process it came to. A house that is opened again in mid-coup has forgotten them; no chips
lay there.
"""

from __future__ import annotations

from typing import Final

from punto.table.late import LateBet

MOST: Final = 20
"""Late bets kept of a coup: who keeps pressing fills no memory and nobody's screen."""


class LateBets:
    """The late bets of a table's coup. Pages read them on another thread: what they walk through is never changed."""

    def __init__(self) -> None:
        self._of: tuple[int, tuple[LateBet, ...]] = (0, ())

    def note(self, coup: int, bet: LateBet) -> bool:
        """Keep one; whether it is new. A coup that is over has none."""
        number, known = self._of
        if coup < number:
            return False
        known = known if coup == number else ()
        if bet in known or len(known) >= MOST:
            return False
        self._of = (coup, (*known, bet))
        return True

    def of(self, coup: int) -> tuple[LateBet, ...]:
        number, known = self._of
        return known if coup == number else ()
