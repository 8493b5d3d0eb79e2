"""What a server process counts while it runs: refusals by their code, errors, late bets.

One for the process, because refusals are given at every layer, also before there is a request. Counting is one addition
under a lock that is held for nothing else.
"""

from __future__ import annotations

import threading
from collections import Counter
from typing import Final


class Counters:
    """Counts that only grow."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._refusals: Counter[str] = Counter()
        self._late_bets: Counter[str] = Counter()
        self._errors = 0

    def count_refusal(self, code: str) -> None:
        with self._lock:
            self._refusals[code] += 1

    def count_late_bet(self, table: str) -> None:
        with self._lock:
            self._late_bets[table] += 1

    def count_error(self) -> None:
        """A line of the journal at level error, written or only counted."""
        with self._lock:
            self._errors += 1

    @property
    def refusals(self) -> dict[str, int]:
        with self._lock:
            return dict(self._refusals)

    def late_bets(self, table: str) -> int:
        return self._late_bets[table]

    @property
    def errors(self) -> int:
        return self._errors


COUNTERS: Final = Counters()
