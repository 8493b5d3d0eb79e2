"""Pace: rounds an hour, by the rounds that ended lately."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from punto.view.pace import rounds_an_hour

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def ended(*minutes: float) -> list[datetime]:
    return [NOW - timedelta(minutes=one) for one in minutes]


def test_a_round_a_minute_is_sixty_an_hour() -> None:
    assert rounds_an_hour(ended(*range(30)), NOW) == 60


def test_too_few_rounds_say_nothing() -> None:
    assert rounds_an_hour(ended(1, 2), NOW) is None
    assert rounds_an_hour([], NOW) is None


def test_a_table_that_stands_still_becomes_slower_and_then_has_no_pace() -> None:
    rounds = ended(*range(10))
    assert rounds_an_hour(rounds, NOW + timedelta(minutes=9)) == 30
    assert rounds_an_hour(rounds, NOW + timedelta(hours=2)) is None


def test_what_ended_longer_ago_than_an_hour_does_not_count() -> None:
    assert rounds_an_hour(ended(10, 20, 30, 300, 400), NOW) == 4
