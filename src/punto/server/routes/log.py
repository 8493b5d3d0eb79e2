"""A log over the web: events with who, paragraph and hash, an export for `punto audit`, the chain's check."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from typing import Annotated, Any, Final

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import Parameter

from punto.house.floor.logbook import LogQuery, look_up
from punto.house.people.people import Person
from punto.house.people.roles import Resource
from punto.house.settings_log import LOG as SETTINGS
from punto.house.tables.switches import LOG as SWITCHES
from punto.kit import Refused
from punto.server.attachment import saved_as
from punto.server.bulk import LineStream
from punto.server.routes.tables import TableId
from punto.server.service import Service
from punto.store import Sought, Store, log_lines
from punto.store.people import LOG as PEOPLE
from punto.store.people import SIGN_INS
from punto.store.sought import SECONDS
from punto.view.log import FaultView, LogHead, LogPage, Verified

MOST: Final = 500
"""Events in one answer."""

_OF_PEOPLE: Final = frozenset({PEOPLE, SIGN_INS, SETTINGS})
"""Logs for those who see the accounts."""

Version = Annotated[int | None, Parameter(ge=0, le=2**62, schema_extra={"minimum": 0})]
Moment = Annotated[datetime | None, Parameter(description="With its offset; without one it is UTC.")]


@get("/api/log/{table_id:str}", summary="Events of a table's log, with who, when, which coup, paragraphs and hashes")
async def log(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    after: Version = None,
    before: Annotated[Version, Parameter(description="Ask for the newest before this one, not for the oldest.")] = None,
    limit: Annotated[int, Parameter(ge=1, le=MOST)] = 100,
    kind: Annotated[str | None, Parameter(max_length=60, description="A kind of event, such as card_drawn.")] = None,
    coup: Annotated[int | None, Parameter(ge=1, le=2**62)] = None,
    person: Annotated[str | None, Parameter(max_length=60, description="Who did it, or the patron concerned.")] = None,
    since: Moment = None,
    until: Moment = None,
) -> LogPage:
    reader = await _reader(request, service, table_id)
    rare = bool(kind or coup or person or since or until)
    if rare:
        service.pricing.take(reader.name)  # A rare thing is looked for through the whole log.
    sought = Sought(
        kinds=(kind,) if kind else (),
        coup=coup,
        person=person or "",
        since=_utc(since),
        until=_utc(until),
        after=after or 0,
        before=before,
    )
    query = LogQuery(sought, limit, newest=before is not None)
    search = partial(look_up, service.floor.store, service.floor.library, table_id, query)
    return await (service.bulk.alone(reader.name, search) if rare else asyncio.to_thread(search))


def _utc(moment: datetime | None) -> str:
    """A moment as the log writes it, to the second."""
    if moment is None:
        return ""
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()[:SECONDS]
    except OverflowError:
        raise Refused(code="bad_request", message="no clock shows such a time") from None


async def _reader(request: Request[Any, Any, Any], service: Service, table: str) -> Person:
    """Who reads a log; Refused if there is no such log, or it is not for them."""
    person = await service.viewer(request, Resource.PEOPLE if table in _OF_PEOPLE else Resource.LOG)
    if table != SWITCHES and table not in _OF_PEOPLE:
        service.floor.table(table)
    return person


@get(
    "/api/log/{table_id:str}/export",
    summary="The whole log as lines of JSON, as `punto audit` takes it",
    media_type="application/jsonl",
)
async def export(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> LineStream:
    person = await _reader(request, service, table_id)
    service.pricing.take(person.name)
    name = table_id.replace(":", "-")
    headers = saved_as(f"{name}.jsonl")
    lines = partial(_exported, service.floor.store, table_id)
    return LineStream(service.bulk, person.name, lines, "application/jsonl; charset=utf-8", headers)


def _exported(store: Store, table: str) -> Iterator[str]:
    head = store.head(table)
    upto = takewhile(lambda record: record.version <= head.version, store.records(table))
    return log_lines(upto, head)


@get("/api/verify/{table_id:str}", summary="Whether every event of a table's log is as it was written")
async def verify(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> Verified:
    person = await _reader(request, service, table_id)
    service.pricing.take(person.name)
    store = service.floor.store
    fault, head = await service.bulk.alone(person.name, lambda: (store.verify(table_id), store.head(table_id)))
    return Verified(
        table=table_id,
        whole=fault is None,
        head=LogHead(head.version, head.hash),
        fault=FaultView(version=fault.version, why=fault.why) if fault else None,
    )


HANDLERS = [log, export, verify]
