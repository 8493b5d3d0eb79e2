"""How long commits take: a histogram of seconds, and how many commands shared them."""

from __future__ import annotations

from bisect import bisect_left
from time import monotonic
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper ends of the histogram's buckets, in seconds; the last bucket is without end."""


_FAILING_SECONDS: Final = 10.0
"""So long a commit that failed speaks for those to come; not for ever, for whoever is sent nothing commits nothing."""


class CommitTimes:
    """Written by the writer's thread alone; another thread may read counts that are a moment old."""

    def __init__(self) -> None:
        self.buckets: list[int] = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0
        self.commands = 0
        self.failed = 0
        self._failed_at: float | None = None
        """When the last commit failed; None where it did not."""

    @property
    def failing(self) -> bool:
        """Whether the last commit failed, and not long ago."""
        at = self._failed_at
        return at is not None and monotonic() - at < _FAILING_SECONDS

    def fail(self) -> None:
        """Count one that the database refused."""
        self.failed += 1
        self._failed_at = monotonic()

    def observe(self, seconds: float, commands: int) -> None:
        """Count one commit of so many commands."""
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds
        self.commands += commands
        self._failed_at = None
