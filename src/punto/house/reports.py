"""What was reported at a table lately, who reported it, and what came of it."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from punto.house.live import LiveTable
from punto.rulebook import Rulebook
from punto.table import Event
from punto.table import events as e

RECENT: Final = 400
"""Events looked through for what was reported lately."""

_AFTER: Final = (
    e.DecisionMade
    | e.RulingMade
    | e.CardsReconstructed
    | e.CardsSetAside
    | e.CardsDiscarded
    | e.OptionsGiven
    | e.OptionChosen
    | e.CoupVoided
    | e.CoupContinued
    | e.CardsCondemned
)

_known: WeakKeyDictionary[LiveTable, dict[int, str | None]] = WeakKeyDictionary()
"""Who gave the commands that were asked about before: the books are read once for each, not four times a second."""


def words_of(book: Rulebook | None, cite: str) -> str:
    """What a paragraph or a reading says, in our words; empty where the cite names neither."""
    if book is None or not cite:
        return ""
    if cite.startswith("reading:"):
        return next((one.reads for one in book.readings if f"reading:{one.id}" == cite), "")
    return next((one.says for one in book.paragraphs if one.number == cite), "")


def lately(live: LiveTable) -> list[dict[str, Any]]:
    """What was reported lately and what came of it, the newest first."""
    found: list[dict[str, Any]] = []
    for version, at, event in live.since(max(0, live.version - RECENT)):
        if isinstance(event, e.IrregularityReported):
            says = words_of(live.state.book, event.cite)
            found.append(_told(live, version, at, event) | {"says": says, "after": []})
        elif isinstance(event, _AFTER) and found:
            found[-1]["after"].append(_told(live, version, at, event))
    return found[:-9:-1]


def _told(live: LiveTable, version: int, at: str, event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {"version": version, "at": at} | msgspec.to_builtins(event)
    if isinstance(event, e.IrregularityReported | e.DecisionMade | e.RulingMade):
        told["person"] = person(live, version, told["kind"])
    return told


def person(live: LiveTable, version: int, kind: str) -> str | None:
    """Who gave the command that an event of this kind came of; nobody where the house did it by itself."""
    known = _known.setdefault(live, {})
    if version not in known:
        record = live.desk.store.last(live.id, (kind,), version)
        known[version] = record.person or None if record and record.version == version else None
    return known[version]
