"""Rulings: what the document leaves open is decided by the Shift Manager and recorded with its money."""

from __future__ import annotations

from punto.kit import STAKE_CEILING, Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import require
from punto.table.phase import require_name, require_open
from punto.table.settlement import voided
from punto.table.state import State


def rule(state: State, command: c.Rule) -> list[e.Event]:
    """A decision on what no clause covers, with what it pays or takes."""
    require_open(state)
    clause = state.rules.irregularities.get("uncovered")
    cite = clause.cite if clause else ""
    _require_open_to_ruling(state, command, cite)
    decided_by = require(command, Authority.SHIFT_MANAGER, state.book, "a ruling", cite)
    if not command.reason.strip() or len(command.reason) > 2000:
        raise Refused(
            code="reason_is_needed", message="a ruling is recorded with its reason, up to 2,000 characters", cite=cite
        )
    for one in command.adjustments:
        require_name(one.patron)
        if one.amount == 0 or abs(one.amount) > STAKE_CEILING:
            raise Refused(code="bad_amount", message=f"an adjustment moves a whole amount, not {one.amount}", cite=cite)
    ruling = e.RulingMade(
        reason=command.reason, adjustments=tuple(command.adjustments), decided_by=decided_by, cite=cite
    )
    return [ruling, voided(state, cite, command.reason)] if command.coup == "void" else [ruling]


def _require_open_to_ruling(state: State, command: c.Rule, cite: str) -> None:
    """A clause that speaks of the matter is not ruled around, and only a coup in progress can be void."""
    phase = state.table.phase
    if phase == "stopped":
        pending = state.coup.pending
        assert pending is not None
        if state.rules.irregularities.get(pending.what):
            message = f"{pending.what.replace('_', ' ')} is covered by {pending.cite}: it takes a decision (decide)"
            raise Refused(code="decision_is_awaited", message=message, cite=pending.cite)
        phase = pending.resumes
    if command.coup == "void" and phase not in ("betting", "dealing"):
        raise Refused(code="no_coup", message="no coup is in progress that could be void", cite=cite)
