"""Rulings: what the document leaves open is decided by the Shift Manager and recorded with its money."""

from __future__ import annotations

from punto.kit import STAKE_CEILING, Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import person_of, require
from punto.table.choice import options_given
from punto.table.phase import require_name, require_open
from punto.table.report import OUT_OF_USE, clause_of, require_not_dealt, waits_again
from punto.table.round import after, settlement_reversed
from punto.table.settlement import voided
from punto.table.state import State


def rule(state: State, command: c.Rule) -> list[e.Event]:
    """A decision on what no clause covers, with what it pays or takes."""
    require_open(state)
    clause = state.rules.irregularities.get("uncovered")
    cite = clause.cite if clause else ""
    _require_open_to_ruling(state, command, cite)
    decided_by = require(command, Authority.SHIFT_MANAGER, state.book, "a ruling", cite)
    waits = state.table.pending
    about = (waits.what, waits.report.of_coup) if waits else ("", 0)
    require_not_dealt(state, command, *about, cite)
    if command.coup == "void" or command.options:  # Whatever was reported, it is the round on the table that changes.
        require_not_dealt(state, command, "", 0, cite)
    if not command.reason.strip() or len(command.reason) > 2000:
        raise Refused(
            code="reason_is_needed", message="a ruling is recorded with its reason, up to 2,000 characters", cite=cite
        )
    for adjustment in command.adjustments:
        require_name(adjustment.patron)
        if adjustment.amount == 0 or abs(adjustment.amount) > STAKE_CEILING:
            message = f"an adjustment moves a whole amount, not {adjustment.amount}"
            raise Refused(code="bad_amount", message=message, cite=cite)
    ruling = e.RulingMade(
        reason=command.reason,
        adjustments=tuple(command.adjustments),
        decided_by=decided_by,
        cite=cite,
        decider=person_of(command),
        bets=command.bets,
    )
    replaced = waits is not None and waits.what in OUT_OF_USE and state.table.shoe is not None
    events: list[e.Event] = [ruling, *_of_the_round(after(state, [ruling]), command, cite)]
    if replaced:
        events.append(e.CardsCondemned(cite=cite))
    return waits_again(state, waits.lighter if waits else None, events)


def _of_the_round(state: State, command: c.Rule, cite: str) -> list[e.Event]:
    """A ruling's effect on the round: void, or a choice for everybody; a payment already booked is reversed first."""
    if command.coup == "continue" and not command.options:
        return []
    events = settlement_reversed(state, cite)
    state = after(state, events)
    if command.coup == "void":
        return [*events, voided(state, cite, command.reason)]
    choice = options_given(state, cite, reconstructed=False)
    if not choice:
        raise Refused(code="no_such_bet", message="nobody at the table has a bet to choose about", cite=cite)
    return [*events, *choice]


def _require_open_to_ruling(state: State, command: c.Rule, cite: str) -> None:
    """A clause that speaks of the matter is not ruled around, and only a round on the table can be void."""
    table = state.table
    phase = table.phase
    if table.pending is not None:
        pending = table.pending
        if clause_of(state.rules, pending.what) and pending.report.leads_to != "ruling":
            message = f"{pending.what.replace('_', ' ')} is covered by {pending.cite}: it takes a decision (decide)"
            raise Refused(code="decision_is_awaited", message=message, cite=pending.cite)
        phase = pending.resumes
    if command.options and phase == "betting":
        message = "the bets are open: everybody may still take theirs back"
        raise Refused(code="bets_are_open", message=message, cite=cite)
    dealt = table.coup is not None and table.coup.ended != "voided"
    # Until the next bets open a ruling can reopen a round, also one whose payments were declared made.
    if (command.coup == "void" or command.options) and not (dealt and phase in _REOPENED):
        raise Refused(code="no_coup", message="no round is on the table that the ruling could be about", cite=cite)


_REOPENED = ("betting", "dealing", "paying", "ready")


def write_off(state: State, command: c.WriteOff) -> list[e.Event]:
    """A debt that cannot be collected is given up by the Shift Manager."""
    require_open(state)
    decided_by = require(command, Authority.SHIFT_MANAGER, state.book, "writing a debt off")
    require_name(command.patron)
    if not 0 < command.amount <= STAKE_CEILING:
        raise Refused(code="bad_amount", message=f"an amount is 1 to {STAKE_CEILING:,} units, not {command.amount}")
    return [e.DebtWrittenOff(patron=command.patron, amount=command.amount, decided_by=decided_by, note=command.note)]
