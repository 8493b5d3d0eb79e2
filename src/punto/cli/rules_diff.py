"""`punto rules diff`: two editions or documents, rule by rule."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

from punto.cli.options import AsJson, AsOfText, RulebookFolders, library, refuse_file, rulebook_ids
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.report.rule_changes import Change, changes, changes_data, rules_of
from punto.report.rule_words import words
from punto.rulebook import Rulebook


def add_to(rules: typer.Typer) -> None:
    rules.command("diff", short_help="Compare two editions or documents, rule by rule.")(diff)


def diff(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A rulebook; @EDITION may follow.", autocompletion=rulebook_ids, callback=refuse_file
        ),
    ],
    b: Annotated[
        str,
        typer.Argument(
            metavar="B", help="The one to compare it with.", autocompletion=rulebook_ids, callback=refuse_file
        ),
    ],
    as_json: AsJson = False,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Compare two editions or documents: decks, tableau, each bet, each insurance cell, irregularities.

    Paragraph numbers are not compared: two documents never share them.
    """
    shelf = library(rulebooks, as_of)
    before, after = shelf.find(a), shelf.find(b)
    differing = changes(before, after)
    if as_json:
        print_json(changes_data(before, after, differing))
        return
    screen = Screen()
    screen.title(f"{before.name} → {after.name}", f"{before.title.en} → {after.title.en}")
    if not differing:
        screen.line("The two have the same rules.", indent=0)
    for _, group in groupby(differing, key=lambda change: change.rule[:2]):
        _print(screen, list(group), before, after)


_ABSENT = {"bet": "no row of its own", "commission": "none", "insurance": "not offered"}
"""What is printed for the book that lacks a line of a rule both books have."""


def _print(screen: Screen, group: list[Change], before: Rulebook, after: Rulebook) -> None:
    """One bet, one grid, one clause: whole where only one book has it, else line by line."""
    part, id, _ = group[0].rule
    holders = [book.name for book in (before, after) if any(rule[:2] == (part, id) for rule, _ in rules_of(book))]
    alone = f": only in {holders[0]}" if len(holders) == 1 else ""
    heading = words(f"{part} {id}".strip())
    screen.head(f"{heading[:1].upper()}{heading[1:]}{alone}")
    for place, was, becomes in ((change.rule.place, change.before, change.after) for change in group):
        text = was or becomes if alone else f"{was or _ABSENT[part]} → {becomes or _ABSENT[part]}"
        screen.line(f"{place}: {text}", style="red" if becomes is None else "green" if was is None else "yellow")
