"""The turning of a squeezed card before its time is over: whoever squeezes has seen enough, and nobody waits."""

from __future__ import annotations

from punto.kit import Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import rank_of
from punto.table.face_down import veil
from punto.table.phase import require_no_decision, require_open
from punto.table.state import State


def turn_card(state: State, command: c.TurnCard) -> list[e.Event]:
    """All cards that lie face down before this patron are turned for everybody."""
    require_open(state)
    require_no_decision(state)
    if state.table.coup is None:
        raise Refused(code="no_coup", message="no coup has been dealt")
    rank_of(command)
    cite = state.rules.procedure.get("squeeze", "")
    squeezed = veil(state).squeezed
    if not squeezed:
        raise Refused(code="nothing_to_turn", message="no card lies before a patron to be turned", cite=cite)
    cards = tuple(card for card, who in squeezed.items() if who == command.patron)
    if not cards:
        whose = " and ".join(dict.fromkeys(squeezed.values()))
        raise Refused(code="squeeze_is_not_yours", message=f"the cards that lie face down are {whose}'s", cite=cite)
    return [e.CardTurned(patron=command.patron, cards=cards, cite=cite)]  # type: ignore[arg-type]
