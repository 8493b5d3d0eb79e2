"""A log as an auditor reads it: who did it, in which coup, by which rulebook and paragraph."""

from __future__ import annotations

from typing import Any

import msgspec


class RulebookSpan(msgspec.Struct, frozen=True, rename={"since": "from"}):
    """The version from which a table was played by a rulebook; paragraphs are those of that edition."""

    since: int
    name: str
    sha256: str


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the log, and what belongs to it."""

    version: int
    at: str
    by: str
    """The rank it was done with; the clock deals as the dealer does."""
    person: str | None
    """Who did it; null where the house did it by itself."""
    acting: str
    session: str
    """The public id of the session it was done from."""
    confirmer: str | None
    """The second person who confirmed it, where it took one."""
    command_id: str
    coup: int | None
    """The coup that was opened last."""
    kind: str
    body: dict[str, Any]
    """The event exactly as it was written and hashed."""
    cites: list[str]
    """The paragraphs the event itself names."""
    grounds: list[str]
    """Where it names none: the paragraphs that its rulebook has for such an event."""
    postings: list[tuple[str, int]]
    previous_hash: str
    hash: str


class LogHead(msgspec.Struct, frozen=True):
    """Where a log ends."""

    version: int
    hash: str


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some of a log's events, oldest first."""

    table: str
    head: LogHead
    more: bool
    """Whether more events fit the request: older ones where the newest were asked for."""
    rulebooks: list[RulebookSpan]
    events: list[LogEntry]


class FaultView(msgspec.Struct, frozen=True, kw_only=True):
    version: int
    why: str


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a log is as it was written."""

    table: str
    whole: bool
    head: LogHead
    fault: FaultView | None
