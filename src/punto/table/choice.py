"""The choice after a dealing error: each patron goes on, or has all bets of the coup back."""

from __future__ import annotations

from punto.kit import Refused
from punto.rulebook import Options, established
from punto.rulebook.model import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import rank_of
from punto.table.phase import require_no_decision, require_open
from punto.table.settlement import stakes_of
from punto.table.state import State


def options(state: State, clause: Irregularity, reconstructed: bool) -> list[e.Event]:
    """The choice between going on and having the bets back, where the clause gives it."""
    coup = state.table.coup
    if coup is None or not coup.bets or coup.ended:
        return []
    sure = established(state.rules, coup.cards)
    given = {
        Options.NEVER: False,
        Options.ALWAYS: True,
        Options.UNLESS_ESTABLISHED: not sure,
        Options.UNLESS_ESTABLISHED_AND_RECONSTRUCTED: not (sure and reconstructed),
    }[clause.options]
    if not given:
        return []
    patrons = tuple(dict.fromkeys(one.patron for one in coup.bets if one.patron not in coup.left))
    return [e.OptionsGiven(patrons=patrons, reconstructed=reconstructed, cite=clause.options_cite)] if patrons else []


def choose(state: State, command: c.Choose) -> list[e.Event]:
    """A patron goes on, or has all bets of this coup back."""
    require_open(state)
    require_no_decision(state)
    rank_of(command)
    cite = state.rules.procedure.get("choice", "")
    coup = state.table.coup
    if coup is None or command.patron not in coup.choosing:
        made = dict(coup.chosen).get(command.patron) if coup else None
        why = f"has already chosen to {made}" if made else "has no choice to make now"
        raise Refused(code="no_choice_is_open", message=f"{command.patron[:60]} {why}", cite=cite)
    place = 3 if command.option == "return" else 2 if coup.reconstructed else 1
    chosen = e.OptionChosen(patron=command.patron, option=command.option, cite=state.rules.part(cite, place))
    if command.option == "continue":
        return [chosen]
    back = stakes_of(state, command.patron)
    return [chosen, e.BetsReturned(patron=command.patron, stakes=back, cite=state.rules.part(cite, 3))]
