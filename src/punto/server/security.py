"""What every request passes: size, rate, origin, and the headers that keep a page to itself."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from secrets import token_hex
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send

from punto.kit import Refused
from punto.server.journal import REQUEST

BODY_LIMIT: Final = 64 * 1024

HEAD_LIMIT: Final = 32 * 1024
"""Bytes from the request line to the blank line."""

REQUEST_SECONDS: Final = 10.0
"""So long a request may take to arrive, head and body together, from its first byte on."""

DEADLINE: Final = "punto.deadline"
"""Under this name a scope's extensions have the moment, by the loop's clock, at which a request must be whole."""

TOO_SLOW: Final = f"a request is whole within {REQUEST_SECONDS:.0f} seconds"

_POLICY: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Nothing from another host, nothing inline: a name that smuggles a script in finds nobody to run it."""

COUNTING_POLICY: Final = _POLICY.replace(b"script-src 'self'", b"script-src 'self' 'wasm-unsafe-eval'").decode()
"""The policy of a page that counts by itself: it may compile WebAssembly, which no other page may."""

HEADERS: Final[list[tuple[bytes, bytes]]] = [
    (b"content-security-policy", _POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]

_HTTPS: Final = (b"strict-transport-security", b"max-age=31536000")


def with_headers(app: ASGIApp, *, https: bool = False) -> ASGIApp:
    """The security headers on every answer, errors and streams included; nobody waits for a body that does not come."""
    always = [*HEADERS, _HTTPS] if https else HEADERS

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        REQUEST.set(id := token_hex(8))

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message.get("headers", [])}
                extra = [pair for pair in always if pair[0] not in present]
                if b"cache-control" not in present:
                    extra.append((b"cache-control", b"no-store"))
                message["headers"] = [*message.get("headers", []), *extra, (b"x-request-id", id.encode())]
            await send(message)

        await app(scope, _patient(receive, scope), sending)

    return handle


def _patient(receive: Receive, scope: Scope) -> Receive:
    """Receive until a request's deadline, however its pieces come; once it is whole, for as long as it takes."""
    extensions: Any = scope.get("extensions") or {}
    deadline = extensions.get(DEADLINE)
    whole = False

    async def receiving() -> HTTPReceiveMessage:
        nonlocal whole
        if whole:
            return await receive()  # type: ignore[return-value]
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise Refused(code="request_too_slow", message=TOO_SLOW) from None
        whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message  # type: ignore[return-value]

    return receiving


def check_origin(request: Request[Any, Any, Any], origins: frozenset[str], hosts: frozenset[str]) -> None:
    """A request that changes something must come from one of our own pages.

    The cookie is SameSite=Strict already; this holds even where a browser does
    not keep to that. Programs send no Origin, but must name the header our pages send.
    """
    origin = request.headers.get("origin")
    if origin is not None:
        ours = origin in origins or _same_host(origin, request.headers.get("host", ""), hosts)
    else:
        ours = request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if not ours:
        raise Refused(code="forged_request", message="this request comes from a page that is not the house's")
    if request.headers.get("x-punto") != "1":
        raise Refused(code="forged_request", message="a request that changes something carries the header X-Punto: 1")
    kind = request.headers.get("content-type", "application/json")
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise Refused(code="wrong_content_type", message="a request says what it wants in JSON (application/json)")


def _same_host(origin: str, host: str, hosts: frozenset[str]) -> bool:
    """Whether a page's origin is the address asked, and that address one of ours.

    A name that somebody else's name server leads here is not: only addresses in
    figures, localhost, and names the settings give.
    """
    try:
        parts = urlsplit(origin)
        name = parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not host or parts.netloc.lower() != host.lower():
        return False
    if name == "localhost" or name in hosts:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


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
            raise Refused(code="too_many_requests", message="too many requests; wait a moment")


class ConcurrencyLimit:
    """So many at a time for each key; 0 for as many as come. On the event loop only."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._present: dict[str, int] = {}

    def is_full(self, key: str) -> bool:
        return bool(self.most) and self._present.get(key, 0) >= self.most

    def enter(self, key: str) -> None:
        self._present[key] = self._present.get(key, 0) + 1

    def leave(self, key: str) -> None:
        left = self._present[key] - 1
        if left:
            self._present[key] = left
        else:
            del self._present[key]

    @contextmanager
    def inside(self, key: str) -> Iterator[None]:
        """One more under this key for as long as this lasts."""
        self.enter(key)
        try:
            yield
        finally:
            self.leave(key)
