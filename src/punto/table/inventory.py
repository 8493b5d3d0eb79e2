"""The inventory: chips in the rack, counted by a dealer and a supervisor when a shift begins and when it ends."""

from __future__ import annotations

from punto.kit import Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import discrepancy
from punto.table import events as e
from punto.table.authority import RANKS, person_of, require
from punto.table.bank import BankPeriod, RackCount
from punto.table.phase import require_between_coups, require_real_chips
from punto.table.rack import Chips, read_chips, value_of
from punto.table.round import after, concluded
from punto.table.state import State
from punto.table.win import win


def count_inventory(state: State, command: c.CountInventory) -> list[e.Event]:
    """An opener begins a new box, a closer ends it. Where a second count differs, both people are named."""
    require_between_coups(state)
    rank = require(command, Authority.DEALER, state.book, "counting the inventory")
    require_real_chips(state)
    before = _opener_before(state) if command.what == "opener" else _closer_before(state)
    chips = read_chips(command.chips, state.sign)
    period, person = state.table.bank.period, person_of(command)
    begins = command.what == "opener" and before is None
    box = period.drop_box if period else 0
    counted = e.InventoryCounted(
        what=command.what,
        drop_box=box + 1 if begins else box,
        chips=chips,
        total=value_of(chips),
        counted_by=person,
        rank=rank,
        agreed=_agrees(before, person, rank, chips),
        day=command.day,
        shift=command.shift,
        at=command.at or "",
    )
    events = [*concluded(state), counted, *_discrepancies(state, command, before, counted)]
    then = after(state, events)
    return [*events, *win(command, then.table.bank.period)] if command.what == "closer" else events


def _opener_before(state: State) -> RackCount | None:
    """The opener as it was counted already; None where a new box begins."""
    period = state.table.bank.period
    if period is None:
        return None
    if period.closer and period.dropped_by:
        return None
    if period.closer:
        raise Refused(
            code="box_is_not_dropped",
            message=f"drop box {period.drop_box} is dropped (drop_box) before the next opener",
        )
    moved = (state.table.coups, period.accepted) != (period.opener.coups, period.opener.slips)
    if moved or period.dropped_by:
        counted_by = period.opener.people[-1]
        message = f"the opener of drop box {period.drop_box} was counted by {counted_by}; chips have moved since"
        raise Refused(code="opener_is_counted", message=message)
    return period.opener


def _closer_before(state: State) -> RackCount | None:
    period = state.table.bank.period
    if period is None:
        raise Refused(code="no_opener", message="the opener is counted first (count_inventory)")
    return period.closer


def _agrees(before: RackCount | None, person: str, rank: str, chips: Chips) -> bool:
    """Whether somebody else has counted the same, and one of the two is a supervisor."""
    others = [count for count in before.counts if count.person != person] if before else []
    return any(other.chips == chips and _supervises(other.rank, rank) for other in others)


def _supervises(*ranks: str) -> bool:
    return any(RANKS[rank] >= Authority.PIT_SUPERVISOR for rank in ranks)


def _discrepancies(
    state: State, command: c.CountInventory, before: RackCount | None, counted: e.InventoryCounted
) -> list[e.ExceptionFound]:
    bank, box, person, chips = state.table.bank, counted.drop_box, counted.counted_by, counted.chips
    exceptions: list[e.ExceptionFound] = []
    if before:
        exceptions += discrepancy.counts_differ(command, command.what, before, chips, person, box)
    if command.what == "opener":
        # Reported once: a second count of the same chips adds nothing.
        if (last := _last_closed(state, begins=before is None)) and (before is None or chips != before.chips):
            exceptions += discrepancy.opener_differs(command, last, chips, person, box)
        if before is None and bank.period and bank.period.closer:
            exceptions += discrepancy.counted_alone(command, "closer", bank.period.closer, bank.period.drop_box)
    elif before is None and bank.period:
        exceptions += discrepancy.counted_alone(command, "opener", bank.period.opener, box)
        if not bank.period.dropped_by:
            exceptions += discrepancy.slips_unfinished(command, bank.slips, box)
    return exceptions


def _last_closed(state: State, begins: bool) -> BankPeriod | None:
    """The period before the one whose opener is counted."""
    bank = state.table.bank
    return bank.period if begins else bank.last
