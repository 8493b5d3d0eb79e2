"""The calendar of a house: its zone and its shifts, from its settings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from punto.kit import Refused
from punto.kit.business_day import BusinessCalendar, read_shift_start


def read_calendar(zone: str, shifts: Sequence[str]) -> BusinessCalendar:
    """The calendar that two settings name; Refused if they name none."""
    try:
        return BusinessCalendar(_zone(zone), tuple(read_shift_start(begins) for begins in shifts))
    except ValueError as error:
        raise Refused(code="bad_settings", message=f"shifts: {error}") from None


def _zone(name: str) -> tzinfo:
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        message = f"zone: {name[:60]!r} is no zone; write it as in Asia/Singapore, Europe/Vienna or UTC"
        raise Refused(code="bad_settings", message=message) from None
