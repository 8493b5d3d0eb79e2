"""The shift report as a manager gets it: one page for a usual floor, and what the count found named once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from oracle import DOCUMENTS
from punto.kit.business_day import BusinessCalendar
from punto.report.html import html_of
from punto.report.pdf import pdf_of
from punto.report.takings import HouseTakings, Span
from punto.report.takings.exceptions import exceptions_of
from punto.report.takings.shift_document import FOLDS, MOST_EXCEPTIONS, shift_document
from punto.table import events as e
from report.takings.messy import messy_shift
from rulebook.shelf import LIBRARY
from table.shift import shift

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
    assert "more, less grave" in text, f"more than {MOST_EXCEPTIONS} exceptions"
    assert "Shift manager" in text
    assert len(pages) == 1


def test_void_rounds_are_named_for_their_table_and_not_for_each_patron() -> None:
    """Every patron of a void round would be named for it, and push out what there is besides."""
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS)
    for at, event in messy_shift(1, 40, DOCUMENTS[0])[0]:
        takings.take("T1", at, event)
    takings.end()
    patrons = takings.report("patron").rows
    assert sum(row.voids for row in patrons) > 1
    about = {exception.where for exception in exceptions_of(takings.report("table").rows, patrons)}
    unlikely = {f"patron {row.key}" for row in patrons if abs(row.z or 0) >= 2 or row.theo_moment < 0}
    assert "table T1" in about
    assert about - {"table T1"} <= unlikely


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


def boxed(*last: e.Event) -> HouseTakings:
    """A table whose box was taken away on the 17th, and what came of it on the 18th."""
    start = datetime(2026, 11, 17, 6, tzinfo=UTC)
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS, span=Span(start, start + timedelta(hours=8)))
    for at, event in messy_shift(1, 1, "easy-six")[0]:
        takings.take("T", at, event)
    dropped = e.BoxDropped(drop_box=3, dropped_by="Security 1", day="2026-11-17", shift="06:00")
    takings.take("T", datetime(2026, 11, 17, 13, tzinfo=UTC), dropped)
    for event in last:
        takings.take("T", datetime(2026, 11, 18, 9, tzinfo=UTC), event)
    takings.end()
    return takings


def box_count(person: str, *, agreed: bool = False) -> e.BoxCounted:
    return e.BoxCounted(
        drop_box=3, currency=500, chips={}, chips_total=0, markers=0, drop=500, slips=None, counted_by=person,
        agreed=agreed, day="2026-11-18", shift="06:00",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("last", "says"),
    [
        ((), "drop box 3, taken away by Security 1, has not been counted"),
        (
            (box_count("Count 1"), box_count("Count 1")),
            "taken away by Security 1, was counted by Count 1 alone",
        ),
        ((box_count("Count 1"), box_count("Count 2")), "counted by Count 1 and Count 2, and no two agreed"),
        ((box_count("Count 1"), box_count("Count 2", agreed=True)), ""),
    ],
)
def test_a_box_that_two_people_have_not_counted_alike_is_an_exception(last: tuple[e.Event, ...], says: str) -> None:
    """Else the box itself could be taken: without a count there is no win that could differ."""
    takings = boxed(*last)
    page = html_of(shift_document(takings, "table", AT))
    assert len(takings.unanswered) == bool(says)
    assert says in page
    assert ("drop box 3" in page) == bool(says)


@pytest.mark.parametrize(("was", "named"), [("requested", False), ("issued", True)])
def test_a_slip_made_void_after_its_chips_were_given_out_is_an_exception(was: str, named: bool) -> None:
    start = datetime(2026, 11, 17, 6, tzinfo=UTC)
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS, span=Span(start, start + timedelta(hours=8)))
    void = e.SlipVoided(
        slip=12, year=2026, chips={"100": 10}, total=1_000, drop_box=1, day="2026-11-17", shift="06:00",
        at="", was=was, voided_by="Cage 2", reason="not needed",  # type: ignore[arg-type]
    )  # fmt: skip
    takings.take("T", start, void)
    says = [one.says for one in takings.unanswered]
    assert says == (
        ["slip 12, 1,000, was made void by Cage 2 after its chips were given out: not needed"] if named else []
    )


def test_a_count_that_differs_names_its_people_and_shift() -> None:
    opening = messy_shift(1, 1, "easy-six")[0]
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS)
    for at, event in [*opening, *((AT, event) for event in counted(90, 100, "2026-11-17", "06:00"))]:
        takings.take("T", at, event)
    takings.end()
    assert "90 for 100 (2026-11-17 06:00; Kit)" in html_of(shift_document(takings, "table", AT))


def test_what_was_named_is_reported_also_where_nobody_played() -> None:
    """A rack may be counted, and a chip be missing in it, in a shift without a round."""
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS)
    takings.take("T", AT, counted(90, 100, "2026-11-17", "06:00")[1])
    takings.end()
    document = shift_document(takings, "table", AT)
    assert "90 for 100" in html_of(document)
    assert len(PdfReader(BytesIO(pdf_of(document))).pages) == 1


def test_a_table_with_real_chips_that_nobody_counted_is_the_least_of_the_exceptions() -> None:
    chips, wallets = (shift("punto-banco", wallets=one) for one in (False, True))
    wallets.do("buy_in", patron="seat 1", amount=500)
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS)
    for name, table in (("chips", chips), ("wallets", wallets)):
        table.bets("seat 1 banker 100").close().cards("9h 3c 9d 3s")
        for event in table.log:
            takings.take(name, AT, event)
    takings.end()
    page = html_of(shift_document(takings, "table", AT))
    assert page.count("1 round with real chips, and no win by a count") == 1


def test_of_what_the_count_found_nothing_is_left_out() -> None:
    """Else one difference could be hidden behind larger ones."""
    takings = HouseTakings(LIBRARY.find, CALENDAR, *FOLDS)
    for at, event in messy_shift(1, 40, "easy-six")[0]:
        takings.take("T", at, event)
    for box in range(1, 2 * MOST_EXCEPTIONS):
        for event in counted(100 - box, 100, "2026-11-17", "06:00"):
            takings.take("T", AT, replace(event, drop_box=box))
    takings.end()
    page = html_of(shift_document(takings, "table", AT))
    assert [f"{100 - box} for 100" in page for box in range(1, 2 * MOST_EXCEPTIONS)] == [True] * (
        2 * MOST_EXCEPTIONS - 1
    )
