"""A row of takings as it is printed."""

from __future__ import annotations

from fractions import Fraction

from punto.report.figures import MINUS, decimal, units
from punto.report.takings.figures import TakingsReport, TakingsRow

NOTHING = "–"
"""Printed where there is no figure."""

HOW_COUNTED = (
    "Handle: effective stakes of settled bets, pushes included; win: handle − payback; win %: of the handle. Drop: "
    "currency + chips + markers in the box; counted win: closer + credits + drop − opener − fills; hold: counted win / "
    "drop."
)
"""How the figures of the count and of the handle are computed."""


def money(amount: int | None) -> str:
    return NOTHING if amount is None else f"{MINUS if amount < 0 else ''}{abs(amount):,}"


def share(percent: float | None) -> str:
    return NOTHING if percent is None else f"{percent:.2f}".replace("-", MINUS)


def about(amount: float) -> str:
    """An amount to the unit."""
    return money(round(amount))


def whole(exact: str) -> str:
    """An exact amount to the unit."""
    value = Fraction(exact)
    return money(int(decimal(value, 0).replace(MINUS, "-")))


def deviations(z: float | None) -> str:
    return NOTHING if z is None else f"{z:+.2f}".replace("-", MINUS)


def pace(rounds: float | None) -> str:
    return NOTHING if rounds is None else f"{rounds:,.0f}"


def rounding(exact: str) -> str:
    """An amount with all its digits where these end, else with two decimals."""
    value = Fraction(exact)
    digits = units(value)
    return decimal(value, 2) if "/" in digits and value else digits if value else "0"


def row_words(row: TakingsRow) -> list[str]:
    """A row's cells, in the order in which they are read."""
    return [
        row.key,
        money(row.win),
        whole(row.theo),
        about(row.sd),
        deviations(row.z),
        money(row.handle),
        share(row.win_pct),
        money(row.drop),
        money(row.win_counted),
        share(row.hold_pct),
        money(row.rounds),
        pace(row.rounds_per_hour),
        about(row.theo_trade),
        about(row.theo_moment),
        money(row.commission),
        rounding(row.rounding),
        str(row.voids),
        str(row.reversals),
    ]


def span_words(report: TakingsReport) -> str:
    """The report's span in words."""
    since, until = report.from_, report.to
    if since is None and until is None:
        return f"From the first round to the last, {report.zone}"
    begins = f"From {_time(since)}" if since else "From the first round"
    ends = f"to {_time(until)}" if until else "to the last"
    return f"{begins} {ends}, {report.zone}"


def _time(iso: str) -> str:
    return iso[:16].replace("T", " ")
