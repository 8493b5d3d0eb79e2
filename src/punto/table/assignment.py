"""Assignments: who acts in a position that is not their own, on record."""

from __future__ import annotations

from punto.kit import Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import RANKS, instant, person_of, require
from punto.table.phase import require_name
from punto.table.state import State


def assign(state: State, command: c.Assign) -> list[e.Event]:
    """By somebody of at least that position, and not to oneself; it holds until the table closes, or is over before."""
    if command.until is not None:
        instant(command.until)
    # Also at a table that is closed: in a house a dealer opens it, and must be assigned by then.
    cite = state.rules.procedure.get("authority", "") if state.table.phase != "closed" else ""
    position = RANKS[command.position]
    title = command.position.replace("_", " ")
    assigned_by = require(command, position, state.book, f"assigning somebody to act as {title}", cite)
    require_name(command.person)
    if command.person == person_of(command):
        raise Refused(code="assigned_to_oneself", message=f"nobody assigns themselves to act as {title}", cite=cite)
    return [
        e.PositionAssigned(
            person=command.person,
            position=command.position,
            until=command.until or "",
            assigned_by=assigned_by,
            cite=cite,
        )
    ]
