"""Business days and shifts, also where the clock on the wall is set in the night."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from punto.kit.business_day import BusinessCalendar, read_shift_start

SINGAPORE = BusinessCalendar(ZoneInfo("Asia/Singapore"))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("instant", "shift"),
    [
        ("2026-11-18T05:59:59.999+08:00", "2026-11-17 22:00"),
        ("2026-11-18T06:00:00+08:00", "2026-11-18 06:00"),
        ("2026-11-18T13:59:59+08:00", "2026-11-18 06:00"),
        ("2026-11-18T14:00:00+08:00", "2026-11-18 14:00"),
        ("2026-11-18T23:30:00+08:00", "2026-11-18 22:00"),
        ("2026-11-19T00:30:00+08:00", "2026-11-18 22:00"),
        ("2026-11-17T22:00:00+00:00", "2026-11-18 06:00"),
        ("2026-11-17T22:00:00", "2026-11-18 06:00"),
        ("2027-01-01T02:00:00+08:00", "2026-12-31 22:00"),
    ],
)
def test_an_instant_belongs_to_the_shift_that_began_last(instant: str, shift: str) -> None:
    assert str(SINGAPORE.shift_at(at(instant))) == shift


def test_the_business_year_is_that_of_the_day() -> None:
    assert SINGAPORE.shift_at(at("2027-01-01T05:59:00+08:00")).year == 2026
    assert SINGAPORE.shift_at(at("2027-01-01T06:00:00+08:00")).year == 2027


def test_shifts_may_begin_the_evening_before() -> None:
    evening = BusinessCalendar(UTC, (time(22), time(6), time(14)))
    assert str(evening.shift_at(at("2026-11-18T23:00:00+00:00"))) == "2026-11-18 22:00"
    assert str(evening.shift_at(at("2026-11-19T13:00:00+00:00"))) == "2026-11-18 06:00"
    assert evening.day_span(date(2026, 11, 18)) == (at("2026-11-18T22:00+00:00"), at("2026-11-19T22:00+00:00"))


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_shifts_join_without_a_gap_in_nights_in_which_the_clock_is_set(day: str) -> None:
    vienna = BusinessCalendar(ZoneInfo("Europe/Vienna"), (time(2, 30), time(10), time(18)))
    instant = at(f"{day}T00:00:00+00:00") - timedelta(days=1)
    before = vienna.shift_at(instant)
    for _ in range(3 * 24 * 12):
        instant += timedelta(minutes=5)
        shift = vienna.shift_at(instant)
        assert instant in shift
        assert shift == before or shift.starts == before.ends
        before = shift


def test_a_day_in_which_the_clock_is_set_has_an_hour_more_or_less() -> None:
    vienna = BusinessCalendar(ZoneInfo("Europe/Vienna"))
    hours = [
        (end - start) // timedelta(hours=1)
        for start, end in map(vienna.day_span, (date(2026, 3, 28), date(2026, 10, 24)))
    ]
    assert hours == [23, 25]


@pytest.mark.parametrize(
    "shifts", [(), (time(6), time(6)), (time(6), time(22), time(14)), (time(22), time(6), time(23))]
)
def test_shifts_that_do_not_follow_each_other(shifts: tuple[time, ...]) -> None:
    with pytest.raises(ValueError, match="shift"):
        BusinessCalendar(UTC, shifts)


@pytest.mark.parametrize("text", ["", "6:00", "24:00", "06:60", "06", "noon", "06:00:00", "٠٦:٠٠"])
def test_what_is_no_time_of_day(text: str) -> None:
    with pytest.raises(ValueError, match="no time of day"):
        read_shift_start(text)


def test_a_time_of_day() -> None:
    assert read_shift_start("22:30") == time(22, 30)
