"""Snapshots that a start believed, held against a replay of their logs while the house runs."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection
from itertools import islice, takewhile
from typing import Final

from punto.house.people.moment import iso_moment
from punto.house.tables.desk import BelievedSnapshot, moved_on
from punto.house.tables.live import LiveTable
from punto.kit import Refused
from punto.rulebook import BadRulebook
from punto.store import Batch, NewEvent, Store
from punto.store.sealing import SEALS
from punto.table import RulebookChanged, State

EVENTS_AT_ONCE: Final = 200
"""Events replayed between two pauses."""

PAUSES: Final = 4.0
"""How many times a pause is as long as the work before it: a fifth of one core is used at most."""

_NO_REPLAY: Final = (Refused, BadRulebook, RulebookChanged)
"""Why a log cannot be replayed here, which says nothing about the snapshot."""


class SnapshotCheck:
    """One table after the other, from the first event to the snapshot; what is wrong is told and not used."""

    def __init__(self, store: Store, tables: Collection[LiveTable], now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._stopping = threading.Event()
        self.wrong: dict[str, str] = {}
        """By table: what is wrong with the snapshot it had."""
        self.checked: set[str] = set()
        """Tables whose snapshot was as their log has it."""
        for live in tables:
            if why := live.desk.snapshot_fault:
                self._tell(live.id, f"{why}; the table was loaded from its log instead")

    async def run(self) -> None:
        """Look at every table that was loaded from a snapshot, and end."""
        for live in self._tables:
            if (believed := live.desk.believed) is not None:
                await asyncio.to_thread(self.check, live, believed)

    def stop(self) -> None:
        """End before the next event."""
        self._stopping.set()

    def check(self, live: LiveTable, believed: BelievedSnapshot) -> None:
        """Replay a log up to a snapshot that was believed; where they differ the table goes on from the replay."""
        try:
            replayed = self._replayed(live, believed)
            if replayed is None:
                return
            live.desk.believed = None
            if replayed.table == believed.table:
                self.checked.add(live.id)
                return
            version = believed.table.version
            why = f"the state kept of table {live.id} after event {version} is not what its log adds up to"
            self._tell(live.id, f"{why}; the table goes on from its log")
            live.replace_state(replayed)
        except _NO_REPLAY as error:
            _log.warning("the snapshot of table %s could not be held against its log: %s", live.id, error)

    def _replayed(self, live: LiveTable, believed: BelievedSnapshot) -> State | None:
        """The state after the snapshot's event; None where the house closes meanwhile."""
        state, upto = believed.beginning, believed.table.version
        events = takewhile(lambda stored: stored.version <= upto, self._store.events(live.id))
        began = time.monotonic()
        while some := list(islice(events, EVENTS_AT_ONCE)):
            state = moved_on(state, some)
            if self._stopping.wait(PAUSES * (time.monotonic() - began)):
                return None
            began = time.monotonic()
        return state

    def _tell(self, table: str, why: str) -> None:
        self.wrong[table] = why
        _log.error("%s", why)
        note = NewEvent("snapshot_refused", {"table": table, "why": why})
        try:
            self._store.note(SEALS, Batch((note,), iso_moment(self._now()), "", ""))
        except Refused as error:
            _log.warning("that could not be noted in the books: %s", error)


_log = logging.getLogger("punto")
