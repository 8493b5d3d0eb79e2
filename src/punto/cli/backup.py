"""`punto backup`: the books at one moment, in a file of their own, while the house runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.books import KeyFile, key_of, opened
from punto.cli.options import AsJson
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.store import Backup, back_up


def add_to(app: typer.Typer) -> None:
    app.command("backup")(backup)


def backup(
    books: Annotated[str, typer.Argument(metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup goes; nothing may lie there yet.")],
    key: KeyFile = None,
    as_json: AsJson = False,
) -> None:
    """Copy the books into a file while the house runs, and check every chain and balance of the copy.

    The key of the sealed shoes is not in it: keep that apart.
    """
    with opened(books):
        pass  # Refused where there are no books; nothing is made there.
    done = back_up(books, file, key=key_of(books, key))
    if as_json:
        print_json(done)
    else:
        _print(Screen(), done)


def _print(screen: Screen, done: Backup) -> None:
    screen.title("Backed up", f"The books as they were at {done.at}.")
    screen.verdict(f"They lie in {done.file}, {done.octets:,} bytes, readable by you alone")
    screen.line(
        f"{done.logs:,} log{'s' * (done.logs != 1)} with {done.events:,} events: every hash, posting and balance holds."
    )
    if done.note:
        screen.line(f"The house could not note that it was backed up: {done.note}")
