"""The round: current until every payment is declared made, and what reopens it until the next one begins."""

from __future__ import annotations

from collections.abc import Iterable

from punto.kit import Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import require
from punto.table.evolve import evolve
from punto.table.opening import prepared_sign
from punto.table.phase import require_no_decision, require_open
from punto.table.state import State


def declare_paid(state: State, command: c.DeclarePaid) -> list[e.Event]:
    """The dealer has paid everybody: the round is over."""
    require_open(state)
    require_no_decision(state)
    if state.table.phase != "paying":
        raise Refused(code="nothing_to_pay", message="no settled round waits for its payments to be declared made")
    require(command, Authority.DEALER, state.book, "declaring the round paid")
    return concluded(state)


def concluded(state: State) -> list[e.Event]:
    """The end of a round that was not declared paid: whatever command follows declares that too."""
    if state.table.phase != "paying":
        return []
    over = e.RoundConcluded(coup=state.coup.number, cite=state.rules.procedure.get("round", ""))
    return [over, *prepared_sign(state)]


def settlement_reversed(state: State, cite: str) -> list[e.Event]:
    """A payment that was booked, taken back in full, with what was returned for neglected insurance."""
    coup = state.coup
    if coup.settlement is None:
        return []
    returned = tuple(
        e.Returned(patron=claim.patron, box=claim.box, bet=claim.bet, stake=claim.stake) for claim in coup.repaid
    )
    return [e.SettlementReversed(coup=coup.number, lines=coup.settlement.lines, returned=returned, cite=cite)]


def after(state: State, events: Iterable[e.Event]) -> State:
    """The state once these events have happened."""
    for event in events:
        state = evolve(state, event)
    return state
