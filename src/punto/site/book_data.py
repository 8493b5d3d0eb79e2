"""What the site's pages know: the shelf, and of each rulebook its rules, its figures and its worked coups."""

from __future__ import annotations

import msgspec

from punto.chance import Composition, Sheet
from punto.report.making import Making
from punto.report.sheet_data import SheetFigures, bet_worth, sheet_figures
from punto.rulebook import Rulebook
from punto.rulebook.model import Name
from punto.site.worked_coups import WorkedCoup, worked_coups
from punto.view.extended import extended
from punto.view.rulebook import RulebookView, ShelfRow, rulebook_view, shelf_row


class ShelfEdge(msgspec.Struct, frozen=True):
    """A bet on the shelf: what the house keeps of it with the usual shoe."""

    bet: str
    name: Name
    hand: str | None
    edge_pct: float


class SiteRow(ShelfRow, frozen=True, kw_only=True):
    """A rulebook on the shelf."""

    edges: list[ShelfEdge]


class SiteIndex(msgspec.Struct, frozen=True, kw_only=True):
    """What the site is, by which software and when it was made, and every file of it."""

    site: str
    version: str
    manifest: str
    made: str
    pdf: bool
    """Whether PAR sheets are there as PDF, too."""
    rulebooks: list[SiteRow]
    files: list[str]


class BookData(msgspec.Struct, frozen=True, kw_only=True):
    """One rulebook: its rules, its sheet with the usual shoe, its worked coups."""

    book: RulebookView
    sheet: SheetFigures
    coups: list[WorkedCoup]


class PricedBook(msgspec.Struct, frozen=True):
    """A rulebook with its sheet and the shoe that it was priced from."""

    book: Rulebook
    sheet: Sheet
    shoe: Composition


def book_data(priced: PricedBook) -> BookData:
    book = priced.book
    return BookData(book=rulebook_view(book), sheet=sheet_figures(priced.sheet), coups=worked_coups(book))


def site_index(priced: list[PricedBook], by: Making, files: list[str], pdf: bool) -> SiteIndex:
    return SiteIndex(
        site=MARK,
        version=by.version,
        manifest=by.manifest,
        made=by.moment,
        pdf=pdf,
        rulebooks=[_row(book) for book in priced],
        files=files,
    )


MARK = "punto site"
"""Marks the index of a site, so that its folder may be written again."""


def _row(priced: PricedBook) -> SiteRow:
    bets = priced.book.bets
    edges = [
        ShelfEdge(
            worth.bet, bets[worth.bet].name, hand.value if (hand := bets[worth.bet].hand) else None, worth.edge_pct
        )
        for worth in map(bet_worth, priced.sheet.bets)
    ]
    return extended(SiteRow, shelf_row(priced.book, in_force=True), edges=edges)
