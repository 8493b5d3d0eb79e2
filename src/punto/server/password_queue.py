"""A queue of requests that hash a password: each takes the machine a moment, and a thread from commands meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from punto.kit import Refused

WAITING: Final = 100
"""Requests that are looked at or wait in one queue; more are refused."""

Answer = TypeVar("Answer")


class PasswordQueue:
    """Lets so many through at a time. On the event loop only."""

    def __init__(self, at_once: int, most: int = WAITING) -> None:
        self.at_once = at_once
        self.most = most
        self.present = 0
        self._turns = asyncio.Semaphore(at_once)

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Do it on a thread when it is its turn; Refused where too many wait."""
        if self.present >= self.most:
            raise Refused(code="too_many_requests", message="too many sign in at this moment; wait a moment")
        self.present += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work)
        finally:
            self.present -= 1
