"""`punto upgrade`: books of an older version brought forward, with a copy of them as they were."""

from __future__ import annotations

from typing import Annotated

import typer

from punto.cli.books import KeyFile, is_log, key_of
from punto.cli.options import AsJson
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.store import Upgraded, upgrade_books


def add_to(app: typer.Typer) -> None:
    app.command("upgrade")(upgrade)


def upgrade(
    books: Annotated[str, typer.Argument(metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    key: KeyFile = None,
    reseal: Annotated[
        str,
        typer.Option(
            "--reseal", metavar="WHY", help="Seal all rows as they stand, though an audit finds them changed."
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Bring the books of an older version forward, and seal their rows with the house's key.

    A copy is made first. The upgrade is one transaction, which counts only if every chain and balance holds after it.
    """
    if is_log(books):
        raise Refused(code="no_database", message=f"{books} is an exported log: it is read in its old form as it is")
    house_key = key_of(books, key)
    if reseal and house_key is None:
        raise Refused(code="key_is_needed", message="the house's key is not here, and nothing is sealed without it")
    done = upgrade_books(books, key=house_key, reseal=reseal)
    if as_json:
        print_json(done)
    else:
        _print(Screen(), done)


def _print(screen: Screen, done: Upgraded) -> None:
    contents = f"{done.logs:,} log{'s' * (done.logs != 1)} with {done.events:,} events"
    if not done.copy:
        screen.title("Nothing to do", f"The books have schema {done.after} already: {contents}.")
        if not done.is_sealed:
            screen.line(_UNSEALED)
        return
    same = done.before == done.after
    screen.title("Sealed" if same else f"Upgraded from schema {done.before} to {done.after}")
    screen.verdict(f"As they were, the books lie in {done.copy}")
    screen.line(f"{contents}: every hash, posting and balance holds.")
    if done.sealed is None:
        screen.line(_UNSEALED)
    else:
        screen.line(f"{sum(done.sealed.values()):,} rows beside the logs are sealed as they stand.")
    screen.line("`punto audit` goes through every payment.")


_UNSEALED = (
    "The house's key is not here, so rows beside the logs are not sealed, and no house opens on them yet: "
    "`punto upgrade DB --key FILE`, or PUNTO_SHOE_KEY."
)
