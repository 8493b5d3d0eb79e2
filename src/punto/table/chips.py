"""Real chips after a payment was taken back or a bet was lifted late: what is to be moved, and what of it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeGuard

from punto.kit import Refused
from punto.rulebook import Authority, Consequence
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import require
from punto.table.phase import require_open
from punto.table.postings import postings
from punto.table.state import ChipsDue, State, Table

_MOVES: Final = (
    e.SettlementReversed,
    e.BetsCorrected,
    e.InsuranceReturned,
    e.BetsReturned,
    e.CoupSettled,
    e.CoupVoided,
    e.OriginalBetReturned,
)
"""Events that change what a patron should have from a round that was paid once already."""


def chips_due(before: Table, event: e.Event) -> tuple[ChipsDue, ...]:
    """Chips to be moved after this event: by how much the second payment of a round differs from the first."""
    coup, sign = before.coup, before.sign
    if is_lifted(event):
        back = Counter({chips.patron: chips.amount for chips in before.chips_due})
        back[event.patron] -= sum(lay.stake for lay in event.lay)
        return _listed(back.items())
    of_earlier = isinstance(event, e.BetsCorrected) and event.of_coup
    if not isinstance(event, _MOVES) or of_earlier or coup is None or sign is None or sign.wallets:
        return before.chips_due
    reopens = coup.settlement is not None and isinstance(event, e.SettlementReversed | e.BetsCorrected)
    if not coup.reversed and not reopens:
        return before.chips_due
    due = Counter({chips.patron: chips.amount for chips in before.chips_due})
    for posting in postings(event, "", wallets=False):
        if posting.account.startswith("chips:"):
            due[posting.account.removeprefix("chips:")] += posting.amount
    return _listed(due.items())


def is_lifted(event: e.Event) -> TypeGuard[e.IrregularityReported]:
    """Whether chips were taken off the layout after the close whose bets stand."""
    if not isinstance(event, e.IrregularityReported):
        return False
    return event.what == "late_withdrawal" and event.leads_to == Consequence.BET_STANDS.value


def without(due: tuple[ChipsDue, ...], entered: e.ChipsEntered) -> tuple[ChipsDue, ...]:
    """The chips still due after an entry: it settles the patrons it names, with what is owed or kept on record."""
    done = {chips.patron for chips in entered.chips}
    return tuple(chips for chips in due if chips.patron not in done)


def _listed(due: Iterable[tuple[str, int]]) -> tuple[ChipsDue, ...]:
    return tuple(ChipsDue(patron, amount) for patron, amount in due if amount)


def enter_chips(state: State, command: c.EnterChips) -> list[e.Event]:
    """A Pit Supervisor says which chips moved, or that the felt was right and only the record wrong."""
    if command.felt_was_right == bool(command.moved):
        message = "enter_chips: say which chips moved, or that the felt was right, and not both"
        raise Refused(code="bad_command", message=message)
    require_open(state)
    due = {chips.patron: chips.amount for chips in state.table.chips_due}
    if not due:
        raise Refused(
            code="no_chips_to_move",
            message="no payment that was taken back has left chips to collect or to hand out",
        )
    entered_by = require(command, Authority.PIT_SUPERVISOR, state.book, "entering which chips moved")
    moved = {adjustment.patron: adjustment.amount for adjustment in command.moved}
    for patron, amount in moved.items():
        amount_due = due.get(patron, 0)
        if not min(amount_due, 0) <= amount <= max(amount_due, 0) or amount_due == 0:
            message = f"{patron[:60]}: {amount_due:+,} is to be moved, and not {amount:+,}"
            raise Refused(code="bad_amount", message=message)
    moves = moved or dict.fromkeys(due, 0)
    chips = tuple(e.ChipsMoved(patron=patron, due=due[patron], moved=amount) for patron, amount in moves.items())
    return [
        e.ChipsEntered(chips=chips, felt_was_right=command.felt_was_right, entered_by=entered_by, note=command.note)
    ]
