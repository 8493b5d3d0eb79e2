"""`punto odds`: what every bet and insurance offer is worth, exactly, from any shoe and any part-dealt coup."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from punto.chance import Composition, Sheet, at_commission, par_sheet, price, removal_effects, shoe_asked
from punto.cli.options import AsJson, RulebookFolders, decks_of, library
from punto.cli.screen import print_json
from punto.kit import Card, Refused, read_cards
from punto.report.sheet_data import as_csv, sheet_figures
from punto.rulebook import Library, Rulebook


def add_to(app: typer.Typer) -> None:
    app.command("odds", short_help="Print what every bet and insurance offer is worth, exactly.")(odds)


@dataclass(frozen=True, slots=True)
class Asked:
    """A shoe and a point of a coup, as the options describe them."""

    decks: str | None
    without: str | None
    composition: str | None
    cards: str | None
    commission: str | None

    def known(self) -> tuple[Card, ...]:
        return _cards(self.cards or "", "--cards")

    def shoe(self, book: Rulebook, decks: int | None) -> Composition:
        """What was in the shoe when the coup began."""
        return shoe_asked(book, decks, self.composition, _cards(self.without or "", "--without"))

    def numbers(self, book: Rulebook, compare: bool) -> list[int | None]:
        """The numbers of decks asked for; None stands for a shoe given by its counts alone.

        Rulebooks side by side allow different numbers: each then shows those that it allows.
        """
        if self.decks is None:
            return [None if self.composition else book.decks.usual]
        found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", self.decks, re.ASCII)
        if found is None:
            raise Refused(
                code="bad_decks", message=f"--decks {self.decks[:20]!r} is no number of decks; write 8, or 6-8 for each"
            )
        low, high = int(found[1]), int(found[2] or found[1])
        if low > high:
            raise Refused(code="bad_decks", message=f"--decks {self.decks} runs backwards; write {high}-{low}")
        if high > low and self.composition:
            raise Refused(code="bad_decks", message="--composition is one shoe: give it one number of decks, or none")
        asked = range(low, high + 1)
        if compare and high > low:
            asked = range(max(low, book.decks.least), min(high, book.decks.most) + 1)
        return [decks_of(book, decks) for decks in asked]


def odds(
    rulebooks_: Annotated[
        list[str],
        typer.Argument(metavar="ID...", help="Which rules, as `punto rules list` names them; @EDITION may follow."),
    ],
    decks: Annotated[str | None, typer.Option(help="Decks in the shoe: 8, or 6-8 for a row for each.")] = None,
    without: Annotated[str | None, typer.Option(help='Cards gone before this coup: "6h 6d 9c".')] = None,
    composition: Annotated[
        str | None, typer.Option(help='The shoe by its counts, when the coup began: "A:32,2:30,…"; 0 counts all tens.')
    ] = None,
    cards: Annotated[str | None, typer.Option(help='Cards of this coup so far, in order: "5h 6c 2d 3s".')] = None,
    commission: Annotated[
        str | None, typer.Option(help="What a table takes out of winnings instead of the rulebook's rate: 4%.")
    ] = None,
    removal: Annotated[bool, typer.Option("--removal", help="What one card less of each rank does.")] = False,
    compare: Annotated[bool, typer.Option("--compare", help="Set several rulebooks side by side.")] = False,
    as_json: AsJson = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV, a line for each bet and offer.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the PAR sheet as a page.")] = None,
    pdf: Annotated[Path | None, typer.Option(help="Write the PAR sheet as a PDF.")] = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Print what every bet is worth: edge, return, hit rate, spread, and every insurance offer, as exact fractions."""
    shelf = library(rulebooks)
    asked = Asked(decks, without, composition, cards, commission)
    if len(rulebooks_) > 1 and not compare:
        raise Refused(
            code="several_rulebooks", message="several rulebooks are given: add --compare to set them side by side"
        )
    if as_json and csv:
        raise Refused(code="json_and_csv", message="--json and --csv are two answers: choose one")
    priced = _priced(shelf, rulebooks_, asked, compare)
    sheets = [sheet for sheet, _ in priced]
    if not priced:
        raise Refused(code="wrong_number_of_decks", message=f"none of these rulebooks is played with {decks} decks")
    if (html or pdf or removal) and len(priced) > 1:
        raise Refused(code="one_sheet", message="--html, --pdf and --removal are about one rulebook and one shoe")
    if removal and sheets[0].known:
        raise Refused(code="removal_in_a_coup", message="--removal is about the next coup: leave --cards out")
    if html or pdf:
        _write(*priced[0], html, pdf)
    elif as_json:
        effects = removal_effects(sheets[0].rulebook, priced[0][1]) if removal else None
        figures = [sheet_figures(sheet, effects) for sheet in sheets]
        print_json(figures if compare or len(figures) > 1 else figures[0])
    elif csv:
        effects = removal_effects(sheets[0].rulebook, priced[0][1]) if removal else None
        sys.stdout.write(as_csv([sheet_figures(sheet, effects) for sheet in sheets]))
    else:
        from punto.cli.odds_text import tell

        tell(sheets, removal_effects(sheets[0].rulebook, priced[0][1]) if removal else None, compare)


def _priced(shelf: Library, names: list[str], asked: Asked, compare: bool) -> list[tuple[Sheet, Composition]]:
    """A sheet for every rulebook and number of decks, with the shoe it was priced from."""
    found = []
    for name in names:
        book = at_commission(shelf.find(name), asked.commission)
        for decks in asked.numbers(book, compare):
            shoe = asked.shoe(book, decks)
            found.append((price(book, shoe, asked.known(), decks), shoe))
    return found


def _write(sheet: Sheet, shoe: Composition, html: Path | None, pdf: Path | None) -> None:
    """The documents, made by the package that makes them."""
    from punto.report.par import par_html, par_pdf

    if sheet.known:
        raise Refused(code="par_in_a_coup", message="a PAR sheet is about the next coup: leave --cards out")
    par = par_sheet(sheet.rulebook, sheet, shoe)
    try:
        if html:
            html.write_text(par_html(par), encoding="utf-8")
        if pdf:
            pdf.write_bytes(par_pdf(par))
    except OSError as error:
        raise Refused(code="unwritable", message=f"{error.filename} cannot be written: {error.strerror}") from None


def _cards(text: str, option: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused(code="unknown_card", message=f"{option}: {error}") from None
