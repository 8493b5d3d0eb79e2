"""Events in words, with the local time and with who acted in which rank."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Protocol

import msgspec

from punto.report.event_words import event_lines
from punto.report.takings.table_walk import read_instant
from punto.table import Event
from punto.table import events as e
from punto.table.postings import Posting


class Entry(Protocol):
    """An entry of a log, as the books hold it."""

    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def by(self) -> str: ...
    @property
    def person(self) -> str: ...
    @property
    def session(self) -> str: ...
    @property
    def confirmer(self) -> str: ...
    @property
    def acting(self) -> str: ...
    @property
    def postings(self) -> Sequence[Posting]: ...
    @property
    def previous_hash(self) -> str: ...
    @property
    def hash(self) -> str: ...


class CitedLine(msgspec.Struct, frozen=True):
    """A sentence about an event, and the paragraph behind it."""

    says: str
    cite: str


class TimelineEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event in words."""

    version: int
    at: str
    """By the clock on the house's wall."""
    who: str
    """Who gave the command and as what; empty where the house did it by itself."""
    confirmed: str
    """Who decided it, where one person reported and another confirmed."""
    lines: list[CitedLine]


def timeline_event(entry: Entry, event: Event, zone: tzinfo) -> TimelineEvent:
    return TimelineEvent(
        version=entry.version,
        at=wall_time(entry.at, zone),
        who=actor(entry),
        confirmed=entry.confirmer or _confirmed(event),
        lines=[CitedLine(says, cite) for says, cite in event_lines(event)],
    )


def wall_time(at: str, zone: tzinfo) -> str:
    """`2026-11-18 14:03:22.5`; the text of the record unchanged where it is no time."""
    instant = read_instant(at)
    if instant is None:
        return at
    local = instant.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M:%S}" + (f".{local.microsecond // 100_000}" if local.microsecond else "")


def clock_time(at: str, day_of: str) -> str:
    """A time without its day where that is the day of `day_of`, else the whole time."""
    return at[11:] if at[:11] == day_of[:11] else at


def actor(entry: Entry) -> str:
    """`Dealer 1, dealer, acting as pit supervisor`."""
    rank = entry.by.replace("_", " ")
    parts = [
        entry.person,
        rank if rank != entry.person else "",
        f"acting as {_words(entry.acting)}" if entry.acting else "",
        f"session {entry.session}" if entry.session else "",
    ]
    return ", ".join(part for part in parts if part)


def _confirmed(event: Event) -> str:
    match event:
        case e.DecisionMade(decided_by=rank, decider=person) | e.RulingMade(decided_by=rank, decider=person):
            return ", ".join(part for part in (person if person != rank else "", _words(rank)) if part)
    return ""


def _words(text: str) -> str:
    return text.replace("_", " ")
