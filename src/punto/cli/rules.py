"""`punto rules`: the rulebooks on the shelf, listed, shown, checked, begun and compared."""

from __future__ import annotations

import typer

from punto.cli import rules_check, rules_diff, rules_new, rules_paragraphs, rules_show
from punto.cli.group import add_group
from punto.cli.options import AsJson, AsOfText, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.report.rule_words import SOURCES, decks, since
from punto.rulebook import Rulebook
from punto.view.rulebook import shelf_row


def add_to(app: typer.Typer) -> None:
    rules = add_group(app, "rules", "The rulebooks: list, show, check, begin and compare them.")
    rules.command("list")(list_)
    for module in (rules_show, rules_paragraphs, rules_check, rules_new, rules_diff):
        module.add_to(rules)


def list_(as_json: AsJson = False, as_of: AsOfText = None, rulebooks: RulebookFolders = None) -> None:
    """List every edition of every rulebook."""
    shelf = library(rulebooks, as_of)
    books = [book for id in shelf.ids for book in shelf.editions(id)]
    if as_json:
        in_force = [book.name for book in shelf.all_in_force()]
        print_json([shelf_row(book, in_force=book.name in in_force) for book in books])
        return
    screen = Screen()
    for book in books:
        heading = f"{book.name:<32}{_facts(book)}"
        narrow = len(heading) + 14 > screen.width
        screen.line(book.name if narrow else heading, book.sha256[:12], "bold", indent=0)
        if narrow:
            screen.line(_facts(book))
        screen.line(f"{book.title.en}  {book.title.zh}")
        screen.line(f"In force since {since(book)}; {SOURCES[book.source]}")
        screen.gap()
    note = f"{len(books)} editions. At the right the first 12 digits of the file's SHA-256."
    screen.line(note, style="dim", indent=0)


def _facts(book: Rulebook) -> str:
    insurance = "insurance" if book.insurance else "no insurance"
    return f"{decks(book)}, {len(book.bets)} bets, {insurance}"
