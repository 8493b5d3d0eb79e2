"""The second person: what was moved in a house by one person alone, and what another had to confirm.

Written from docs/roles.md. A command of a house names the session it came from; what names none is a script's or the
house's own, and is not held to this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import msgspec

from punto.audit.claiming import is_claim
from punto.audit.finding import Wrong, hold
from punto.audit.giver import RANKS, instant
from punto.rulebook import Authority
from punto.table import events as e
from punto.table.authority import PATRON

if TYPE_CHECKING:
    from punto.audit.walk import Walk

WITHIN: Final = timedelta(minutes=2)

LADDER: Final = (PATRON, "dealer", "pit_supervisor", "pit_manager", "shift_manager")
"""Who stands next above whom."""

MAY_WAIT: Final = ("buy_in", "cash_out", "rule", "write_off", "enter_chips", "report", "decide", "close_shoe")

_COMES_OF: Final[dict[type[e.Event], str]] = {
    e.BoughtIn: "buy_in",
    e.CashedOut: "cash_out",
    e.RulingMade: "rule",
    e.DebtWrittenOff: "write_off",
    e.ChipsEntered: "enter_chips",
    e.ShoeClosed: "close_shoe",
}
"""What moves money, and the command it comes of; a correction comes of a report or of its decision."""


@dataclass(slots=True)
class Confirmations:
    """Commands that wait for a second person, and the confirmed one whose events follow."""

    last_number: int = 0
    """That of the command which was the last to wait."""
    waiting: dict[int, e.ConfirmationAwaited] = field(default_factory=dict)
    confirmed: e.ConfirmationAwaited | None = None
    confirmer: str = ""
    carried_out: bool = False
    """Whether an event of the confirmed command has come."""
    closing: bool = False
    """Whether what waited was dropped because the table closes."""


def confirmation_awaited(walk: Walk, event: e.ConfirmationAwaited) -> None:
    giver, confirmations = walk.giver, walk.confirmations
    number = confirmations.last_number + 1
    hold(event.waiting == number, f"is number {event.waiting}, and {number} is next")
    hold(event.asker == giver.person, f"is {event.asker}'s, and {giver.person} gave the command")
    hold((event.by, event.acting) == (giver.by, giver.acting), "names another rank than the command came from")
    hold(bool(event.session) and event.session == giver.session, "names another session than the command came from")
    name = event.command.get("command")
    hold(name in MAY_WAIT, f"has {name} wait, which waits for nobody")
    most = walk.terms.alone_max
    if most is msgspec.UNSET:
        raise Wrong("waits for a second person at a table whose sign asks for none")
    hold(name == "close_shoe" or event.sum > most, f"waits for {event.sum}, and one person alone moves {most}")
    stated_sum = _stated_sum(event.command)
    hold(stated_sum is None or stated_sum == event.sum, f"is about {event.sum}, and its command moves {stated_sum}")
    hold(event.needs == _next_above(giver.by, giver.acting), f"takes a {event.needs}")
    hold(instant(event.until) == instant(giver.at) + WITHIN, f"waits until {event.until}, asked for at {giver.at}")
    waits = any(other.asker == event.asker for other in confirmations.waiting.values())
    hold(not waits, f"is another of {event.asker} that waits")
    confirmations.last_number = event.waiting
    confirmations.waiting[event.waiting] = event


def _stated_sum(command: dict[str, Any]) -> int | None:
    """What a command moves, where it says so itself."""
    match command:
        case {"command": "buy_in" | "cash_out" | "write_off", "amount": int(amount)}:
            return amount
        case {"command": "rule", "adjustments": [*adjustments]}:
            return sum(abs(int(adjustment["amount"])) for adjustment in adjustments)
        case {"command": "close_shoe"}:
            return 0
    return None


def _next_above(by: str, acting: str) -> str:
    """The next rank above the higher of the two, or the highest again."""
    place = max(LADDER.index(word) for word in (by, acting) if word)
    return LADDER[min(place + 1, len(LADDER) - 1)]


def _answered(walk: Walk, waiting: int) -> e.ConfirmationAwaited:
    if waiting not in walk.confirmations.waiting:
        raise Wrong(f"answers number {waiting}, which does not wait")
    request = walk.confirmations.waiting.pop(waiting)
    hold(instant(walk.giver.at) <= instant(request.until), f"comes at {walk.giver.at}, and was due by {request.until}")
    return request


def confirmation_given(walk: Walk, event: e.ConfirmationGiven) -> None:
    giver, request = walk.giver, _answered(walk, event.waiting)
    hold(event.confirmer == giver.person, f"is {event.confirmer}'s, and {giver.person} gave the command")
    hold(event.confirmed_as == giver.position, f"comes from a {giver.position}, not from a {event.confirmed_as}")
    hold(giver.has(RANKS[request.needs]), f"takes a {request.needs} or above, not a {giver.position}")
    hold(giver.person != request.asker, f"{request.asker} confirms what {request.asker} asked for")
    hold(bool(event.session) and event.session == giver.session, "names another session than the command came from")
    hold(giver.session != request.session, "is confirmed in the session in which it was asked for")
    confirmations = walk.confirmations
    confirmations.confirmed, confirmations.confirmer, confirmations.carried_out = request, giver.person, False


def confirmation_declined(walk: Walk, event: e.ConfirmationDeclined) -> None:
    giver, request = walk.giver, _answered(walk, event.waiting)
    hold(event.decliner == giver.person, f"is {event.decliner}'s, and {giver.person} gave the command")
    hold(event.declined_as == giver.position, f"comes from a {giver.position}, not from a {event.declined_as}")
    least = Authority.DEALER if giver.person == request.asker else RANKS[request.needs]
    hold(giver.has(least), f"takes a {least.word} or above, not a {giver.position}")


def confirmation_expired(walk: Walk, event: e.ConfirmationExpired) -> None:
    request = walk.confirmations.waiting.pop(event.waiting, None)
    if request is None:
        raise Wrong(f"ends number {event.waiting}, which does not wait")
    if event.because == "time":
        hold(walk.giver.is_clock, "is not the clock's")
        late = not walk.giver.at or instant(walk.giver.at) > instant(request.until)
        hold(late, f"comes at {walk.giver.at}, and it waits until {request.until}")
    else:
        walk.confirmations.closing = True


def check_alone(walk: Walk, event: e.Event) -> None:
    """What one person may not move alone was confirmed; and nothing is called so that was not."""
    giver, confirmations = walk.giver, walk.confirmations
    request = confirmations.confirmed
    if giver.confirmer:
        if request is None or giver.confirmer != confirmations.confirmer:
            raise Wrong(f"names {giver.confirmer} as its second person, who has confirmed nothing before it")
        same = (giver.person, giver.by, giver.acting, giver.session)
        hold(
            same == (request.asker, request.by, request.acting, request.session),
            f"is not what {request.asker} asked for",
        )
        confirmations.carried_out = True
    else:
        done = request is None or confirmations.carried_out
        hold(done, f"comes where number {request and request.waiting} is to be carried out")
        confirmations.confirmed = None
    most = walk.terms.alone_max if walk.sign else msgspec.UNSET
    if not giver.session or most is msgspec.UNSET:
        return
    moved = _moved(walk, event)
    early = isinstance(event, e.ShoeClosed) and bool(event.closer)
    if not early and moved <= most:
        return
    if request is None or not giver.confirmer:
        what = "closes a shoe early" if early else f"moves {moved:,}, above {most:,},"
        raise Wrong(f"{what} by {giver.person} alone")
    hold(request.sum == moved, f"moves {moved}, and {request.sum} was confirmed")
    name = request.command["command"]
    hold(_COMES_OF.get(type(event), name) == name, f"is not what {name} leads to, which was confirmed")
    match event:
        case e.BoughtIn() | e.CashedOut() | e.DebtWrittenOff():
            hold(request.command.get("patron") == event.patron, f"is about {event.patron}, and another was confirmed")
        case e.RulingMade():
            confirmed = [(adjustment["patron"], adjustment["amount"]) for adjustment in request.command["adjustments"]]
            adjustments = [(adjustment.patron, adjustment.amount) for adjustment in event.adjustments]
            hold(adjustments == confirmed, "adjusts otherwise than was confirmed")


def _moved(walk: Walk, event: e.Event) -> int:
    """What an event moves; of a correction the stakes that it is about."""
    match event:
        case e.BoughtIn() | e.CashedOut() | e.DebtWrittenOff():
            return event.amount
        case e.RulingMade():
            return sum(abs(adjustment.amount) for adjustment in event.adjustments)
        case e.ChipsEntered():
            return sum(max(abs(chips.due), abs(chips.moved)) for chips in event.chips)
        case e.BetsCorrected() if not event.of_coup:
            return max(sum(chips.stake for chips in event.was), sum(chips.stake for chips in event.lay))
        case e.CardCorrected() if not event.of_coup and walk.felt:
            return sum(stake * number for (*_, stake), number in walk.felt.stakes().items())
        case e.OriginalBetReturned() if is_claim(walk):
            return event.stake
    return 0


HANDLERS: dict[type[e.Event], Any] = {
    e.ConfirmationAwaited: confirmation_awaited,
    e.ConfirmationGiven: confirmation_given,
    e.ConfirmationDeclined: confirmation_declined,
    e.ConfirmationExpired: confirmation_expired,
}
