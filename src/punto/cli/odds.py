"""`punto odds`: what every bet and insurance offer is worth, exactly, from any shoe and any part-dealt coup."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from punto.chance import (
    Composition,
    KnownPlaces,
    RemovalEffects,
    Sheet,
    at_commission,
    par_sheet,
    price,
    read_known_words,
    removal_effects,
    shoe_of,
)
from punto.cli.options import AsJson, AsOfText, RulebookFolders, library, refuse_files, rulebook_ids
from punto.cli.output import print_json
from punto.cli.sheet_files import writing_files
from punto.kit import Refused
from punto.report.sheet_data import CSV_TABLES, OF_REMOVAL, as_csv, sheet_figures
from punto.rulebook import Rulebook, decks_of, known_ones, read_drawn, read_moment


def add_to(app: typer.Typer) -> None:
    app.command("odds")(odds)


def odds(
    rulebooks_: Annotated[
        list[str],
        typer.Argument(
            metavar="ID...",
            help="Which rules, as `punto rules list` names them; @EDITION may follow.",
            autocompletion=rulebook_ids,
            callback=refuse_files,
        ),
    ],
    decks: Annotated[str | None, typer.Option(help="Decks in the shoe: 8, or 6-8 for a row for each.")] = None,
    without: Annotated[str | None, typer.Option(help='Cards gone before this coup: "6h 6d 9c".')] = None,
    composition: Annotated[
        str | None, typer.Option(help='The shoe by its counts, when the coup began: "A:32,2:30,…"; 0 counts all tens.')
    ] = None,
    cards: Annotated[str | None, typer.Option(help='Cards of this coup so far, in order: "5h 6c 2d 3s".')] = None,
    known: Annotated[
        list[str] | None,
        typer.Option(
            help="What is known of this coup: player1=5, banker2=K, a range of values player1=6-9, a hand's two-card "
            "total player=4. Again for more."
        ),
    ] = None,
    commission: Annotated[
        str | None, typer.Option(help="What a table takes out of winnings instead of the rulebook's rate: 4%.")
    ] = None,
    removal: Annotated[bool, typer.Option("--removal", help="What one card less of each rank does.")] = False,
    compare: Annotated[bool, typer.Option("--compare", help="Set several rulebooks side by side.")] = False,
    as_json: AsJson = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV, a line for each bet; see --csv-of.")] = False,
    csv_of: Annotated[
        str | None,
        typer.Option(
            help="Which table to print as CSV: bets, rows (pay rows), insurance, removal or insurance-removal."
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write the PAR sheet as a page.")] = None,
    pdf: Annotated[Path | None, typer.Option(help="Write the PAR sheet as a PDF.")] = None,
    made: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="The day or instant the PAR sheet says it was made; today if left out."),
    ] = None,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Print what every bet is worth: edge, return, hit rate, spread, and every insurance offer, as exact fractions."""
    shelf = library(rulebooks, as_of)
    shoe_options = ShoeOptions(
        decks, without or "", composition, cards or "", read_known_words(known or [], "--known"), compare
    )
    form = OutputForm(removal, compare, as_json, _csv_table(csv, csv_of, removal), html, pdf, made)
    form.check_form(len(rulebooks_))
    books = (at_commission(shelf.find(name), commission) for name in rulebooks_)
    priced = [sheet for book in books for sheet in shoe_options.sheets(book)]
    if not priced:
        raise Refused(code="wrong_number_of_decks", message=f"none of these rulebooks is played with {decks} decks")
    form.check_sheets(priced)
    form.give(priced)


@dataclass(frozen=True, slots=True)
class PricedShoe:
    """A sheet and the shoe it was priced from."""

    sheet: Sheet
    shoe: Composition

    def removal_effects(self) -> RemovalEffects:
        return removal_effects(self.sheet.rulebook, self.shoe)


