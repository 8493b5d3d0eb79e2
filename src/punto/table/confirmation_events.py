"""What a second person was asked, and answered."""

from __future__ import annotations

from typing import Any, Literal

from punto.table.event import Event


class ConfirmationAwaited(Event, frozen=True, kw_only=True, tag="confirmation_awaited"):
    """A command that moves more than one person may move alone waits for a second one."""

    waiting: int
    """Its number at this table."""
    command: dict[str, Any]
    """As it was given, and as it is carried out once it is confirmed."""
    sum: int
    """What it moves; 0 for what moves no money."""
    asker: str
    by: str
    """Their own rank, or `patron`."""
    acting: str = ""
    """The position they act in, where it is another."""
    session: str
    """The public id of the session it came from."""
    needs: str
    """The least rank of the second person."""
    until: str
    """An instant; after it nobody confirms it."""


class ConfirmationGiven(Event, frozen=True, kw_only=True, tag="confirmation_given"):
    """A second person has confirmed a command that waited; what it led to follows."""

    waiting: int
    confirmer: str
    confirmed_as: str
    session: str


class ConfirmationDeclined(Event, frozen=True, kw_only=True, tag="confirmation_declined"):
    """A second person said no, or whoever asked took it back."""

    waiting: int
    decliner: str
    declined_as: str
    session: str


class ConfirmationExpired(Event, frozen=True, kw_only=True, tag="confirmation_expired"):
    """Nobody answered in time, or the table was closed before."""

    waiting: int
    because: Literal["time", "table_closed"]
