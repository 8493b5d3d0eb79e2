"""The squeeze: who may turn a card slowly, and the insurance that is waived by it."""

from __future__ import annotations

from punto.kit import Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import require
from punto.table.phase import require_no_decision, require_open
from punto.table.state import PlacedBet, State

_DRAWN_BEFORE = {
    "player": 1,
    "banker": 2,
    "player_third": 5,
    "banker_third": 6,
    "banker_third_first": 5,
    "expose_banker_third": 5,
}
"""The card of the coup that must not have been drawn yet when the squeeze is asked for."""

_WAIVES = ("banker_third_first", "expose_banker_third")


def highest_seated(state: State) -> PlacedBet | None:
    """The seated patron's bet that gives the right to squeeze: the highest; of equals the one placed first."""
    originals = {bet.id for bet in state.rules.bets.values() if bet.hand}
    gone = state.coup.left  # Who walked away sits no longer, though the bet lies on.
    here = [one for one in state.coup.bets if one.patron not in gone]
    seated = [one for one in here if one.stance == "seated" and one.bet in originals]
    return max(seated, key=lambda one: (one.stake, -one.order), default=None)


def squeeze(state: State, command: c.Squeeze) -> list[e.Event]:
    """The House consents to a patron's request; consent is the dealer's or above."""
    require_open(state)
    require_no_decision(state)
    if state.table.phase not in ("betting", "dealing"):
        raise Refused("no_coup", "no coup is in progress")
    book = state.rules
    require(command, Authority.DEALER, book, "consenting to a squeeze")
    cite = book.procedure.get("squeeze", "")
    terms = book.insurance_terms
    waives = command.card in _WAIVES and terms is not None and bool(terms.squeeze_waives_cite)
    if "standing" in book.procedure:  # The documents with seated patrons give the right to the highest of them.
        if not state.sign.face_down:
            raise Refused("cards_are_face_up", "cards are dealt face up at this table, so none is squeezed", cite)
        holder = highest_seated(state)
        if holder is None or holder.patron != command.patron:
            whose = f"it is {holder.patron}'s with {holder.stake:,}" if holder else "nobody sits with a bet"
            message = f"the squeeze is for the seated patron with the highest bet: {whose}"
            raise Refused("squeeze_is_not_yours", message, cite)
    elif not any(one.patron == command.patron for one in state.coup.bets):
        raise Refused("no_such_bet", f"{command.patron[:60]} has no bet in this coup")
    place = _DRAWN_BEFORE[command.card]
    if len(state.coup.cards) >= place:
        raise Refused("card_is_drawn", f"card {place} is drawn already; a squeeze is asked for before that", cite)
    granted = e.SqueezeGranted(patron=command.patron, card=command.card, cite=cite)
    if waives and terms and not state.coup.waived:
        return [granted, e.InsuranceWaived(cite=terms.squeeze_waives_cite)]
    return [granted]
