"""Sources: what a channel streams. A table's news go from version to version; each message of an overview is whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from punto.house.listener import Listener
from punto.house.tables.live import LiveTable
from punto.server.stream import wire
from punto.table import events as e
from punto.table.bookkeeping import ENTRIES
from punto.view.bank import CageView
from punto.view.pit import PitView
from punto.view.recorded import recorded
from punto.view.results import ResultsView
from punto.view.table import NewsView, Scene, table_view

GATHER_SECONDS: Final = {"pit": 0.25, "cage": 0.25, "results": 1.0}
"""By overview, how long changes are gathered. Results take exact arithmetic, and nobody acts on them in a second."""

MOST_EVENTS: Final = 250
"""Events in one message: who has missed more gets several, and others have their turn between two."""

PRIVATE: Final[tuple[type[e.Event], ...]] = (
    e.BoughtIn,
    e.CashedOut,
    e.ConfirmationAwaited,
    e.ConfirmationGiven,
    e.ConfirmationDeclined,
    e.ConfirmationExpired,
    *ENTRIES,
)
"""Events between a patron or the table and the cage, or among the staff, which are not for the table's public."""

_ROADS_CHANGE: Final = (e.CoupSettled, e.CoupVoided, e.ShoeOpened)


class Message(NamedTuple):
    """The news from one version to a later one, encoded."""

    after: int
    version: int
    encoded: bytes


class Source(Protocol):
    """What a channel streams. Messages are made on a thread; the rest is asked on the event loop."""

    gather_seconds: float
    """Changes of this long travel together, so that a burst of them is one message."""

    def subscribe(self, listener: Listener) -> None: ...

    def unsubscribe(self, listener: Listener) -> None: ...

    def visible_version(self) -> int:
        """The version up to which everybody may know what happened."""

    def message(self, after: int | None) -> Message:
        """What everybody may know after a version; the same version again shows what changed without an event.

        None, and a version from which not all is remembered, give a fresh view: what is to be seen now.
        """

    def remembers(self, version: int) -> bool:
        """Whether all that happened after a version is still at hand."""

    def refresh(self, version: int) -> None:
        """Read on, if somebody has seen a version in another process that is not known here yet."""

    def reveals_in(self) -> float | None:
        """In how many seconds something becomes visible without anything happening; None where nothing does."""


class TableSource:
    """The news of one table, each with the table as it is."""

    gather_seconds = 0.02

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.subscribe = live.subscribe
        self.unsubscribe = live.unsubscribe

    def visible_version(self) -> int:
        return self._live.visible_version

    def message(self, after: int | None) -> Message:
        if after is None:
            return self._fresh(after, self._live.scene())
        # Up to a round number: whoever catches up from there on gets what was encoded for others before.
        lines, scene = self._live.news(after, MOST_EVENTS - after % MOST_EVENTS)
        if lines is None:
            return self._fresh(after, scene)
        version = lines[-1].version if lines else after
        new_roads = not lines or any(isinstance(line.event, _ROADS_CHANGE) for line in lines)
        news = NewsView(
            version=version,
            view=table_view(scene),
            events=[
                recorded(line.event, line.version, line.at) for line in lines if not isinstance(line.event, PRIVATE)
            ],
            roads=self._live.history.roads(scene.visible_version) if new_roads else msgspec.UNSET,
            won=self._live.history.won(scene.visible_version) if new_roads else msgspec.UNSET,
        )
        return Message(after, version, wire.event("table", msgspec.json.encode(news), id=version))

    def _fresh(self, after: int | None, scene: Scene) -> Message:
        version = scene.visible_version
        roads, won = self._live.history.roads(version), self._live.history.won(version)
        news = NewsView(version=version, view=table_view(scene), events=[], fresh=True, roads=roads, won=won)
        encoded = wire.event("table", msgspec.json.encode(news), id=version)
        return Message(version if after is None else after, version, encoded)

    def remembers(self, version: int) -> bool:
        return self._live.remembers(version)

    def refresh(self, version: int) -> None:
        if version > self._live.version:
            self._live.refresh()

    def reveals_in(self) -> float | None:
        """When squeezed cards are turned, what was kept back becomes visible, and no event says so."""
        hidden = self._live.scene().face_down
        at = hidden.changes_at if hidden else None
        return max(0.0, _seconds(at, self._live.now())) if at else None


class OverviewSource:
    """The pit, the cage or the results: one picture of all tables, in place of the one before, and no versions."""

    def __init__(
        self,
        kind: Literal["pit", "cage", "results"],
        tables: Sequence[LiveTable],
        view: Callable[[], PitView | CageView | ResultsView],
    ) -> None:
        self._kind = kind
        self._tables = tables
        self._view = view
        self.gather_seconds = GATHER_SECONDS[kind]

    def subscribe(self, listener: Listener) -> None:
        for live in self._tables:
            live.subscribe(listener)

    def unsubscribe(self, listener: Listener) -> None:
        for live in self._tables:
            live.unsubscribe(listener)

    def visible_version(self) -> int:
        return 0

    def message(self, after: int | None) -> Message:
        return Message(0, 0, wire.event(self._kind, msgspec.json.encode(self._view())))

    def remembers(self, version: int) -> bool:
        return True

    def refresh(self, version: int) -> None:
        """Nothing is numbered here."""

    def reveals_in(self) -> float | None:
        hidden = [live.scene().face_down for live in self._tables]
        ends = [_seconds(cover.changes_at, self._tables[0].now()) for cover in hidden if cover and cover.changes_at]
        return max(0.0, min(ends)) if ends else None


def _seconds(until: datetime, now: datetime) -> float:
    return (until - now).total_seconds()
