"""The application: routes, errors, limits and the house's life around them."""

from __future__ import annotations

import msgspec
from litestar import Litestar
from litestar.config.response_cache import ResponseCacheConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException

from punto.kit import Refused
from punto.server import accounts, books, errors, files, log, odds, par, pit, shoes, software, tables
from punto.server.schema import openapi_config
from punto.server.security import BODY_LIMIT, with_headers
from punto.server.service import Service


def make_app(service: Service) -> Litestar:
    """The server of one house."""
    app = Litestar(
        route_handlers=[
            files.page,
            files.asset,
            tables.lobby,
            tables.table,
            tables.command,
            tables.history,
            tables.squeeze,
            tables.news,
            shoes.closed,
            odds.rulebooks,
            odds.rulebook,
            odds.odds,
            par.as_html,
            par.as_pdf,
            log.log,
            log.export,
            log.verify,
            pit.pit,
            pit.pit_news,
            pit.dealer,
            pit.holding,
            pit.flip,
            software.manifest,
            books.books,
            accounts.sign_in,
            accounts.follow_link,
            accounts.sign_out,
            accounts.me,
            accounts.own_password,
            accounts.people,
            accounts.add_person,
            accounts.shut_person,
            accounts.change_role,
            accounts.set_password,
            accounts.unlock_person,
            accounts.end_sessions,
        ],
        dependencies={"service": Provide(lambda: service, sync_to_thread=False)},
        exception_handlers={
            Refused: errors.on_refused,
            HTTPException: errors.on_http,
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
    app.asgi_handler = with_headers(app.asgi_handler, https=service.secure_cookie)
    return app
