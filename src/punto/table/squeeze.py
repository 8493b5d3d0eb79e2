"""The squeeze: who may ask to turn a card slowly, what the House answers, and the insurance that is waived by it."""

from __future__ import annotations

from typing import Final

from punto.kit import Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import PATRON, rank_of, require
from punto.table.evolve import evolve
from punto.table.insurance import offered
from punto.table.phase import require_no_decision, require_open
from punto.table.state import PlacedBet, SqueezeRequest, State

_DRAWN_BEFORE: Final = {
    "player": 1,
    "banker": 2,
    "player_third": 5,
    "banker_third": 6,
    "banker_third_first": 5,
    "expose_banker_third": 5,
}
"""The card of the coup that must not have been drawn yet when the squeeze is asked for."""

BANKER_FIRST: Final = ("banker_third_first", "expose_banker_third")
"""Squeezes by which Banker's third card is seen before Player's: where a document says so, they waive insurance."""

_BEFORE_BANKERS_THIRD: Final = 5
"""Cards that lie before Banker's third, where Player has drawn."""

_ANSWERED: Final = {"": "it waits for the dealer", "granted": "it was granted", "declined": "it was declined"}


def highest_seated(state: State) -> PlacedBet | None:
    """The seated patron's bet that gives the right to squeeze: the highest; of equals what reached its amount first."""
    originals = {bet.id for bet in state.rules.bets.values() if bet.hand}
    left = state.coup.left  # Who walked away sits no longer, though the bet lies on.
    here = [bet for bet in state.coup.bets if bet.patron not in left]
    seated = [bet for bet in here if bet.stance == "seated" and bet.bet in originals]
    return max(seated, key=lambda bet: (bet.stake, -bet.reached, -bet.order), default=None)


def waives(state: State, card: str) -> str:
    """The paragraph by which consent to this squeeze waives insurance for everybody; empty if it waives none."""
    terms = state.rules.insurance_terms
    if terms is None or card not in BANKER_FIRST or state.coup.waived or not state.coup_sign.insurance:
        return ""
    return terms.squeeze_waives_cite


def squeeze(state: State, command: c.Squeeze) -> list[e.Event]:
    """A patron asks; the dealer or above consents or declines, for the House."""
    _require_coup(state)
    rank_of(command)
    asks = command.by == PATRON and not command.decline
    if not asks:
        require(command, Authority.DEALER, state.book, "answering a request to squeeze")
    patron, card = command.patron, command.card
    if not asks and not command.decline and (waived := waives(state, card)):
        # What takes insurance from everybody is the House's to consent to, not the dealer's own.
        require(command, Authority.PIT_SUPERVISOR, state.book, "consent that waives everybody's insurance", waived)
    _require_right(state, patron)
    _require_free(state, patron, card)
    cite = _cite(state)
    requests = state.coup.requests
    before = next((request for request in requests if (request.patron, request.card) == (patron, card)), None)
    if asks:
        if before is not None:
            message = f"{patron} has asked for that squeeze in this coup already: {_ANSWERED[before.answer]}"
            raise Refused(code="already_asked", message=message, cite=cite)
        return [e.SqueezeRequested(patron=patron, card=card, cite=cite)]
    if command.decline:
        if before is None or before.answer:
            raise Refused(
                code="no_request_is_open",
                message=f"{patron} waits for no answer to a request for that squeeze",
                cite=cite,
            )
        return [e.SqueezeDeclined(patron=patron, card=card, cite=cite)]
    granted = e.SqueezeGranted(patron=patron, card=card, cite=cite)
    waived = waives(state, card)
    return [granted, e.InsuranceWaived(cite=waived, patron=patron)] if waived else [granted]


def lapsed(state: State) -> list[e.Event]:
    """The waiver of a patron who has lost the right to that squeeze, before Banker's third card is seen.

    With it insurance is offered as usual, at once where its window is open.
    """
    coup, terms = state.coup, state.rules.insurance_terms
    if not coup.waived or terms is None or _has_right(state, coup.waived_by) or len(coup.cards) > _BEFORE_BANKERS_THIRD:
        return []
    lapse = e.WaiverLapsed(patron=coup.waived_by, cite=terms.squeeze_waives_cite)
    return [lapse, *offered(evolve(state, lapse))]


def waiting(state: State) -> list[SqueezeRequest]:
    """Requests that could still be granted: once the card is drawn or the right has moved on, nobody waits."""
    coup = state.table.coup
    open_requests = [request for request in coup.requests if not request.answer] if coup else []
    return [request for request in open_requests if may_squeeze(state, request.patron, request.card)]


def may_squeeze(state: State, patron: str, card: str) -> bool:
    """Whether the House could consent to this squeeze now."""
    try:
        _require_coup(state)
        _require_right(state, patron)
        _require_free(state, patron, card)
    except Refused:
        return False
    return True


def squeezers(state: State) -> dict[str, str]:
    """The patron who squeezes each card by the House's consent, unless the right to it has been lost since."""
    by_card: dict[str, str] = {}
    for request in state.coup.requests:
        if request.answer == "granted" and _has_right(state, request.patron):
            by_card.setdefault(request.card, request.patron)
    return by_card


def _cite(state: State) -> str:
    return state.rules.procedure.get("squeeze", "")


def _require_coup(state: State) -> None:
    require_open(state)
    require_no_decision(state)
    if state.table.phase not in ("betting", "dealing"):
        raise Refused(code="no_coup", message="no coup is in progress")


def _require_right(state: State, patron: str) -> None:
    """The documents with seated patrons give the right to the highest of them; in others whoever bets may ask."""
    cite = _cite(state)
    if "standing" in state.rules.procedure:
        if not state.sign.face_down:
            raise Refused(
                code="cards_are_face_up",
                message="cards are dealt face up at this table, so none is squeezed",
                cite=cite,
            )
        holder = highest_seated(state)
        if holder is None or holder.patron != patron:
            whose = f"it is {holder.patron}'s with {holder.stake:,}" if holder else "nobody sits with a bet"
            message = f"the squeeze is for the seated patron with the highest bet: {whose}"
            raise Refused(code="squeeze_is_not_yours", message=message, cite=cite)
    elif not any(bet.patron == patron for bet in state.coup.bets):
        raise Refused(code="no_such_bet", message=f"{patron[:60]} has no bet in this coup")
    elif patron in state.coup.left:
        raise Refused(code="already_left", message=f"{patron} has already left")


def _has_right(state: State, patron: str) -> bool:
    try:
        _require_right(state, patron)
    except Refused:
        return False
    return True


def _require_free(state: State, patron: str, card: str) -> None:
    """The card is not drawn yet, and nobody else was given it."""
    whose = squeezers(state).get(card, patron)
    if whose != patron:
        raise Refused(code="squeeze_is_not_yours", message=f"that squeeze was granted to {whose}", cite=_cite(state))
    place = _drawn_before(state, card)
    if len(state.coup.cards) >= place:
        message = f"card {place} is drawn already; a squeeze is asked for before that"
        raise Refused(code="card_is_drawn", message=message, cite=_cite(state))


def _drawn_before(state: State, card: str) -> int:
    """The card of the coup that must not have been drawn; Player's third may lie face down while it is squeezed."""
    is_squeezed = "player_third" in squeezers(state) and "player_third" not in state.coup.turned
    lies_face_down = state.coup_sign.face_down and is_squeezed
    return 6 if card in BANKER_FIRST and lies_face_down else _DRAWN_BEFORE[card]