@dataclass(frozen=True, slots=True)
class ShoeOptions:
    """A shoe and a point of a coup, as the options describe them."""

    decks: str | None
    without: str
    composition: str | None
    cards: str
    places: KnownPlaces
    compare: bool

    def sheets(self, book: Rulebook) -> list[PricedShoe]:
        """A sheet for every number of decks, with the shoe when the coup began."""
        priced = []
        for decks in self._numbers(book):
            shoe = shoe_of(book, decks, self.composition, read_drawn(self.without, "--without"))
            sheet = price(book, shoe, read_drawn(self.cards, "--cards"), decks, self.places)
            priced.append(PricedShoe(sheet, shoe))
        return priced

    def _numbers(self, book: Rulebook) -> list[int | None]:
        """The numbers of decks; None stands for a shoe given by its counts alone.

        Rulebooks side by side allow different numbers: each then shows those that it allows.
        """
        if self.decks is None:
            return [None if self.composition else book.decks.usual]
        low, high = _span(self.decks)
        if high > low and self.composition:
            raise Refused(code="bad_decks", message="--composition is one shoe: give it one number of decks, or none")
        if self.compare and high > low:
            low, high = max(low, book.decks.least), min(high, book.decks.most)
        return [decks_of(book, decks) for decks in range(low, high + 1)]


def _csv_table(csv: bool, of: str | None, removal: bool) -> str | None:
    """The table to print as CSV; None for no CSV."""
    if of is None:
        return ("removal" if removal else "bets") if csv else None
    if of not in CSV_TABLES:
        raise Refused(code="unknown_csv", message=f"there is no table {of[:40]!r}; {known_ones(of, CSV_TABLES)}")
    return of


def _span(decks: str) -> tuple[int, int]:
    """`8` or `6-8` as the least and the most."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", decks, re.ASCII)
    if match is None:
        message = f"--decks {decks[:20]!r} is no number of decks; write 8, or 6-8 for each"
        raise Refused(code="bad_decks", message=message)
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise Refused(code="bad_decks", message=f"--decks {decks} runs backwards; write {high}-{low}")
    return low, high


@dataclass(frozen=True, slots=True)
class OutputForm:
    """The form of the output, as the options say."""

    removal: bool
    compare: bool
    as_json: bool
    csv: str | None
    """The table to print as CSV."""
    html: Path | None
    pdf: Path | None
    dated: str | None

    def check_form(self, rulebooks: int) -> None:
        """Refused, before anything is counted, if the options exclude each other."""
        if rulebooks > 1 and not self.compare:
            message = "several rulebooks are given: add --compare to set them side by side"
            raise Refused(code="several_rulebooks", message=message)
        if self.as_json and self.csv:
            raise Refused(code="json_and_csv", message="--json and --csv are two answers: choose one")

    def check_sheets(self, priced: Sequence[PricedShoe]) -> None:
        """Refused if these sheets cannot be given in this form."""
        if (self.html or self.pdf or self.removal or self.csv in OF_REMOVAL) and len(priced) > 1:
            raise Refused(code="one_sheet", message="--html, --pdf and --removal are about one rulebook and one shoe")
        sheet = priced[0].sheet
        if (self.removal or self.csv in OF_REMOVAL) and (sheet.dealt or sheet.places):
            left_out = "--cards" if sheet.dealt else "--known"
            raise Refused(code="removal_in_a_coup", message=f"--removal is about the next coup: leave {left_out} out")

    def give(self, priced: Sequence[PricedShoe]) -> None:
        """Write or print it, in the one form that was chosen."""
        if self.html or self.pdf:
            _write(priced[0], self.html, self.pdf, self.dated)
            return
        sheets = [pair.sheet for pair in priced]
        effects = priced[0].removal_effects() if self.removal or self.csv in OF_REMOVAL else None
        if self.csv:
            sys.stdout.write(as_csv(sheets, self.csv, effects))
            return
        if self.as_json:
            figures = [sheet_figures(sheet, effects) for sheet in sheets]
            print_json(figures if self.compare or len(figures) > 1 else figures[0])
            return
        from punto.cli.odds_text import show_sheets

        show_sheets(sheets, effects, self.compare)


def _write(priced: PricedShoe, html: Path | None, pdf: Path | None, dated: str | None) -> None:
    """Writes the PAR sheet into the files that are named."""
    from punto.report.making import making
    from punto.report.par import par_html, par_pdf

    by = making(None if dated is None else read_moment(dated, "--made"))
    sheet = priced.sheet
    if sheet.dealt or sheet.places:
        left_out = "--cards" if sheet.dealt else "--known"
        raise Refused(code="par_in_a_coup", message=f"a PAR sheet is about the next coup: leave {left_out} out")
    par = par_sheet(sheet.rulebook, sheet, priced.shoe)
    with writing_files():
        if html:
            html.write_text(par_html(par, by), encoding="utf-8")
        if pdf:
            pdf.write_bytes(par_pdf(par, by))
