"""A table's clock: the time of day, which moves only as fast as time passes.

Somebody may set the machine's clock while bets are open. Waits are counted by the monotonic clock, which nobody sets;
the time of day is followed when the jump is noticed, with every moment that the table still counts from.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

JUMP: Final = timedelta(seconds=0.5)
"""A machine's clock that is further off than this was set."""


def utc_now() -> datetime:
    """The machine's time of day."""
    return datetime.now(UTC)


class SteadyClock:
    """The time of day as it was at the last look, and what has passed since."""

    def __init__(self, wall: Callable[[], datetime] = utc_now, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._base = wall() - timedelta(seconds=monotonic())

    def __call__(self) -> datetime:
        return self._base + timedelta(seconds=self._monotonic())

    @property
    def jump(self) -> timedelta:
        """How far the machine's clock was set since the last look; nothing where it only runs."""
        off = self._wall() - self()
        return off if abs(off) >= JUMP else timedelta()

    def follow(self) -> timedelta:
        """Take the machine's time of day over; by how much that moves this one."""
        off = self._wall() - self()
        self._base += off
        return off
