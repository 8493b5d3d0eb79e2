"""The OpenAPI document: what Litestar finds in the routes, completed with what only we know.

A command is read by the table's own reader and a refusal made by our own handlers, so Litestar sees neither.
Their shapes come from the very structs they are read into.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from punto.house.logbook import Found
from punto.server.asked import command_schemas
from punto.server.books import Books
from punto.server.errors import STATUS
from punto.server.service import COOKIE
from punto.server.shapes import house, pit, rules, table
from punto.server.shapes.shape import Error

ANSWERS: Final[dict[str, Any]] = {
    "GET /api/tables": table.Lobby,
    "GET /api/tables/{table_id}": table.Table,
    "POST /api/tables/{table_id}/commands": table.Done,
    "GET /api/tables/{table_id}/history": table.History,
    "GET /api/tables/{table_id}/squeeze": table.Faces,
    "GET /api/tables/{table_id}/closed-shoe": table.ClosedShoe,
    "GET /api/rulebooks": rules.Shelf,
    "GET /api/rulebooks/{name}": rules.RulebookTold,
    "GET /api/odds/{name}": rules.Sheet,
    "GET /api/log/{table_id}": Found,
    "GET /api/verify/{table_id}": house.Verified,
    "GET /api/pit": pit.Pit,
    "GET /api/dealer/{table_id}": pit.DealerTold,
    "GET /api/dealer/{table_id}/wallets/{name}": pit.Holding,
    "POST /api/switches": pit.Switched,
    "GET /api/manifest": house.ManifestTold,
    "GET /api/books": Books,
    "POST /api/sign-in": house.SignedIn,
    "POST /api/sign-out": house.SignedOut,
    "GET /api/me": house.Me,
    "POST /api/me/password": house.Somebody,
    "GET /api/people": house.People,
    "POST /api/people": house.Somebody,
    "POST /api/people/{name}": house.Somebody,
    "POST /api/people/{name}/role": house.Somebody,
    "POST /api/people/{name}/password": house.Somebody,
    "DELETE /api/people/{name}/lock": house.Somebody,
    "DELETE /api/people/{name}/sessions": house.Somebody,
}
"""What each route answers in JSON."""

TEXTS: Final = {
    "GET /api/tables/{table_id}/events": "Events called `table`; `data` is a News, `id` the version it goes up to.",
    "GET /api/pit/events": "Events called `pit`; `data` is a Pit.",
    "GET /api/log/{table_id}/export": "Lines of JSON: the log's opening, its events, its head.",
    "GET /api/odds/{name}/html": "A PAR sheet to be kept.",
    "GET /api/odds/{name}/pdf": "A PAR sheet to be kept.",
}
"""What each of the others answers."""

_COMMANDS: Final = "POST /api/tables/{table_id}/commands"

_WITHOUT_SESSION: Final = ("POST /api/sign-in", "POST /api/sign-out")

_REF: Final = "#/components/schemas/{name}"

_HEADER: Final = {
    "name": "X-Punto",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "enum": ["1"]},
    "description": "Shows that the request comes from one of our own pages or from a program that means it.",
}

_READING: Final = (401, 403, 429, 503)
_WRITING: Final = (400, 401, 403, 408, 409, 413, 415, 422, 429, 503)


class Document(JsonRenderPlugin):
    """The document as it is served: completed once."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json")
        self._whole: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._whole is None:
            self._whole = msgspec.json.encode(completed(openapi_schema))
        return self._whole


def openapi_config() -> OpenAPIConfig:
    session = SecurityScheme(
        type="apiKey", name=COOKIE, security_scheme_in="cookie", description="Given by signing in."
    )
    return OpenAPIConfig(
        title="Punto",
        version="1",
        path="/api/schema",
        render_plugins=[Document()],
        components=Components(security_schemes={"session": session}),
        security=[{"session": []}],
    )


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with every body, answer and refusal."""
    document = deepcopy(document)
    shapes = [*dict.fromkeys(ANSWERS.values()), table.News, Error]
    schemas, found = msgspec.json.schema_components(shapes, ref_template=_REF)
    document["components"]["schemas"] |= found | command_schemas(_REF)
    document["components"]["responses"] = {_named(status): _error(status) for status in (None, 404, *_WRITING)}
    answers = {route: schemas[shapes.index(shape)] for route, shape in ANSWERS.items()}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            _complete(operation, f"{method.upper()} {path}", answers)
    return document


def _complete(operation: dict[str, Any], route: str, answers: dict[str, Any]) -> None:
    parameters = operation.setdefault("parameters", [])
    for parameter in parameters:
        parameter["schema"] = _given(parameter["schema"])
    writes = not route.startswith("GET")
    statuses = set(_WRITING if writes else _READING)
    statuses |= {400, 404, 422} if parameters else set()
    if writes:
        parameters.append(_HEADER)
    if route in _WITHOUT_SESSION:
        operation["security"] = []
    if route == _COMMANDS:
        operation["requestBody"]["content"]["application/json"]["schema"] = {"$ref": _REF.format(name="Command")}
    responses = operation["responses"]
    done = next(status for status in responses if status.startswith("2"))
    _answer(responses[done], route, answers)
    refused = {_named(one): {"$ref": f"#/components/responses/{_named(one)}"} for one in (*sorted(statuses), None)}
    operation["responses"] = {done: responses[done]} | refused


def _given(schema: dict[str, Any]) -> dict[str, Any]:
    """What a parameter may be when it is given at all: in an address nothing is null."""
    some = [one for one in schema.get("oneOf", ()) if one != {"type": "null"}]
    return schema if len(some) != 1 else some[0] | {key: value for key, value in schema.items() if key != "oneOf"}


def _answer(response: dict[str, Any], route: str, answers: dict[str, Any]) -> None:
    if route in answers:
        response["content"] = {"application/json": {"schema": answers[route]}}
    else:
        (kind,) = response["content"]
        response["content"][kind]["schema"] = {"type": "string", "description": TEXTS[route]}


def _named(status: int | None) -> str:
    return "default" if status is None else str(status)


def _error(status: int | None) -> dict[str, Any]:
    """A refusal with this status, and the codes it may have; None for any other."""
    codes = ", ".join(code for code, one in STATUS.items() if one == status)
    told = {
        None: "Anything else that goes wrong.",
        422: "Refused by the rules; the code says which.",
        503: f"books_are_closed, {codes}",
    }
    return {
        "description": told.get(status, codes),
        "content": {"application/json": {"schema": {"$ref": _REF.format(name="Error")}}},
    }
