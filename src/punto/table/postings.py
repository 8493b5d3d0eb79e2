"""Postings: the money an event moves, double entry, so that every event's postings add up to nothing.

Accounts: `wallet:NAME` (never negative) or, at a table with real chips, `chips:NAME`
(what was observed); `owed:NAME` what somebody has yet to give back, `kept:NAME`
what is kept for somebody who has left; `layout:TABLE` for stakes on the felt; `float:TABLE` and
`commission:TABLE` for the house; `cage` for money that comes in and goes out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from punto.table.events import (
    BetPlaced,
    BetRejected,
    BetsCorrected,
    BetsReturned,
    BetWithdrawn,
    BoughtIn,
    CashedOut,
    ChipsEntered,
    ChipsMoved,
    CoupSettled,
    CoupVoided,
    DebtWrittenOff,
    Event,
    InsuranceReturned,
    InsuranceTaken,
    Line,
    OriginalBetReturned,
    RulingMade,
    SettlementReversed,
)


class Posting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of double entry: what an account gains (or, below nothing, gives)."""

    account: str
    amount: int
    claim: bool = False
    """Take what a wallet holds and let the rest be owed: money already paid out may be spent."""


def postings(event: Event, table: str, wallets: bool) -> tuple[Posting, ...]:
    """The money that an event moves at a table with wallets or with real chips."""
    person = ("wallet:" if wallets else "chips:").__add__
    layout = f"layout:{table}"
    moves: list[tuple[str, int]] = []
    match event:
        case BoughtIn(patron=patron, amount=amount):
            moves = [(person(patron), amount), ("cage", -amount)]
        case CashedOut(patron=patron, amount=amount):
            moves = [(person(patron), -amount), ("cage", amount)]
        case BetPlaced(patron=patron, stake=stake) | InsuranceTaken(patron=patron, stake=stake):
            moves = [(person(patron), -stake), (layout, stake)]
        case BetWithdrawn(patron=patron, stake=stake) | BetRejected(patron=patron, stake=stake):
            moves = [(person(patron), stake), (layout, -stake)]
        case BetsReturned(stakes=stakes) | CoupVoided(stakes=stakes) | InsuranceReturned(stakes=stakes):
            moves = [(person(bet.patron), bet.stake) for bet in stakes] + [(layout, -bet.stake) for bet in stakes]
        case CoupSettled(lines=lines):
            moves = [move for line in lines for move in _settled(line, person(line.patron), table)]
        case SettlementReversed(lines=lines, returned=returned):
            moves = [(to, -amount) for line in lines for to, amount in _settled(line, person(line.patron), table)]
            moves += [(person(bet.patron), -bet.stake) for bet in returned]
            moves += [(f"float:{table}", bet.stake) for bet in returned]
        case BetsCorrected(of_coup=earlier) if earlier:
            moves = []  # Its money moves by a ruling alone.
        case BetsCorrected(patron=patron, was=was, lay=lay):
            more = sum(chips.stake for chips in lay) - sum(chips.stake for chips in was)
            moves = [(person(patron), -more), (layout, more)]
        case ChipsEntered(chips=chips, felt_was_right=False):
            moves = [move for chips_moved in chips for move in _left_over(chips_moved, person(chips_moved.patron))]
        case DebtWrittenOff(patron=patron, amount=amount):
            moves = [(f"owed:{patron}", amount), (f"float:{table}", -amount)]
        case OriginalBetReturned(patron=patron, stake=stake):
            moves = [(person(patron), stake), (f"float:{table}", -stake)]
        case RulingMade(adjustments=adjustments):
            moves = [(person(adjustment.patron), adjustment.amount) for adjustment in adjustments]
            moves += [(f"float:{table}", -adjustment.amount) for adjustment in adjustments]
    claims = isinstance(event, SettlementReversed | RulingMade)
    return _summed(moves, claims)


def _settled(line: Line, person: str, table: str) -> Iterable[tuple[str, int]]:
    yield f"layout:{table}", -line.stake
    yield person, line.payback
    yield f"commission:{table}", line.commission
    yield f"float:{table}", line.stake - line.payback - line.commission


def _left_over(chips: ChipsMoved, person: str) -> Iterable[tuple[str, int]]:
    """Chips that did not move: what a patron should have given is owed, what they should have got is kept for them."""
    rest = chips.due - chips.moved
    yield person, -rest
    yield (f"owed:{chips.patron}" if rest < 0 else f"kept:{chips.patron}"), rest


def _summed(moves: Iterable[tuple[str, int]], claims: bool) -> tuple[Posting, ...]:
    """One posting an account, in the order first touched."""
    totals: defaultdict[str, int] = defaultdict(int)
    for account, amount in moves:
        totals[account] += amount
    return tuple(
        Posting(account, amount, claims and amount < 0 and account.startswith("wallet:"))
        for account, amount in totals.items()
        if amount
    )
