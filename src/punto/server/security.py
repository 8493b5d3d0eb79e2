"""What every request passes: size, rate, origin, and the headers that keep a page to itself."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from punto.kit import Refused

BODY_LIMIT: Final = 64 * 1024

_POLICY: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Nothing from another host, nothing inline: a name that smuggles a script in finds nobody to run it."""

HEADERS: Final[list[tuple[bytes, bytes]]] = [
    (b"content-security-policy", _POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]


def with_headers(app: ASGIApp) -> ASGIApp:
    """The security headers on every answer, errors and streams included."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message.get("headers", [])}
                extra = [pair for pair in HEADERS if pair[0] not in present]
                if b"cache-control" not in present:
                    extra.append((b"cache-control", b"no-store"))
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        await app(scope, receive, sending)

    return handle


def check_origin(request: Request[Any, Any, Any], origins: frozenset[str]) -> None:
    """A request that changes something must come from one of our own pages.

    The cookie is SameSite=Strict already; this holds even where a browser does
    not keep to that. Programs send no Origin, but must name the header our pages send.
    """
    origin = request.headers.get("origin")
    if origin is not None:
        host = request.headers.get("host", "")
        if urlsplit(origin).netloc != host and origin not in origins:
            raise Refused("forged_request", "this request comes from a page that is not the house's")
    elif request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused("forged_request", "this request comes from a page that is not the house's")
    if request.headers.get("x-punto") != "1":
        raise Refused("forged_request", "a request that changes something carries the header X-Punto: 1")


class RateLimit:
    """So many requests a key in so many seconds, in a bucket that fills steadily; old keys are forgotten."""

    def __init__(
        self, most: int, seconds: float, now: Callable[[], float] = time.monotonic, keys: int = 20_000
    ) -> None:
        self._most = float(most)
        self._rate = most / seconds
        self._now = now
        self._keys = keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Count one request; Refused if the key has none left."""
        now = self._now()
        left, at = self._buckets.pop(key, (self._most, now))
        left = min(self._most, left + (now - at) * self._rate)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        while len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)
        if not allowed:
            raise Refused("too_many_requests", "too many requests; wait a moment")
