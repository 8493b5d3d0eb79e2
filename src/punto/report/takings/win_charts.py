"""What was won against what should have been, drawn with bands of one, two and three deviations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from punto.report.charts import ticks
from punto.report.figures import decimal
from punto.report.picture import Bar, Dot, Label, Picture, Role, Shape, Stroke
from punto.report.takings.figures import TakingsRow
from punto.report.takings.takings_words import deviations, money, whole

BANDS: Final[tuple[tuple[int, Role], ...]] = ((3, "band3"), (2, "band2"), (1, "band1"))
WIDTH: Final = 520.0
LANE: Final = 12.0
LEFT, RIGHT, TOP, BOTTOM = 150.0, 116.0, 8.0, 22.0
FURTHEST: Final = 4.0
"""Deviations that the lanes show; a dot beyond stands at the edge."""


def lanes(title: str, rows: Sequence[TakingsRow]) -> Picture:
    """A lane for each row: the theoretical in the middle, the bands around it, a dot where the win lies."""
    shapes: list[Shape] = []
    bottom = TOP + LANE * len(rows)
    for at, row in enumerate(rows):
        shapes += _lane(row, TOP + LANE * at)
    shapes.append(Stroke(((_x(0), TOP), (_x(0), bottom)), "axis"))
    shapes += [Label(_x(z), bottom + 13, f"{z:+d}" if z else "theoretical") for z in (-3, -2, -1, 0, 1, 2, 3)]
    summary = "; ".join(f"{row.key} {deviations(row.z)}" for row in rows)
    return Picture(
        title,
        "in standard deviations",
        f"Deviations from the theoretical: {summary}.",
        WIDTH,
        bottom + BOTTOM,
        tuple(shapes),
    )


def _lane(row: TakingsRow, y: float) -> list[Shape]:
    middle = y + LANE / 2 + 3
    shapes: list[Shape] = [
        Bar(_x(-times), y + 2, _x(times) - _x(-times), LANE - 4, role) for times, role in BANDS if row.z is not None
    ]
    shapes.append(Label(LEFT - 8, middle, _shortened(row.key), "value", "end"))
    shapes.append(Label(WIDTH - RIGHT + 8, middle, f"{money(row.win)} of {whole(row.theo)}", "label", "start"))
    if row.z is not None:
        z = max(-FURTHEST, min(FURTHEST, row.z))
        shapes.append(Dot(_x(z), y + LANE / 2, 3.4, "patron" if abs(row.z) > 2 else "here"))
    return shapes


def _x(z: float) -> float:
    return LEFT + (z + FURTHEST) / (2 * FURTHEST) * (WIDTH - LEFT - RIGHT)


def _shortened(name: str) -> str:
    return name if len(name) <= 24 else name[:23] + "…"


def course(title: str, rows: Sequence[TakingsRow], names: Sequence[str]) -> Picture:
    """The cumulative win beside the theoretical with its bands; rows are in the order of time."""
    height, left, right, top, bottom = 84.0, 62.0, 14.0, 10.0, 24.0
    wins, theos, spreads = _added(rows)
    low = min(0.0, *wins, *(theo - 3 * sd for theo, sd in zip(theos, spreads, strict=True)))
    high = max(1.0, *wins, *(theo + 3 * sd for theo, sd in zip(theos, spreads, strict=True)))
    margin = (high - low) / 20
    low, high = low - margin, high + margin
    step = (WIDTH - left - right) / max(1, len(wins) - 1)

    def x(at: int) -> float:
        return left + step * at

    def y(value: float) -> float:
        return top + (high - value) / (high - low) * (height - top - bottom)

    shapes: list[Shape] = []
    for times, role in BANDS:
        for at in range(len(wins) - 1):
            shapes += _slab(
                x(at),
                x(at + 1),
                [y(theos[place] + times * spreads[place]) for place in (at, at + 1)],
                [y(theos[place] - times * spreads[place]) for place in (at, at + 1)],
                role,
            )
    marks, digits = ticks(Fraction(low), Fraction(high))
    for mark in marks:
        shapes.append(Stroke(((left, y(float(mark))), (WIDTH - right, y(float(mark)))), "grid"))
        shapes.append(
            Label(
                left - 6, y(float(mark)) + 3, money(int(mark)) if not digits else decimal(mark, digits), "label", "end"
            )
        )
    shapes.append(Stroke(tuple((x(at), y(theo)) for at, theo in enumerate(theos)), "axis"))
    shapes.append(Stroke(tuple((x(at), y(win)) for at, win in enumerate(wins)), "curve"))
    shapes.append(Dot(x(len(wins) - 1), y(wins[-1]), 4.0, "here"))
    every = max(1, len(names) // 8)
    shapes += [Label(x(at), height - 8, name) for at, name in enumerate(names) if at % every == 0]
    summary = f"At the end {money(int(wins[-1]))} was won, and {money(round(theos[-1]))} should have been."
    return Picture(
        title, "line: win; thin line: theoretical with 1, 2, 3 deviations", summary, WIDTH, height, tuple(shapes)
    )


def _slab(left: float, right: float, above: list[float], below: list[float], role: Role) -> list[Shape]:
    """A piece of a band, in steps narrow enough to look like a slope."""
    steps = max(1, round((right - left) / 3))
    wide = (right - left) / steps
    pieces: list[Shape] = []
    for at in range(steps):
        part = (at + 0.5) / steps
        high, low = (ends[0] + (ends[1] - ends[0]) * part for ends in (above, below))
        pieces.append(Bar(left + wide * at, high, wide + 0.15, low - high, role))
    return pieces


def _added(rows: Sequence[TakingsRow]) -> tuple[list[float], list[float], list[float]]:
    """Cumulative wins, theoreticals and deviations, starting at 0."""
    wins, theos, variances = [0.0], [0.0], [0.0]
    for row in rows:
        wins.append(wins[-1] + row.win)
        theos.append(theos[-1] + float(Fraction(row.theo)))
        variances.append(variances[-1] + row.sd**2)
    return wins, theos, [sqrt(variance) for variance in variances]
