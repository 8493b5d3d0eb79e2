"""The drop: the box leaves the table, and the count team counts what lay in it."""

from __future__ import annotations

from typing import Final

from punto.kit import Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import discrepancy
from punto.table import events as e
from punto.table.authority import person_of, require_either, require_office
from punto.table.bank import BankPeriod, BoxCount
from punto.table.phase import require_between_coups, require_open, require_real_chips
from punto.table.rack import read_amount, read_chips, value_of
from punto.table.round import after
from punto.table.state import State
from punto.table.win import win

SECURITY: Final = ("security",)
COUNT_TEAM: Final = ("count_team",)


def drop_box(state: State, command: c.DropBox) -> list[e.Event]:
    """The box is taken away, between coups or from a table that has closed; nothing more goes into it."""
    period = state.table.bank.period
    if period is None:
        require_open(state)
    if state.table.phase != "closed":
        require_between_coups(state)
    require_either(command, Authority.PIT_SUPERVISOR, SECURITY, state.book, "dropping a box")
    require_real_chips(state)
    if period is None:
        raise Refused(code="no_opener", message="the opener is counted first (count_inventory)")
    if period.dropped_by:
        message = f"drop box {period.drop_box} was dropped by {period.dropped_by} already"
        raise Refused(code="box_is_dropped", message=message)
    box, slips = period.drop_box, state.table.bank.slips
    dropped = e.BoxDropped(drop_box=box, dropped_by=person_of(command), day=command.day, shift=command.shift)
    unfinished = [] if period.closer else discrepancy.slips_unfinished(command, slips, box)
    return [dropped, *unfinished]


def count_box(state: State, command: c.CountBox) -> list[e.Event]:
    """Currency, chips and markers of a box; where a second count differs, both people are named."""
    if state.table.sign is None:
        require_open(state)
    require_office(command, COUNT_TEAM, "counting a box")
    person = person_of(command)
    period = _dropped(state, command.drop_box, person)
    chips = read_chips(command.chips, state.sign)
    currency, markers = read_amount(command.currency, "currency"), read_amount(command.markers, "markers")
    total = value_of(chips)
    slips = None if command.slips is None else tuple(sorted(set(command.slips)))
    count = BoxCount(
        person=person,
        currency=currency,
        chips=chips,
        markers=markers,
        drop=currency + total + markers,
        slips=slips,
    )
    counted = e.BoxCounted(
        drop_box=period.drop_box,
        currency=currency,
        chips=chips,
        chips_total=total,
        markers=markers,
        drop=count.drop,
        slips=slips,
        counted_by=person,
        agreed=any(_alike(other, count) for other in period.counts if other.person != person),
        day=command.day,
        shift=command.shift,
    )
    before = period.counts[-1] if period.counts else None
    events: list[e.Event] = [counted]
    own = next((other for other in period.counts if other.person == person), None)
    others = [other for other in period.counts if other.person != person]
    if others and not (own and _alike(own, count)):
        events += discrepancy.box_differs(command, period.drop_box, others[-1], count)
    if before is None or before.slips != slips:
        events += discrepancy.box_slips_differ(command, period, slips, person)
    then = after(state, events).table.bank
    counted_period = next((other for other in then.boxes() if other.drop_box == period.drop_box), None)
    return [*events, *win(command, counted_period)]


def _dropped(state: State, box: int | None, person: str) -> BankPeriod:
    """The box that is named, or the first that waits for this person's count."""
    boxes = state.table.bank.boxes()
    if not boxes:
        require_real_chips(state)
    if box is None:
        waiting = [period for period in boxes if period.dropped_by and not period.agreed]
        waiting.sort(key=lambda period: person in [count.person for count in period.counts])
        if not waiting:
            raise Refused(code="no_box_waits", message="no box of this table waits to be counted")
        return waiting[0]
    period = next((period for period in boxes if period.drop_box == box), None)
    if period.agreed if period else 0 < box < (boxes[-1].drop_box if boxes else 0):
        raise Refused(code="box_is_counted", message=f"drop box {box} was counted, and two people agreed on it")
    if period is None:
        raise Refused(code="unknown_drop_box", message=f"this table has had no drop box {box}")
    if not period.dropped_by:
        raise Refused(
            code="box_is_not_dropped", message=f"drop box {box} is still under the table; drop_box comes first"
        )
    return period


def _alike(count: BoxCount, other: BoxCount) -> bool:
    return (count.currency, count.chips, count.markers) == (other.currency, other.chips, other.markers)
