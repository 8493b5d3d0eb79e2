"""What the phase of a table allows: the checks every command begins with."""

from __future__ import annotations

from punto.kit import Refused
from punto.table.state import State


def require_open(state: State) -> None:
    if state.table.phase == "closed":
        raise Refused(code="table_is_closed", message="the table is closed; open_table comes first")


def require_no_decision(state: State) -> None:
    """Nothing goes on while somebody of rank has to decide."""
    if state.table.phase == "stopped":
        pending = state.pending
        who = pending.decides.replace("_", " ")
        message = f"{pending.what.replace('_', ' ')} was reported and waits for a {who} to decide"
        raise Refused(code="decision_is_awaited", message=message, cite=pending.cite)


def require_betting(state: State, cite: str) -> None:
    """Bets are open; the paragraph that closes them otherwise."""
    require_open(state)
    require_no_decision(state)
    if state.table.phase == "dealing":
        raise Refused(code="bets_are_closed", message='the dealer has called "No more bets"', cite=cite)
    if state.table.phase != "betting":
        raise Refused(
            code="bets_are_not_open", message="no bets are taken before the dealer opens them", cite=_opens(state)
        )


def require_dealing(state: State) -> None:
    require_open(state)
    require_no_decision(state)
    if state.table.phase == "betting":
        raise Refused(
            code="bets_are_open", message="the bets must be closed before a card is drawn", cite=_closes(state)
        )
    if state.table.phase != "dealing":
        raise Refused(code="no_coup", message="no coup is being dealt")


def require_no_choice(state: State) -> None:
    """Nothing goes on while patrons may still choose to have their bets back."""
    choosing = state.table.coup.choosing if state.table.coup else ()
    if choosing:
        message = f"{len(choosing)} may still choose ({', '.join(choosing)}); close_choices ends the time for it"
        raise Refused(code="choices_are_open", message=message, cite=state.rules.procedure.get("choice", ""))


def require_between_coups(state: State) -> None:
    require_open(state)
    require_no_decision(state)
    require_no_choice(state)
    if state.table.phase in ("betting", "dealing"):
        raise Refused(code="coup_in_progress", message=f"coup {state.coup.number} is in progress")


def _opens(state: State) -> str:
    return state.rules.procedure.get("open_bets", "")


def _closes(state: State) -> str:
    return state.rules.procedure.get("close_bets", "")


def require_name(name: str) -> None:
    """A patron's name as it can stand in the record."""
    if not 0 < len(name) <= 60 or not name.isprintable() or name != name.strip():
        raise Refused(code="bad_name", message="a patron's name is 1 to 60 printable characters")
