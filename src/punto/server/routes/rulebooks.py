"""Rulebooks and what their bets are worth, over the web: the figures of `punto odds`, as JSON, HTML and PDF."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import FromQuery, Parameter

from punto.chance import Composition, at_commission, par_sheet, price, read_known_words, shoe_of
from punto.house.people.roles import Resource
from punto.report.par import par_html, par_pdf
from punto.report.pricing_plan import PricingPlan, pricing_plan
from punto.report.sheet_data import SheetFigures, sheet_figures
from punto.rulebook import Rulebook, decks_of, read_drawn
from punto.server.attachment import MEDIA_TYPES, PrintForm, attachment
from punto.server.service import Service
from punto.view.rulebook import RulebookView, ShelfRow, rulebook_view, shelf_row

RulebookName = Annotated[
    str, Parameter(description="A rulebook, as ID or ID@EDITION.", examples=[Example(value="easy-six")], max_length=120)
]
Text = Annotated[str | None, Parameter(max_length=2_000)]
CommissionText = Annotated[str | None, Parameter(description="As a table's sign shows it: 4%.", max_length=20)]


class ShelfView(msgspec.Struct, frozen=True):
    rulebooks: list[ShelfRow]


@get("/api/rulebooks", summary="The shelf: every rulebook in the edition that is in force")
async def rulebooks(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> ShelfView:
    await service.viewer(request, Resource.ODDS)
    books = await asyncio.to_thread(service.floor.library.all_in_force)
    return ShelfView([shelf_row(book, in_force=True) for book in books])


@get("/api/rulebooks/{name:str}", summary="A rulebook: its felt, its pay tables with insurance, its words")
async def rulebook(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    name: RulebookName,
    sha256: Annotated[
        str, Parameter(description="Of the file that a record was made with.", max_length=64, required=False)
    ] = "",
) -> RulebookView:
    await service.viewer(request, Resource.ODDS, Resource.BOARD)
    return rulebook_view(await asyncio.to_thread(service.floor.library.find, name, sha256=sha256))


@get(
    "/api/odds/{name:str}", summary="What every bet and offer of a rulebook is worth, from any shoe and part-dealt coup"
)
async def odds(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    name: RulebookName,
    decks: FromQuery[int | None] = None,
    without: Text = None,
    composition: Text = None,
    cards: Annotated[str | None, Parameter(max_length=60)] = None,
    known: Annotated[
        list[str] | None,
        Parameter(
            description="What is known of this coup, once for each place: player1=5, banker2=K, a range of values "
            "player1=6-9, a hand's two-card total player=4.",
            max_items=6,
        ),
    ] = None,
    commission: CommissionText = None,
) -> SheetFigures:
    person = await service.viewer(request, Resource.ODDS)
    service.pricing.take(person.name)
    book = at_commission(await asyncio.to_thread(service.floor.library.find, name), commission)
    async with service.pricing_at_once:
        places = tuple(known or ())
        return await asyncio.to_thread(_figures, book, decks, composition, without or "", cards or "", places)


@lru_cache(maxsize=256)
def _figures(
    book: Rulebook, decks: int | None, counts: str | None, without: str, cards: str, places: tuple[str, ...]
) -> SheetFigures:
    """Cached, so that the same figures are calculated once."""
    if counts is None:
        decks = decks_of(book, decks)
    shoe = shoe_of(book, decks, counts, read_drawn(without, "without"))
    return sheet_figures(price(book, shoe, read_drawn(cards, "cards"), decks, read_known_words(places)))


@get(
    "/api/odds/{name:str}/plan",
    summary="What a page needs to price a rulebook by itself: payoffs and classes of ends, no figures of a shoe",
)
async def odds_plan(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    name: RulebookName,
    commission: CommissionText = None,
) -> PricingPlan:
    person = await service.viewer(request, Resource.ODDS)
    service.pricing.take(person.name)
    book = at_commission(await asyncio.to_thread(service.floor.library.find, name), commission)
    return await asyncio.to_thread(pricing_plan, book)


@get(
    "/api/odds/{name:str}/html", summary="The PAR sheet of a rulebook as one HTML file", media_type=MEDIA_TYPES["html"]
)
async def odds_html(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    name: RulebookName,
    decks: FromQuery[int | None] = None,
) -> Response[bytes]:
    return await _sheet_file(request, service, name, decks, "html")


@get("/api/odds/{name:str}/pdf", summary="The PAR sheet of a rulebook as PDF", media_type=MEDIA_TYPES["pdf"])
async def odds_pdf(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    name: RulebookName,
    decks: FromQuery[int | None] = None,
) -> Response[bytes]:
    return await _sheet_file(request, service, name, decks, "pdf")


async def _sheet_file(
    request: Request[Any, Any, Any], service: Service, name: str, decks: int | None, form: PrintForm
) -> Response[bytes]:
    person = await service.viewer(request, Resource.ODDS)
    service.pricing.take(person.name)
    book = await asyncio.to_thread(service.floor.library.find, name)
    number = decks_of(book, decks)
    async with service.pricing_at_once:
        body = await asyncio.to_thread(_sheet_bytes, book, number, form)
    return attachment(body, f"{book.id}-{book.edition}-{number}-decks", form)


@lru_cache(maxsize=16)
def _sheet_bytes(book: Rulebook, decks: int, form: PrintForm) -> bytes:
    """The sheet of a fresh shoe; setting a PDF takes a second, so the last few are kept."""
    shoe = Composition.fresh(decks)
    par = par_sheet(book, price(book, shoe, (), decks), shoe)
    return par_html(par).encode() if form == "html" else par_pdf(par)


HANDLERS = [rulebooks, rulebook, odds, odds_plan, odds_html, odds_pdf]
