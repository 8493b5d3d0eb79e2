"""The time a report is about, by the clock on the house's wall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from punto.kit import Refused
from punto.kit.business_day import BusinessCalendar


@dataclass(frozen=True, slots=True)
class Span:
    """From its start (included) to its end (excluded); None is no bound."""

    start: datetime | None = None
    end: datetime | None = None

    def __contains__(self, at: datetime) -> bool:
        return (self.start is None or at >= self.start) and (self.end is None or at < self.end)

    def words(self, calendar: BusinessCalendar) -> str:
        ends = (("from", self.start), ("up to", self.end))
        parts = [f"{word} {_local_words(end.astimezone(calendar.zone))}" for word, end in ends if end]
        return " ".join(parts) or "at any time"


def _local_words(local: datetime) -> str:
    """Seconds only where there are any."""
    return f"{local:%Y-%m-%d %H:%M:%S}" if local.second else f"{local:%Y-%m-%d %H:%M}"


ALWAYS: Final = Span()


def read_span(
    since: str | None,
    until: str | None,
    calendar: BusinessCalendar,
    now: datetime,
    names: tuple[str, str] = ("--from", "--to"),
) -> Span:
    """The span between two moments; Refused where it is none, or has not come yet.

    A day is a business day, which begins with its first shift; a time of day is the zone's.
    """
    start, end = _read(since, names[0], calendar), _read(until, names[1], calendar)
    if start is not None and end is not None and end <= start:
        message = f"{names[1]} {until} is not after {names[0]} {since}: no time lies between them"
        raise Refused(code="bad_span", message=message)
    if start is not None and start > now:
        raise Refused(code="span_in_future", message=f"{names[0]} {since} has not come yet")
    return Span(start, end)


def _read(text: str | None, option: str, calendar: BusinessCalendar) -> datetime | None:
    if text is None:
        return None
    try:
        if (day := _day(text)) is not None:
            return calendar.day_start(day)
        instant = datetime.fromisoformat(text)
        instant = instant if instant.tzinfo else instant.replace(tzinfo=calendar.zone)
        instant.astimezone(UTC), instant.astimezone(calendar.zone)  # Raises OverflowError beyond the years 1 to 9999.
    except (ValueError, OverflowError):
        message = f"{option} {text[:40]!r} is no day and no time; write 2026-11-18 or 2026-11-18T14:00"
        raise Refused(code="bad_time", message=message) from None
    return instant


def _day(text: str) -> date | None:
    """A day, however ISO 8601 writes it; None where the text has a time, or is neither."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
