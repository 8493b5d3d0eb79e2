"""Abandonment: a sealed shoe whose order nobody can read any more leaves the table, and its round is decided.

Only the house itself does this, by a command on the machine it runs on; nobody at a table can ask for it.
"""

from __future__ import annotations

from msgspec.structs import replace

from punto.kit import Refused
from punto.rulebook import Consequence
from punto.rulebook.model import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import HOUSE
from punto.table.choice import certain
from punto.table.consequence import again
from punto.table.round import after, concluded
from punto.table.settlement import is_complete, voided
from punto.table.state import State


def abandon_shoe(state: State, command: c.AbandonShoe) -> list[e.Event]:
    """The shoe is closed unrevealed; its round goes on with another one or is void, as for any interruption (5.4)."""
    assert command.by == HOUSE, "nobody at a table abandons a shoe"
    if state.table.shoe is None or state.shoe.source != "virtual":
        raise Refused(code="no_shoe", message="there is no sealed shoe to abandon")
    shoe = state.shoe
    what, clause = _clause(state)
    resumed = replace(state.table, pending=None, phase=state.table.pending.resumes) if state.table.pending else None
    state = State(state.find, resumed, state.book) if resumed else state
    # Nothing stands between a round that is paid and its end.
    events = concluded(state)
    abandoned = e.ShoeAbandoned(
        number=shoe.number,
        cite=clause.cite if clause else "",
        note=command.note,
        goes_on=_goes_on(state, clause),
    )
    events.append(abandoned)
    if abandoned.goes_on:
        opened = e.ShoeOpened(
            number=state.table.shoes + 1, cards="virtual", decks=state.sign.decks, commitment=command.commitment
        )
        return [*events, opened, *_continued(after(state, [abandoned, opened]), clause)]
    if state.table.phase in ("betting", "dealing"):
        interrupted = clause is not None and clause.leads_to is Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID
        cite = state.rules.part(abandoned.cite, 2) if interrupted else abandoned.cite
        events.append(voided(state, cite, what))
    return events


def _clause(state: State) -> tuple[str, Irregularity | None]:
    """The irregularity it counts as: an interruption, or without a clause for those, too few cards to finish."""
    clauses = state.rules.irregularities
    what = "interruption" if "interruption" in clauses else "out_of_cards"
    return what, clauses.get(what)


def _goes_on(state: State, clause: Irregularity | None) -> bool:
    """Whether an outcome is established, so that the round is concluded and not void."""
    if state.table.phase != "dealing":
        return False
    if clause is not None and clause.leads_to is Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
        return bool(certain(state))
    return is_complete(state)


def _continued(state: State, clause: Irregularity | None) -> list[e.Event]:
    """The round goes on from another shoe; a window that was open opens again in full."""
    if clause is None or clause.leads_to is not Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
        return []
    bet, fate = next(iter(certain(state).items()))
    goes_on = e.CoupContinued(cite=state.rules.part(clause.cite, 1), because=f"{bet} is certain to {fate}")
    return [goes_on, *again(state)]
