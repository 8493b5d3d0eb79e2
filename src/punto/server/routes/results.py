"""Results over the web: what the tables won against what they should have won, and the round behind each figure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import Parameter, QueryParameter

from punto.house.people.people import Person
from punto.house.people.roles import Resource
from punto.house.takings import take_tables
from punto.kit.business_day import BusinessCalendar
from punto.report.takings import By, HouseTakings
from punto.report.takings.rating_lines import ratings_csv, ratings_xlsx
from punto.report.takings.ratings import VisitFold
from punto.report.takings.round_list import RoundList, RowRounds
from punto.report.takings.shift_document import FOLDS, shift_document
from punto.report.takings.span import read_span
from punto.report.takings.takings_lines import takings_csv, takings_xlsx
from punto.server.attachment import MEDIA_TYPES, FileForm, attachment
from punto.server.service import Service
from punto.server.stream.response import EventStream
from punto.view.results import RatingsView, ResultsView, RoundsView

MOST_ROUNDS: Final = 200

_MOMENT: Final = "A business day or a time by the house's zone; today, shift."
Since = Annotated[str | None, QueryParameter(name="from", description=_MOMENT, max_length=40)]
Until = Annotated[str | None, QueryParameter(name="to", description=f"{_MOMENT} Not included.", max_length=40)]
OneTable = Annotated[str | None, Parameter(description="This table alone.", max_length=60)]
Rows = Annotated[By, Parameter(description="What rows are told by.")]


@dataclass(frozen=True, slots=True)
class ResultsFilters:
    """Which rounds figures are about, and what rows of them are told by."""

    since: str | None
    until: str | None
    table: str | None
    """None for every table."""
    by: By = "table"


def span_filters(since: Since = None, until: Until = None, table: OneTable = None) -> ResultsFilters:
    return ResultsFilters(since, until, table)


def report_filters(
    since: Since = None, until: Until = None, by: Rows = "table", table: OneTable = None
) -> ResultsFilters:
    return ResultsFilters(since, until, table, by)


SPAN: Final = {"filters": Provide(span_filters, sync_to_thread=False)}
REPORT: Final = {"filters": Provide(report_filters, sync_to_thread=False)}


@get(
    "/api/results", summary="What was won against what should have been, and what is at stake now", dependencies=REPORT
)
async def results(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> ResultsView:
    person = await _reader(request, service)
    takings = await service.bulk.alone(person.name, _takings, service, filters)
    return service.results_view(takings.report(filters.by), filters.table)


@get("/api/results/events", summary="Today's results by table as server-sent events", media_type="text/event-stream")
async def results_events(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> EventStream:
    person = await service.viewer(request, Resource.RESULTS)
    return service.results_stream(request, person)


@get(
    "/api/results/rounds",
    summary="The last rounds of a row of the report, or of a table, with what each won",
    dependencies=SPAN,
)
async def rounds(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    filters: NamedDependency[ResultsFilters],
    patron: Annotated[str | None, Parameter(description="The same as by=patron and this key.", max_length=60)] = None,
    by: Rows = "table",
    key: Annotated[str | None, Parameter(description="The row by its key in the report.", max_length=120)] = None,
) -> RoundsView:
    person = await _reader(request, service)
    calendar = service.floor.calendar
    zone, row = calendar.zone, None
    if patron is not None or key is not None:
        row = RowRounds("patron", patron, calendar) if patron is not None else RowRounds(by, key or "", calendar)
    listed = RoundList(MOST_ROUNDS, zone, row)
    await service.bulk.alone(person.name, _takings, service, filters, listener=listed)
    return RoundsView(rounds=listed.newest_first()[:MOST_ROUNDS], zone=str(zone))


@get(
    "/api/results/ratings",
    summary="Each patron's visits: time, rounds, average bet, theoretical, actual",
    dependencies=SPAN,
)
async def ratings(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> RatingsView:
    return await _ratings_view(request, service, filters)


@get("/api/results/ratings/csv", summary="The ratings as CSV", media_type=MEDIA_TYPES["csv"], dependencies=SPAN)
async def ratings_as_csv(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> Response[bytes]:
    view = await _ratings_view(request, service, filters)
    return attachment(ratings_csv(view.ratings).encode(), "ratings", "csv")


@get(
    "/api/results/ratings/xlsx",
    summary="The ratings as a spreadsheet",
    media_type=MEDIA_TYPES["xlsx"],
    dependencies=SPAN,
)
async def ratings_as_xlsx(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> Response[bytes]:
    view = await _ratings_view(request, service, filters)
    return attachment(ratings_xlsx(view.ratings, view.zone, datetime.now(UTC)), "ratings", "xlsx")


@get("/api/results/csv", summary="The report as CSV", media_type=MEDIA_TYPES["csv"], dependencies=REPORT)
async def results_csv(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> Response[bytes]:
    return await _report_file(request, service, filters, "csv")


@get("/api/results/xlsx", summary="The report as a spreadsheet", media_type=MEDIA_TYPES["xlsx"], dependencies=REPORT)
async def results_xlsx(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> Response[bytes]:
    return await _report_file(request, service, filters, "xlsx")


@get(
    "/api/results/html",
    summary="The shift report as one HTML file",
    media_type=MEDIA_TYPES["html"],
    dependencies=REPORT,
)
async def results_html(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> Response[bytes]:
    return await _report_file(request, service, filters, "html")


@get("/api/results/pdf", summary="The shift report as PDF", media_type=MEDIA_TYPES["pdf"], dependencies=REPORT)
async def results_pdf(
    request: Request[Any, Any, Any], service: NamedDependency[Service], filters: NamedDependency[ResultsFilters]
) -> Response[bytes]:
    return await _report_file(request, service, filters, "pdf")


async def _reader(request: Request[Any, Any, Any], service: Service) -> Person:
    """Who reads results; Refused if they may not, or read too many at a time."""
    person = await service.viewer(request, Resource.RESULTS)
    service.pricing.take(person.name)
    return person


async def _ratings_view(request: Request[Any, Any, Any], service: Service, filters: ResultsFilters) -> RatingsView:
    person = await _reader(request, service)
    zone = service.floor.calendar.zone
    fold = VisitFold()
    await service.bulk.alone(person.name, _takings, service, filters, listener=fold)
    visits = sorted(fold.visits, key=lambda visit: visit.began, reverse=True)
    return RatingsView(ratings=[visit.rating(zone) for visit in visits], zone=str(zone))


async def _report_file(
    request: Request[Any, Any, Any], service: Service, filters: ResultsFilters, form: FileForm
) -> Response[bytes]:
    person = await _reader(request, service)
    body = await service.bulk.alone(person.name, _report_bytes, service, filters, form)
    return attachment(body, f"takings-by-{filters.by}", form)


def _report_bytes(service: Service, filters: ResultsFilters, form: FileForm) -> bytes:
    now = datetime.now(UTC).replace(microsecond=0)
    if form in ("csv", "xlsx"):
        report = _takings(service, filters).report(filters.by)
        return takings_csv(report).encode() if form == "csv" else takings_xlsx(report, now)
    from punto.report.html import html_of
    from punto.report.pdf import pdf_of

    document = shift_document(_takings(service, filters, *FOLDS), filters.by, now)
    return html_of(document).encode() if form == "html" else pdf_of(document)


def _start_of(since: str | None, calendar: BusinessCalendar) -> str | None:
    """Where `since` is the word today or shift, the moment when that began; else what it is."""
    shift = calendar.shift_at(datetime.now(UTC))
    starts = {"today": calendar.day_start(shift.day), "shift": shift.starts}
    return starts[since].isoformat() if since in starts else since


def _takings(
    service: Service, filters: ResultsFilters, *more: By, listener: RoundList | VisitFold | None = None
) -> HouseTakings:
    """What the tables took, by the rows of the filters and by `more`.

    Chains are verified by the audit, and not each time that somebody looks.
    """
    floor, table = service.floor, filters.table
    if table is not None:
        floor.table(table)
    since = _start_of(filters.since, floor.calendar)
    span = read_span(since, filters.until, floor.calendar, datetime.now(UTC), ("from", "to"))
    takings = HouseTakings(floor.library.find, floor.calendar, *dict.fromkeys((filters.by, *more)), span=span)
    if listener is not None:
        takings.listen(listener)
    take_tables(floor.store, takings, [table] if table is not None else list(floor.tables))
    return takings


HANDLERS = [
    *(results, results_events, rounds, ratings, ratings_as_csv, ratings_as_xlsx),
    *(results_csv, results_xlsx, results_html, results_pdf),
]
