"""A listener that keeps what it hears, for a test to look at."""

from __future__ import annotations

from punto.house.listener import Listener
from punto.store.signal import Signal


class Ear(Listener):
    """Everything that was heard, kind by kind."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.clocks: list[str] = []
        self.gaps = 0
        self.sessions: list[str] = []

    def signal_received(self, signal: Signal) -> None:
        self.signals.append(signal)

    def clock_gained(self, table: str) -> None:
        self.clocks.append(table)

    def signals_missed(self) -> None:
        self.gaps += 1

    def session_ended(self, token: str) -> None:
        self.sessions.append(token)
