"""The OpenAPI document: what Litestar finds in the routes, completed with what only we know.

A command is read by the table's own reader and a refusal made by our own handlers, so Litestar sees neither. What a
route answers is the struct it returns.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

import msgspec
from litestar import Litestar, MediaType, Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from punto.server.commands import command_schemas
from punto.server.errors import STATUS
from punto.server.interface import interface_page
from punto.server.service import COOKIE
from punto.table.refusals import PRECEDENCE
from punto.view.house import ErrorView
from punto.view.table import NewsView

TEXTS: Final = {
    "GET /api/tables/{table_id}/events": "Events called `table`; `data` is a NewsView, `id` the version it goes up to.",
    "GET /api/events": "Events called `table`, of several tables; `data` is a NewsView, its table in `view.table`.",
    "GET /api/pit/events": "Events called `pit`; `data` is a PitView.",
    "GET /api/cage/events": "Events called `cage`; `data` is a CageView.",
    "GET /api/results/events": "Events called `results`; `data` is a ResultsView by table since the day began.",
    "GET /api/me/history/csv": "Lines of CSV, the first with the names of the columns.",
    "GET /api/log/{table_id}/export": "Lines of JSON: the log's opening, its events, its head.",
    "GET /api/results/ratings/csv": "A line for each visit.",
    "GET /api/results/ratings/xlsx": "A workbook to be kept.",
    "GET /api/results/csv": "A line for each row, the total last.",
    "GET /api/results/xlsx": "A workbook to be kept.",
    "GET /api/results/html": "A shift report to be kept.",
    "GET /api/results/pdf": "A shift report to be kept.",
    "GET /api/disputes/{table_id}/{coup}/html": "A dispute pack to be kept.",
    "GET /api/disputes/{table_id}/{coup}/pdf": "A dispute pack to be kept.",
    "GET /api/odds/{name}/html": "A PAR sheet to be kept.",
    "GET /api/odds/{name}/pdf": "A PAR sheet to be kept.",
}
"""The answers of routes that do not answer JSON."""

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

_READING: Final = (401, 403, 408, 429, 431, 503)
_WRITING: Final = (400, 401, 403, 408, 409, 413, 415, 422, 429, 431, 503)


class OpenApiDocument(JsonRenderPlugin):
    """The document as it is served: completed once."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json")
        self._whole: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._whole is None:
            self._whole = msgspec.json.encode(completed(openapi_schema, answers(request.app)))
        return self._whole


class InterfacePage(OpenAPIRenderPlugin):
    """The document as a page for people, made once."""

    def __init__(self) -> None:
        super().__init__(path="/page", media_type=MediaType.HTML)
        self._page: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._page is None:
            self._page = interface_page(completed(openapi_schema, answers(request.app))).encode()
        return self._page


def openapi_config() -> OpenAPIConfig:
    session = SecurityScheme(
        type="apiKey", name=COOKIE, security_scheme_in="cookie", description="Given by signing in."
    )
    return OpenAPIConfig(
        title="Punto",
        version="1",
        path="/api/schema",
        render_plugins=[OpenApiDocument(), InterfacePage()],
        components=Components(security_schemes={"session": session}),
        security=[{"session": []}],
    )


def answers(app: Litestar) -> dict[str, type[msgspec.Struct]]:
    """The struct that each route of JSON answers, as its handler says."""
    structs: dict[str, type[msgspec.Struct]] = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler) and (struct := _answered(handler)) is not None:
                path = route.path_format
                structs |= {f"{method} {path}": struct for method in handler.http_methods}
    return structs


def _answered(handler: HTTPRouteHandler) -> type[msgspec.Struct] | None:
    """The struct behind an annotation such as `DoneView | Response[ErrorView]`."""
    structs = (kind for kind in _kinds(handler.parsed_fn_signature.return_type.raw) if kind is not ErrorView)
    return next((kind for kind in structs if isinstance(kind, type) and issubclass(kind, msgspec.Struct)), None)


def _kinds(annotation: Any) -> Iterable[Any]:
    if get_origin(annotation) in (Union, UnionType, Response):
        for part in get_args(annotation):
            yield from _kinds(part)
    else:
        yield annotation


def completed(document: dict[str, Any], answered: dict[str, type[msgspec.Struct]]) -> dict[str, Any]:
    """The document with every body, answer and refusal."""
    document = deepcopy(document)
    structs = [*dict.fromkeys(answered.values()), NewsView, ErrorView]
    schemas, components = msgspec.json.schema_components(structs, ref_template=_REF)
    document["components"]["schemas"] |= components | command_schemas(_REF)
    document["components"]["responses"] = {_status_key(status): _error(status) for status in (None, 404, *_WRITING)}
    shapes = {route: schemas[structs.index(struct)] for route, struct in answered.items()}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            _complete(operation, f"{method.upper()} {path}", shapes)
    return document


def _complete(operation: dict[str, Any], route: str, shapes: dict[str, Any]) -> None:
    parameters = operation.setdefault("parameters", [])
    for parameter in parameters:
        parameter["schema"] = _without_null(parameter["schema"])
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
    _answer(responses[done], route, shapes)
    refused = {
        _status_key(status): {"$ref": f"#/components/responses/{_status_key(status)}"}
        for status in (*sorted(statuses), None)
    }
    operation["responses"] = {done: responses[done]} | refused


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema without null, which an address cannot hold."""
    some = [choice for choice in schema.get("oneOf", ()) if choice != {"type": "null"}]
    return schema if len(some) != 1 else some[0] | {key: value for key, value in schema.items() if key != "oneOf"}


def _answer(response: dict[str, Any], route: str, shapes: dict[str, Any]) -> None:
    if route in shapes:
        response["content"] = {"application/json": {"schema": shapes[route]}}
    else:
        (kind,) = response["content"]
        response["content"][kind]["schema"] = {"type": "string", "description": TEXTS[route]}


def _status_key(status: int | None) -> str:
    return "default" if status is None else str(status)


def _error(status: int | None) -> dict[str, Any]:
    """A refusal with this status, and the codes it may have; None for any other."""
    codes = ", ".join(code for code, answered in STATUS.items() if answered == status)
    described = {None: "Anything else that goes wrong.", 422: _by_the_rules()}
    return {
        "description": described.get(status, codes),
        "content": {"application/json": {"schema": {"$ref": _REF.format(name="ErrorView")}}},
    }


def _by_the_rules() -> str:
    """What a table refuses by its rules, first what it names first."""
    codes = ", ".join(code for code, _ in PRECEDENCE if code not in STATUS)
    return f"Refused by the rules; the code says which. Of a command, first what stands first here: {codes}."
