"""Slips: chips that go between cage and table, in three steps by three people, or void."""

from __future__ import annotations

from typing import Any, Final, Literal

from punto.kit import Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import discrepancy
from punto.table import events as e
from punto.table.authority import person_of, require, require_either, require_office
from punto.table.bank import Slip, SlipKind, SlipStage
from punto.table.phase import require_open, require_period, require_real_chips
from punto.table.rack import read_chips, value_of
from punto.table.state import State

CAGE: Final = ("cage",)


def request_fill(state: State, command: c.RequestFill) -> list[e.Event]:
    """Chips are to come from the cage."""
    return [e.FillRequested(**_request(state, command, "fill"))]


def request_credit(state: State, command: c.RequestCredit) -> list[e.Event]:
    """Chips are to go to the cage."""
    return [e.CreditRequested(**_request(state, command, "credit"))]


def _request(state: State, command: c.SlipRequest, what: SlipKind) -> dict[str, Any]:
    require_open(state)
    require(command, Authority.DEALER, state.book, f"requesting a {what}")
    require_real_chips(state)
    period = require_period(state)
    chips = read_chips(command.chips, state.sign)
    if not chips:
        raise Refused(code="no_chips", message=f"a {what} has at least one chip")
    return {
        "slip": command.number,
        "year": command.year,
        "chips": chips,
        "total": value_of(chips),
        "drop_box": period.drop_box,
        "day": command.day,
        "shift": command.shift,
        "at": command.at or "",
        "requested_by": person_of(command),
    }


def issue_fill(state: State, command: c.IssueFill) -> list[e.Event]:
    """The cage gives the chips out."""
    require_open(state)
    require_office(command, CAGE, "issuing a fill")
    slip = _step(state, command, "fill", "requested")
    body = _body(state, command, slip)
    return _different(state, command, slip) or [e.FillIssued(**body, issued_by=person_of(command))]


def accept_fill(state: State, command: c.AcceptFill) -> list[e.Event]:
    """The table has counted the chips into its rack."""
    require_open(state)
    require(command, Authority.DEALER, state.book, "accepting a fill")
    slip = _step(state, command, "fill", "issued")
    body = _body(state, command, slip)
    return _different(state, command, slip) or [e.FillAccepted(**body, accepted_by=person_of(command))]


def issue_credit(state: State, command: c.IssueCredit) -> list[e.Event]:
    """The chips are out of the rack."""
    require_open(state)
    require_either(command, Authority.DEALER, CAGE, state.book, "issuing a credit")
    slip = _step(state, command, "credit", "requested")
    body = _body(state, command, slip)
    return _different(state, command, slip) or [e.CreditIssued(**body, issued_by=person_of(command))]


def accept_credit(state: State, command: c.AcceptCredit) -> list[e.Event]:
    """The cage has counted the chips."""
    require_open(state)
    require_office(command, CAGE, "accepting a credit")
    slip = _step(state, command, "credit", "issued")
    body = _body(state, command, slip)
    return _different(state, command, slip) or [e.CreditAccepted(**body, accepted_by=person_of(command))]


def void_slip(state: State, command: c.VoidSlip) -> list[e.Event]:
    """A slip that is not finished counts no more, also when the box is dropped; its number stays given."""
    require_open(state)
    require_either(command, Authority.PIT_SUPERVISOR, CAGE, state.book, "voiding a slip")
    require_real_chips(state)
    slip = _waiting(state, command.slip)
    _require_another(slip, command)
    if not command.reason.strip():
        raise Refused(code="reason_is_needed", message="a slip is made void with the reason")
    was: Literal["requested", "issued"] = "issued" if slip.stage == "issued" else "requested"
    body = _body(state, command, slip)
    return [e.SlipVoided(**body, was=was, voided_by=person_of(command), reason=command.reason.strip())]


def _step(state: State, command: c.SlipStep, what: SlipKind, stage: SlipStage) -> Slip:
    """The slip, if this is its next step and somebody else's."""
    require_real_chips(state)
    slip = _waiting(state, command.slip)
    if slip.what != what:
        raise Refused(code="other_slip", message=f"slip {slip.number} is a {slip.what}, not a {what}")
    if slip.stage == "issued" != stage:
        message = f"slip {slip.number} was issued by {slip.people[-1]} already; it is accepted next"
        raise Refused(code="slip_is_issued", message=message)
    if slip.stage == "requested" != stage:
        message = f"slip {slip.number} was requested by {slip.people[-1]}; it is issued before it is accepted"
        raise Refused(code="slip_not_issued", message=message)
    require_period(state)
    _require_another(slip, command)
    return slip


def _waiting(state: State, number: int) -> Slip:
    slip = state.table.bank.slip(number)
    if slip is None:
        raise Refused(code="unknown_slip", message=f"no slip {number} waits at this table")
    if slip.stage == "void":
        message = f"slip {slip.number} was made void by {slip.people[-1]}"
        raise Refused(code="slip_is_void", message=message)
    if slip.stage == "accepted":
        message = f"slip {slip.number} is finished: {slip.people[-1]} has accepted it"
        raise Refused(code="slip_is_finished", message=message)
    return slip


def _require_another(slip: Slip, command: c.Command) -> None:
    """Each step of a slip is another person's."""
    if (person := person_of(command)) in slip.people:
        message = f"{person[:60]} has done a step of slip {slip.number}; this one is for somebody else"
        raise Refused(code="same_person", message=message)


def _different(state: State, command: c.SlipStep, slip: Slip) -> list[e.Event]:
    """Exceptions where the chips counted are not those on the slip: they are recorded in place of the step."""
    if command.chips is None:
        return []
    chips = read_chips(command.chips, state.sign)
    return [*discrepancy.slip_differs(command, slip, chips, person_of(command), _box(state, slip))]


def _box(state: State, slip: Slip) -> int:
    """The box that lies under the table now: a slip may outlast the one it was requested at."""
    period = state.table.bank.period
    return period.drop_box if period else slip.drop_box


def _body(state: State, command: c.BankCommand, slip: Slip) -> dict[str, Any]:
    return {
        "slip": slip.number,
        "year": slip.year,
        "chips": slip.chips,
        "total": slip.total,
        "drop_box": _box(state, slip),
        "day": command.day,
        "shift": command.shift,
        "at": command.at or "",
    }
