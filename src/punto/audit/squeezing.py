"""Squeezes: asked for by whoever has the right and in time, answered by the House, and what consent waives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from punto.audit.felt import Felt
from punto.audit.finding import Wrong, hold
from punto.table import events as e
from punto.table.authority import PATRON

if TYPE_CHECKING:
    from punto.audit.walk import Walk

_COMES_AS: Final = {"player": 1, "banker": 2, "banker_third": 6}
"""The card of a coup before which each is asked for; the others before the fifth."""

_BANKER_FIRST: Final = ("banker_third_first", "expose_banker_third")


def _check(walk: Walk, event: e.SqueezeRequested | e.SqueezeGranted | e.SqueezeDeclined) -> Felt:
    felt = walk.coup()
    hold(felt.live, "no coup is in progress")
    hold(any(patron == event.patron for patron, _, _ in felt.bets), f"{event.patron} has no bet")
    if "standing" in walk.rules.procedure:
        hold(walk.terms.face_down, "cards are dealt face up at this table")
        holder = _holder(walk, felt)
        hold(holder == event.patron, f"the seated patron with the highest bet is {holder}")
    comes = _COMES_AS.get(event.card, 5)
    hold(len(felt.cards) < comes, f"card {comes} is drawn already")
    hold(event.cite == walk.rules.procedure.get("squeeze", ""), f"cites {event.cite}")
    return felt


def _holder(walk: Walk, felt: Felt) -> str:
    """Who sits with the highest bet on a hand; of equals who put it down first."""
    seated = [
        (-chips.stake, chips.order, patron)
        for (patron, _, bet), chips in felt.bets.items()
        if chips.stance == "seated" and walk.rules.bets[bet].hand and patron not in felt.left
    ]
    return min(seated)[2] if seated else "nobody"


def squeeze_requested(walk: Walk, event: e.SqueezeRequested) -> None:
    felt = _check(walk, event)
    hold(walk.by == PATRON, f"is a patron's to ask, and came from a {walk.by}")
    hold((event.patron, event.card) not in felt.requests, f"{event.patron} asked for that already")
    felt.requests[event.patron, event.card] = ""


def squeeze_granted(walk: Walk, event: e.SqueezeGranted) -> None:
    felt = _check(walk, event)
    hold(walk.by != PATRON, "is the House's to answer, and came from a patron")
    felt.requests[event.patron, event.card] = "granted"
    terms = walk.rules.insurance_terms
    document = terms is not None and bool(terms.squeeze_waives_cite)
    felt.waives = document and event.card in _BANKER_FIRST and walk.terms.insurance and not felt.waived


def squeeze_declined(walk: Walk, event: e.SqueezeDeclined) -> None:
    felt = _check(walk, event)
    hold(walk.by != PATRON, "is the House's to answer, and came from a patron")
    hold(felt.requests.get((event.patron, event.card)) == "", f"{event.patron} waits for no answer to that")
    felt.requests[event.patron, event.card] = "declined"


def insurance_waived(walk: Walk, event: e.InsuranceWaived) -> None:
    terms = walk.rules.insurance_terms
    if terms is None or not terms.squeeze_waives_cite:
        raise Wrong("nothing in this document waives insurance")
    hold(event.cite == terms.squeeze_waives_cite, f"cites {event.cite}")
    last = walk.last
    hold(isinstance(last, e.SqueezeGranted) and last.card in _BANKER_FIRST, "follows no squeeze that waives it")
    felt = walk.coup()
    felt.waived, felt.waives = True, False


HANDLERS: dict[type[e.Event], Any] = {
    e.SqueezeRequested: squeeze_requested,
    e.SqueezeGranted: squeeze_granted,
    e.SqueezeDeclined: squeeze_declined,
    e.InsuranceWaived: insurance_waived,
}
