"""The application: routes, errors, limits and the house's life around them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar
from litestar.config.response_cache import ResponseCacheConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException

from punto.kit import Refused
from punto.server import errors
from punto.server.routes import (
    accounts,
    books,
    cage,
    disputes,
    heads,
    log,
    me,
    pages,
    pit,
    practice,
    results,
    rulebooks,
    software,
    tables,
)
from punto.server.schema import answers, completed, openapi_config
from punto.server.security import BODY_LIMIT, with_headers
from punto.server.service import Service

ROUTES = (pages, tables, rulebooks, log, disputes, pit, cage, results, software, books, heads, accounts, me, practice)


def openapi_document() -> dict[str, Any]:
    """The OpenAPI document, without a house: what types are made from."""
    routes = Litestar(
        route_handlers=[handler for resource in ROUTES for handler in resource.HANDLERS],
        dependencies={"service": Provide(lambda: None, sync_to_thread=False)},
        openapi_config=openapi_config(),
    )
    return completed(routes.openapi_schema.to_schema(), answers(routes))


def make_app(service: Service) -> Litestar:
    """The server of one house."""
    app = Litestar(
        route_handlers=[handler for resource in ROUTES for handler in resource.HANDLERS],
        dependencies={"service": Provide(lambda: service, sync_to_thread=False)},
        exception_handlers={
            Refused: errors.on_refused,
            HTTPException: pages.on_http,
            msgspec.ValidationError: errors.on_bad_body,
            UnicodeDecodeError: errors.on_bad_text,
            RecursionError: errors.on_bad_text,
            Exception: errors.on_unexpected,
        },
        request_max_body_size=BODY_LIMIT,
        on_startup=[service.start],
        on_shutdown=[service.stop],
        openapi_config=openapi_config(),
        response_cache_config=ResponseCacheConfig(),
        logging_config=None,  # What goes wrong here is told to the logger "punto" by the handlers above.
    )
    # Around everything: an address that leads nowhere never reaches a route, nor the middleware of one.
    app.asgi_handler = with_headers(service.admission.before(app.asgi_handler), https=service.secure_cookie)
    return app
