"""Signing in and out, and the administrator's accounts."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from punto.house.people.people import Person
from punto.house.people.roles import Resource, Role
from punto.kit import Refused
from punto.rulebook import known_ones
from punto.server.address import address_of
from punto.server.security import check_origin
from punto.server.service import COOKIE, Service
from punto.view.house import AccountChanged, PeopleView, PersonView, SignedIn, SignedOut

COOKIE_SECONDS: Final = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str
    code: str = ""
    """Of the second factor, where there is one: what the app shows, or a recovery code."""


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    role: str
    password: str


class Shut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    disabled: bool


class NewRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


def session_cookie(service: Service, token: str, role: Role) -> Cookie:
    # A display's browser is started again with its machine, and nobody is there to sign in: its cookie is kept.
    max_age = COOKIE_SECONDS if role is Role.DISPLAY else None
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=max_age,
        httponly=True,
        samesite="strict",
        path="/",
        secure=service.secure_cookie,
    )


def _address(request: Request[Any, Any, Any]) -> str:
    """The client's address as it is recorded; limits count by `address_of`, which may be coarser."""
    return request.client.host if request.client else ""


def _landing(service: Service, person: Person) -> str:
    if person.role is Role.DISPLAY:
        return "/board"
    if person.owes:
        return "/account"
    # Who came by a link that works once needs a password to come again.
    return "/" if person.has_password or service.house.settings.demo else "/account"


@post("/api/sign-in", status_code=200, summary="Sign in with a name and a password")
async def sign_in(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[SignIn]
) -> Response[SignedIn]:
    check_origin(request, service.origins, service.hosts)
    service.sign_ins.take(address_of(request.scope))
    token = await service.sign_in(data.name, data.password, data.code, _address(request))
    person = await asyncio.to_thread(service.people.who, token)
    signed_in = SignedIn(name=person.name, role=person.role.value, landing=_landing(service, person))
    return Response(signed_in, cookies=[session_cookie(service, token, person.role)])


@get("/sign-in/{secret:str}", include_in_schema=False)
async def follow_link(
    request: Request[Any, Any, Any], service: NamedDependency[Service], secret: FromPath[str]
) -> Redirect:
    """The link that was printed when the house started: it signs one person in."""
    try:
        service.sign_ins.take(address_of(request.scope))
        token = await asyncio.to_thread(service.people.follow, secret, _address(request))
    except Refused as refused:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        # A browser: the door says why, under an address that holds no secret.
        return Redirect(f"/sign-in?refused={refused.refusal.code}")
    person = await asyncio.to_thread(service.people.who, token)
    return Redirect(_landing(service, person), cookies=[session_cookie(service, token, person.role)])


@post("/api/sign-out", status_code=200, summary="End this session")
async def sign_out(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Response[SignedOut]:
    check_origin(request, service.origins, service.hosts)
    if token := request.cookies.get(COOKIE):
        await asyncio.to_thread(service.people.sign_out, token)
    return Response(SignedOut(), cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/")])


@get("/api/people", summary="Accounts: names, roles, and whether they are shut out or locked")
async def people(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> PeopleView:
    await service.viewer(request, Resource.PEOPLE)
    return await asyncio.to_thread(_people, service)


def _people(service: Service) -> PeopleView:
    locked, factors = service.people.locked(), service.people.factors.holders()
    return PeopleView(
        people=[
            PersonView(
                name=row.name,
                role=row.role,
                disabled=row.disabled,
                locked=row.name in locked,
                locked_at=locked.get(row.name, []),
                second_factor=row.bones in factors,
            )
            for row in service.people.all()
        ]
    )


@post("/api/people", summary="A new account")
async def add_person(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[NewPerson]
) -> AccountChanged:
    by = await service.administrator(request)
    role = _role(data.role)
    person = await service.known_passwords.run(lambda: service.people.add(data.name, role, data.password, by))
    return AccountChanged(name=person.name, role=person.role.value)


def _role(word: str) -> Role:
    roles = {role.value: role for role in Role}
    if word not in roles:
        raise Refused(code="unknown_role", message=f"there is no role {word[:40]!r}; {known_ones(word, roles)}")
    return roles[word]


@post("/api/people/{name:str}", status_code=200, summary="Shut an account out, or let it in again")
async def shut_person(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str], data: JSONBody[Shut]
) -> AccountChanged:
    by = await service.administrator(request)
    await asyncio.to_thread(service.people.disable, name, data.disabled, by)
    return AccountChanged(name=name, disabled=data.disabled)


@post("/api/people/{name:str}/role", status_code=200, summary="Give a person another role; their sessions end")
async def change_role(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str], data: JSONBody[NewRole]
) -> AccountChanged:
    by = await service.administrator(request)
    await asyncio.to_thread(service.people.set_role, name, _role(data.role), by)
    return AccountChanged(name=name, role=data.role)


@post("/api/people/{name:str}/password", status_code=200, summary="Give a person a password; their sessions end")
async def set_password(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str], data: JSONBody[NewPassword]
) -> AccountChanged:
    by = await service.administrator(request)
    await service.known_passwords.run(lambda: service.people.set_password(name, data.password, by))
    return AccountChanged(name=name, sessions="ended")


@delete("/api/people/{name:str}/lock", status_code=200, summary="Let a person try to sign in again at once")
async def unlock_person(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str]
) -> AccountChanged:
    by = await service.administrator(request)
    await asyncio.to_thread(service.people.unlock, name, by)
    return AccountChanged(name=name, locked=False)


@delete("/api/people/{name:str}/second-factor", status_code=200, summary="Take a person's second factor away")
async def remove_factor(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str]
) -> AccountChanged:
    by = await service.administrator(request)
    await asyncio.to_thread(service.people.remove_factor, name, by)
    return AccountChanged(name=name, second_factor=False)


@delete("/api/people/{name:str}/sessions", status_code=200, summary="End every session of a person")
async def end_sessions(
    request: Request[Any, Any, Any], service: NamedDependency[Service], name: FromPath[str]
) -> AccountChanged:
    by = await service.administrator(request)
    await asyncio.to_thread(service.people.revoke, name, by)
    return AccountChanged(name=name, sessions="ended")


HANDLERS = [
    sign_in,
    follow_link,
    sign_out,
    people,
    add_person,
    shut_person,
    change_role,
    set_password,
    unlock_person,
    remove_factor,
    end_sessions,
]
