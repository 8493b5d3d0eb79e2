"""`punto export`: the books as Parquet files, for work in other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.books import opened
from punto.cli.folder import check_free, write_whole
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.terminal.progress import Progress


def add_to(app: typer.Typer) -> None:
    app.command("export")(export)


def export(
    db: Annotated[str, typer.Argument(metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder, or an empty one.")],
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Write events, bets, settlements, slips and counts as Parquet; docs/report.md has the SQL for them."""
    from punto.cli.terminal.screen import Screen
    from punto.house.export import export_books
    from punto.house.settings_log import recorded_calendar
    from punto.house.takings import gaming_tables
    from punto.simulate.coup_file import arrow

    arrow()  # Refused before any work is done where pyarrow is missing.
    check_free(folder)
    rows: dict[str, int] = {}
    with opened(db) as store:
        tables, calendar, find = gaming_tables(store), recorded_calendar(store), library(rulebooks).find
        events = sum(store.head(table).version for table in tables)
        with Progress(events, as_json, "events", "reading") as progress:
            write_whole(
                folder,
                lambda part: rows.update(export_books(store, part, find, calendar, tables, progress.more)),
            )
    if as_json:
        print_json(rows)
    else:
        screen = Screen()
        for name, number in rows.items():
            screen.line(f"{folder / name}.parquet: {number:,} rows", indent=0)
