"""Squeezes: asked for by whoever has the right and in time, answered by the House, and what consent waives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from punto.audit.felt import Felt
from punto.audit.finding import Wrong, hold
from punto.kit import Side
from punto.rulebook import Authority
from punto.table import events as e
from punto.table.authority import PATRON

if TYPE_CHECKING:
    from punto.audit.walk import Walk

_COMES_AS: Final = {"player": 1, "banker": 2, "banker_third": 6}
"""By squeeze, the place of the card before which it must be asked for; every other before the fifth card."""

_SQUEEZED_AS: Final = {
    "player": ("player",),
    "banker": ("banker",),
    "player_third": ("player_third", "expose_banker_third"),
    "banker_third": ("banker_third", "banker_third_first"),
}
"""By card, the squeezes whose consent puts it before the patron."""

_BANKER_FIRST: Final = ("banker_third_first", "expose_banker_third")


def _check(walk: Walk, event: e.SqueezeRequested | e.SqueezeGranted | e.SqueezeDeclined) -> Felt:
    felt = walk.coup()
    hold(felt.live, "no coup is in progress")
    hold(any(patron == event.patron for patron, _, _ in felt.bets), f"{event.patron} has no bet")
    if "standing" in walk.rules.procedure:
        hold(walk.terms.face_down, "cards are dealt face up at this table")
        holder = _holder(walk, felt)
        hold(event.patron in holder, f"the seated patron with the highest bet is {holder[0]}")
    comes = _comes_as(walk, felt, event.card)
    hold(len(felt.cards) < comes, f"card {comes} is drawn already")
    hold(event.cite == walk.rules.procedure.get("squeeze", ""), f"cites {event.cite}")
    return felt


def _holder(walk: Walk, felt: Felt) -> tuple[str, ...]:
    """The seated patron with the highest bet on a hand; of equal bets the one that reached its stake first."""
    seated = [
        (-chips.stake, chips.reached, chips.order, patron)
        for (patron, _, bet), chips in felt.bets.items()
        if chips.stance == "seated" and walk.rules.bets[bet].hand and patron not in felt.left
    ]
    if not seated:
        return ("nobody",)
    # A file that says nothing about limits was read so that the bet first put down came first.
    first = min((stake, order, patron) for stake, _, order, patron in seated)[2]
    return (min(seated)[3],) if walk.rules.limits else (min(seated)[3], first)


def _comes_as(walk: Walk, felt: Felt, card: str) -> int:
    """The place of the card before which a squeeze is asked for; a squeezed Player's third may lie unopened."""
    squeezed = any(
        (what, answer) == ("player_third", "granted") and has_right(walk, felt, patron)
        for (patron, what), answer in felt.requests.items()
    )
    squeezed = squeezed and (bool(walk.before) or "player_third" not in felt.turned)
    return 6 if card in _BANKER_FIRST and felt.sign.face_down and squeezed else _COMES_AS.get(card, 5)


def has_right(walk: Walk, felt: Felt, patron: str) -> bool:
    """Whether a squeeze is this patron's: of the highest seated bet, or in other documents of anybody's."""
    if "standing" in walk.rules.procedure:
        return felt.sign.face_down and patron in _holder(walk, felt)
    return patron in felt.bettors


def expect_lapse(walk: Walk) -> None:
    """A waiver lapses once its patron has lost the right, before Banker's third card is seen."""
    felt = walk.coup()
    if felt.waived and len(felt.cards) <= 5 and not has_right(walk, felt, felt.waived_by):
        walk.expect(e.WaiverLapsed)


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
    felt.waives = document and event.card in _BANKER_FIRST and felt.sign.insurance and not felt.waived
    if felt.waives:
        least = Authority.PIT_SUPERVISOR
        walk.reading(walk.giver.has(least), f"waives everybody's insurance by the consent of a {walk.by}")


def squeeze_declined(walk: Walk, event: e.SqueezeDeclined) -> None:
    felt = _check(walk, event)
    hold(walk.by != PATRON, "is the House's to answer, and came from a patron")
    hold(felt.requests.get((event.patron, event.card)) == "", f"{event.patron} waits for no answer to that")
    felt.requests[event.patron, event.card] = "declined"


def card_turned(walk: Walk, event: e.CardTurned) -> None:
    """The patron who squeezes a card turns it once, after it was dealt; the last card also in a coup that is paid."""
    felt = walk.coup()
    hold(felt.stage in ("dealing", "settled", "concluded"), f"turns cards of a coup that is {felt.stage}")
    hold(event.cite == walk.rules.procedure.get("squeeze", ""), f"cites {event.cite}")
    hold(bool(event.cards), "turns no card")
    for card in event.cards:
        granted = {what for (who, what), answer in felt.requests.items() if (who, answer) == (event.patron, "granted")}
        hold(bool(granted & set(_SQUEEZED_AS[card])), f"{event.patron} was not given {card} to squeeze")
        hold(has_right(walk, felt, event.patron), f"{event.patron} has no right to squeeze")
        hold(_has_come(walk, felt, card), f"{card} has not come, or others have come since")
        hold(card not in felt.turned, f"{card} was turned already")
        felt.turned.add(card)


def _has_come(walk: Walk, felt: Felt, card: str) -> bool:
    """Whether a card lies there since the last one came: the first four are squeezed together."""
    owners = walk.rules.tableau.owners([dealt.points for dealt in felt.cards])
    if not card.endswith("_third"):
        return len(owners) == 4
    side = Side(card.removesuffix("_third"))
    last = owners[-1:] == (side,) or (side is Side.PLAYER and len(owners) == 6)
    return len(owners) > 4 and last


def insurance_waived(walk: Walk, event: e.InsuranceWaived) -> None:
    terms = walk.rules.insurance_terms
    if terms is None or not terms.squeeze_waives_cite:
        raise Wrong("nothing in this document waives insurance")
    hold(event.cite == terms.squeeze_waives_cite, f"cites {event.cite}")
    last = walk.last
    if not isinstance(last, e.SqueezeGranted) or last.card not in _BANKER_FIRST:
        raise Wrong("follows no squeeze that waives it")
    hold(walk.before or event.patron == last.patron, f"is for {event.patron}, and {last.patron} squeezes")
    felt = walk.coup()
    felt.waived_by, felt.waives = last.patron, False


def waiver_lapsed(walk: Walk, event: e.WaiverLapsed) -> None:
    """Insurance is offered as usual again, at once where its window is open."""
    felt, terms = walk.live("dealing"), walk.rules.insurance_terms
    hold(felt.waived_by == event.patron, f"is {event.patron}'s, and {felt.waived_by or 'nobody'} has waived it")
    hold(terms is not None and event.cite == terms.squeeze_waives_cite, f"cites {event.cite}")
    felt.waived_by = ""
    walk.offer()


HANDLERS: dict[type[e.Event], Any] = {
    e.SqueezeRequested: squeeze_requested,
    e.SqueezeGranted: squeeze_granted,
    e.SqueezeDeclined: squeeze_declined,
    e.CardTurned: card_turned,
    e.InsuranceWaived: insurance_waived,
    e.WaiverLapsed: waiver_lapsed,
}
