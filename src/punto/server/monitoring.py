"""What a monitoring system asks a house, at an address of its own: whether it lives, whether it is ready, its figures.

Nothing here needs a session, and nothing here says who bets what; the address is not for the public all the same.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from punto.kit import Refused
from punto.server.metrics import CONTENT_TYPE, metrics
from punto.server.security import with_headers
from punto.server.service import Service

BOOKS_SECONDS: Final = 2.0
"""So long the books may take to answer before a house does not count as ready."""

_JSON: Final = b"application/json"


class Health(msgspec.Struct, frozen=True):
    """That the process answers at all."""

    alive: bool


class Readiness(msgspec.Struct, frozen=True):
    """Whether requests should be sent here, and if not, why."""

    ready: bool
    reasons: list[str]


def monitoring_app(service: Service) -> ASGIApp:
    """The application at the address of its own."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            return
        status, kind, body = await _answer(service, scope["method"], scope["path"])
        headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    return with_headers(handle)


async def _answer(service: Service, method: str, path: str) -> tuple[int, bytes, bytes]:
    if method not in ("GET", "HEAD"):
        return 405, b"text/plain", b"only GET\n"
    match path:
        case "/healthz":
            return 200, _JSON, msgspec.json.encode(Health(alive=True))
        case "/readyz":
            state = await readiness(service)
            return 200 if state.ready else 503, _JSON, msgspec.json.encode(state)
        case "/metrics":
            return 200, CONTENT_TYPE, (await asyncio.to_thread(metrics, service)).encode()
    return 404, b"text/plain", b"/healthz, /readyz or /metrics\n"


async def readiness(service: Service) -> Readiness:
    """Open, with a writer that writes and books that can be read in time."""
    reasons = []
    if not service.is_open:
        reasons.append("the house is not open")
    if not service.floor.writer.alive:
        reasons.append("nothing is written any more")
    elif service.floor.writer.commits.failing:
        reasons.append("the books cannot be written")
    try:
        await asyncio.wait_for(asyncio.to_thread(service.house.store.tables), BOOKS_SECONDS)
    except Refused:
        reasons.append("the books cannot be read")
    except TimeoutError:
        reasons.append(f"the books take longer than {BOOKS_SECONDS:g} seconds to answer")
    return Readiness(ready=not reasons, reasons=reasons)
