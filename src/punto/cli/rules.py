"""`punto rules`: the rulebooks on the shelf, listed, shown, checked, begun and compared."""

from __future__ import annotations

from datetime import UTC, datetime

import typer

from punto.cli import rules_check, rules_diff, rules_new, rules_paragraphs, rules_show
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.rules_show import SOURCES, decks, since
from punto.cli.screen import Screen, print_json
from punto.rulebook import Rulebook
from punto.view.rulebook import shelf_row


def add_to(app: typer.Typer) -> None:
    rules = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
    rules.callback()(_rules)
    rules.command("list")(list_)
    for module in (rules_show, rules_paragraphs, rules_check, rules_new, rules_diff):
        module.add_to(rules)
    app.add_typer(rules, name="rules")


def _rules(context: typer.Context) -> None:
    """The rulebooks: list, show, check, begin and compare them."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def list_(as_json: AsJson = False, rulebooks: RulebookFolders = None) -> None:
    """List every edition of every rulebook."""
    shelf = library(rulebooks)
    books = [book for id in shelf.ids for book in shelf.editions(id)]
    if as_json:
        now = datetime.now(UTC)
        in_force = [book.name for book in shelf.all_in_force()]
        print_json([shelf_row(book, now, newest=book.name in in_force) for book in books])
        return
    screen = Screen()
    for book in books:
        screen.line(f"{book.name:<32}{_facts(book)}", book.sha256[:12], "bold", indent=0)
        screen.line(f"{book.title.en}  {book.title.zh}")
        screen.line(f"In force since {since(book)}; {SOURCES[book.source]}")
        screen.gap()
    note = f"{len(books)} editions. At the right the first 12 digits of the file's SHA-256."
    screen.line(note, style="dim", indent=0)


def _facts(book: Rulebook) -> str:
    insurance = "insurance" if book.insurance else "no insurance"
    return f"{decks(book)}, {len(book.bets)} bets, {insurance}"
