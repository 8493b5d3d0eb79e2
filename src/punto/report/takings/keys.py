"""Keys of rows, and when the time of a row begins."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from punto.kit.business_day import BusinessCalendar, BusinessShift
from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.table import events as e

By: TypeAlias = Literal["table", "game", "shift", "day", "month", "hour", "bet", "patron", "dealer", "shoe"]

BY_LINE: Final = ("bet", "patron")
"""Rows that share rounds: lines of one round may lie in several."""
COUNTED: Final = ("table", "game", "shift", "day")
"""Groupings that have drop, hold and counted win."""
HOUSE: Final = "house"
"""The dealer's name where the house deals by itself."""


class RowKey(NamedTuple):
    """A row: the parts of its name, by which rows are sorted, and when its time begins, if it has one."""

    parts: tuple[str | int, ...]
    starts: datetime | None = None


class RowClock:
    """The calendar with the last shift cached: most moments lie in the shift of the one before."""

    def __init__(self, calendar: BusinessCalendar) -> None:
        self._calendar = calendar
        self._shift: BusinessShift | None = None

    def shift(self, at: datetime) -> BusinessShift:
        if self._shift is None or at not in self._shift:
            self._shift = self._calendar.shift_at(at)
        return self._shift

    def hour(self, at: datetime) -> datetime:
        return at.astimezone(self._calendar.zone).replace(minute=0, second=0, microsecond=0)

    def day_start(self, at: datetime) -> datetime:
        return self._calendar.day_start(self.shift(at).day)


def row_key(by: By, of: Finished | HandedOut | CountedWin, clock: RowClock) -> RowKey:
    """The row that a whole round belongs to."""
    match by:
        case "table":
            return RowKey((of.table,))
        case "game":
            return RowKey((of.pricing.book.id,))
        case "shift":
            shift = clock.shift(of.at)
            return RowKey((str(shift),), shift.starts)
        case "day":
            return RowKey((clock.shift(of.at).day.isoformat(),), clock.day_start(of.at))
        case "month":
            return RowKey((f"{clock.shift(of.at).day:%Y-%m}",))
        case "hour":
            hour = clock.hour(of.at)
            return RowKey((hour.astimezone(UTC).isoformat(), hour.isoformat(timespec="minutes")), hour)
        case "dealer":
            return RowKey(((of.dealer if isinstance(of, Finished) else "") or HOUSE,))
        case "shoe":
            return RowKey((of.table, of.shoe))
    raise AssertionError(f"rows by {by} are keyed line by line")


def line_key(by: By, of: Finished, line: e.Line | e.Returned | e.OriginalBetReturned) -> RowKey:
    """The row that one line of a round belongs to."""
    if by == "patron":
        return RowKey((line.patron,))
    name = insurance_name(line.insures) if line.bet == e.INSURANCE else line.bet
    return RowKey((of.pricing.book.id, name))


def insurance_name(insures: str) -> str:
    return f"insurance:{insures}"


def names(by: By, keys: list[RowKey]) -> list[str]:
    """The names of rows: short where all have the same first part, else in full."""
    alone = len({key.parts[0] for key in keys}) == 1
    return [_names(by, key)[0 if alone else -1] for key in keys]


def is_called(by: By, key: RowKey, name: str) -> bool:
    """Whether a row has this name, in a report of one game or table or of several."""
    return name in _names(by, key)


def _names(by: By, key: RowKey) -> tuple[str, ...]:
    """A row's short and full names; only the full one where both are the same."""
    if by == "hour":
        return (str(key.parts[-1]),)
    whole = ":".join(map(str, key.parts))
    return (str(key.parts[1]), whole) if by in ("bet", "shoe") else (whole,)
