"""Ages: how long ago a session began and was used, by a clock that nobody sets."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from punto.store.people import SessionRow

REMEMBERED: Final = 20_000
"""Sessions whose moments this process has read off the clock."""


class SessionAge(NamedTuple):
    """Seconds since a session began and since it was used."""

    begun: float
    used: float


class _Moment(NamedTuple):
    """A moment of a session: the time of day in the books, and what the monotonic clock showed then."""

    time_of_day: float
    passed: float


class SessionAges:
    """The ages of sessions.

    The books hold the time of day, which every process and the next start can read. Somebody may set it: so the time
    of day counts once, when this process first reads a moment, and from there on the monotonic clock does. Whoever is
    at a table when the machine's clock is set is neither signed out for it nor stays longer.
    """

    def __init__(self, now: Callable[[], float], passed: Callable[[], float]) -> None:
        self._now = now
        self._passed = passed
        self._lock = threading.Lock()
        self._moments: OrderedDict[str, tuple[_Moment, _Moment]] = OrderedDict()
        """By a session's token, hashed: when it began and when it was used; the last asked for at the end."""

    def of(self, row: SessionRow) -> SessionAge:
        """The age of a session as it stands in the books."""
        now, passed = self._now(), self._passed()
        with self._lock:
            begun, used = self._moments.pop(row.token, (None, None))
            if begun is None or begun.time_of_day != row.created:
                begun = _read(row.created, now, passed)
            if used is None or used.time_of_day != row.last_used:
                used = begun if row.last_used == row.created else _read(row.last_used, now, passed)
            self._moments[row.token] = begun, used
            if len(self._moments) > REMEMBERED:
                self._moments.popitem(last=False)
        return SessionAge(passed - begun.passed, passed - used.passed)


def _read(time_of_day: float, now: float, passed: float) -> _Moment:
    # A moment that is still to come is of before a clock that was set back.
    return _Moment(time_of_day, passed - max(0.0, now - time_of_day))
