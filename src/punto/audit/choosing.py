"""Choices after a dealing error: to whom they are given, one for each patron, and what goes back to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.audit.dealing import is_complete
from punto.audit.felt import Felt
from punto.audit.finding import Wrong, hold
from punto.audit.reporting import clause_of
from punto.audit.reversing import hand_back
from punto.audit.sequel import choice_is_due
from punto.audit.squeezing import expect_lapse
from punto.rulebook import Authority, Options
from punto.rulebook.model import Irregularity
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk


def options_given(walk: Walk, event: e.OptionsGiven) -> None:
    felt = walk.coup()
    hold(felt.live, f"coup {felt.number} is {felt.stage}")
    here = felt.bettors
    interrupted = walk.matter is not None and walk.matter.what == "interruption"
    if interrupted and isinstance(walk.last, e.CoupContinued) and felt.choosing:
        here = felt.choosing  # An interrupted time to choose begins again.
        hold(event.cite == walk.rules.procedure.get("choice", ""), f"cites {event.cite}")
        hold(event.reconstructed == felt.in_order, "is given again otherwise than before")
    elif walk.matter is not None and walk.matter.report is None:
        hold(event.cite == walk.matter.cite, f"cites {event.cite}, the ruling {walk.matter.cite}")
        hold(not event.reconstructed, "is given by a ruling, which puts no cards in order")
    else:
        _check_clause(walk, felt, event)
    hold(set(event.patrons) == here, f"the choice is given to {event.patrons}, and {sorted(here)} have bets")
    felt.choosing, felt.in_order = set(here), event.reconstructed


def _check_clause(walk: Walk, felt: Felt, event: e.OptionsGiven) -> None:
    what = walk.matter.what if walk.matter else ""
    clause = clause_of(walk.rules, what)
    if clause is None or (clause.options is Options.NEVER and not walk.closed_by_a_card):
        raise Wrong(f"{what or 'nothing that was reported'} gives no choice")
    cite = clause.options_cite or (clause.cite if walk.closed_by_a_card else "")
    hold(event.cite == cite, f"cites {event.cite}, the choice is {cite}")
    if walk.in_order is not None:
        hold(event.reconstructed == walk.in_order, f"says of cards put in order {event.reconstructed}")
    elif not walk.before:
        _check_reconstructed(walk, clause, what, event.reconstructed)
    if not walk.closed_by_a_card:
        why = f"an outcome is established{' and the cards are in order' if event.reconstructed else ''}: no choice"
        hold(choice_is_due(walk, clause, event.reconstructed), why)


def _check_reconstructed(walk: Walk, clause: Irregularity, what: str, reconstructed: bool) -> None:
    """Where no card event decides `reconstructed`: cards face up have no order, a sealed shoe always has one."""
    report = walk.matter.report if walk.matter else None
    if what in ("face_up", "wrong_area"):
        hold(not reconstructed, "says that cards were put in order, and none were")
        sealed = walk.cards_in_use().virtual and what == "wrong_area"
        hold(not sealed, "says that cards of a sealed shoe cannot be put in order")
    elif report and report.decides == "" and report.reconstruct is not None:
        hold(reconstructed == report.reconstruct, f"{clause.what} was decided with {report.reconstruct}")


def option_chosen(walk: Walk, event: e.OptionChosen) -> None:
    felt = walk.coup()
    hold(event.patron in felt.choosing, f"{event.patron} has no choice to make")
    back = event.option == "return"
    cite = walk.rules.procedure.get("choice", "")
    part = walk.rules.part(cite, 3 if back else 2 if felt.in_order else 1)
    hold(event.cite == part, f"cites {event.cite}, and that choice is {part}")
    felt.choosing.discard(event.patron)
    felt.must_return = event.patron if back else ""
    if not back:
        _expect_payment(walk, felt)


def _expect_payment(walk: Walk, felt: Felt) -> None:
    """A complete coup is paid once nobody has a choice left."""
    if not felt.choosing and felt.stage == "dealing" and is_complete(walk, felt):
        walk.expect(e.CoupSettled)


def bets_returned(walk: Walk, event: e.BetsReturned) -> Moves:
    felt = walk.coup()
    hold(felt.live and felt.must_return == event.patron, f"{event.patron} did not ask for the bets back")
    cite = walk.rules.part(walk.rules.procedure.get("choice", ""), 3)
    hold(event.cite == cite, f"cites {event.cite}, and bets go back by {cite}")
    moves = hand_back(walk, event.stakes, felt.stakes(event.patron))
    felt.returned |= {at: chips for at, chips in felt.bets.items() if at[0] == event.patron}
    felt.bets = {at: chips for at, chips in felt.bets.items() if at[0] != event.patron}
    felt.insurance = [slip for slip in felt.insurance if slip.patron != event.patron]
    felt.must_return = ""
    _expect_payment(walk, felt)
    expect_lapse(walk)
    return moves


def choices_closed(walk: Walk, event: e.ChoicesClosed) -> None:
    """The time is over, by the house's clock or a Pit Supervisor: who said nothing goes on."""
    felt = walk.coup()
    hold(bool(felt.choosing), "nobody has a choice to make")
    hold(set(event.patrons) == felt.choosing, f"ends the choice of {event.patrons}, and {sorted(felt.choosing)} choose")
    hold(event.cite == walk.rules.procedure.get("choice", ""), f"cites {event.cite}")
    may = walk.giver.is_clock or walk.giver.has(Authority.PIT_SUPERVISOR)
    hold(may, f"ends everybody's choice by a {walk.by}")
    felt.choosing.clear()
    _expect_payment(walk, felt)


HANDLERS: dict[type[e.Event], Any] = {
    e.OptionsGiven: options_given,
    e.OptionChosen: option_chosen,
    e.BetsReturned: bets_returned,
    e.ChoicesClosed: choices_closed,
}
