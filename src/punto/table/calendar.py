"""Fields of bank commands that the house fills in: the business day, the shift, the number of a slip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from msgspec.structs import replace

from punto.kit.business_day import BusinessCalendar
from punto.table.authority import instant
from punto.table.commands import BankCommand, Command, CountInventory, SlipRequest
from punto.table.state import State

NextSlip = Callable[[int], int]
"""The number that comes next in a business year."""


@dataclass(frozen=True, slots=True)
class SlipBook:
    """The calendar and the numbers of slips: a house has one for all its tables, a script one for its own."""

    next_slip: NextSlip
    calendar: BusinessCalendar = field(default_factory=BusinessCalendar)

    def filled_in(self, state: State, command: Command) -> Command:
        """The command with the day and shift of its time; a slip's number also without a time."""
        if not isinstance(command, BankCommand):
            return command
        year = 0
        if command.at:
            at = instant(command.at)
            shift = self.calendar.shift_at(_closes(state, command, at))
            year = self.calendar.shift_at(at).year
            command = replace(command, day=shift.day.isoformat(), shift=shift.name)
        if isinstance(command, SlipRequest):
            return replace(command, number=self.next_slip(year), year=year)
        return command


def _closes(state: State, command: BankCommand, at: datetime) -> datetime:
    """The moment whose shift counts: of a closer the middle between it and its opener.

    Racks are counted some minutes before or after a shift changes, so neither of the two moments says which it was.
    """
    period = state.table.bank.period
    if not isinstance(command, CountInventory) or command.what != "closer" or not period or not period.opener.at:
        return at
    opened = instant(period.opener.at)
    return opened + (at - opened) / 2
