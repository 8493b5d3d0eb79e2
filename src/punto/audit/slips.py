"""Fills and credits as the auditor follows them: a slip step by step, each by somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.audit.bank_book import SlipAccount, check_chips, hold_real_chips, worth
from punto.audit.finding import hold
from punto.rulebook import Authority
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk


def _requested(what: str) -> Any:
    def handler(walk: Walk, event: e.FillRequested | e.CreditRequested) -> None:
        _open_box(walk, event)
        hold(walk.giver.has(Authority.DEALER), f"is requested by a {walk.by}")
        hold(walk.giver.is_called(event.requested_by), f"was requested by {event.requested_by}, who did not say so")
        check_chips(walk, event.chips, event.total)
        hold(bool(event.chips), "requests nothing")
        last = max((number for year, number, _ in walk.bank.numbers if year == event.year), default=0)
        hold(event.slip > last, f"is slip {event.slip}, and {last} was given already")
        walk.bank.numbers.append((event.year, event.slip, walk.account.events + 1))
        slip = SlipAccount(event.slip, event.year, what, "requested", event.chips, (event.requested_by,))
        walk.bank.slips.append(slip)
        walk.account.slips += 1

    return handler


def _open_box(walk: Walk, event: e.SlipEvent) -> None:
    hold_real_chips(walk)
    box = walk.bank.box
    hold(not walk.bank.ended, "moves chips after the closer or the drop")
    hold(event.drop_box == box.number, f"goes into drop box {event.drop_box}, and {box.number} is under the table")


def _next_step(walk: Walk, event: e.SlipEvent, what: str, stage: str, person: str) -> SlipAccount:
    slip = walk.bank.slip(event)
    hold(slip.what == what, f"calls slip {slip.number}, a {slip.what}, a {what}")
    hold(slip.stage == stage, f"slip {slip.number} is {slip.stage}, not {stage}")
    hold(event.chips == slip.chips and event.total == worth(slip.chips), f"has other chips than slip {slip.number}")
    hold(walk.giver.is_called(person), f"was done by {person}, who did not say so")
    hold(person not in slip.people, f"is done by {person}, who did another step of slip {slip.number}")
    slip.people += (person,)
    return slip


def _issued(what: str) -> Any:
    def handler(walk: Walk, event: e.FillIssued | e.CreditIssued) -> None:
        _open_box(walk, event)
        at_table = what == "credit" and walk.giver.has(Authority.DEALER)
        hold(walk.by == "cage" or at_table, f"is issued by a {walk.by}")
        _next_step(walk, event, what, "requested", event.issued_by).stage = "issued"

    return handler


def _accepted(what: str) -> Any:
    def handler(walk: Walk, event: e.FillAccepted | e.CreditAccepted) -> None:
        _open_box(walk, event)
        right = walk.giver.has(Authority.DEALER) if what == "fill" else walk.by == "cage"
        hold(right, f"is accepted by a {walk.by}")
        slip = _next_step(walk, event, what, "issued", event.accepted_by)
        slip.stage = "accepted"
        box = walk.bank.box
        box.carriers += slip.people
        box.accepted += 1
        box.copies.append(event.slip)
        if what == "fill":
            box.fills += event.total
        else:
            box.credits += event.total

    return handler


def slip_voided(walk: Walk, event: e.SlipVoided) -> None:
    hold_real_chips(walk)
    slip = walk.bank.slip(event)
    hold(slip.waits, f"makes slip {slip.number} void, which is {slip.stage}")
    hold(event.was == slip.stage, f"says that slip {slip.number} was {event.was}, and it was {slip.stage}")
    hold(bool(event.reason), "makes a slip void without a reason")
    hold(walk.by == "cage" or walk.giver.has(Authority.PIT_SUPERVISOR), f"is made void by a {walk.by}")
    _next_step(walk, event, slip.what, slip.stage, event.voided_by).stage = "void"
    if walk.bank.boxes and not walk.bank.box.dropped:
        walk.bank.box.copies.append(event.slip)
        if event.was == "issued":
            walk.bank.box.carriers += slip.people
    walk.account.slips_void += 1


SLIP_HANDLERS: dict[type[e.Event], Any] = {
    e.FillRequested: _requested("fill"),
    e.FillIssued: _issued("fill"),
    e.FillAccepted: _accepted("fill"),
    e.CreditRequested: _requested("credit"),
    e.CreditIssued: _issued("credit"),
    e.CreditAccepted: _accepted("credit"),
    e.SlipVoided: slip_voided,
}
