"""The report as lines of a spreadsheet or of CSV."""

from __future__ import annotations

import csv
from datetime import datetime
from fractions import Fraction
from io import StringIO
from typing import Final

from msgspec.structs import asdict, astuple

from punto.report.takings.figures import TakingsReport, TakingsRow
from punto.report.takings.takings_words import span_words
from punto.report.xlsx import Value, Worksheet, xlsx_of

HEADS: Final = TakingsRow.__struct_fields__


def takings_csv(report: TakingsReport) -> str:
    """A line for each row and the total last; the heads are the fields of the JSON, the first the grouping."""
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow([report.by, *HEADS[1:]])
    for row in (*report.rows, report.total):
        out.writerow(["" if value is None else value for value in astuple(row)])
    return text.getvalue()


def takings_xlsx(report: TakingsReport, dated: datetime) -> bytes:
    """The report as a workbook: exact fractions as numbers, and unrounded on a sheet of their own."""
    rows = (*report.rows, report.total)
    above = (f"Takings by {report.by}", span_words(report))
    figures = Worksheet(f"by {report.by}", [report.by, *_WORDS.values()], [_cells(row) for row in rows], above, sums=1)
    fractions = [(row.key, *(getattr(row, field) for field in _EXACT)) for row in rows]
    exact = Worksheet("exactly", [report.by, *(_WORDS[field] for field in _EXACT)], fractions, above, sums=1)
    return xlsx_of([figures, exact], dated)


def _cells(row: TakingsRow) -> list[Value]:
    fields: dict[str, Value] = asdict(row)
    return list((fields | {field: float(Fraction(str(fields[field]))) for field in _EXACT}).values())


_EXACT: Final = ("theo", "rounding")
_WORDS: Final = {
    "rounds": "rounds",
    "rounds_per_hour": "rounds an hour",
    "handle": "handle",
    "payback": "payback",
    "win": "win",
    "win_pct": "win %",
    "win_counted": "counted win",
    "drop": "drop",
    "hold_pct": "hold %",
    "theo": "theoretical",
    "theo_trade": "by trade",
    "theo_moment": "by moment",
    "sd": "deviation",
    "z": "z",
    "commission": "commission",
    "rounding": "rounding",
    "voids": "voids",
    "reversals": "taken back",
}
"""The head of each column of the workbook, by its field."""
