"""Bookkeeping: what each event does to the bank of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from punto.table import events as e
from punto.table.bank import REMEMBERED, Bank, BankPeriod, BoxCount, PersonCount, RackCount, Slip, SlipKind, SlipStage
from punto.table.state import Table

MONEY_MOVES: Final = (
    e.BoughtIn,
    e.CoupSettled,
    e.SettlementReversed,
    e.OriginalBetReturned,
    e.RulingMade,
    e.DebtWrittenOff,
    e.ChipsEntered,
)
"""Events by which the house wins or gives money at a table."""


def bank_after(bank: Bank, event: e.Event) -> Bank:
    """The bank with what the house won or gave by this event; what is owed or kept is won and not on the table."""
    match event:
        case e.BoughtIn(amount=amount):
            return replace(bank, bought=bank.bought + amount)
        case e.CoupSettled(lines=lines):
            return replace(bank, settled=bank.settled + _house_win(lines))
        case e.SettlementReversed(lines=lines, returned=returned):
            change = sum(bet.stake for bet in returned) - _house_win(lines)
            return replace(bank, settled=bank.settled + change)
        case e.OriginalBetReturned(stake=stake):
            return replace(bank, settled=bank.settled - stake)
        case e.RulingMade(adjustments=adjustments):
            return replace(bank, settled=bank.settled - sum(adjustment.amount for adjustment in adjustments))
        case e.DebtWrittenOff(amount=amount):
            return replace(bank, settled=bank.settled - amount, held=bank.held + amount)
        case e.ChipsEntered(chips=chips, felt_was_right=False):
            return replace(bank, held=bank.held + sum(chips_moved.due - chips_moved.moved for chips_moved in chips))
    return bank


def opened(bank: Bank) -> Bank:
    """The bank when its table opens: the win of a table with wallets is counted from here."""
    return replace(bank, settled_before=bank.settled, bought_before=bank.bought)


def _house_win(lines: tuple[e.Line, ...]) -> int:
    return sum(line.stake - line.payback for line in lines)


def _inventory_counted(table: Table, event: e.InventoryCounted) -> Bank:
    bank, period = table.bank, table.bank.period
    count = PersonCount(event.counted_by, event.rank, event.chips, event.total)
    if event.what == "closer":
        assert period is not None
        settled, outstanding = _standing(table)
        closer = _with_count(table, period.closer, count, event)
        ended = replace(
            period,
            closer=closer,
            settled=settled - period.settled_before,
            outstanding=outstanding - period.outstanding_before,
        )
        return _with_period(bank, ended)
    if period is not None and period.drop_box == event.drop_box:
        return _with_period(bank, replace(period, opener=_with_count(table, period.opener, count, event)))
    settled, outstanding = _standing(table)
    begun = BankPeriod(
        drop_box=event.drop_box,
        opener=_with_count(table, None, count, event),
        settled_before=settled,
        outstanding_before=outstanding,
    )
    slips = tuple(slip for slip in bank.slips if slip.waits)
    uncounted = (*bank.uncounted, period) if period and not period.agreed else bank.uncounted
    return replace(bank, period=begun, last=period, uncounted=uncounted, slips=slips)


def _standing(table: Table) -> tuple[int, int]:
    """The win of the house here, and the part of it that is not on the table: debts, and chips to be moved."""
    return table.bank.settled, table.bank.held + sum(due.amount for due in table.chips_due)


def _with_count(table: Table, before: RackCount | None, count: PersonCount, event: e.InventoryCounted) -> RackCount:
    others = tuple(other for other in before.counts if other.person != count.person) if before else ()
    period = table.bank.period
    same = period is not None and period.drop_box == event.drop_box
    return RackCount(
        counts=(*others, count),
        agreed=event.agreed,
        coups=table.coups,
        slips=period.accepted if period and same else 0,
        at=event.at,
        day=event.day,
        shift=event.shift,
    )


def _with_period(bank: Bank, period: BankPeriod) -> Bank:
    return replace(bank, period=period)


def _requested(what: SlipKind) -> Callable[[Table, Any], Bank]:
    def after(table: Table, event: e.FillRequested | e.CreditRequested) -> Bank:
        slip = Slip(
            number=event.slip,
            year=event.year,
            what=what,
            stage="requested",
            chips=event.chips,
            total=event.total,
            drop_box=event.drop_box,
            people=(event.requested_by,),
            at=event.at,
        )
        return replace(table.bank, slips=(*table.bank.slips, slip))

    return after


def _stepped(bank: Bank, event: e.SlipEvent, stage: SlipStage, person: str) -> Bank:
    slips = tuple(
        replace(slip, stage=stage, people=(*slip.people, person))
        if (slip.number, slip.year) == (event.slip, event.year)
        else slip
        for slip in bank.slips
    )
    return replace(bank, slips=slips)


def _issued(table: Table, event: e.FillIssued | e.CreditIssued) -> Bank:
    return _stepped(table.bank, event, "issued", event.issued_by)


def _accepted(table: Table, event: e.FillAccepted | e.CreditAccepted) -> Bank:
    bank = _stepped(table.bank, event, "accepted", event.accepted_by)
    period = bank.period
    assert period is not None
    filled = event.total if isinstance(event, e.FillAccepted) else 0
    changed = replace(
        period,
        fills=period.fills + filled,
        credits=period.credits + event.total - filled,
        accepted=period.accepted + 1,
        copies=(*period.copies, event.slip),
        moved_by=_moved_by(period, bank, event),
    )
    return _with_period(bank, changed)


def _moved_by(period: BankPeriod, bank: Bank, event: e.SlipEvent) -> tuple[str, ...]:
    """Who has had chips of this period in their hands between cage and table, once each."""
    people = (
        person for slip in bank.slips if (slip.number, slip.year) == (event.slip, event.year) for person in slip.people
    )
    return tuple(dict.fromkeys((*period.moved_by, *people)))


def _voided(table: Table, event: e.SlipVoided) -> Bank:
    bank = _stepped(table.bank, event, "void", event.voided_by)
    period = bank.period
    if period is None or period.dropped_by:
        return bank  # Too late for its copy to lie in the box.
    moved_by = _moved_by(period, bank, event) if event.was == "issued" else period.moved_by
    return _with_period(bank, replace(period, copies=(*period.copies, event.slip), moved_by=moved_by))


def _box_dropped(table: Table, event: e.BoxDropped) -> Bank:
    assert table.bank.period is not None
    return _with_period(table.bank, replace(table.bank.period, dropped_by=event.dropped_by))


def _box_counted(table: Table, event: e.BoxCounted) -> Bank:
    bank = table.bank
    count = BoxCount(
        person=event.counted_by,
        currency=event.currency,
        chips=event.chips,
        markers=event.markers,
        drop=event.drop,
        slips=event.slips,
    )

    def counted(period: BankPeriod) -> BankPeriod:
        if period.drop_box != event.drop_box:
            return period
        others = tuple(other for other in period.counts if other.person != count.person)
        return replace(period, counts=(*others, count), agreed=event.agreed)

    period = counted(bank.period) if bank.period else None
    return replace(bank, period=period, uncounted=tuple(map(counted, bank.uncounted)))


def _exception_found(table: Table, event: e.ExceptionFound) -> Bank:
    return replace(table.bank, exceptions=(*table.bank.exceptions, event)[-REMEMBERED:])


def _win_counted(table: Table, event: e.WinCounted) -> Bank:
    """Periods whose box two people have counted alike wait no longer."""
    bank = table.bank
    done = [period.drop_box for period in bank.uncounted if period.agreed]
    if not done:
        return bank
    return replace(bank, uncounted=tuple(period for period in bank.uncounted if period.drop_box not in done))


_HANDLERS: Final[dict[type[e.Event], Callable[[Table, Any], Bank]]] = {
    e.InventoryCounted: _inventory_counted,
    e.FillRequested: _requested("fill"),
    e.CreditRequested: _requested("credit"),
    e.FillIssued: _issued,
    e.CreditIssued: _issued,
    e.FillAccepted: _accepted,
    e.CreditAccepted: _accepted,
    e.SlipVoided: _voided,
    e.BoxDropped: _box_dropped,
    e.BoxCounted: _box_counted,
    e.WinCounted: _win_counted,
    e.ExceptionFound: _exception_found,
}


def entered(table: Table, event: e.Event) -> Table:
    """The table after an event about its bank."""
    return replace(table, bank=_HANDLERS[type(event)](table, event))


ENTRIES: Final = tuple(_HANDLERS)
"""Events that are about the bank."""
