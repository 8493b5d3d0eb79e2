"""Leases of this process: the tables that it moves on, and the epoch it does so under."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

LEASE_SECONDS: Final = 1.8
"""A process that was not heard of for so long has lost its leases: another takes them over."""


class Leases:
    """The leases that this process holds: changed by one thread, read by all."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._epochs: dict[str, int] = {}
        self._until = float("inf")

    def prolong(self, since: float) -> None:
        """A heartbeat is in the books that was begun at this moment of the monotonic clock."""
        self._until = since + LEASE_SECONDS

    def gain(self, table: str, epoch: int) -> None:
        with self._lock:
            self._epochs = self._epochs | {table: epoch}

    def lose(self, table: str, epoch: int) -> bool:
        """Give up a lease that another process took; whether it was held. One that was gained again since is kept."""
        with self._lock:
            if self._epochs.get(table) != epoch:
                return False
            self._epochs = {other: own for other, own in self._epochs.items() if other != table}
            return True

    def drop(self) -> None:
        """Give up all leases, because nobody can know which are still this process's."""
        with self._lock:
            self._epochs = {}

    def epoch(self, table: str) -> int | None:
        """Under which epoch this process writes to a table; None where it does not hold it."""
        return self._epochs.get(table)

    def holds(self, table: str) -> bool:
        """Whether this process moves the table on. One that was stopped for a while does not: it may have been lost."""
        return table in self._epochs and self._monotonic() < self._until
