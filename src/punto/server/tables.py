"""Tables over the web: the lobby, a table with its felt and history, commands, and the stream of its news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import HeaderParameter, JSONBody, Parameter, QueryParameter

from punto.house.desk import Done
from punto.house.felt import felt_view
from punto.house.people import Person
from punto.house.roles import COMMANDS_OF, Role, View
from punto.house.view import history_view, roads_view, squeezed_faces, table_view
from punto.kit import Refusal, Refused
from punto.server.asked import read_asked
from punto.server.errors import answer_refusal
from punto.server.service import Service
from punto.server.stream import Ending, EventStream
from punto.table.commands import Command

TableId = Annotated[str, Parameter(description="A table of this house.", examples=[Example(value="easy-six")])]


@get("/api/tables", summary="The lobby: every table with its document, limits, free boxes and big road")
async def lobby(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> dict[str, Any]:
    await service.viewer(request, View.LOBBY)
    return {"tables": [_lobby_row(service, id) for id in service.floor.tables], "chips": "play"}


def _lobby_row(service: Service, id: str) -> dict[str, Any]:
    live = service.floor.tables[id]
    view = table_view(live)
    book = live.state.book
    taken = {bet["box"] for bet in (view["coup"] or {}).get("bets", []) if bet["stance"] == "seated"}
    boxes = live.state.table.sign.boxes if live.state.table.sign else 0
    roads = roads_view(live)
    return {
        "table": id,
        "name": view["name"],
        "title": book.title.as_dict() if book else None,
        "rulebook": book.name if book else None,
        "phase": view["phase"],
        "next": view["next"],
        "insurance_until": view["insurance_until"],
        "now": view["now"],
        "sign": view["sign"],
        "free_boxes": [box for box in range(1, boxes + 1) if box not in taken],
        "shoe": view["shoe"],
        # All roads of a shoe are many times as long as the rest, and a lobby asks again every few seconds.
        "roads": {name: roads[name] for name in ("big_road", "counts")},
    }


@get("/api/tables/{table_id:str}", summary="A table: what lies on it now, its felt, its roads and last coups")
async def table(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> dict[str, Any]:
    person = await service.viewer(request, View.TABLE)
    live = service.floor.table(table_id)
    book = live.state.book
    return {
        "view": table_view(live),
        "felt": felt_view(book) if book else None,
        "history": history_view(live),
        "me": {
            "name": person.name,
            "role": person.role.value,
            "wallet": await asyncio.to_thread(service.floor.wallet, person.name),
            "commands": sorted(COMMANDS_OF[person.role]),
        },
    }


@post(
    "/api/tables/{table_id:str}/commands",
    status_code=200,
    summary="A command at a table, with an id that makes it happen once and the version the page last saw",
)
async def command(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    data: JSONBody[dict[str, Any]],
) -> Response[dict[str, Any]]:
    person = await service.writer(request)
    live = service.floor.table(table_id)
    seen = data.pop("seen", None)
    if seen is not None and (not isinstance(seen, int) or isinstance(seen, bool) or seen < 0):
        raise Refused(code="bad_request", message="seen is the version the page last saw")
    asked = given_by(person, read_asked(data))
    answer = await asyncio.to_thread(live.do, asked, seen, person.name)
    if isinstance(answer, Refusal):
        return answer_refusal(answer)
    return Response(_done(answer, live.seen().told))


def _done(answer: Done, told: int) -> dict[str, Any]:
    """What a command led to, as far as it may be told: not the card that somebody squeezes now."""
    first = answer.version - len(answer.events) + 1
    events = [event for version, event in enumerate(answer.events, first) if version <= told]
    return {"version": answer.version, "events": [msgspec.to_builtins(event) for event in events]}


def given_by(person: Person, asked: Command) -> Command:
    """The command in this person's name; Refused if their role may not give it, or not for somebody else."""
    name = str(asked.__struct_config__.tag)
    if name not in COMMANDS_OF[person.role]:
        raise Refused(code="not_your_role", message=f"{person.role.one} may not give the command {name}")
    if person.role is Role.PATRON:
        patron = getattr(asked, "patron", None)
        if patron != person.name:
            raise Refused(code="not_your_bet", message=f"{person.name} can act for {person.name} only")
    # The same id from two people is two commands.
    return msgspec.structs.replace(asked, by=person.role.value, id=f"{person.name}/{asked.id}" if asked.id else None)


@get("/api/tables/{table_id:str}/squeeze", summary="The faces of the cards that the asker squeezes now")
async def squeeze(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> dict[str, Any]:
    person = await service.viewer(request, View.TABLE)
    live = service.floor.table(table_id)
    return {"version": live.version, "faces": squeezed_faces(live, person.name)}


@get("/api/tables/{table_id:str}/history", summary="Roads of the shoe and the last fifty coups")
async def history(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> dict[str, Any]:
    await service.viewer(request, View.TABLE)
    return history_view(service.floor.table(table_id))


@get(
    "/api/tables/{table_id:str}/events",
    summary="News of a table as server-sent events; the event id is the table's version",
    media_type="text/event-stream",
)
async def news(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", required=False)] = None,
    after: Annotated[int | None, QueryParameter(name="after", ge=0, le=2**62, required=False)] = None,
) -> EventStream:
    await service.viewer(request, View.TABLE)
    service.floor.table(table_id)
    if last_event_id:  # A stream that was cut knows better than the address it was opened with.
        if not last_event_id.isascii() or not last_event_id.isdigit() or len(last_event_id) > 18:
            raise Refused(code="bad_request", message="Last-Event-ID is the version of the last event seen")
        after = int(last_event_id)
    service.check_streams(request)
    ending = Ending()
    return EventStream(service.channels[table_id], after, ending, service.streaming(request, ending))


def while_session(
    request: Request[Any, Any, Any], service: Service, source: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    """A stream of any source for as long as the session it was opened with goes on."""
    service.check_streams(request)
    return _until_ended(request, service, source)


async def _until_ended(
    request: Request[Any, Any, Any], service: Service, source: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    ending, ended = Ending(), asyncio.Event()
    ending.by(ended.set)
    stop = asyncio.ensure_future(ended.wait())
    with service.streaming(request, ending):
        try:
            while not ending.over:
                coming = asyncio.ensure_future(anext(source, None))
                await asyncio.wait({coming, stop}, return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    coming.cancel()
                    return
                chunk = coming.result()
                if chunk is None:
                    return
                yield chunk
        finally:
            stop.cancel()
