"""Dealing: strictly by the tableau, one card a command, with what each card brings about."""

from __future__ import annotations

from punto.coup import Scope
from punto.kit import Card, Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import person_of, require
from punto.table.evolve import evolve
from punto.table.insurance import forgone
from punto.table.irregularity import out_of_cards
from punto.table.phase import require_dealing, require_no_choice
from punto.table.settlement import after_cards
from punto.table.shoe import can_hold, cut_card, known_card
from punto.table.state import State


def draw_card(state: State, command: c.DrawCard) -> list[e.Event]:
    """The next card, for the hand whose turn it is; the last one settles the coup."""
    require_dealing(state)
    require_no_choice(state)
    require(command, Authority.DEALER, state.book, "drawing a card")
    side = state.rules.tableau.next_side(state.coup.points)
    if side is None:
        raise Refused(
            code="coup_is_complete", message=f"coup {state.coup.number} needs no more cards; it waits to be settled"
        )
    shoe = state.shoe
    if not shoe.aside and shoe.left == 0:
        return out_of_cards(state)
    card = _card(state, command)
    if not shoe.aside and not can_hold(shoe, card):
        # Taken for an error of typing or scanning; an excess is reported by a command of its own.
        excess = state.rules.irregularities.get("excess") or state.rules.irregularities.get("foreign_card")
        came = shoe.seen.get(str(card), 0)
        message = (
            f"{card} came out {came} times already, and {shoe.decks} decks hold no more; read it again, or report it"
        )
        raise Refused(code="card_not_in_shoe", message=message, cite=excess.cite if excess else "")
    drawn = e.CardDrawn(card=str(card), side=side.value, aside=bool(shoe.aside), dealer=person_of(command))
    after = evolve(state, drawn)
    return [*forgone(state), drawn, *cut_card(after), *after_cards(after)]


def _card(state: State, command: c.DrawCard) -> Card:
    """The card drawn: one that lay aside comes first; the shoe's must be named by whoever reads it."""
    aside = state.shoe.aside
    if command.card is None:
        if aside:
            return aside[0]
        raise Refused(
            code="card_is_needed", message="a card from a physical shoe is named as it is read: draw_card with its card"
        )
    card = known_card(command.card)
    if aside and card != aside[0]:
        raise Refused(code="card_lies_aside", message=f"{aside[0]} lies aside and is dealt first, not {card}")
    if card.suit is None and any(bet.scope is Scope.SUITS for bet in state.rules.bets.values()):
        raise Refused(code="suit_is_needed", message=f"a bet on this layout depends on suits: name the suit of {card}")
    return card
