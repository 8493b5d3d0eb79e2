"""Expiry: what the house forgets by rule, a little at a time, while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from punto.house.people.roles import Role
from punto.house.settings import Settings
from punto.kit import Refused
from punto.store.expiry import ExpiryStore

AT_ONCE: Final = 200
"""Rows to a transaction: a few milliseconds, so that no command waits for it."""

EVERY_SECONDS: Final = 600.0
"""Between two looks, where nothing is left to be forgotten."""

PAUSE_SECONDS: Final = 1.0
"""Between two transactions, where something is."""


class Expiry:
    """Refused commands, ended sessions and spent links of one house, by its settings.

    It asks no table anything and holds no table's lock. Several processes of a house may do it at once.
    """

    def __init__(self, expiry: ExpiryStore, settings: Settings, now: Callable[[], datetime]) -> None:
        self._expiry = expiry
        self._refused = timedelta(days=settings.refused_days)
        self._sessions = timedelta(days=settings.session_days)
        self._now = now

    def step(self) -> bool:
        """Forget some of each; whether there may be more."""
        now = self._now().astimezone(UTC)
        counts = (
            self._expiry.refused((now - self._refused).isoformat(), AT_ONCE),
            self._expiry.sessions((now - self._sessions).timestamp(), AT_ONCE, [Role.DISPLAY.value]),
            self._expiry.links(now.timestamp(), AT_ONCE),
        )
        return max(counts) >= AT_ONCE

    async def run(self) -> None:
        """Go on until the house closes."""
        while True:
            try:
                more = await asyncio.to_thread(self.step)
            except Refused:  # The database is away for a moment; there is time.
                more = False
            await asyncio.sleep(PAUSE_SECONDS if more else EVERY_SECONDS)
