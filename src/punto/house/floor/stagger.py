"""The stagger: tables that would all open their bets at the same moment do so one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from punto.house.settings import TableSettings
from punto.table import Command
from punto.table import commands as c

MOST_SECONDS: Final = 0.1
"""The longest gap between two tables, so that a house of a few tables hardly waits."""

_OPENINGS: Final = (c.OpenShoe, c.OpenBets)


class Stagger:
    """Lets one table open after another.

    When a house starts, and when all of it comes back into play, every table is due at once, and the patrons of all of
    them bet in the same seconds. The gap between two lets all tables through in half the time that a round lasts at
    least, so once they are apart nobody waits. Only openings wait: a round that has begun goes on by its own times.
    """

    def __init__(self, tables: Sequence[TableSettings]) -> None:
        rounds = (table.betting_seconds + table.result_seconds for table in tables)
        self.gap = min(MOST_SECONDS, min(rounds, default=0.0) / 2 / max(1, len(tables)))
        self._free_at = 0.0

    async def turn(self, command: Command) -> None:
        """Wait for a table's turn, where its next step opens something."""
        if not isinstance(command, _OPENINGS):
            return
        now = asyncio.get_running_loop().time()
        at = max(now, self._free_at)
        self._free_at = at + self.gap
        if at > now:
            await asyncio.sleep(at - now)
