"""The two small charts of the sheets: a curve over whole numbers, and bars around nought."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from punto.report.figures import decimal
from punto.report.picture import Bar, Dot, Label, Picture, Role, Shape, Stroke

WIDTH, HEIGHT = 240.0, 132.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 14.0, 22.0


def ticks(low: Fraction, high: Fraction) -> tuple[list[Fraction], int]:
    """A few round figures that lie within, and the digits they need."""
    span = high - low
    assert span > 0
    step, digits = Fraction(1), 0
    while step * 10 <= span:
        step *= 10
    while step > span:
        step, digits = step / 10, digits + 1
    for times in (Fraction(5), Fraction(2), Fraction(1), Fraction(1, 2), Fraction(1, 5)):
        unit = step * times
        marks = [unit * at for at in range(int(-(-low // unit)), int(high // unit) + 1)]
        if len(marks) > 2:
            break
    return marks, digits + (unit < step) if step <= 1 else 0


class Plane:
    """The drawing area: where a value stands, its lines and labels."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self.low, self.high = low, high
        self.shapes: list[Shape] = []

    def y(self, value: Fraction) -> float:
        return TOP + float((self.high - value) / (self.high - self.low)) * (HEIGHT - TOP - BOTTOM)

    def rule(self) -> None:
        """Horizontal lines at round values."""
        marks, digits = ticks(self.low, self.high)
        for mark in marks:
            if abs(self.y(mark) - (HEIGHT - BOTTOM)) < 4 and mark:
                continue  # It would lie on the axis.
            self.shapes.append(Stroke(((LEFT, self.y(mark)), (WIDTH - RIGHT, self.y(mark))), "grid"))
            self.shapes.append(Label(LEFT - 5, self.y(mark) + 3, decimal(mark, digits), "label", "end"))

    def floor(self, y: float) -> None:
        self.shapes.append(Stroke(((LEFT, y), (WIDTH - RIGHT, y)), "axis"))


def curve(
    title: str,
    aside: str,
    points: Sequence[tuple[int, Fraction]],
    here: int | None,
    digits: int,
    description: str,
    span: Fraction | None = None,
) -> Picture:
    """A value for each whole number; the one that is `here` stands in digits.

    Pictures to be compared get one `span`, the height of the value axis, so that all have the same scale.
    """
    values = [value for _, value in points]
    low, high = min(values), max(values)
    if span is not None:
        middle = (low + high) / 2
        low, high = middle - span / 2, middle + span / 2
    margin = (high - low) / 6 or abs(high) / 10 or Fraction(1)
    # The digits of a low last point stand under it, and need room there.
    below = points[-1][0] == here and values[-1] == min(values)
    plane = Plane(low - margin * (3 if below else 1), high + margin)
    plane.rule()
    plane.floor(HEIGHT - BOTTOM)
    step = (WIDTH - LEFT - RIGHT - 16) / max(1, len(points) - 1)
    at = [LEFT + 8 + step * place for place in range(len(points))]
    plane.shapes.append(Stroke(tuple((x, plane.y(value)) for x, value in zip(at, values, strict=True)), "curve"))
    for x, (number, value) in zip(at, points, strict=True):
        plane.shapes.append(Dot(x, plane.y(value), 4.0 if number == here else 2.2, "here" if number == here else "dot"))
        plane.shapes.append(Label(x, HEIGHT - BOTTOM + 13, str(number)))
    if here in dict(points):
        place = [number for number, _ in points].index(here)
        plane.shapes.append(_digits(at[place], plane, values, place, digits))
    return Picture(title, aside, description, WIDTH, HEIGHT, tuple(plane.shapes))


def _digits(x: float, plane: Plane, values: list[Fraction], place: int, digits: int) -> Label:
    """A point's digits, on the side where the curve is not."""
    near = values[place - 1] if place else 2 * values[place] - values[min(1, len(values) - 1)]
    falls = near >= values[place]
    first, last = place == 0, place == len(values) - 1
    above = (first and last) or not (last if falls else first)
    y = plane.y(values[place]) + (-8 if above else 16)
    right = falls == above
    return Label(x - 3 if right else x + 3, y, decimal(values[place], digits), "value", "start" if right else "end")


def bars(
    title: str,
    aside: str,
    points: Sequence[tuple[str, Fraction]],
    description: str,
    compared: Sequence[Fraction] = (),
) -> Picture:
    """A value for each name, above or below nought; on a scale that also holds the values it is compared with."""
    values = [*(value for _, value in points), *compared] or [Fraction(0)]
    low, high = min(*values, Fraction(0)), max(*values, Fraction(0))
    if low == high:
        plane = Plane(Fraction(-1), Fraction(1))
        plane.shapes.append(Label((LEFT + WIDTH - RIGHT) / 2, plane.y(Fraction(0)) - 6, "none"))
    else:
        margin = (high - low) / 12
        plane = Plane(low - margin if low < 0 else low, high + margin if high > 0 else high)
        plane.rule()
    step = (WIDTH - LEFT - RIGHT) / max(1, len(points))
    nought = plane.y(Fraction(0))
    for place, (name, value) in enumerate(points):
        x, y = LEFT + step * place, plane.y(value)
        role: Role = "house" if value > 0 else "patron"
        if value:
            plane.shapes.append(Bar(x + step * 0.16, min(y, nought), step * 0.68, abs(y - nought), role))
        plane.shapes.append(Label(x + step / 2, HEIGHT - BOTTOM + 13, name))
    plane.floor(nought)
    return Picture(title, aside, description, WIDTH, HEIGHT, tuple(plane.shapes))
