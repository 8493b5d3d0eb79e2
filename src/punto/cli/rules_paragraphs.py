"""`punto rules paragraphs`: every paragraph of a document and what became of it."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from punto.cli.options import AsJson, AsOfText, RulebookFolders, RulebookId, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.report.paragraphs import ParagraphAccount, paragraph_accounts


def add_to(rules: typer.Typer) -> None:
    rules.command("paragraphs", short_help="Account for every paragraph of a document.")(paragraphs)


def paragraphs(
    rulebook: RulebookId,
    as_json: AsJson = False,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Account for every paragraph: a rule and what cites it, a procedure, a reading, or not modelled and why."""
    book = library(rulebooks, as_of).find(rulebook)
    accounts = paragraph_accounts(book)
    if as_json:
        print_json(accounts)
        return
    screen = Screen()
    note = f"{book.name}: {len(accounts)} paragraphs in our words, each with what became of it."
    screen.title(f"{book.title.en}  {book.title.zh}", note)
    for account in accounts:
        screen.gap()
        screen.line(f"{account.number}  {account.says}", account.became.value.replace("_", " "), indent=0)
        for text in _lines(account):
            screen.line(text, style="dim")


def _lines(account: ParagraphAccount) -> Iterator[str]:
    if account.module:
        yield f"carried out by punto.{account.module}"
    if account.why:
        yield f"not modelled: {account.why}"
    if account.cited_by:
        yield f"cited by {'; '.join(account.cited_by)}"
    readings = [account.reading] if account.reading else []
    for reading in readings + [reading for reading in account.readings if reading not in readings]:
        yield f"reading {reading.id}: {reading.reads}"
