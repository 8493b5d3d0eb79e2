"""Pace: how many rounds an hour a table deals."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

HOUR: Final = timedelta(hours=1)
ROUNDS_LEAST: Final = 3
"""Fewer ends of rounds say nothing about an hour."""


def rounds_an_hour(ends: Iterable[datetime], now: datetime) -> int | None:
    """The pace by the rounds that ended within the last hour, as far back as they are recalled; None where too few did.

    Counted up to now, so that a table which stands still becomes slower.
    """
    lately = sorted(end for end in ends if now - HOUR <= end <= now)
    if len(lately) < ROUNDS_LEAST:
        return None
    took = max(timedelta(seconds=1), now - lately[0])
    return round((len(lately) - 1) * HOUR / took)
