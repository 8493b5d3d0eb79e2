"""`punto restore`: the books of a backup, put into a database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.books import KeyFile, is_log, key_of
from punto.cli.options import AsJson
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.store import Restored, restore_books


def add_to(app: typer.Typer) -> None:
    app.command("restore")(restore)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `punto backup` wrote.")],
    books: Annotated[str, typer.Argument(metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    key: KeyFile = None,
    without_key: Annotated[
        bool, typer.Option("--without-key", help="The house's key is lost: take the seals away with it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Put a backup's books into a database: all of them or nothing.

    Refused while a house has the database open. Books that lie there already are copied first. Nobody stays signed in.
    """
    if is_log(str(file)):
        raise Refused(code="no_database", message=f"{file} is an exported log, and what `punto backup` wrote is needed")
    done = restore_books(file, books, key=key_of(books, key), without_key=without_key)
    if as_json:
        print_json(done)
    else:
        _print(Screen(), done)


def _print(screen: Screen, done: Restored) -> None:
    contents = f"{done.logs:,} log{'s' * (done.logs != 1)} with {done.events:,} events"
    screen.title("Restored", f"{contents}: every hash, posting and balance holds.")
    if done.replaced:
        screen.verdict(f"The books that were there lie in {done.replaced}")
    screen.line("Nobody is signed in. The key of the sealed shoes is in no backup: put it back beside the books.")
