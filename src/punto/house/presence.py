"""Presence: the processes of one house side by side. Each hears what the others did; one holds each table's clock."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Final

from punto.kit import Refused
from punto.store import Store
from punto.store.notice import Line, Notice

LOOK_SECONDS: Final = 0.5
"""How often a process looks for a clock that nobody holds any more."""


class Presence:
    """This process among the others: a thread with a line of its own to the database.

    On SQLite there are no others: no thread, and every clock is ours.
    """

    def __init__(self, store: Store, tables: Iterable[str], heard: Callable[[Notice], None]) -> None:
        self._store = store
        self._tables = tuple(tables)
        self._heard = heard
        self._held: frozenset[str] = frozenset()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.on_hold: Callable[[str], None] = lambda table: None
        """Told of a table whose clock has just become ours."""
        self.on_gap: Callable[[], None] = lambda: None
        """Told when notices may have been missed."""

    def start(self) -> None:
        """Begin to listen, and take whatever clocks are free."""
        line = self._store.line()
        if line is None:
            self._held = frozenset(self._tables)
            return
        self._take_free(line)
        self._thread = threading.Thread(target=self._run, args=(line,), name="punto-presence", daemon=True)
        self._thread.start()

    def holds(self, table: str) -> bool:
        """Whether this process moves the table on."""
        return table in self._held

    def stop(self) -> None:
        """Give the clocks back and hear no more."""
        self._stopping.set()
        if self._thread:
            self._thread.join()
        self._held = frozenset()

    def _run(self, line: Line | None) -> None:
        while not self._stopping.is_set():
            try:
                if line is None:
                    line = self._store.line()
                    assert line is not None
                    self.on_gap()
                self._take_free(line)
                for notice in line.wait(LOOK_SECONDS):
                    self._heard(notice)
                    if self._stopping.is_set():
                        break
            except Refused:
                # The database is away, and the locks with it: another process may hold the clocks by now.
                # A line that only stumbled is hung up all the same, or it would keep them from everybody.
                self._held = frozenset()
                if line is not None:
                    with contextlib.suppress(Refused):
                        line.close()
                    line = None
                self._stopping.wait(LOOK_SECONDS)
        if line is not None:
            line.close()

    def _take_free(self, line: Line) -> None:
        for table in self._tables:
            if table not in self._held and line.take(f"clock of {table}"):
                self._held |= {table}
                self.on_hold(table)
