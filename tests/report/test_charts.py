"""Pictures stay in their frame and say what they show."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from punto.report.charts import bars, curve, ticks
from punto.report.picture import Bar, Dot, Label, Picture, Stroke, svg

values = st.fractions(-100, 100, max_denominator=10**9)


def inside(picture: Picture) -> bool:
    places: list[tuple[float, float]] = []
    for shape in picture.shapes:
        match shape:
            case Stroke(points):
                places += points
            case Bar(x, y, width, height):
                places += [(x, y), (x + width, y + height)]
            case Dot(x, y) | Label(x, y):
                places.append((x, y))
    return all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in places)


@settings(max_examples=40)
@given(st.lists(values, min_size=1, max_size=10), st.integers(0, 12))
def test_a_curve(points: list[Fraction], here: int) -> None:
    picture = curve("Tie", "和", list(enumerate(points)), here, 4, "told")
    assert inside(picture)
    assert sum(isinstance(shape, Dot) for shape in picture.shapes) == len(points)
    assert sum(isinstance(s, Label) and s.role == "value" for s in picture.shapes) == (here < len(points))


@settings(max_examples=40)
@given(st.lists(values, max_size=13))
def test_bars(points: list[Fraction]) -> None:
    picture = bars("Tie", "和", [(str(at), value) for at, value in enumerate(points)], "told")
    assert inside(picture)
    found = [shape for shape in picture.shapes if isinstance(shape, Bar)]
    assert [bar.role for bar in found] == ["house" if value > 0 else "patron" for value in points if value]


@settings(max_examples=60)
@given(values, values.filter(lambda value: value > 0))
def test_ticks_lie_within_and_are_told_exactly(low: Fraction, span: Fraction) -> None:
    marks, digits = ticks(low, low + span)
    assert 1 <= len(marks) <= 7
    assert all(low <= mark <= low + span for mark in marks)
    assert all((mark * 10**digits).denominator == 1 for mark in marks)


def test_svg_is_well_formed_whatever_it_says() -> None:
    picture = curve('<"&', "", [(1, Fraction(1))], 1, 2, '<x y="&">')
    root = ElementTree.fromstring(svg(picture, lambda role: f'class="{role}"'))
    assert root.attrib["aria-label"] == '<x y="&">'
