"""Tables over the web: the lobby, a table with its felt and history, commands, and the stream of its news."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import HeaderParameter, JSONBody, Parameter, QueryParameter

from punto.house.people.people import Person
from punto.house.people.roles import COMMANDS_OF, COUNTS_BLIND, RANKED, RESOURCES_OF, Resource, Role, may_give
from punto.kit import Refusal, Refused
from punto.server.commands import read_body
from punto.server.compression import compressed
from punto.server.errors import answer_refusal
from punto.server.service import Service
from punto.server.stream.response import EventStream
from punto.table.commands import Assign, Command
from punto.view.bank import before_the_win, without_other_counts
from punto.view.history import HistoryView
from punto.view.house import ErrorView
from punto.view.rulebook import felt_view
from punto.view.table import (
    AtTable,
    ClosedShoeView,
    DoneView,
    FacesView,
    LobbyView,
    TablePage,
    WaitingPage,
    done_view,
    faces_view,
    lobby_row,
    table_view,
    waiting_views,
)

TableId = Annotated[str, Parameter(description="A table of this house.", examples=[Example(value="easy-six")])]


SIDE_BY_SIDE: Final = 4
"""Tables on one stream."""


@get("/api/tables", summary="The lobby: every table with its document, limits, free boxes and big road")
async def lobby(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> LobbyView:
    await service.viewer(request, Resource.LOBBY)
    tables = service.floor.tables.values()
    return LobbyView(tables=[lobby_row(live.scene(), live.roads()) for live in tables], chips="play")


@get(
    "/api/tables/{table_id:str}",
    summary="A table: what lies on it now, its felt, its roads and last coups",
    middleware=[compressed],
)
async def table(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> TablePage:
    person = await service.viewer(request, Resource.TABLE)
    live = service.floor.table(table_id)
    # Commands are carried out on other threads: what is recalled ends where the view does, and news go on from there.
    scene = live.scene()
    book = scene.state.book
    return TablePage(
        view=table_view(scene),
        felt=felt_view(book) if book else None,
        history=live.history_view(scene.visible_version),
        me=AtTable(
            name=person.name,
            role=person.role.value,
            wallet=await asyncio.to_thread(service.floor.wallet, person.name),
            commands=sorted(COMMANDS_OF[person.role]),
        ),
    )


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
) -> DoneView | Response[ErrorView]:
    answer = await service.carry_out(request, lambda person: _carry_out(service, person, table_id, data))
    return answer_refusal(answer) if isinstance(answer, Refusal) else answer


def _carry_out(service: Service, person: Person, table_id: str, data: dict[str, Any]) -> DoneView | Refusal:
    """Do what a body asks for in somebody's name, at its table; a reveal has a receipt."""
    live = service.floor.table(table_id)
    seen_version = data.pop("seen", None)
    if seen_version is not None and (
        not isinstance(seen_version, int) or isinstance(seen_version, bool) or seen_version < 0
    ):
        raise Refused(code="bad_request", message="seen is the version the page last saw")
    in_their_name = given_by(person, read_body(data))
    if isinstance(in_their_name, Assign):
        _require_staff(service, in_their_name.person)
        live = service.floor.table(in_their_name.table or table_id)
        in_their_name = msgspec.structs.replace(in_their_name, table=None)
    answer = live.do(in_their_name, person=person.name, session=person.session, seen_version=seen_version)
    if isinstance(answer, Refusal):
        return answer
    visible, events = live.visible_version, answer.events
    if person.role in COUNTS_BLIND:
        events = without_other_counts(events)
        # As hidden as a card: a version that counts it would tell whether the win differs.
        visible = min(visible, answer.version - len(answer.events) + before_the_win(answer.events))
    return done_view(answer.version, events, visible, service.receipt(live, answer))


def _require_staff(service: Service, name: str) -> None:
    """Only somebody with a rank of their own acts in another position; Refused for anybody else."""
    if service.people.role_of(name) not in RANKED:
        raise Refused(code="unknown_person", message=f"nobody who works at the tables is called {name[:60]!r}")


