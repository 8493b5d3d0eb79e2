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
"""The groupings that the sheet needs."""
MOST: Final = 14
"""Lanes that fit on the page with everything else."""
LONGEST_COURSE: Final = 60

FEW: Final = 14
"""Lines of tables, games and exceptions up to which the larger type fits on the page."""
MOST_EXCEPTIONS: Final = 6
"""Exceptions on the page, except that all those about money are printed, however many."""

SheetSize = Literal["small", "tiny"]

_HEADS: Final = (
    *("rounds", "handle", "win", "win %", "theoretical", "by moment", "by trade", "±", "z"),
    *("drop", "counted win", "hold %"),
)
_COLUMNS: Final = tuple(SheetColumn(head, "digits") for head in _HEADS)


def shift_document(takings: HouseTakings, by: By, dated: datetime) -> Document:
    """The sheet over the takings' span; rows by `by` stand after the tables and games."""
    reports = {grouping: takings.report(grouping) for grouping in takings.folds}
    tables, games = reports["table"], reports["game"]
    total, exceptions = tables.total, _exceptions(takings, reports)
    lines = len(tables.rows) + len(games.rows) + min(len(exceptions), MOST_EXCEPTIONS)
    size: SheetSize = "small" if lines <= FEW else "tiny"
    sections = [
        SheetSection("Exceptions", (_exception_list(exceptions),)),
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
    """Figures that the sheet has for all tables together; the spreadsheet has them for each."""
    parts = [f"{pace(total.rounds_per_hour)} rounds an hour", f"commission {money(total.commission)}"]
    parts += [f"rounding gained {rounding(total.rounding)}", counted(total.voids, "void round")]
    return ", ".join([*parts, f"{counted(total.reversals, 'payment')} taken back"])


def _lanes(report: TakingsReport) -> list[TakingsRow]:
    """The tables farthest from their theoretical where there are many, and all of them together."""
    rows = sorted(report.rows, key=lambda figures: -abs(figures.z or 0.0))[:MOST]
    in_order = [figures for figures in report.rows if figures in rows]
    return [*in_order, report.total] if len(report.rows) > 1 else in_order


def _course(reports: dict[By, TakingsReport]) -> Picture:
    by: By = next((grouping for grouping in ("hour", "day") if len(reports[grouping].rows) <= LONGEST_COURSE), "month")
    rows = reports[by].rows[-LONGEST_COURSE:]
    names = [figures.key[11:16] if by == "hour" else figures.key for figures in rows]
    return course(f"Win by {by}", rows, ["", *names])


def _exceptions(takings: HouseTakings, reports: dict[By, TakingsReport]) -> list[TakingsException]:
    exceptions = counted_exceptions(takings.exceptions) + unanswered_exceptions(takings.unanswered)
    exceptions += uncounted_exceptions(reports["table"].rows)
    exceptions += exceptions_of(reports["table"].rows, reports["patron"].rows)
    return sorted(exceptions, key=lambda exception: -exception.weight)


def _exception_list(exceptions: Sequence[TakingsException]) -> Block:
    if not exceptions:
        return Note(
            "None: nothing differs by the count, no table or patron lies two deviations or more from the theoretical, "
            "and no round was void."
        )
    most = max(MOST_EXCEPTIONS, sum(exception.weight >= ABOUT_MONEY for exception in exceptions))
    items = [(exception.where[:1].upper() + exception.where[1:], exception.says) for exception in exceptions[:most]]
    more = [("", f"and {len(exceptions) - most} more, less grave")] if len(exceptions) > most else []
    return Items(tuple(items + more))


def _table(report: TakingsReport, size: SheetSize) -> SheetTable:
    rows = [*report.rows, *([report.total] if len(report.rows) > 1 else [])]
    return SheetTable((SheetColumn(report.by), *_COLUMNS), tuple(map(_line, rows)), size=size)


def _line(figures: TakingsRow) -> tuple[SheetCell | str, ...]:
    far = figures.z is not None and abs(figures.z) >= 2
    return row(
        figures.key,
        money(figures.rounds),
        money(figures.handle),
        money(figures.win),
        share(figures.win_pct),
        whole(figures.theo),
        about(figures.theo_moment),
        about(figures.theo_trade),
        about(figures.sd),
        SheetCell(deviations(figures.z), marked=far),
        money(figures.drop),
        money(figures.win_counted),
        share(figures.hold_pct),
    )


def _signed() -> tuple[Block, ...]:
    how = (
        "Theoretical: each stake × the exact edge of its bet; by moment: from the cards left when it was placed; by "
        "trade: average bet × hours × rounds an hour × one edge; ±: one deviation; z: win less theoretical in these. "
        + HOW_COUNTED
    )
    line = "_" * 48
    return (Text(how, small=True), Facts((("Shift manager, date and time", line),)))
