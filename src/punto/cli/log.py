"""`punto log`: a table's shift as a dealer would tell it, as an exported log, or one coup with all that proves it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from punto.audit import Wrong, audit_store
from punto.audit.record import read_event
from punto.cli.books import known_table, opened
from punto.cli.log_text import show_dispute, show_shift
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.report.dispute import CoupInLog
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
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Tell a table's shift; --json exports it as a log that `punto audit` takes."""
    with opened(db) as store:
        known_table(store, table)
        if coup is not None:
            _dispute(store, table, coup, library(rulebooks).find, as_json)
        elif as_json:
            head = store.head(table)
            for line in log_lines((record for record in store.records(table) if record.version <= head.version), head):
                sys.stdout.write(line + "\n")
        else:
            records = list(store.records(table))
            show_shift(Screen(), table, map(_event, records), len(records))


def _dispute(store: Store, table: str, coup: int, find: FindRulebook, as_json: bool) -> None:
    """The dispute pack of one coup."""
    head = store.head(table)
    _, finding = audit_store(store, find, table)
    picked = CoupInLog(((record, read_event(record)) for record in store.records(table)), table, coup)
    pack = picked.pack(find, finding, head)
    if as_json:
        print_json(pack)
    else:
        show_dispute(Screen(), picked, pack, finding, head)


def _event(record: Record) -> Event:
    try:
        return read_event(record)
    except Wrong as error:
        message = f"event {record.version} {error}; `punto audit` looks closer"
        raise Refused(code="log_is_damaged", message=message) from None
