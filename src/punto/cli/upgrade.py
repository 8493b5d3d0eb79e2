"""`punto upgrade`: books of an older version brought forward, with a copy of them as they were."""

from __future__ import annotations

from typing import Annotated

import typer

from punto.cli.books import is_log
from punto.cli.options import AsJson
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.store import Upgraded, upgrade_books


def add_to(app: typer.Typer) -> None:
    app.command("upgrade")(upgrade)


def upgrade(
    books: Annotated[str, typer.Argument(metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    as_json: AsJson = False,
) -> None:
    """Bring the books of an older version forward.

    A copy is made first. The upgrade is one transaction, which counts only if every chain and balance holds after it.
    """
    if is_log(books):
        raise Refused(code="no_database", message=f"{books} is an exported log: it is read in its old form as it is")
    done = upgrade_books(books)
    if as_json:
        print_json(done)
    else:
        _print(Screen(), done)


def _print(screen: Screen, done: Upgraded) -> None:
    held = f"{done.logs:,} logs with {done.events:,} events"
    if not done.copy:
        screen.title("Nothing to do", f"The books have schema {done.after} already: {held}.")
        return
    screen.title(f"Upgraded from schema {done.before} to {done.after}")
    screen.verdict(f"As they were, the books lie in {done.copy}")
    screen.line(f"{held}: every hash, posting and balance holds.")
    screen.line("`punto audit` goes through every payment.")
