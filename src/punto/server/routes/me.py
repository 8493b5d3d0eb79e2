"""One's own account: who one is, one's session, password and second factor."""

from __future__ import annotations

import asyncio
import math
import time
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from punto.house.floor.own_history import own_csv, own_history
from punto.house.people.names import skeleton
from punto.house.people.people import Person
from punto.house.people.roles import COMMANDS_OF, RESOURCES_OF, Resource, Role
from punto.house.people.sessions import TOUCHES
from punto.house.people.totp import address, base32_secret
from punto.kit import Refused
from punto.server.attachment import saved_as
from punto.server.bulk import LineStream
from punto.server.qr import qr_of
from punto.server.routes.accounts import session_cookie
from punto.server.service import COOKIE, Service
from punto.view.house import AccountChanged, MeView, NewFactorView, RecoveryCodesView, SessionView
from punto.view.own_history import OwnHistory


class OwnPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str
    current: str = ""
    """The present one; nothing for who came by a link and has none yet."""


class PresentPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    current: str = ""


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str


@get("/api/me", summary="Who is signed in, and what they may do and see")
async def me(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> MeView:
    person = await service.person(request)
    return await asyncio.to_thread(_me, service, person, request.cookies[COOKIE])


def _me(service: Service, person: Person, token: str) -> MeView:
    bones = skeleton(person.name)
    return MeView(
        name=person.name,
        role=person.role.value,
        has_password=person.has_password,
        owes=person.owes,
        second_factor=service.people.factors.has(bones),
        recovery_codes=service.people.factors.codes_left(bones),
        commands=sorted(COMMANDS_OF[person.role]),
        views=sorted(resource.value for resource in RESOURCES_OF[person.role]),
        wallet=service.floor.wallet(person.name),
        session=_session(service, person, token),
    )


def _session(service: Service, person: Person, token: str) -> SessionView:
    ends = service.people.session_ends(token)
    return SessionView(
        now=datetime.fromtimestamp(time.time(), UTC),
        idle_until=_moment(ends.idle),
        ends_at=_moment(ends.life),
        report_seconds=min(60.0, service.people.sessions.idle[person.role] / TOUCHES),
    )


def _moment(seconds: float) -> datetime | None:
    return None if seconds == math.inf else datetime.fromtimestamp(seconds, UTC)


@get("/api/me/session", summary="When this session ends; asking does not prolong it")
async def session(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> SessionView:
    person = await service.person(request)
    return await asyncio.to_thread(_session, service, person, request.cookies[COOKIE])


@post("/api/me/session", status_code=200, summary="A key, a click or a touch: the time to be idle begins again")
async def use_session(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> SessionView:
    person = await service.user(request)
    return await asyncio.to_thread(_session, service, person, request.cookies[COOKIE])


@post("/api/me/password", status_code=200, summary="A new password of one's own; every other session ends")
async def own_password(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[OwnPassword]
) -> Response[AccountChanged]:
    person = await _owner(request, service)
    token = await service.hash_own(
        person, lambda: service.people.change_password(person.name, data.current, data.password, person.session)
    )
    return Response(AccountChanged(name=person.name), cookies=[session_cookie(service, token, person.role)])


@post("/api/me/second-factor", status_code=200, summary="Begin a second factor: a secret for an app, as a QR code too")
async def begin_factor(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[PresentPassword]
) -> NewFactorView:
    person = await _owner(request, service)
    secret = await service.hash_own(person, lambda: service.people.begin_factor(person.name, data.current))
    read_by_app = address(secret, person.name)
    return NewFactorView(secret=base32_secret(secret), address=read_by_app, qr=qr_of(read_by_app))


@post(
    "/api/me/second-factor/confirm",
    status_code=200,
    summary="Confirm it by a code: recovery codes, told this once; every other session ends",
)
async def confirm_factor(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[Code]
) -> Response[RecoveryCodesView]:
    person = await _owner(request, service)
    codes, token = await asyncio.to_thread(service.people.confirm_factor, person.name, data.code, person.session)
    recovery = RecoveryCodesView(name=person.name, codes=codes)
    return Response(recovery, cookies=[session_cookie(service, token, person.role)])


@post("/api/me/second-factor/recovery", status_code=200, summary="New recovery codes, for a code")
async def renew_recovery_codes(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[Code]
) -> RecoveryCodesView:
    person = await _owner(request, service)
    codes = await asyncio.to_thread(service.people.renew_recovery_codes, person.name, data.code, person.session)
    return RecoveryCodesView(name=person.name, codes=codes)


@post("/api/me/second-factor/remove", status_code=200, summary="Do without a second factor, for a code")
async def drop_factor(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[Code]
) -> Response[AccountChanged]:
    person = await _owner(request, service)
    token = await asyncio.to_thread(service.people.drop_factor, person.name, data.code, person.session)
    changed = AccountChanged(name=person.name, second_factor=False)
    return Response(changed, cookies=[session_cookie(service, token, person.role)])


@get("/api/me/history", summary="One's own rounds with their bets and what they came to, the newest first")
async def own_rounds(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    before: Annotated[
        datetime | None,
        QueryParameter(name="before", required=False, description="Rounds that ended no later than this."),
    ] = None,
) -> OwnHistory:
    person = await service.viewer(request, Resource.TABLE)
    moment = before if before is None or before.tzinfo else before.replace(tzinfo=UTC)
    return await service.bulk.alone(person.name, own_history, service.floor, person.name, moment)


@get("/api/me/history/csv", summary="All of one's own rounds as CSV, a bet a line", media_type="text/csv")
async def own_rounds_csv(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> LineStream:
    person = await service.viewer(request, Resource.TABLE)
    service.pricing.take(person.name)
    headers = saved_as("punto-history.csv")
    lines = partial(own_csv, service.floor, person.name)
    return LineStream(service.bulk, person.name, lines, "text/csv; charset=utf-8", headers)


async def _owner(request: Request[Any, Any, Any], service: Service) -> Person:
    """Who changes their own account; Refused for a display, before which anybody may stand."""
    person = await service.owner(request)
    if person.role is Role.DISPLAY:
        raise Refused(code="not_your_role", message="the account of a display is the administrator's")
    return person


HANDLERS = [
    me,
    session,
    use_session,
    own_password,
    begin_factor,
    confirm_factor,
    renew_recovery_codes,
    drop_factor,
    own_rounds,
    own_rounds_csv,
]
