"""The colours of the sheets, for paper and light screens, and for dark ones."""

from __future__ import annotations

from dataclasses import dataclass

from punto.report.document import Tone


@dataclass(frozen=True, slots=True)
class Colours:
    page: str
    ink: str
    quiet: str
    rule: str
    """Of hairlines."""
    panel: str
    """Behind notes and heads."""
    house: str
    patron: str
    tones: dict[Tone, tuple[str, str]]
    """Background and ink of each tone."""


LIGHT = Colours(
    page="#ffffff",
    ink="#1c2326",
    quiet="#5d686c",
    rule="#d5dbdc",
    panel="#f4f6f6",
    house="#2b6777",
    patron="#b4500f",
    tones={
        Tone.HOUSE_1: ("#eef5f6", "#1c2326"),
        Tone.HOUSE_2: ("#d8e9ec", "#1c2326"),
        Tone.HOUSE_3: ("#b9d8de", "#1c2326"),
        Tone.HOUSE_4: ("#8fbfc9", "#12191b"),
        Tone.HOUSE_5: ("#5b9aa8", "#0c1214"),
        Tone.PATRON_1: ("#fdf0dc", "#7a3406"),
        Tone.PATRON_2: ("#fbdcae", "#6b2c03"),
        Tone.PATRON_3: ("#f4b878", "#511f00"),
    },
)
DARK = Colours(
    page="#14191b",
    ink="#e4e9ea",
    quiet="#98a4a8",
    rule="#2f383b",
    panel="#1c2326",
    house="#6db4c4",
    patron="#f0a050",
    tones={
        Tone.HOUSE_1: ("#19272b", "#e4e9ea"),
        Tone.HOUSE_2: ("#1b333a", "#e4e9ea"),
        Tone.HOUSE_3: ("#1d434d", "#e4e9ea"),
        Tone.HOUSE_4: ("#205764", "#f2f6f7"),
        Tone.HOUSE_5: ("#266f80", "#ffffff"),
        Tone.PATRON_1: ("#3a2a14", "#fbd9a8"),
        Tone.PATRON_2: ("#573a12", "#fde3bd"),
        Tone.PATRON_3: ("#7d4b0c", "#fff0da"),
    },
)
