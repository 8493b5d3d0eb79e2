"""The listener: the one interface through which parts of a program are told what happens in a house."""

from __future__ import annotations

from collections.abc import Sequence

from punto.store.signal import Signal
from punto.table.late import LateBet
from punto.view.recorded import LogLine


class Listener:
    """Called on whatever thread something happens; each method does nothing unless it is overridden."""

    def events_recorded(self, table: str, lines: Sequence[LogLine]) -> None:
        """Events of a table are in the books and in its state, written here or read from another process."""

    def table_changed(self, table: str) -> None:
        """What a table shows has changed, with or without an event."""

    def late_bet_refused(self, table: str, coup: int, bet: LateBet) -> None:
        """A patron's bet came too late for a coup, in this process."""

    def session_ended(self, token: str) -> None:
        """A session, by its token's hash, was ended before its time."""

    def clock_gained(self, table: str) -> None:
        """A table's clock has become this process's."""

    def signal_received(self, signal: Signal) -> None:
        """A process of this house, this one included, has signalled something."""

    def signals_missed(self) -> None:
        """The line to the other processes was broken: signals may have been missed."""
