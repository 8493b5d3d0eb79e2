"""Ratings as lines of CSV or of a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from io import StringIO
from typing import Final

from msgspec.structs import asdict, astuple

from punto.report.takings.ratings import Rating
from punto.report.xlsx import Value, Worksheet, xlsx_of

_WORDS: Final = {
    "patron": "patron",
    "table": "table",
    "since": "from",
    "until": "to",
    "minutes": "minutes",
    "rounds": "rounds",
    "average_bet": "average bet",
    "handle": "handle",
    "theo": "theoretical",
    "theo_moment": "by moment",
    "win": "win",
    "z": "z",
}
"""The head of each column of the workbook, by its field."""


def ratings_csv(ratings: Sequence[Rating]) -> str:
    """A line for each visit; the heads are the fields of the JSON."""
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(Rating.__struct_fields__)
    for rating in ratings:
        out.writerow(["" if value is None else value for value in astuple(rating)])
    return text.getvalue()


def ratings_xlsx(ratings: Sequence[Rating], zone: str, dated: datetime) -> bytes:
    """Ratings as a workbook, with the theoretical as a number."""
    heads = [_WORDS[field] for field in Rating.__struct_fields__]
    return xlsx_of(
        [Worksheet("ratings", heads, [_cells(rating) for rating in ratings], ("Ratings", f"Times: {zone}"))], dated
    )


def _cells(rating: Rating) -> list[Value]:
    fields: dict[str, Value] = asdict(rating)
    return list((fields | {"theo": float(Fraction(rating.theo))}).values())
