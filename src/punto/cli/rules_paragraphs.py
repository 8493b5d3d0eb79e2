"""`punto rules paragraphs`: every paragraph of a document and what became of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer

from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.screen import Screen, print_json
from punto.rulebook import Rulebook
from punto.rulebook.model import Became, Paragraph, Reading


def add_to(rules: typer.Typer) -> None:
    rules.command("paragraphs")(paragraphs)


def paragraphs(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="A rulebook; @EDITION may follow.")],
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Account for every paragraph: a rule and what cites it, a procedure, a reading, or not modelled and why."""
    book = library(rulebooks).find(rulebook)
    accounts = [_account(book, paragraph, cited) for paragraph, cited in _paragraphs(book)]
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


def _paragraphs(book: Rulebook) -> Iterator[tuple[Paragraph, list[str]]]:
    cited: defaultdict[str, list[str]] = defaultdict(list)
    for cite, by in citations(book):
        if by not in cited[cite]:
            cited[cite].append(by)
    for paragraph in book.paragraphs:
        yield paragraph, cited[paragraph.number]


class ParagraphAccount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a paragraph; each kind has its own key beside those all share."""

    number: str
    says: str
    became: Became
    cited_by: list[str]
    readings: list[Reading]
    module: str | msgspec.UnsetType = msgspec.UNSET
    reading: Reading | msgspec.UnsetType = msgspec.UNSET
    why: str | msgspec.UnsetType = msgspec.UNSET


def _account(book: Rulebook, paragraph: Paragraph, cited: list[str]) -> ParagraphAccount:
    became = paragraph.became
    by_id = {reading.id: reading for reading in book.readings}
    return ParagraphAccount(
        number=paragraph.number,
        says=paragraph.says,
        became=became,
        cited_by=cited,
        readings=[reading for reading in book.readings if reading.cite == paragraph.number],
        module=paragraph.by if became is Became.PROCEDURE else msgspec.UNSET,
        reading=by_id[paragraph.by] if became is Became.READING else msgspec.UNSET,
        why=paragraph.by if became is Became.NOT_MODELLED else msgspec.UNSET,
    )


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


def citations(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every paragraph cited, with the rule that cites it, in words."""
    yield book.decks.cite, "decks"
    for why, cite in book.tableau_cites.items():
        yield cite, f"tableau ({why.value.replace('_', ' ')})"
    for bet in book.bets.values():
        yield bet.cite, f"bet {bet.id}"
        for row in bet.pays:
            yield row.cite, f"bet {bet.id} when {row.when}"
        yield bet.lose_cite, f"bet {bet.id} when it loses"
    if book.commission:
        yield book.commission.cite, "commission"
    for cell in book.insurance.values():
        where = f"insurance of {cell.insures.value} {cell.window.value.replace('_', ' ')}"
        yield cell.cite, where
        yield cell.tie_cite, f"{where}, on a tie"
    if terms := book.insurance_terms:
        for key in terms.__slots__:
            if key.endswith("_cite"):
                yield getattr(terms, key), f"insurance terms ({key.removesuffix('_cite').replace('_', ' ')})"
    for layout in book.layouts:
        yield layout.cite, f"layout {layout.id}"
    for area in book.areas:
        if area.insures:
            yield area.cite, f"area for insuring {area.insures.value}"
    for clause in book.irregularities.values():
        yield clause.cite, f"irregularity {clause.what}"
        yield clause.options_cite, f"irregularity {clause.what}, the options"
    for step, cite in book.procedure.items():
        yield cite, f"procedure {step.replace('_', ' ')}"