def given_by(person: Person, command: Command) -> Command:
    """The command in this person's name; Refused if their role may not give it, or not for somebody else."""
    name = str(command.__struct_config__.tag)
    if not may_give(person.role, name, command.acting):
        raise Refused(code="not_your_role", message=f"{person.role.with_article} may not give the command {name}")
    if person.role is Role.PATRON and getattr(command, "patron", None) != person.name:
        raise Refused(code="not_your_bet", message=f"{person.name} can act for {person.name} only")
    # The same id from two people is two commands.
    id = f"{person.name}/{command.id}" if command.id else None
    return msgspec.structs.replace(command, by=person.role.value, id=id)


@get("/api/tables/{table_id:str}/squeeze", summary="The faces of the cards that the asker squeezes now")
async def squeeze(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> FacesView:
    person = await service.viewer(request, Resource.TABLE)
    return faces_view(service.floor.table(table_id).scene(), person.name)


@get(
    "/api/tables/{table_id:str}/waiting", summary="What waits for a second person: all of it for staff, a patron's own"
)
async def waiting(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> WaitingPage:
    person = await service.viewer(request, Resource.TABLE)
    state = service.floor.table(table_id).state
    whole = Resource.DEALER in RESOURCES_OF[person.role]
    return WaitingPage(version=state.table.version, waiting=waiting_views(state, None if whole else person.name))


@get(
    "/api/tables/{table_id:str}/history",
    summary="Roads of the shoe and the last fifty coups",
    middleware=[compressed],
)
async def history(request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId) -> HistoryView:
    await service.viewer(request, Resource.TABLE)
    live = service.floor.table(table_id)
    return live.history_view(live.visible_version)


@get(
    "/api/tables/{table_id:str}/closed-shoe",
    summary="The shoe that was closed last: its seal, every card that came out of it, and the order it revealed",
)
async def closed_shoe(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> ClosedShoeView:
    await service.viewer(request, Resource.TABLE)
    return service.floor.table(table_id).closed_shoe()


@get(
    "/api/tables/{table_id:str}/events",
    summary="News of a table as server-sent events; the event id is the table's version",
    media_type="text/event-stream",
)
async def events(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    table_id: TableId,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", required=False)] = None,
    after: Annotated[int | None, QueryParameter(name="after", ge=0, le=2**62, required=False)] = None,
) -> EventStream:
    person = await service.viewer(request, Resource.TABLE)
    service.floor.table(table_id)
    if last_event_id:  # A stream that was cut knows better than the address it was opened with.
        after = _read_version(last_event_id, "Last-Event-ID is the version of the last event seen")
    return service.table_stream(request, person, table_id, after)


@get(
    "/api/events",
    summary="News of up to four tables as server-sent events on one stream; each says its table in `view.table`",
    media_type="text/event-stream",
)
async def several_events(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    tables: Annotated[str | None, QueryParameter(name="tables", required=False)] = None,
) -> EventStream:
    """`tables` is a list of table:version, the version that the page already shows; without one it begins anew.

    Without the list it is about the first tables of the house.

    There is no one event id for several tables, so whoever comes back says again where they were.
    """
    person = await service.viewer(request, Resource.TABLE)
    watched: dict[str, int | None] = {}
    wrong = "each of tables is a table and the version that was seen of it"
    for entry in tables.split(",") if tables else service.streamed[:SIDE_BY_SIDE]:
        name, _, version = entry.partition(":")
        service.floor.table(name)
        watched[name] = _read_version(version, wrong) if version else None
    if len(watched) > SIDE_BY_SIDE:
        raise Refused(code="bad_request", message=f"{SIDE_BY_SIDE} tables at most stand side by side")
    return service.tables_stream(request, person, watched)


def _read_version(text: str, wrong: str) -> int:
    """A version of a table as an address or a header gives it; Refused, saying what is wrong, where it is none."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise Refused(code="bad_request", message=wrong)
    return int(text)


HANDLERS = [lobby, table, command, history, squeeze, waiting, closed_shoe, events, several_events]
