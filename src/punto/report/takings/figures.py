"""The report's figures as they leave the process."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import msgspec

from punto.report.takings.tally import RowTally


class TakingsRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row: what was won beside what should have been."""

    key: str
    rounds: int
    rounds_per_hour: float | None
    """Over the time from each round's end to the next one's; null where no time went by."""
    handle: int
    """Effective stakes of settled bets, pushes included."""
    payback: int
    win: int
    win_pct: float | None
    """Of the handle; null where there is none."""
    win_counted: int | None
    """By the count: closer and credits and drop, less opener and fills; null where there is no count."""
    drop: int | None
    hold_pct: float | None
    theo: str
    """Each stake times the exact edge of its bet in that edition with those decks, n/d, positive for the house."""
    theo_trade: float
    theo_moment: float
    sd: float
    z: float | None
    """How many deviations the win lies above the theoretical; null where nothing could vary."""
    commission: int
    rounding: str
    """What rounding gained the house, n/d."""
    voids: int
    reversals: int


class TakingsReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report over a span of time, row by row."""

    from_: str | None = msgspec.field(name="from")
    to: str | None
    zone: str
    by: str
    rows: list[TakingsRow]
    total: TakingsRow


def row_of(key: str, tally: RowTally, trade_edge: Fraction | None = None) -> TakingsRow:
    """A tally worked out."""
    counted = tally.counted
    theo, win = tally.theo, tally.win
    sd = sqrt(tally.variance)
    return TakingsRow(
        key=key,
        rounds=tally.rounds,
        rounds_per_hour=tally.rounds * 3600 / tally.seconds if tally.seconds > 0 else None,
        handle=tally.handle,
        payback=tally.payback,
        win=win,
        win_pct=100 * win / tally.handle if tally.handle else None,
        win_counted=counted.win if counted else None,
        drop=counted.drop if counted else None,
        hold_pct=100 * counted.win / counted.drop if counted and counted.drop else None,
        theo=reduced(theo),
        theo_trade=tally.trade(trade_edge),
        theo_moment=tally.moment,
        sd=sd,
        z=float(win - theo) / sd if sd else None,
        commission=tally.commission,
        rounding=reduced(tally.rounded),
        voids=tally.voids,
        reversals=tally.reversals,
    )


def reduced(value: Fraction) -> str:
    """n/d in lowest terms, whole numbers too."""
    return f"{value.numerator}/{value.denominator}"
