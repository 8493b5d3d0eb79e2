"""`punto report`: what the tables won against what they should have won, by any of ten things."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, get_args

import typer

from punto.cli.books import known_table, opened
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.sheet_files import write_sheet, writing_files
from punto.cli.terminal.progress import Progress
from punto.kit import Refused
from punto.report.takings import By, HouseTakings
from punto.report.takings.span import read_span
from punto.rulebook import known_ones


def add_to(app: typer.Typer) -> None:
    app.command("report")(report)


def report(
    db: Annotated[str, typer.Argument(metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    table: Annotated[str | None, typer.Option("--table", help="This table alone.")] = None,
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="A business day or a time, in the house's zone.")
    ] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="Up to here, without it.")] = None,
    by: Annotated[str, typer.Option("--by", help=f"One of {', '.join(get_args(By))}.")] = "table",
    as_json: AsJson = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV, a line for each row.")] = False,
    xlsx: Annotated[Path | None, typer.Option(help="Write a spreadsheet.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the shift report as a page.")] = None,
    pdf: Annotated[Path | None, typer.Option(help="Write the shift report as a PDF.")] = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Print what was won, what should have been won, and how far apart the two may lie."""
    from punto.house.settings_log import recorded_calendar
    from punto.house.takings import gaming_tables, take_books

    form = ReportForm(_read_by(by), as_json, csv, xlsx, html, pdf)
    with opened(db) as store:
        calendar = recorded_calendar(store)
        span = read_span(since, until, calendar, datetime.now(UTC).replace(microsecond=0))
        all_tables = gaming_tables(store)
        tables = all_tables if table is None else [known_table(table, all_tables)]
        takings = HouseTakings(library(rulebooks).find, calendar, *form.rows, span=span)
        events = sum(store.head(name).version for name in tables)
        with Progress(events, as_json or csv, "events", "reading") as progress:
            take_books(
                store,
                takings,
                tables,
                progress.more,
                lambda units: progress.more(units) if units else progress.turn_to("verifying"),
            )
    if not (takings.rounds or takings.exceptions or takings.unanswered):
        where = f"at table {table}" if table else "at any table"
        raise Refused(code="nothing_played", message=f"no round was over {where} {span.words(calendar)}")
    form.give(takings)


def _read_by(by: str) -> By:
    for grouping in get_args(By):
        if by == grouping:
            chosen: By = grouping
            return chosen
    raise Refused(
        code="bad_by", message=f"--by {by[:40]!r} is no way to group the rows; {known_ones(by, get_args(By))}"
    )


@dataclass(frozen=True, slots=True)
class ReportForm:
    """The form of the output, as the options say."""

    by: By
    as_json: bool
    csv: bool
    xlsx: Path | None
    html: Path | None
    pdf: Path | None

    def __post_init__(self) -> None:
        if self.as_json and self.csv:
            raise Refused(code="json_and_csv", message="--json and --csv are two answers: choose one")

    @property
    def rows(self) -> tuple[By, ...]:
        """The groupings that the takings are folded by."""
        if not (self.html or self.pdf):
            return (self.by,)
        from punto.report.takings.shift_document import FOLDS

        return tuple(dict.fromkeys((self.by, *FOLDS)))

    def give(self, takings: HouseTakings) -> None:
        """Write the files that are named; print the report as JSON or CSV, or on the screen if no file is named."""
        report = takings.report(self.by)
        self._write(takings)
        if self.as_json:
            print_json(report)
        elif self.csv:
            from punto.report.takings.takings_lines import takings_csv

            sys.stdout.write(takings_csv(report))
        elif not (self.xlsx or self.html or self.pdf):
            from punto.cli.report_text import show_takings
            from punto.cli.terminal.screen import Screen

            show_takings(Screen(), report)

    def _write(self, takings: HouseTakings) -> None:
        with writing_files():
            if self.xlsx:
                from punto.report.takings.takings_lines import takings_xlsx

                self.xlsx.write_bytes(takings_xlsx(takings.report(self.by), datetime.now(UTC)))
            if self.html or self.pdf:
                from punto.report.takings.shift_document import shift_document

                document = shift_document(takings, self.by, datetime.now(UTC).replace(microsecond=0))
                write_sheet(document, self.html, self.pdf)
