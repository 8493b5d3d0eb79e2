"""A dispute over the web: one round with all that proves it, to be saved or printed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, Parameter

from punto.audit import audit_store
from punto.audit.record import read_event
from punto.house.people.roles import Resource
from punto.report.dispute import CoupInLog, auditors_verdict, require_patron
from punto.report.dispute_document import dispute_document
from punto.report.html import html_of
from punto.report.pdf import pdf_of
from punto.server.routes.tables import TableId
from punto.server.service import Service

Patron = Annotated[str | None, Parameter(description="Whose complaint it is.", max_length=60)]


@get(
    "/api/disputes/{table_id:str}/{coup:int}/html",
    summary="One round with all that proves it, as one HTML file",
    media_type="text/html",
)
async def dispute_html(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    coup: FromPath[int],
    patron: Patron = None,
) -> Response[bytes]:
    return await _pack(request, service, table_id, coup, patron, "html")


@get(
    "/api/disputes/{table_id:str}/{coup:int}/pdf",
    summary="One round with all that proves it, as PDF",
    media_type="application/pdf",
)
async def dispute_pdf(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    coup: FromPath[int],
    patron: Patron = None,
) -> Response[bytes]:
    return await _pack(request, service, table_id, coup, patron, "pdf")


async def _pack(
    request: Request[Any, Any, Any],
    service: Service,
    table: str,
    coup: int,
    patron: str | None,
    form: Literal["html", "pdf"],
) -> Response[bytes]:
    person = await service.viewer(request, Resource.LOG)
    service.pricing.take(person.name)
    service.floor.table(table)
    body = await service.bulk.alone(person.name, _made, service, table, coup, patron, form)
    headers = {"content-disposition": f'attachment; filename="{table}-round-{coup}.{form}"'}
    return Response(body, media_type="text/html" if form == "html" else "application/pdf", headers=headers)


def _made(service: Service, table: str, coup: int, patron: str | None, form: Literal["html", "pdf"]) -> bytes:
    floor = service.floor
    store, find = floor.store, floor.library.find
    head = store.head(table)
    log = ((record, read_event(record)) for record in store.records(table))
    picked = CoupInLog(log, table, coup)
    _, finding = audit_store(store, find, table)
    pack = picked.pack(find, floor.calendar.zone, finding, head)
    if patron:
        require_patron(pack, patron)
    book, now = find(pack.rulebook, sha256=pack.sha256), datetime.now(UTC).replace(microsecond=0)
    document = dispute_document(pack, book, auditors_verdict(finding), now, patron)
    return html_of(document).encode() if form == "html" else pdf_of(document)


HANDLERS = [dispute_html, dispute_pdf]
