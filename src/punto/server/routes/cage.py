"""The cage over the web: the money on all tables, a stream of that, and the same of one table for its dealer."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, get
from litestar.di import NamedDependency

from punto.house.people.roles import Resource
from punto.server.routes.tables import TableId
from punto.server.service import Service
from punto.server.stream.response import EventStream
from punto.view.bank import BankView, CageView, bank_view


@get("/api/cage", summary="The money on all tables: racks, slips that wait, drop boxes, what was named about them")
async def cage(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> CageView:
    person = await service.viewer(request, Resource.CAGE)
    return await asyncio.to_thread(service.cage_view_of, person.role)


@get("/api/cage/events", summary="The cage as server-sent events", media_type="text/event-stream")
async def cage_events(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> EventStream:
    person = await service.viewer(request, Resource.CAGE)
    return service.cage_stream(request, person)


@get("/api/dealer/{table_id:str}/bank", summary="The money on one table: its rack, slips and drop box")
async def table_bank(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> BankView:
    await service.viewer(request, Resource.DEALER)
    return bank_view(service.floor.table(table_id).scene())


HANDLERS = [cage, cage_events, table_bank]
