"""The choice after a dealing error: each patron goes on, or has all bets of the coup back."""

from __future__ import annotations

from punto.kit import Refused
from punto.rulebook import Authority, Options, decided
from punto.rulebook.model import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table import insurance
from punto.table.authority import HOUSE, rank_of, require
from punto.table.evolve import evolve
from punto.table.phase import require_no_decision, require_open
from punto.table.settlement import complete_coup, stakes_of
from punto.table.squeeze import lapsed
from punto.table.state import State


def certain(state: State) -> dict[str, str]:
    """Bets of the layout already won or lost whatever comes, by every card drawn for this round, opened or not."""
    for_the_round = (*state.coup.cards, *state.shoe.aside)
    played = len(state.rules.tableau.owners([card.points for card in for_the_round]))
    return dict(decided(state.rules, for_the_round[:played]))


def options(state: State, clause: Irregularity, reconstructed: bool) -> list[e.Event]:
    """The choice between going on and having the bets back, where the clause gives it."""
    if not state.coup.bets or state.coup.ended:
        return []
    sure = bool(certain(state))
    has_choice = {
        Options.NEVER: False,
        Options.ALWAYS: True,
        Options.UNLESS_ESTABLISHED: not sure,
        Options.UNLESS_ESTABLISHED_AND_RECONSTRUCTED: not (sure and reconstructed),
    }[clause.options]
    return options_given(state, clause.options_cite, reconstructed) if has_choice else []


def options_given(state: State, cite: str, reconstructed: bool) -> list[e.Event]:
    """A choice for everybody still in the round who has not walked away."""
    coup = state.coup
    patrons = tuple(dict.fromkeys(bet.patron for bet in coup.bets if bet.patron not in coup.left))
    return [e.OptionsGiven(patrons=patrons, reconstructed=reconstructed, cite=cite)] if patrons else []


def choose(state: State, command: c.Choose) -> list[e.Event]:
    """A patron goes on, or has all bets of this coup back."""
    require_open(state)
    require_no_decision(state)
    rank_of(command)
    cite = state.rules.procedure.get("choice", "")
    coup = state.table.coup
    if coup is None or command.patron not in coup.choosing:
        option = dict(coup.chosen).get(command.patron) if coup else None
        why = f"has already chosen to {option}" if option else "has no choice to make now"
        raise Refused(code="no_choice_is_open", message=f"{command.patron[:60]} {why}", cite=cite)
    place = 3 if command.option == "return" else 2 if coup.reconstructed else 1
    events: list[e.Event] = [
        e.OptionChosen(patron=command.patron, option=command.option, cite=state.rules.part(cite, place))
    ]
    if command.option == "return":
        back = stakes_of(state, command.patron)
        events.append(e.BetsReturned(patron=command.patron, stakes=back, cite=state.rules.part(cite, 3)))
    for event in events:
        state = evolve(state, event)
    if command.option == "return":
        again = lapsed(state)
        events += again
        for event in again:
            state = evolve(state, event)
    return [*events, *complete_coup(state)]


def walk_away(state: State, command: c.WalkAway) -> list[e.Event]:
    """A patron leaves; who had a choice goes on, and a complete coup that waited for nobody else is paid."""
    events = insurance.walk_away(state, command)
    waited = command.patron in state.coup.choosing
    return [*events, *complete_coup(evolve(state, events[0]))] if waited else events


def close_choices(state: State, command: c.CloseChoices) -> list[e.Event]:
    """The time to choose is over, by the house's clock or a Pit Supervisor: who said nothing goes on."""
    require_open(state)
    require_no_decision(state)
    cite = state.rules.procedure.get("choice", "")
    if command.by != HOUSE:
        require(command, Authority.PIT_SUPERVISOR, state.book, "ending the time to choose", cite)
    coup = state.table.coup
    if coup is None or not coup.choosing:
        raise Refused(code="no_choice_is_open", message="nobody has a choice to make now", cite=cite)
    closed = e.ChoicesClosed(patrons=coup.choosing, cite=cite)
    return [closed, *complete_coup(evolve(state, closed))]
