"""A dispute over the web: one round with all that proves it, to be saved or printed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, Parameter

from punto.audit import audit_store
from punto.audit.record import read_event
from punto.house.people.roles import Resource
from punto.report.dispute import CoupInLog, auditors_verdict, require_patron
from punto.report.dispute_document import dispute_document
from punto.report.html import html_of
from punto.report.pdf import pdf_of
from punto.server.attachment import MEDIA_TYPES, PrintForm, attachment
from punto.server.routes.tables import TableId
from punto.server.service import Service

Patron = Annotated[str | None, Parameter(description="Whose complaint it is.", max_length=60)]


@dataclass(frozen=True, slots=True)
class DisputedRound:
    """The round in dispute, and whose complaint it is."""

    table: str
    coup: int
    patron: str | None


def disputed_round(table_id: TableId, coup: FromPath[int], patron: Patron = None) -> DisputedRound:
    return DisputedRound(table_id, coup, patron)


ROUND: Final = {"round": Provide(disputed_round, sync_to_thread=False)}


@get(
    "/api/disputes/{table_id:str}/{coup:int}/html",
    summary="One round with all that proves it, as one HTML file",
    media_type=MEDIA_TYPES["html"],
    dependencies=ROUND,
)
async def dispute_html(
    request: Request[Any, Any, Any], service: NamedDependency[Service], round: NamedDependency[DisputedRound]
) -> Response[bytes]:
    return await _dispute_file(request, service, round, "html")


@get(
    "/api/disputes/{table_id:str}/{coup:int}/pdf",
    summary="One round with all that proves it, as PDF",
    media_type=MEDIA_TYPES["pdf"],
    dependencies=ROUND,
)
async def dispute_pdf(
    request: Request[Any, Any, Any], service: NamedDependency[Service], round: NamedDependency[DisputedRound]
) -> Response[bytes]:
    return await _dispute_file(request, service, round, "pdf")


async def _dispute_file(
    request: Request[Any, Any, Any], service: Service, round: DisputedRound, form: PrintForm
) -> Response[bytes]:
    person = await service.viewer(request, Resource.LOG)
    service.pricing.take(person.name)
    service.floor.table(round.table)
    body = await service.bulk.alone(person.name, _dispute_bytes, service, round, form)
    return attachment(body, f"{round.table}-round-{round.coup}", form)


def _dispute_bytes(service: Service, round: DisputedRound, form: PrintForm) -> bytes:
    table = round.table
    floor = service.floor
    store, find = floor.store, floor.library.find
    head = store.head(table)
    log = ((record, read_event(record)) for record in store.records(table))
    in_log = CoupInLog(log, table, round.coup)
    _, finding = audit_store(store, find, table)
    pack = in_log.pack(find, floor.calendar.zone, finding, head)
    if round.patron:
        require_patron(pack, round.patron)
    book, now = find(pack.rulebook, sha256=pack.sha256), datetime.now(UTC).replace(microsecond=0)
    document = dispute_document(pack, book, auditors_verdict(finding), now, round.patron)
    return html_of(document).encode() if form == "html" else pdf_of(document)


HANDLERS = [dispute_html, dispute_pdf]
