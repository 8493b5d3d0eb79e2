"""Who and in which coup, for events that were written before the record had columns for it.

Version 0.1.0 put the name of whoever gave a command before the command's id, and signed the house's own logs with
names. What follows from that stands in the columns since the upgrade, and is compared whenever a log is verified.
"""

from __future__ import annotations

from typing import Final

from punto.store.canonical import plain

HOUSE: Final = "house"
"""How 0.1.0 signed what the house did by itself in its own logs."""


def is_house_log(log: str) -> bool:
    """Whether a log is the house's own and not a table's: no table's id holds a colon."""
    return ":" in log


def person_of(log: str, by: str, command_id: str) -> str:
    """Who gave a command of 0.1.0; empty where the house did it by itself."""
    if is_house_log(log):
        return by if by != HOUSE else ""
    return command_id.rpartition("/")[0]


class CoupCount:
    """The coup that was opened last, along a log."""

    def __init__(self, coup: int | None = 0) -> None:
        self.coup = coup
        """None where the log is read from its middle: the first event then says it."""

    def at(self, kind: str, body: str) -> int | None:
        """The coup an event belongs to, with this event's own opening."""
        if kind == "bets_opened":
            opened = plain(body).get("coup")
            self.coup = opened if isinstance(opened, int) else None
        return self.coup
