"""The application: routes, errors, limits and the house's life around them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, get
from litestar.config.response_cache import ResponseCacheConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import File

from punto.kit import Refused
from punto.server import accounts, errors, log, odds, par, pit, software, tables
from punto.server.security import BODY_LIMIT, with_headers
from punto.server.service import Service

PAGES: Final = Path(__file__).parent / "pages"

_KINDS: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}

_ASSET: Final = re.compile(r"(?:[a-z0-9][a-z0-9_-]{0,60}/){0,4}[a-z0-9][a-z0-9._-]{0,60}", re.ASCII | re.IGNORECASE)
"""A file beside the pages: no step up, no hidden name, nothing that is no name at all."""

_PAGES: Final = ("lobby", "table", "dealer", "pit", "board", "odds", "audit", "people", "account")
"""Pages by the first word of their address; what they show comes from their JSON twins."""


_ADDRESSES: Final = ["/", "/sign-in", *(f"/{page}" for page in _PAGES), *(f"/{page}/{{name:str}}" for page in _PAGES)]


@get(_ADDRESSES, include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> File:
    """The page itself is the same for everybody: a frame that asks for what its reader may see."""
    word = request.url.path.strip("/").split("/")[0] or "lobby"
    return _file(PAGES / f"{word}.html")


@get("/assets/{path:path}", include_in_schema=False)
async def asset(path: FromPath[str]) -> File:
    name = path.lstrip("/")
    if not _ASSET.fullmatch(name) or Path(name).suffix not in _KINDS or name.endswith(".html"):
        raise Refused("unknown_page", "there is no such file")
    return _file(PAGES / name)


def _file(file: Path) -> File:
    # A link that leads out of the pages is not followed.
    if not file.is_file() or not file.resolve().is_relative_to(PAGES.resolve()):
        raise Refused("unknown_page", "there is no such page")
    return File(
        file, media_type=_KINDS[file.suffix], content_disposition_type="inline", headers={"cache-control": "no-cache"}
    )


def make_app(service: Service) -> Litestar:
    """The server of one house."""
    app = Litestar(
        route_handlers=[
            page,
            asset,
            tables.lobby,
            tables.table,
            tables.command,
            tables.history,
            tables.news,
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
            pit.flip,
            software.manifest,
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
        openapi_config=OpenAPIConfig(
            title="Punto", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        response_cache_config=ResponseCacheConfig(),
        logging_config=None,  # What goes wrong here is told to the logger "punto" by the handlers above.
    )
    # Around everything: an address that leads nowhere never reaches a route, nor the middleware of one.
    app.asgi_handler = with_headers(app.asgi_handler, https=service.secure_cookie)
    return app
