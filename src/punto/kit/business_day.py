"""The business day of a house and its shifts: which of them an instant belongs to.

A day begins with its first shift, so a table that is played past midnight closes its books on the day it opened them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class BusinessShift:
    """One shift of one business day, from its beginning up to the next one's."""

    day: date
    number: int
    """Which shift of the day it is, from 1."""
    name: str
    """When it begins, by the clock on the wall: `06:00`."""
    starts: datetime
    ends: datetime

    @property
    def year(self) -> int:
        """The business year, in which slips are numbered."""
        return self.day.year

    def __contains__(self, instant: datetime) -> bool:
        return self.starts <= instant < self.ends

    def __str__(self) -> str:
        return f"{self.day.isoformat()} {self.name}"


@dataclass(frozen=True, slots=True)
class BusinessCalendar:
    """When a house's days and shifts begin, in its own zone."""

    zone: tzinfo = UTC
    shifts: tuple[time, ...] = (time(6), time(14), time(22))

    def __post_init__(self) -> None:
        if not self.shifts:
            raise ValueError("a day has at least one shift")
        first = _since_midnight(self.shifts[0])
        offsets = [(_since_midnight(begins) - first) % _DAY for begins in self.shifts]
        if any(later <= earlier for earlier, later in pairwise(offsets)):
            names = ", ".join(f"{begins:%H:%M}" for begins in self.shifts)
            raise ValueError(f"shifts follow each other within one day, and {names} do not")

    def shift_at(self, instant: datetime) -> BusinessShift:
        """The shift that an instant belongs to; one without an offset is taken as UTC."""
        instant = instant if instant.tzinfo else instant.replace(tzinfo=UTC)
        day = instant.astimezone(self.zone).date() + _DAY
        while True:
            for number in range(len(self.shifts), 0, -1):
                if self._starts(day, number) <= instant:
                    return self.shift(day, number)
            day -= _DAY

    def shift(self, day: date, number: int) -> BusinessShift:
        """A shift of a business day, by its number from 1."""
        last = number == len(self.shifts)
        ends = self._starts(day + _DAY, 1) if last else self._starts(day, number + 1)
        return BusinessShift(day, number, f"{self.shifts[number - 1]:%H:%M}", self._starts(day, number), ends)

    def day_start(self, day: date) -> datetime:
        """When a business day begins."""
        return self._starts(day, 1)

    def day_span(self, day: date) -> tuple[datetime, datetime]:
        """When a business day begins, and when the next one does."""
        return self.day_start(day), self.day_start(day + _DAY)

    def _starts(self, day: date, number: int) -> datetime:
        # By the clock on the wall and not by hours passed: a night in which that clock is set is longer or shorter.
        begins = self.shifts[number - 1]
        local_day = day + _DAY if begins < self.shifts[0] else day
        return datetime.combine(local_day, begins, self.zone).astimezone(UTC)


def read_shift_start(text: str) -> time:
    """A time on the wall, as in `06:00`."""
    hours, colon, minutes = text.partition(":")
    parts = (hours, minutes)
    if not colon or not all(part.isascii() and part.isdigit() and len(part) == 2 for part in parts):
        raise ValueError(f"{text[:20]!r} is no time of day; write it as in 06:00")
    try:
        return time(int(hours), int(minutes))
    except ValueError:
        raise ValueError(f"{text[:20]!r} is no time of day; write it as in 06:00") from None


def _since_midnight(begins: time) -> timedelta:
    return timedelta(hours=begins.hour, minutes=begins.minute)
