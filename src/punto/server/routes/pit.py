"""The pit over the web: all tables with what waits for a decision, a stream of that, and the switches."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter

from punto.house.people.roles import MAY_SWITCH, Resource
from punto.kit import Refused
from punto.rulebook import known_ones
from punto.server.routes.tables import TableId
from punto.server.service import Service
from punto.server.stream.response import EventStream
from punto.table.phase import require_name
from punto.view.pit import DealerView, PitView, WalletView
from punto.view.switch import Switch, Switched


class Flip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    switch: Switch
    disabled: bool
    reason: str


@get("/api/pit", summary="All tables: decisions waiting, irregularities with their clause, choices, people, switches")
async def pit(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> PitView:
    await service.viewer(request, Resource.PIT)
    return await asyncio.to_thread(service.pit_view)


@get("/api/pit/events", summary="The pit as server-sent events", media_type="text/event-stream")
async def pit_events(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> EventStream:
    person = await service.viewer(request, Resource.PIT)
    return service.pit_stream(request, person)


@get("/api/dealer/{table_id:str}", summary="What a dealer needs besides the table: clauses for a report, times, cards")
async def dealer(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> DealerView:
    await service.viewer(request, Resource.DEALER)
    return service.floor.table(table_id).dealer_view()


@get(
    "/api/dealer/{table_id:str}/wallets/{name:str}",
    summary="What a patron holds, and whether there is an account of that name",
)
async def wallet(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    name: Annotated[str, Parameter(description="A patron's name.")],
) -> WalletView:
    await service.viewer(request, Resource.DEALER)
    service.floor.table(table_id)
    require_name(name)
    account = await asyncio.to_thread(service.people.is_patron, name)
    return WalletView(patron=name, account=account, wallet=await asyncio.to_thread(service.floor.wallet, name))


@post("/api/switches", status_code=200, summary="Take the house, a table, a bet or a patron out of play, or back")
async def flip(request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[Flip]) -> Switched:
    person = await service.writer(request)
    if person.role not in MAY_SWITCH:
        raise Refused(code="not_your_role", message=f"{person.role.with_article} may not take anything out of play")
    switch = _checked(service, data.switch)
    giver = {"rank": person.role.value, "session": person.session}
    await asyncio.to_thread(service.floor.switches.flip, switch, data.disabled, data.reason, person.name, **giver)
    service.repaint()
    return Switched(switch=switch, disabled=data.disabled)


def _checked(service: Service, switch: Switch) -> Switch:
    """The switch, if it names something of this house."""
    tables = service.floor.tables
    wrong = bool(switch.table) and switch.what != "bet"
    match switch.what:
        case "house":
            wrong = wrong or bool(switch.id)
        case "table":
            service.floor.table(switch.id)
        case "bet":
            if switch.table:
                service.floor.table(switch.table)
            books = [live.state.book for id, live in tables.items() if switch.table in ("", id)]
            bets = {bet: book for book in books if book for bet in book.bets}
            if switch.id not in bets:
                message = f"there is no bet {switch.id[:40]!r}; {known_ones(switch.id, bets)}"
                raise Refused(code="unknown_bet", message=message)
        case "patron":
            wrong = wrong or not 0 < len(switch.id) <= 60 or not switch.id.isprintable()
    if wrong:
        message = "a switch names a table, a bet (at one table or all) or a patron, or the house"
        raise Refused(code="bad_request", message=message)
    return switch


HANDLERS = [pit, pit_events, dealer, wallet, flip]
