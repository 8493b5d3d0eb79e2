"""The shift report as a manager gets it: one page for a usual floor, and what the count found named once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from pypdf import PdfReader

from oracle import DOCUMENTS
from punto.kit.business_day import BusinessCalendar
from punto.report.pdf import pdf_of
from punto.report.takings import HouseTakings, Span
from punto.report.takings.shift_document import FOLDS, NAMED, shift_document
from punto.table import events as e
from report.takings.messy import messy_shift
from rulebook.shelf import LIBRARY

CALENDAR = BusinessCalendar()
AT = datetime(2026, 11, 17, 15, tzinfo=UTC)


def test_five_tables_of_five_games_with_many_exceptions_are_one_page() -> None:
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS)
    for table, document in enumerate(DOCUMENTS, 1):
        for at, event in messy_shift(table, 40, document)[0]:
            takings.take(f"T{table}", at, event)
    takings.end()
    pages = PdfReader(BytesIO(pdf_of(shift_document(takings, "table", AT)))).pages
    text = pages[0].extract_text()
    assert "more, less grave" in text, f"more than {NAMED} exceptions"
    assert "Shift manager" in text
    assert len(pages) == 1


def counted(win: int, settled: int, day: str, shift: str) -> list[e.Event]:
    """The count of a box, and that it differs where it does."""
    event = e.WinCounted(
        drop_box=1, opener=1000, closer=1000 + win, fills=0, credits=0, drop=0, win_counted=win, win_settled=settled,
        outstanding=0, day=day, shift=shift,
    )  # fmt: skip
    if win == settled:
        return [event]
    found = e.ExceptionFound(
        what="win_differs", drop_box=1, slip=0, chips={}, amount=win - settled, people=("Kit",), day=day, shift=shift,
        message=f"{win} for {settled}",
    )  # fmt: skip
    return [event, found]


@pytest.mark.parametrize(
    ("counts", "named"),
    [([90, 95], ["95 for 100"]), ([90, 100], []), ([100, 90], ["90 for 100"]), ([90], ["90 for 100"])],
)
def test_of_a_box_that_is_counted_anew_the_last_count_stands(counts: list[int], named: list[str]) -> None:
    """And in the report of the shift that it closed, whenever the box was counted."""
    opening = messy_shift(1, 1, "easy-six")[0]
    told = {}
    for day in (17, 18):
        start = datetime(2026, 11, day, 6, tzinfo=UTC)
        takings = HouseTakings(LIBRARY.find, CALENDAR, "table", span=Span(start, start + timedelta(hours=8)))
        for at, event in opening:
            takings.take("T", at, event)
        for number, win in enumerate(counts):
            for event in counted(win, 100, "2026-11-17", "06:00"):
                takings.take("T", datetime(2026, 11, 18, 7 + number, tzinfo=UTC), event)
        takings.end()
        told[day] = [found.message for _, found in takings.exceptions]
    assert told == {17: named, 18: []}
