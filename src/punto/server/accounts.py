"""Signing in and out, who one is, and the administrator's accounts."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from punto.house.roles import COMMANDS_OF, VIEWS_OF, Role, View
from punto.kit import Refused
from punto.rulebook import known_ones
from punto.server.security import check_origin
from punto.server.service import COOKIE, Service

KEPT_SECONDS: Final = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    role: str
    password: str


class Shut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    disabled: bool


def _cookie(service: Service, token: str, role: Role) -> Cookie:
    # A display's browser is started again with its machine, and nobody is there to sign in: its cookie is kept.
    kept = KEPT_SECONDS if role is Role.DISPLAY else None
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=kept,
        httponly=True,
        samesite="strict",
        path="/",
        secure=service.secure_cookie,
    )


def _landing(role: Role) -> str:
    return "/board" if role is Role.DISPLAY else "/"


@post("/api/sign-in", status_code=200, summary="Sign in with a name and a password")
async def sign_in(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[SignIn]
) -> Response[dict[str, Any]]:
    check_origin(request, service.origins, service.hosts)
    service.sign_ins.take(request.client.host if request.client else "")
    token = await asyncio.to_thread(service.people.sign_in, data.name, data.password)
    person = await asyncio.to_thread(service.people.who, token)
    body = {"name": person.name, "role": person.role.value, "landing": _landing(person.role)}
    return Response(body, cookies=[_cookie(service, token, person.role)])


@get("/sign-in/{secret:str}", include_in_schema=False)
async def follow_link(
    request: Request[Any, Any, Any], service: NamedDependency[Service], secret: FromPath[str]
) -> Redirect:
    """The link that was printed when the house started: it signs one person in, once."""
    service.sign_ins.take(request.client.host if request.client else "")
    token = await asyncio.to_thread(service.people.follow, secret)
    role = (await asyncio.to_thread(service.people.who, token)).role
    return Redirect(_landing(role), cookies=[_cookie(service, token, role)])


@post("/api/sign-out", status_code=200, summary="End this session")
async def sign_out(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Response[dict[str, Any]]:
    check_origin(request, service.origins, service.hosts)
    if token := request.cookies.get(COOKIE):
        await asyncio.to_thread(service.people.sign_out, token)
    return Response({"signed_out": True}, cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/")])


@get("/api/me", summary="Who is signed in, and what they may do and see")
async def me(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> dict[str, Any]:
    person = await service.person(request)
    return {
        "name": person.name,
        "role": person.role.value,
        "commands": sorted(COMMANDS_OF[person.role]),
        "views": sorted(view.value for view in VIEWS_OF[person.role]),
        "wallet": await asyncio.to_thread(service.floor.store.ledger.balance, f"wallet:{person.name}"),
    }


@get("/api/people", summary="Accounts: names, roles and whether they are shut out")
async def people(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> dict[str, Any]:
    await service.viewer(request, View.PEOPLE)
    rows = await asyncio.to_thread(service.people.all)
    return {"people": [{"name": row.name, "role": row.role, "disabled": row.disabled} for row in rows]}


@post("/api/people", summary="A new account")
async def add_person(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[NewPerson]
) -> dict[str, Any]:
    await service.administrator(request)
    roles = {role.value: role for role in Role}
    if data.role not in roles:
        raise Refused("unknown_role", f"there is no role {data.role[:40]!r}; {known_ones(data.role, roles)}")
    person = await asyncio.to_thread(service.people.add, data.name, roles[data.role], data.password)
    return {"name": person.name, "role": person.role.value}


@post("/api/people/{name:str}", status_code=200, summary="Shut an account out, or let it in again")
async def shut_person(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str], data: JSONBody[Shut]
) -> dict[str, Any]:
    await service.administrator(request)
    await asyncio.to_thread(service.people.disable, name, data.disabled)
    return {"name": name, "disabled": data.disabled}


@delete("/api/people/{name:str}/sessions", status_code=200, summary="End every session of a person")
async def end_sessions(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str]
) -> dict[str, Any]:
    await service.administrator(request)
    await asyncio.to_thread(service.people.revoke, name)
    return {"name": name, "sessions": "ended"}
