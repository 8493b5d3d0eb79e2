"""A picture as a value: lines, bars, dots and labels on a plane; a renderer gives each role its colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias

Role = Literal[
    "axis",
    "grid",
    "curve",
    "dot",
    "here",
    "house",
    "patron",
    "label",
    "value",
    "band1",
    "band2",
    "band3",
    "card",
    "red",
    "black",
]
"""What a shape stands for; its colour follows from that."""


@dataclass(frozen=True, slots=True)
class Stroke:
    points: tuple[tuple[float, float], ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    role: Role


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    radius: float
    role: Role


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    text: str
    role: Role = "label"
    anchor: Literal["start", "middle", "end"] = "middle"


Shape: TypeAlias = Stroke | Bar | Dot | Label


@dataclass(frozen=True, slots=True)
class Picture:
    title: str
    aside: str
    """The title's second half, quieter."""
    description: str
    """The picture in words, for screen readers."""
    width: float
    height: float
    shapes: tuple[Shape, ...]


Paint: TypeAlias = Callable[[Role], str]
"""The attributes of a shape of this role."""


def svg(picture: Picture, paint: Paint) -> str:
    """The picture as SVG."""
    size, label = f"{_n(picture.width)} {_n(picture.height)}", escape(picture.description)
    body = "".join(_shape(shape, paint) for shape in picture.shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-label="{label}">{body}</svg>'


def _shape(shape: Shape, paint: Paint) -> str:
    match shape:
        case Stroke(points, role):
            path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            return f'<polyline points="{path}" {paint(role)}/>'
        case Bar(x, y, width, height, role):
            place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            return f"<rect {place} {paint(role)}/>"
        case Dot(x, y, radius, role):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {paint(role)}/>'
        case Label(x, y, text, role, anchor):
            place = f'x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}"'
            return f"<text {place} {paint(role)}>{escape(text)}</text>"


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
