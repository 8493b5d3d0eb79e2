"""Admission: what a request must pass before a route, a thread or the database is asked for it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, cast

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from punto.house.people.links import token_hash
from punto.house.settings import Settings
from punto.kit import Refused
from punto.server.address import Proxies, address_of
from punto.server.errors import send_refusal
from punto.server.http_connection import TOO_MANY, HttpConnection
from punto.server.security import ConcurrencyLimit, RateLimit
from punto.server.stream.connection import connection_of

MOST_REMEMBERED: Final = 20_000
"""Sessions that are remembered as valid."""


class Admission:
    """Limits on each address. A request with a session that was valid lately is not anonymous.

    A cookie that the house never gave out costs a database query like a valid one, so it counts as none.
    """

    def __init__(self, settings: Settings, cookie: str) -> None:
        self._cookie = cookie
        self.proxies = Proxies(settings.proxies)
        self.connections = ConcurrencyLimit(settings.connections_per_address)
        self.anonymous = RateLimit(600, 10.0)
        self._valid_sessions: OrderedDict[str, None] = OrderedDict()
        """Hashes of sessions' tokens, the one used last at the end."""

    def learn(self, session: str) -> None:
        """Remember a session, by its token's hash, as valid."""
        self._valid_sessions[session] = None
        self._valid_sessions.move_to_end(session)
        while len(self._valid_sessions) > MOST_REMEMBERED:
            self._valid_sessions.popitem(last=False)

    def forget(self, session: str) -> None:
        """Forget a session that is over."""
        self._valid_sessions.pop(session, None)

    def before(self, app: ASGIApp) -> ASGIApp:
        """The application behind these limits; a request that is not admitted is answered here."""

        async def handle(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                await app(scope, receive, send)
                return
            try:
                self._admit(scope)
            except Refused as refused:
                await send_refusal(send, refused.refusal)
                return
            connection = cast(HttpConnection, connection_of(scope))
            if connection.counted is not None:
                await app(scope, receive, send)
                return
            # A believed proxy's connections carry everybody: its client has one for as long as a request is answered.
            address = address_of(scope)
            if self.connections.is_full(address):
                await send_refusal(send, TOO_MANY)
                return
            with self.connections.inside(address):
                await app(scope, receive, send)

        return handle

    def _admit(self, scope: Scope) -> None:
        request: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        token = request.cookies.get(self._cookie)
        if token is None or token_hash(token) not in self._valid_sessions:
            self.anonymous.take(address_of(scope))
