"""Presence: the processes of one house side by side. Each hears what the others did; one holds each table's clock."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

from punto.house.floor.leases import LEASE_SECONDS, Leases
from punto.house.listener import Listener
from punto.kit import Refused
from punto.store import Store
from punto.store.lease import Lease
from punto.store.signal import Subscription

LOOK_SECONDS: Final = 0.4
"""How often a process says that it is there, and looks for a clock that nobody holds any more.

A clock stands still for no longer than a lease lasts, and two looks more.
"""


class Presence:
    """This process among the others: a thread with a subscription of its own.

    On SQLite there are no others: no thread, and every clock is ours.
    """

    def __init__(
        self,
        store: Store,
        tables: Iterable[str],
        listener: Listener,
        leases: Leases | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._tables = tuple(tables)
        self._listener = listener
        self._leases = leases or Leases(monotonic)
        self._monotonic = monotonic
        self._heartbeats: dict[str, tuple[int, float]] = {}
        """By other holder, the last beat that was read and the moment when it was first read."""
        self._looked = monotonic()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to listen, and take whatever clocks are free."""
        subscription = self._store.subscribe()
        if subscription is None:
            self._take_all()
            return
        self.look()
        self._thread = threading.Thread(target=self._run, args=(subscription,), name="punto-presence", daemon=True)
        self._thread.start()

    def holds(self, table: str) -> bool:
        """Whether this process moves the table on."""
        return self._leases.holds(table)

    def stop(self) -> None:
        """Give the clocks back and hear no more."""
        self._stopping.set()
        if self._thread:
            self._thread.join()
        self._leases.drop()
        with contextlib.suppress(Refused):  # The database may be away; another takes them when their time is over.
            self._store.leases.release()

    def look(self) -> None:
        """Say that this process is there; notice what was lost, and take what nobody holds."""
        now = self._monotonic()
        if now - self._looked > LEASE_SECONDS:
            self._heartbeats.clear()  # Heartbeats may have moved while this process did not look.
        self._looked = now
        self._store.leases.beat()
        leases = self._store.leases.look()
        for table in self._tables:
            self._settle(table, leases.get(table), now)
        self._leases.prolong(now)

    def _settle(self, table: str, lease: Lease | None, now: float) -> None:
        """Act on a table's lease as it stands in the books: keep it, give it up or take it over."""
        own = self._leases.epoch(table)
        if lease is not None and lease.holder == self._store.leases.holder:
            if own != lease.epoch:  # The line was broken in between, and nobody else took it.
                self._gain(table, lease.epoch)
            return
        if own is not None and self._leases.lose(table, own):
            _log.warning("table %s is moved on by another process now: this one has lost its lease", table)
        if lease is None or not lease.holder:
            self._take(table, lease)
        elif self._is_gone(lease, now):
            _log.warning("table %s is taken over: its process was not heard of for %.1f s", table, LEASE_SECONDS)
            self._store.leases.hang_up(lease)
            self._take(table, lease)

    def _is_gone(self, lease: Lease, now: float) -> bool:
        """Whether the holder's heartbeat has not moved for as long as a lease lasts."""
        if lease.beats is None:
            return True
        beats, since = self._heartbeats.get(lease.holder, (-1, now))
        if beats != lease.beats:
            self._heartbeats[lease.holder] = (lease.beats, now)
            return False
        return now - since >= LEASE_SECONDS

    def _take(self, table: str, lease: Lease | None) -> None:
        if (epoch := self._store.leases.take(table, lease)) is not None:
            self._gain(table, epoch)

    def _gain(self, table: str, epoch: int) -> None:
        self._leases.gain(table, epoch)
        self._listener.clock_gained(table)

    def _take_all(self) -> None:
        """The file is locked, so nobody else can hold anything; whoever did before is fenced off."""
        leases = self._store.leases.look()
        for table in self._tables:
            if (epoch := self._store.leases.take(table, leases.get(table))) is not None:
                self._leases.gain(table, epoch)

    def _run(self, subscription: Subscription | None) -> None:
        while not self._stopping.is_set():
            try:
                if subscription is None:
                    subscription = self._store.subscribe()
                    assert subscription is not None
                    self._listener.signals_missed()
                self.look()
                for signal in subscription.wait(LOOK_SECONDS):
                    self._listener.signal_received(signal)
                    if self._stopping.is_set() or self._monotonic() - self._looked >= LOOK_SECONDS:
                        break  # However many signals arrive, this process must say in time that it is there.
            except Refused:
                # The database is away: another process may hold the clocks by the time it is back.
                self._leases.drop()
                if subscription is not None:
                    with contextlib.suppress(Refused):
                        subscription.close()
                    subscription = None
                self._stopping.wait(LOOK_SECONDS)
        if subscription is not None:
            subscription.close()


def require_alone(store: Store, wait: Callable[[float], object] = time.sleep) -> None:
    """Refused if another process of this house is heard of within the time a lease lasts."""
    before = store.leases.look()
    if any(lease.beats is not None for lease in before.values()):
        wait(LEASE_SECONDS)
        after = store.leases.look()
        if any(after[table].beats not in (None, lease.beats) for table, lease in before.items()):
            message = "another process of this house is running, and may have what this one lacks; close it first"
            raise Refused(code="house_is_open", message=message)


_log = logging.getLogger("punto")
