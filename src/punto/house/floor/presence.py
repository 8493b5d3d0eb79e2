"""Presence: the processes of one house side by side. Each hears what the others did; one holds each table's clock."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable
from typing import Final

from punto.house.listener import Listener
from punto.kit import Refused
from punto.store import Store
from punto.store.signal import Subscription

LOOK_SECONDS: Final = 0.5
"""How often a process looks for a clock that nobody holds any more."""


class Presence:
    """This process among the others: a thread with a subscription of its own.

    On SQLite there are no others: no thread, and every clock is ours.
    """

    def __init__(self, store: Store, tables: Iterable[str], listener: Listener) -> None:
        self._store = store
        self._tables = tuple(tables)
        self._listener = listener
        self._held: frozenset[str] = frozenset()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to listen, and take whatever clocks are free."""
        subscription = self._store.subscribe()
        if subscription is None:
            self._held = frozenset(self._tables)
            return
        self._take_free(subscription)
        self._thread = threading.Thread(target=self._run, args=(subscription,), name="punto-presence", daemon=True)
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

    def _run(self, subscription: Subscription | None) -> None:
        while not self._stopping.is_set():
            try:
                if subscription is None:
                    subscription = self._store.subscribe()
                    assert subscription is not None
                    self._listener.signals_missed()
                self._take_free(subscription)
                for signal in subscription.wait(LOOK_SECONDS):
                    self._listener.signal_received(signal)
                    if self._stopping.is_set():
                        break
            except Refused:
                # The database is away, and the locks with it: another process may hold the clocks by now.
                # A connection that only stumbled is hung up all the same, or it would keep them from everybody.
                self._held = frozenset()
                if subscription is not None:
                    with contextlib.suppress(Refused):
                        subscription.close()
                    subscription = None
                self._stopping.wait(LOOK_SECONDS)
        if subscription is not None:
            subscription.close()

    def _take_free(self, subscription: Subscription) -> None:
        for table in self._tables:
            if table not in self._held and subscription.take(f"clock of {table}"):
                self._held |= {table}
                self._listener.clock_gained(table)
