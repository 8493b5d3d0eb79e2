"""The PAR sheet over the web: the documents of `punto odds --html` and `--pdf`, to be kept as files."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any, Final, Literal

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from punto.chance import Composition, par_sheet, price
from punto.house.roles import View
from punto.report.par import par_html, par_pdf
from punto.rulebook import Rulebook, decks_of
from punto.server.odds import RulebookName
from punto.server.service import Service

Form = Literal["html", "pdf"]

_KINDS: Final[dict[Form, str]] = {"html": "text/html", "pdf": "application/pdf"}


@get("/api/odds/{name:str}/html", summary="The PAR sheet of a rulebook as one HTML file", media_type=_KINDS["html"])
async def as_html(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    name: RulebookName,
    decks: FromQuery[int | None] = None,
) -> Response[bytes]:
    return await _answer(request, service, name, decks, "html")


@get("/api/odds/{name:str}/pdf", summary="The PAR sheet of a rulebook as PDF", media_type=_KINDS["pdf"])
async def as_pdf(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    name: RulebookName,
    decks: FromQuery[int | None] = None,
) -> Response[bytes]:
    return await _answer(request, service, name, decks, "pdf")


async def _answer(
    request: Request[Any, Any, Any], service: Service, name: str, decks: int | None, form: Form
) -> Response[bytes]:
    person = await service.viewer(request, View.ODDS)
    service.pricing.take(person.name)
    book = await asyncio.to_thread(service.floor.library.find, name)
    number = decks_of(book, decks)
    async with service.pricing_at_once:
        body = await asyncio.to_thread(_made, book, number, form)
    # To be saved and never shown from here: the sheet carries its own styles, which the content policy forbids.
    file = f"{book.id}-{book.edition}-{number}-decks.{form}"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(body, media_type=_KINDS[form], headers=headers)


@lru_cache(maxsize=16)
def _made(book: Rulebook, decks: int, form: Form) -> bytes:
    """The sheet of a fresh shoe; setting a PDF takes a second, so the last few are kept."""
    shoe = Composition.fresh(decks)
    par = par_sheet(book, price(book, shoe, (), decks), shoe)
    return par_html(par).encode() if form == "html" else par_pdf(par)
