"""Results over the web: what the tables won against what they should have won, and the round behind each figure."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, TypeAlias

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import Parameter

from punto.house.people.roles import Resource
from punto.house.takings import take_tables
from punto.kit.business_day import BusinessCalendar
from punto.report.takings import By, HouseTakings, Span
from punto.report.takings.rating_lines import ratings_csv, ratings_xlsx
from punto.report.takings.ratings import VisitFold
from punto.report.takings.round_list import RoundList, RowRounds
from punto.report.takings.shift_document import FOLDS, shift_document
from punto.report.takings.span import read_span
from punto.report.takings.takings_lines import takings_csv, takings_xlsx
from punto.server.service import Service
from punto.server.stream.response import EventStream
from punto.view.results import RatingsView, ResultsView, RoundsView

MOST_ROUNDS: Final = 200

Moment = Annotated[
    str | None, Parameter(description="A business day or a time by the house's zone; today, shift.", max_length=40)
]
OneTable = Annotated[str | None, Parameter(description="This table alone.", max_length=60)]
Rows = Annotated[By, Parameter(description="What rows are told by.")]

KINDS: Final = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html",
    "pdf": "application/pdf",
}
Form = Literal["csv", "xlsx", "html", "pdf"]
Asked: TypeAlias = tuple[str | None, str | None, str | None]
"""Since, until, table."""


@get("/api/results", summary="What was won against what should have been, and what is at stake now")
async def results(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    by: Rows = "table",
    table: OneTable = None,
) -> ResultsView:
    person = await service.viewer(request, Resource.RESULTS)
    service.pricing.take(person.name)
    taken = await service.bulk.alone(person.name, _taken, service, since, until, table, by)
    return service.results_view(taken.report(by), table)


@get("/api/results/events", summary="Today's results by table as server-sent events", media_type="text/event-stream")
async def results_events(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> EventStream:
    person = await service.viewer(request, Resource.RESULTS)
    return service.results_stream(request, person)


@get("/api/results/rounds", summary="The last rounds of a row of the report, or of a table, with what each won")
async def rounds(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    table: OneTable = None,
    patron: Annotated[str | None, Parameter(description="The same as by=patron and this key.", max_length=60)] = None,
    by: Rows = "table",
    key: Annotated[str | None, Parameter(description="The row by its key in the report.", max_length=120)] = None,
) -> RoundsView:
    person = await service.viewer(request, Resource.RESULTS)
    service.pricing.take(person.name)
    calendar = service.floor.calendar
    zone, row = calendar.zone, None
    if patron is not None or key is not None:
        row = RowRounds("patron", patron, calendar) if patron is not None else RowRounds(by, key or "", calendar)
    heard = RoundList(MOST_ROUNDS, zone, row)
    await service.bulk.alone(person.name, _taken, service, since, until, table, "table", hearer=heard)
    return RoundsView(rounds=heard.newest_first()[:MOST_ROUNDS], zone=str(zone))


@get("/api/results/ratings", summary="Each patron's visits: time, rounds, average bet, theoretical, actual")
async def ratings(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    table: OneTable = None,
) -> RatingsView:
    return await _ratings(request, service, (since, until, table))


async def _ratings(request: Request[Any, Any, Any], service: Service, asked: Asked) -> RatingsView:
    person = await service.viewer(request, Resource.RESULTS)
    service.pricing.take(person.name)
    zone = service.floor.calendar.zone
    heard = VisitFold()
    await service.bulk.alone(person.name, _taken, service, *asked, "table", hearer=heard)
    visits = sorted(heard.visits, key=lambda visit: visit.began, reverse=True)
    return RatingsView(ratings=[visit.rating(zone) for visit in visits], zone=str(zone))


@get("/api/results/ratings/csv", summary="The ratings as CSV", media_type=KINDS["csv"])
async def ratings_as_csv(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    table: OneTable = None,
) -> Response[bytes]:
    found = await _ratings(request, service, (since, until, table))
    return _kept(ratings_csv(found.ratings).encode(), "ratings", "csv")


@get("/api/results/ratings/xlsx", summary="The ratings as a spreadsheet", media_type=KINDS["xlsx"])
async def ratings_as_xlsx(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    table: OneTable = None,
) -> Response[bytes]:
    found = await _ratings(request, service, (since, until, table))
    return _kept(ratings_xlsx(found.ratings, found.zone, datetime.now(UTC)), "ratings", "xlsx")


async def _file(
    request: Request[Any, Any, Any],
    service: Service,
    asked: Asked,
    by: By,
    form: Form,
) -> Response[bytes]:
    person = await service.viewer(request, Resource.RESULTS)
    service.pricing.take(person.name)
    body = await service.bulk.alone(person.name, _made, service, asked, by, form)
    return _kept(body, f"takings-by-{by}", form)


def _kept(body: bytes, name: str, form: Form) -> Response[bytes]:
    """To be saved and never shown from here: a sheet carries its own styles, which the content policy forbids."""
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=KINDS[form], headers=headers)


def _made(service: Service, asked: Asked, by: By, form: Form) -> bytes:
    since, until, table = asked
    now = datetime.now(UTC).replace(microsecond=0)
    if form in ("csv", "xlsx"):
        report = _taken(service, since, until, table, by).report(by)
        return takings_csv(report).encode() if form == "csv" else takings_xlsx(report, now)
    from punto.report.html import html_of
    from punto.report.pdf import pdf_of

    document = shift_document(_taken(service, since, until, table, by, *FOLDS), by, now)
    return html_of(document).encode() if form == "html" else pdf_of(document)


def _named(since: str | None, calendar: BusinessCalendar) -> str | None:
    """The beginning of the business day or of the shift it is now, where it is asked for by that word."""
    shift = calendar.shift_at(datetime.now(UTC))
    starts = {"today": calendar.day_start(shift.day), "shift": shift.starts}
    return starts[since].isoformat() if since in starts else since


def _taken(
    service: Service,
    since: str | None,
    until: str | None,
    table: str | None,
    *by: By,
    hearer: RoundList | VisitFold | None = None,
) -> HouseTakings:
    """The takings of a span; chains are verified by the audit, and not each time that somebody looks."""
    floor = service.floor
    if table is not None:
        floor.table(table)
    span: Span = read_span(_named(since, floor.calendar), until, floor.calendar, datetime.now(UTC), ("since", "until"))
    takings = HouseTakings(floor.library.find, floor.calendar, *dict.fromkeys(by), span=span)
    if hearer is not None:
        takings.listen(hearer)
    take_tables(floor.store, takings, [table] if table is not None else list(floor.tables))
    return takings


@get("/api/results/csv", summary="The report as CSV", media_type=KINDS["csv"])
async def results_csv(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    by: Rows = "table",
    table: OneTable = None,
) -> Response[bytes]:
    return await _file(request, service, (since, until, table), by, "csv")


@get("/api/results/xlsx", summary="The report as a spreadsheet", media_type=KINDS["xlsx"])
async def results_xlsx(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    by: Rows = "table",
    table: OneTable = None,
) -> Response[bytes]:
    return await _file(request, service, (since, until, table), by, "xlsx")


@get("/api/results/html", summary="The shift report as one HTML file", media_type=KINDS["html"])
async def results_html(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    by: Rows = "table",
    table: OneTable = None,
) -> Response[bytes]:
    return await _file(request, service, (since, until, table), by, "html")


@get("/api/results/pdf", summary="The shift report as PDF", media_type=KINDS["pdf"])
async def results_pdf(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    since: Moment = None,
    until: Moment = None,
    by: Rows = "table",
    table: OneTable = None,
) -> Response[bytes]:
    return await _file(request, service, (since, until, table), by, "pdf")


HANDLERS = [
    *(results, results_events, rounds, ratings, ratings_as_csv, ratings_as_xlsx),
    *(results_csv, results_xlsx, results_html, results_pdf),
]
