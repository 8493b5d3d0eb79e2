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

from punto.house.roles import View
from punto.house.switch import LOG as SWITCHES
from punto.server.service import Service
from punto.server.tables import TableId
from punto.store import Head, Record, Store, log_lines

MOST = 500
"""Events in one answer."""

_NAMING = ("table_opened", "sign_changed", "bets_opened")
"""Kinds of events that say by which rulebook the table is played from then on."""


@get("/api/log/{table_id:str}", summary="Events of a table's log after a version, with paragraphs and hashes")
async def log(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    after: Annotated[int, Parameter(ge=0, le=2**62)] = 0,
    limit: Annotated[int, Parameter(ge=1, le=MOST)] = 100,
) -> dict[str, Any]:
    await service.viewer(request, View.LOG)
    _check(service, table_id)
    head, before, records = await asyncio.to_thread(_some, service.floor.store, table_id, after, limit)
    return {
        "table": table_id,
        "head": {"version": head.version, "hash": head.hash},
        "rulebooks": _rulebooks(before, records),
        "events": [_told(record) for record in records],
    }


def _check(service: Service, table: str) -> None:
    """Refused if there is no such log."""
    if table != SWITCHES:
        service.floor.table(table)


def _some(store: Store, table: str, after: int, limit: int) -> tuple[Head, Record | None, list[Record]]:
    """The head, the event that says by which rulebook the first of the others happened, and those."""
    return store.head(table), store.last(table, _NAMING, after), list(islice(store.records(table, after), limit))


def _rulebooks(before: Record | None, records: list[Record]) -> list[dict[str, Any]]:
    """By which rulebook these events happened, and from which version on; a paragraph means what it said then."""
    spans: list[dict[str, Any]] = []
    known: tuple[str, str] | None = None
    for record in [before, *records] if before else records:
        named = _named(record)
        if named and named != known:
            spans.append({"from": record.version, "name": named[0], "sha256": named[1]})
            known = named
    return spans


def _named(record: Record) -> tuple[str, str] | None:
    """The rulebook and its hash, where an event says them; one that was tampered with may not."""
    body = msgspec.json.decode(record.body) if record.kind in _NAMING else None
    told = body.get("sign", body) if isinstance(body, dict) else None
    return (str(told.get("rulebook")), str(told.get("sha256"))) if isinstance(told, dict) else None


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
    _check(service, table_id)
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
    _check(service, table_id)
    store = service.floor.store
    fault = await asyncio.to_thread(store.verify, table_id)
    head = await asyncio.to_thread(store.head, table_id)
    return {
        "table": table_id,
        "whole": fault is None,
        "head": {"version": head.version, "hash": head.hash},
        "fault": {"version": fault.version, "why": fault.why} if fault else None,
    }
