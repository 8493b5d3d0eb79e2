"""`punto people`: accounts of a house, from the machine on which its books lie."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from punto.cli.books import KeyFile, opened_to_write
from punto.cli.group import add_group
from punto.cli.options import AsJson
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen


def add_to(app: typer.Typer) -> None:
    people = add_group(app, "people", "Accounts, from the machine itself: the way back in.")
    people.command("reset", short_help="Give an account a new password.")(reset)


def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose account it is.")],
    db: Annotated[str, typer.Option("--db", metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    key: KeyFile = None,
    as_json: AsJson = False,
) -> None:
    """Give an account a new password when nobody can let its person in, as when the last administrator forgot theirs.

    Its sessions, its second factor and every lock end. The house may be open or closed. Whoever signs in with the
    printed password sets one of their own before anything else; that it was done stands in the log of accounts.
    """
    # Passwords take a moment to load, and no other command needs them.
    from punto.house.people.reset import reset_person

    with opened_to_write(db, key) as store:
        person, password = reset_person(store, name, time.time())
    if as_json:
        print_json({"name": person.name, "role": person.role, "password": password, "shut_out": person.disabled})
        return
    screen = Screen()
    screen.title(f"{person.name} has a new password", person.role.replace("_", " "))
    screen.verdict(password)
    screen.line("Sign in with it and set one of your own. Every session and the second factor have ended.")
    if person.disabled:
        screen.line("This account is shut out, and stays so until an administrator lets it in again.")
