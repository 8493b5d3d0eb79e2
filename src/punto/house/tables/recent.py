"""The last events of a table, in memory: what a page that was away is told, without asking the books."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Final

from punto.view.recorded import LogLine

REMEMBERED: Final = 6000
"""Events of a table in memory: a shoe and the last coups, with room to spare."""


class RecentEvents:
    """Events in the order of the log without a gap, the newest `most` of them. May be asked on any thread."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._lines: deque[LogLine] = deque(maxlen=most)
        self._lock = threading.Lock()
        """Held for a moment only and while nothing is read or written, unlike the table's."""

    def add(self, lines: Iterable[LogLine]) -> None:
        with self._lock:
            self._lines.extend(lines)

    def reach(self, version: int) -> bool:
        """Whether nothing that came after this version is forgotten."""
        with self._lock:
            return not self._lines or self._lines[0].version <= version + 1

    def after(self, version: int, most: int | None = None) -> list[LogLine]:
        """The first events after a version, as far back as they are remembered."""
        with self._lock:
            if not self._lines:
                return []
            start = max(0, version + 1 - self._lines[0].version)
            return list(islice(self._lines, start, None if most is None else start + most))
