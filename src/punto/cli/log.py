"""`punto log`: a table's shift as a dealer would tell it, as an exported log, or one coup with all that proves it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from punto.audit import Wrong
from punto.audit.inspection import read_event
from punto.cli.books import known_table, opened
from punto.cli.dispute import Dispute
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.screen import Screen, print_json
from punto.cli.shift_telling import is_heading, told
from punto.kit import Refused
from punto.store import Record, log_lines


def add_to(app: typer.Typer) -> None:
    app.command("log", short_help="Tell a table's shift, or export it.")(log)


def log(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name in the books.")],
    db: Annotated[
        str, typer.Option("--db", envvar="PUNTO_DATABASE", help="A SQLite file or a postgresql:// URL.")
    ] = "punto.db",
    coup: Annotated[int | None, typer.Option("--coup", help="The dispute pack of this one coup.")] = None,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Tell a table's shift; --json exports it as a log that `punto audit` takes."""
    with opened(db) as store:
        known_table(store, table)
        if coup is not None:
            dispute = Dispute(store, table, coup, library(rulebooks).find)
            if as_json:
                print_json(dispute.as_dict())
            else:
                dispute.tell(Screen())
        elif as_json:
            head = store.head(table)
            for line in log_lines((one for one in store.records(table) if one.version <= head.version), head):
                sys.stdout.write(line + "\n")
        else:
            tell(Screen(), list(store.records(table)))


def tell(screen: Screen, records: Sequence[Record]) -> None:
    """Events on a screen, a heading for every new beginning."""
    screen.title(f"Table {records[0].table}", f"{len(records):,} events. At the right: the rulebook's paragraphs.")
    for record in records:
        try:
            event = read_event(record)
        except Wrong as error:
            raise Refused(
                code="log_is_damaged", message=f"event {record.version} {error}; `punto audit` looks closer"
            ) from None
        (first, cite), *rest = told(event)
        if is_heading(event):
            screen.head(first)
        else:
            screen.line(first, cite)
        for more, cite in rest:
            screen.line(more, cite, style="dim", indent=4)
