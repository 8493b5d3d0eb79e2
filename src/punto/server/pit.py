"""The pit over the web: all tables with what waits for a decision, a stream of that, and the switches."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter
from litestar.response import Stream

from punto.house.live import LiveTable
from punto.house.pit import dealer_view, pit_view
from punto.house.roles import MAY_SWITCH, View
from punto.house.switch import Switch
from punto.kit import Refused
from punto.rulebook import Authority, known_ones
from punto.server.service import Service
from punto.server.tables import TableId, while_session
from punto.table.phase import require_name

PAUSE_SECONDS = 0.25
"""Between two pictures of the pit: five tables that deal are read as fast as anybody looks."""


class Flip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    switch: Switch
    disabled: bool
    reason: str


def _pit(service: Service) -> dict[str, Any]:
    floor = service.floor
    floor.switches.refresh()
    return {
        "tables": [pit_view(live) for live in floor.tables.values()],
        "switches": [msgspec.to_builtins(one) for one in floor.switches.off()],
        "ranks": [rank.word for rank in Authority],
        "may_switch": sorted(role.value for role in MAY_SWITCH),
    }


@get("/api/pit", summary="All tables: decisions waiting, irregularities with their clause, choices, people, switches")
async def pit(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> dict[str, Any]:
    await service.viewer(request, View.PIT)
    return await asyncio.to_thread(_pit, service)


@get("/api/pit/events", summary="The pit as server-sent events", media_type="text/event-stream")
async def pit_news(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Stream:
    await service.viewer(request, View.PIT)
    stream = while_session(request, service, _news(service))
    return Stream(
        stream, media_type="text/event-stream", headers={"cache-control": "no-store", "x-accel-buffering": "no"}
    )


async def _news(service: Service) -> AsyncIterator[bytes]:
    """A picture of the pit, and another whenever a table has changed."""
    loop, woken = asyncio.get_running_loop(), asyncio.Event()

    def wake(_: LiveTable) -> None:
        with contextlib.suppress(RuntimeError):  # The loop may be closing.
            loop.call_soon_threadsafe(woken.set)

    tables = list(service.floor.tables.values())
    for live in tables:
        live.on_change.append(wake)
    try:
        while True:
            woken.clear()
            body = await asyncio.to_thread(lambda: msgspec.json.encode(_pit(service)))
            yield b"event: pit\ndata: %s\n\n" % body
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), 15)
                    break
                yield b": still here\n\n"
            await asyncio.sleep(PAUSE_SECONDS)
    finally:
        for live in tables:
            live.on_change.remove(wake)


@get("/api/dealer/{table_id:str}", summary="What a dealer needs besides the table: clauses for a report, times, cards")
async def dealer(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> dict[str, Any]:
    await service.viewer(request, View.DEALER)
    return dealer_view(service.floor.table(table_id))


@get(
    "/api/dealer/{table_id:str}/wallets/{name:str}",
    summary="What a patron holds, and whether there is an account of that name",
)
async def holding(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    name: Annotated[str, Parameter(description="A patron's name.")],
) -> dict[str, Any]:
    await service.viewer(request, View.DEALER)
    service.floor.table(table_id)
    require_name(name)
    account = await asyncio.to_thread(service.people.is_patron, name)
    return {"patron": name, "account": account, "wallet": await asyncio.to_thread(service.floor.wallet, name)}


@post("/api/switches", status_code=200, summary="Take the house, a table, a bet or a patron out of play, or back")
async def flip(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[Flip]
) -> dict[str, Any]:
    person = await service.writer(request)
    if person.role not in MAY_SWITCH:
        raise Refused(code="not_your_role", message=f"{person.role.one} may not take anything out of play")
    switch = _checked(service, data.switch)
    await asyncio.to_thread(service.floor.switches.flip, switch, data.disabled, data.reason, person.name)
    for live in service.floor.tables.values():
        live.tell()
    return {"switch": msgspec.to_builtins(switch), "disabled": data.disabled}


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
                raise Refused(
                    code="unknown_bet", message=f"there is no bet {switch.id[:40]!r}; {known_ones(switch.id, bets)}"
                )
        case "patron":
            wrong = wrong or not 0 < len(switch.id) <= 60 or not switch.id.isprintable()
    if wrong:
        raise Refused(
            code="bad_request", message="a switch names a table, a bet (at one table or all) or a patron, or the house"
        )
    return switch
