"""A table's log over the web: events with paragraph and hash, an export for `punto audit`, the chain's check."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import Parameter

from punto.house.pit import words_of
from punto.house.roles import View
from punto.house.switch import LOG as SWITCHES
from punto.rulebook import Rulebook
from punto.server.service import Service
from punto.server.tables import TableId
from punto.store import Head, Record, Store, log_lines

MOST = 500
"""Events in one answer."""


@get("/api/log/{table_id:str}", summary="Events of a table's log after a version, with paragraphs and hashes")
async def log(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    after: Annotated[int, Parameter(ge=0, le=2**62)] = 0,
    limit: Annotated[int, Parameter(ge=1, le=MOST)] = 100,
) -> dict[str, Any]:
    await service.viewer(request, View.LOG)
    book = _book(service, table_id)
    head, records = await asyncio.to_thread(_some, service.floor.store, table_id, after, limit)
    cites = sorted({cite for record in records for cite in _cites(msgspec.json.decode(record.body))})
    return {
        "table": table_id,
        "head": {"version": head.version, "hash": head.hash},
        "rulebook": book.name if book else None,
        "events": [_told(record) for record in records],
        "paragraphs": {cite: words_of(book, cite) for cite in cites},
    }


def _book(service: Service, table: str) -> Rulebook | None:
    """The rulebook a log speaks of; Refused if there is no such log."""
    return None if table == SWITCHES else service.floor.table(table).state.book


def _some(store: Store, table: str, after: int, limit: int) -> tuple[Head, list[Record]]:
    return store.head(table), list(islice(store.records(table, after), limit))


def _told(record: Record) -> dict[str, Any]:
    body = msgspec.json.decode(record.body)
    return {
        "version": record.version,
        "at": record.at,
        "by": record.by,
        "acting": record.acting,
        "command_id": record.command_id,
        "kind": record.kind,
        "body": body,
        "cites": sorted(set(_cites(body))),
        "postings": [[posting.account, posting.amount] for posting in record.postings],
        "previous_hash": record.previous_hash,
        "hash": record.hash,
    }


def _cites(body: Any) -> Iterator[str]:
    """Every paragraph an event names, in itself and in its lines."""
    if isinstance(body, dict):
        if cite := body.get("cite"):
            yield str(cite)
        for value in body.values():
            yield from _cites(value)
    elif isinstance(body, list):
        for value in body:
            yield from _cites(value)


@get("/api/log/{table_id:str}/export", summary="The whole log as lines of JSON, as `punto audit` takes it")
async def export(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> Response[bytes]:
    person = await service.viewer(request, View.LOG)
    service.pricing.take(person.name)
    _book(service, table_id)
    body = await asyncio.to_thread(_exported, service.floor.store, table_id)
    name = table_id.replace(":", "-")
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(body, media_type="application/jsonl; charset=utf-8", headers=headers)


def _exported(store: Store, table: str) -> bytes:
    head = store.head(table)
    upto = takewhile(lambda record: record.version <= head.version, store.records(table))
    return "".join(line + "\n" for line in log_lines(upto, head)).encode()


@get("/api/verify/{table_id:str}", summary="Whether every event of a table's log is as it was written")
async def verify(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> dict[str, Any]:
    person = await service.viewer(request, View.LOG)
    service.pricing.take(person.name)
    _book(service, table_id)
    store = service.floor.store
    fault = await asyncio.to_thread(store.verify, table_id)
    head = await asyncio.to_thread(store.head, table_id)
    return {
        "table": table_id,
        "whole": fault is None,
        "head": {"version": head.version, "hash": head.hash},
        "fault": {"version": fault.version, "why": fault.why} if fault else None,
    }
