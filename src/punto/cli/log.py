"""`punto log`: a table's shift in words, as an exported log, or one coup with its proof."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer

from punto.audit import Wrong, audit_store
from punto.audit.record import read_event
from punto.cli.books import known_table, opened
from punto.cli.log_text import show_dispute, show_shift, show_statement
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.sheet_files import write_sheet, writing_files
from punto.cli.terminal.screen import Screen
from punto.house.settings_log import recorded_calendar
from punto.kit import Refused
from punto.kit.business_day import BusinessCalendar
from punto.report.dispute import CoupInLog, auditors_verdict, require_patron
from punto.report.document import Document
from punto.report.statement import statement_of
from punto.report.takings.pricing import Pricings
from punto.report.takings.span import ALWAYS, Span, read_span
from punto.report.takings.table_walk import read_instant
from punto.rulebook import FindRulebook
from punto.store import Record, Store, log_lines
from punto.table import Event


def add_to(app: typer.Typer) -> None:
    app.command("log")(log)


def log(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name in the books.")],
    db: Annotated[
        str, typer.Option("--db", envvar="PUNTO_DATABASE", help="A SQLite file or a postgresql:// URL.")
    ] = "punto.db",
    coup: Annotated[int | None, typer.Option("--coup", help="The dispute pack of this one coup.")] = None,
    patron: Annotated[
        str | None, typer.Option("--patron", help="What this patron played, or their part of the coup.")
    ] = None,
    day: Annotated[str | None, typer.Option("--day", metavar="DATE", help="This business day alone.")] = None,
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="From here on, in the house's zone.")
    ] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="Up to here, without it.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the pack, or the patron's rounds, as a page.")] = None,
    pdf: Annotated[Path | None, typer.Option(help="Write the pack, or the patron's rounds, as a PDF.")] = None,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Tell a table's shift; --json exports it as a log that `punto audit` takes."""
    with opened(db) as store:
        known_table(table, store.tables())
        calendar = recorded_calendar(store)
        selection = LogSelection(table, coup, patron, _span(day, since, until, calendar), calendar)
        form = LogForm(html, pdf, as_json)
        find = library(rulebooks).find
        if coup is not None:
            _dispute(store, selection, find, form)
        elif patron is not None:
            _statement(store, selection, patron, find, form)
        else:
            _shift(store, selection, form)


@dataclass(frozen=True, slots=True)
class LogSelection:
    """Which part of a log is printed."""

    table: str
    coup: int | None
    patron: str | None
    span: Span
    calendar: BusinessCalendar


@dataclass(frozen=True, slots=True)
class LogForm:
    """The form of the output: files, JSON, or the screen."""

    html: Path | None
    pdf: Path | None
    as_json: bool

    def write(self, document: Document) -> None:
        with writing_files():
            write_sheet(document, self.html, self.pdf)

    @property
    def is_document(self) -> bool:
        return bool(self.html or self.pdf)


def _span(day: str | None, since: str | None, until: str | None, calendar: BusinessCalendar) -> Span:
    now = datetime.now(UTC)
    if day is None:
        return read_span(since, until, calendar, now)
    if since is not None or until is not None:
        raise Refused(code="day_and_span", message="--day is a whole day: leave --from and --to out, or --day")
    try:
        begins, ends = calendar.day_span(date.fromisoformat(day))
    except (ValueError, OverflowError):
        raise Refused(code="bad_time", message=f"--day {day[:40]!r} is no day; write 2026-11-18") from None
    if begins > now:
        raise Refused(code="span_in_future", message=f"--day {day} has not come yet")
    return Span(begins, ends)


def _shift(store: Store, selection: LogSelection, form: LogForm) -> None:
    """Every event, or those of the span."""
    if form.is_document:
        raise Refused(
            code="what_document", message="--html and --pdf are of one coup or one patron: add --coup or --patron"
        )
    if form.as_json:
        if selection.span != ALWAYS:
            raise Refused(code="whole_log", message="--json exports the whole log: leave --day, --from and --to out")
        head = store.head(selection.table)
        records = (record for record in store.records(selection.table) if record.version <= head.version)
        for line in log_lines(records, head):
            sys.stdout.write(line + "\n")
        return
    within = [record for record in store.records(selection.table) if _within(record, selection.span)]
    show_shift(Screen(), selection.table, map(_event, within), len(within))


def _within(record: Record, span: Span) -> bool:
    if span == ALWAYS:
        return True
    at = read_instant(record.at)
    return at is not None and at in span


def _statement(store: Store, selection: LogSelection, patron: str, find: FindRulebook, form: LogForm) -> None:
    """Every round of a patron."""
    table, span, calendar = selection.table, selection.span, selection.calendar
    statement = statement_of(_entries(store, table), table, patron, span, calendar.zone, Pricings(find))
    if not statement.rounds:
        where = f"at table {table} {span.words(calendar)}"
        raise Refused(code="no_such_patron", message=f"{patron[:60]} had no bet {where}")
    if form.is_document:
        from punto.report.dispute_document import statement_document

        form.write(statement_document(statement, datetime.now(UTC).replace(microsecond=0)))
    elif form.as_json:
        print_json(statement)
    else:
        show_statement(Screen(), statement)


def _dispute(store: Store, selection: LogSelection, find: FindRulebook, form: LogForm) -> None:
    """The dispute pack of one coup."""
    table, coup, patron = selection.table, selection.coup, selection.patron
    assert coup is not None
    head = store.head(table)
    in_log = CoupInLog(_entries(store, table), table, coup)
    began = in_log.began
    if began is not None and began not in selection.span:
        local, day = began.astimezone(selection.calendar.zone), selection.calendar.shift_at(began).day
        when = f"{local:%Y-%m-%d %H:%M}, on the business day {day}"
        message = f"coup {coup} of table {table} began {when}, which is not in that time"
        raise Refused(code="coup_at_another_time", message=message)
    _, finding = audit_store(store, find, table)
    pack = in_log.pack(find, selection.calendar.zone, finding, head)
    if patron is not None:
        require_patron(pack, patron)
    if form.is_document:
        from punto.report.dispute_document import dispute_document

        book, verdict = find(pack.rulebook, sha256=pack.sha256), auditors_verdict(finding)
        form.write(dispute_document(pack, book, verdict, datetime.now(UTC).replace(microsecond=0), patron))
    elif form.as_json:
        print_json(pack)
    else:
        show_dispute(Screen(), pack, patron)


def _entries(store: Store, table: str) -> Iterator[tuple[Record, Event]]:
    return ((record, _event(record)) for record in store.records(table))


def _event(record: Record) -> Event:
    try:
        return read_event(record)
    except Wrong as error:
        message = f"event {record.version} {error}; `punto audit` looks closer"
        raise Refused(code="log_is_damaged", message=message) from None
