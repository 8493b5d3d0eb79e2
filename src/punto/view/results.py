"""The results as the pit ranks see them: a report, what is at stake now, rounds and ratings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo

import msgspec

from punto.kit.business_day import BusinessCalendar, BusinessShift
from punto.report.takings import TakingsReport
from punto.report.takings.ratings import Rating
from punto.report.takings.round_list import RoundFigures
from punto.view.exposure import exposure
from punto.view.table import Scene


class ExposureView(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on a table now, and the most it can cost the house."""

    table: str
    name: str
    phase: str
    coup: int
    staked: int
    exposure: int


class ResultsView(msgspec.Struct, frozen=True, kw_only=True):
    """A report and what is at stake while it is read."""

    report: TakingsReport
    now: list[ExposureView]
    day: str
    shift: str
    """The business day and shift it is now."""
    day_starts: str
    shift_starts: str
    """When they began, by the clock on the house's wall: 2026-11-18T06:00."""


class RoundsView(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds behind a figure, the newest first."""

    rounds: list[RoundFigures]
    zone: str


class RatingsView(msgspec.Struct, frozen=True, kw_only=True):
    """Visits of patrons, the latest first."""

    ratings: list[Rating]
    zone: str


def results_view(
    report: TakingsReport, tables: Iterable[Scene], calendar: BusinessCalendar, shift: BusinessShift
) -> ResultsView:
    day_starts, _ = calendar.day_span(shift.day)
    return ResultsView(
        report=report,
        now=[exposure_view(scene) for scene in tables],
        day=shift.day.isoformat(),
        shift=shift.name,
        day_starts=_on_the_wall(day_starts, calendar.zone),
        shift_starts=_on_the_wall(shift.starts, calendar.zone),
    )


def _on_the_wall(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).replace(tzinfo=None).isoformat(timespec="minutes")


def exposure_view(scene: Scene) -> ExposureView:
    coup = scene.state.table.coup
    live = coup is not None and not coup.ended
    return ExposureView(
        table=scene.table,
        name=scene.name,
        phase=scene.state.table.phase,
        coup=coup.number if coup else 0,
        staked=sum(bet.plays for bet in coup.bets) if coup and live else 0,
        exposure=exposure(scene.state, scene.face_down) or 0 if live else 0,
    )
