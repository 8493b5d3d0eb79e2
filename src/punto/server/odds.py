"""Rulebooks and what their bets are worth, over the web: the figures of `punto odds --json`, from any shoe."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import FromQuery, Parameter

from punto.chance import at_commission, price, shoe_asked
from punto.house.felt import felt_view
from punto.house.roles import View
from punto.kit import Card, Push, Refused, read_cards
from punto.report.sheet_data import as_dict
from punto.rulebook import Cell, Rulebook, decks_of
from punto.server.service import Service

RulebookName = Annotated[
    str, Parameter(description="A rulebook, as ID or ID@EDITION.", examples=[Example(value="easy-six")], max_length=120)
]
Text = Annotated[str | None, Parameter(max_length=2_000)]


@get("/api/rulebooks", summary="The shelf: every rulebook in the edition that is in force")
async def rulebooks(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> dict[str, Any]:
    await service.viewer(request, View.ODDS)
    library = service.floor.library
    return {"rulebooks": [_row(book) for book in await asyncio.to_thread(library.all_in_force)]}


def _row(book: Rulebook) -> dict[str, Any]:
    return {
        "id": book.id,
        "name": book.name,
        "edition": book.edition,
        "title": book.title.as_dict(),
        "source": book.source,
        "decks": {
            "least": book.decks.least,
            "most": book.decks.most,
            "usual": book.decks.usual,
            "cite": book.decks.cite,
        },
        "insurance": bool(book.insurance),
    }


@get("/api/rulebooks/{name:str}", summary="A rulebook: its felt, its pay tables with insurance, its words")
async def rulebook(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: RulebookName
) -> dict[str, Any]:
    await service.viewer(request, View.ODDS, View.BOARD)
    book = await asyncio.to_thread(service.floor.library.find, name)
    return _row(book) | felt_view(book) | {"cells": [_cell(cell) for cell in book.insurance.values()]} | _words(book)


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "window": cell.window.value,
        "insures": cell.insures.value,
        "player": cell.player,
        "banker": cell.banker,
        "odds": cell.odds.text,
        "on_loss": cell.on_loss.text if cell.on_loss else None,
        "on_tie": None if isinstance(cell.on_tie, Push) else cell.on_tie.text,
        "cite": cell.cite,
        "tie_cite": cell.tie_cite,
    }


def _words(book: Rulebook) -> dict[str, Any]:
    return {
        "procedure": dict(book.procedure),
        "commission": {"printed": book.commission.printed, "cite": book.commission.cite} if book.commission else None,
        "irregularities": {what: clause.cite for what, clause in book.irregularities.items()},
    }


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
    commission: Annotated[str | None, Parameter(description="As a table's sign shows it: 4%.", max_length=20)] = None,
) -> Response[bytes]:
    person = await service.viewer(request, View.ODDS)
    service.pricing.take(person.name)
    book = at_commission(await asyncio.to_thread(service.floor.library.find, name), commission)
    async with service.pricing_at_once:
        body = await asyncio.to_thread(_told, book, decks, composition, without or "", cards or "")
    return Response(body, media_type="application/json")


@lru_cache(maxsize=256)
def _told(book: Rulebook, decks: int | None, counts: str | None, gone: str, known: str) -> bytes:
    """The sheet as it goes over the wire; the same question is counted once."""
    if counts is None:
        decks = decks_of(book, decks)
    shoe = shoe_asked(book, decks, counts, _cards(gone, "without"))
    return msgspec.json.encode(as_dict(price(book, shoe, _cards(known, "cards"), decks)))


def _cards(text: str, what: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused(code="unknown_card", message=f"{what}: {error}") from None
