"""The shift report: one page that a manager signs, exceptions first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from punto.report.document import (
    Block,
    Document,
    Facts,
    Gallery,
    Items,
    Note,
    SheetCell,
    SheetColumn,
    SheetSection,
    SheetTable,
    Text,
    row,
)
from punto.report.figures import counted
from punto.report.picture import Picture
from punto.report.takings.exceptions import (
    ABOUT_MONEY,
    TakingsException,
    counted_exceptions,
    exceptions_of,
    unanswered_exceptions,
    uncounted_exceptions,
)
from punto.report.takings.figures import TakingsReport, TakingsRow
from punto.report.takings.keys import By
from punto.report.takings.takings import HouseTakings
from punto.report.takings.takings_words import (
    HOW_COUNTED,
    about,
    deviations,
    money,
    pace,
    rounding,
    share,
    span_words,
    whole,
)
from punto.report.takings.win_charts import course, lanes

FOLDS: Final[tuple[By, ...]] = ("table", "game", "hour", "day", "month", "patron")
"""What the takings must be folded by for this sheet."""
MOST: Final = 14
"""Lanes that still fit beside the rest on a page."""
LONGEST_COURSE: Final = 60

FEW: Final = 14
"""Lines of tables, games and exceptions up to which the larger type leaves room for the rest of the page."""
NAMED: Final = 6
"""Exceptions that are told on the page; all that are about money which is there or not, however many."""

SheetSize = Literal["small", "tiny"]

_HEADS: Final = (
    *("rounds", "handle", "win", "win %", "theoretical", "by moment", "by trade", "±", "z"),
    *("drop", "counted win", "hold %"),
)
_COLUMNS: Final = tuple(SheetColumn(head, "digits") for head in _HEADS)


def shift_document(takings: HouseTakings, by: By, dated: datetime) -> Document:
    """The sheet over the takings' span; rows by what was asked for stand after the tables and games."""
    reports = {one: takings.report(one) for one in takings.folds}
    tables, games = reports["table"], reports["game"]
    total, exceptions = tables.total, _exceptions(takings, reports)
    lines = len(tables.rows) + len(games.rows) + min(len(exceptions), NAMED)
    size: SheetSize = "small" if lines <= FEW else "tiny"
    sections = [
        SheetSection("Exceptions", (_told(exceptions),)),
        SheetSection(
            "Table by table",
            (_table(tables, size), Gallery((lanes("Win against theoretical", _lanes(tables)),), across=1)),
        ),
        SheetSection("Game by game", (_table(games, size),)),
    ]
    if by not in ("table", "game"):
        sections.append(SheetSection(f"By {by}", (_table(reports[by], "tiny"),)))
    # Without a heading of its own the signature stays on the page.
    sections.append(SheetSection("How it went", (Gallery((_course(reports),), across=1), *_signed())))
    return Document(
        kind="Shift report",
        title=f"Win {money(total.win)}, theoretical {whole(total.theo)}",
        other_title=f"{deviations(total.z)} standard deviations",
        facts=Facts((("Time", span_words(tables)), ("Tables", _names(tables.rows)), ("Besides", _besides(total)))),
        sections=tuple(sections),
        stamp=f"Shift report, {span_words(tables)}",
        dated=dated,
        seal="",
    )


def _names(rows: Sequence[TakingsRow]) -> str:
    return ", ".join(row.key for row in rows) if len(rows) <= 12 else f"{len(rows)} tables"


def _besides(total: TakingsRow) -> str:
    """What is told of all tables together only; the spreadsheet has it of each."""
    said = [f"{pace(total.rounds_per_hour)} rounds an hour", f"commission {money(total.commission)}"]
    said += [f"rounding gained {rounding(total.rounding)}", counted(total.voids, "void round")]
    return ", ".join([*said, f"{counted(total.reversals, 'payment')} taken back"])


def _lanes(report: TakingsReport) -> list[TakingsRow]:
    """The tables farthest from their theoretical where there are many, and all of them together."""
    rows = sorted(report.rows, key=lambda one: -abs(one.z or 0.0))[:MOST]
    kept = [one for one in report.rows if one in rows]
    return [*kept, report.total] if len(report.rows) > 1 else kept


def _course(reports: dict[By, TakingsReport]) -> Picture:
    by: By = next((one for one in ("hour", "day") if len(reports[one].rows) <= LONGEST_COURSE), "month")
    rows = reports[by].rows[-LONGEST_COURSE:]
    names = [one.key[11:16] if by == "hour" else one.key for one in rows]
    return course(f"Win by {by}", rows, ["", *names])


def _exceptions(takings: HouseTakings, reports: dict[By, TakingsReport]) -> list[TakingsException]:
    found = counted_exceptions(takings.exceptions) + unanswered_exceptions(takings.unanswered)
    found += uncounted_exceptions(reports["table"].rows)
    for by in ("table", "patron"):
        found += exceptions_of(reports[by].rows, by)
    return sorted(found, key=lambda one: -one.weight)


def _told(found: Sequence[TakingsException]) -> Block:
    if not found:
        return Note(
            "None: nothing differs by the count, no table or patron lies two deviations or more from the theoretical, "
            "and no round was void."
        )
    told = max(NAMED, sum(one.weight >= ABOUT_MONEY for one in found))
    shown = [(one.where[:1].upper() + one.where[1:], one.says) for one in found[:told]]
    more = [("", f"and {len(found) - told} more, less grave")] if len(found) > told else []
    return Items(tuple(shown + more))


def _table(report: TakingsReport, size: SheetSize) -> SheetTable:
    rows = [*report.rows, *([report.total] if len(report.rows) > 1 else [])]
    return SheetTable((SheetColumn(report.by), *_COLUMNS), tuple(map(_line, rows)), size=size)


def _line(one: TakingsRow) -> tuple[SheetCell | str, ...]:
    far = one.z is not None and abs(one.z) >= 2
    return row(
        one.key,
        money(one.rounds),
        money(one.handle),
        money(one.win),
        share(one.win_pct),
        whole(one.theo),
        about(one.theo_moment),
        about(one.theo_trade),
        about(one.sd),
        SheetCell(deviations(one.z), marked=far),
        money(one.drop),
        money(one.win_counted),
        share(one.hold_pct),
    )


def _signed() -> tuple[Block, ...]:
    how = (
        "Theoretical: each stake × the exact edge of its bet; by moment: from the cards left when it was placed; by "
        "trade: average bet × hours × rounds an hour × one edge; ±: one deviation; z: win less theoretical in these. "
        + HOW_COUNTED
    )
    line = "_" * 48
    return (Text(how, small=True), Facts((("Shift manager, date and time", line),)))
