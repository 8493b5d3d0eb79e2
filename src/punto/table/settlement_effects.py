"""Effects of payment: what stays of a round once its bets are paid or handed back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from punto.kit import Side
from punto.table import events as e
from punto.table.round_effects import coup_with
from punto.table.state import Table


def _bets_returned(table: Table, event: e.BetsReturned) -> Table:
    assert table.coup is not None
    back = tuple(bet for bet in table.coup.bets if bet.patron == event.patron)
    return coup_with(
        table,
        bets=tuple(bet for bet in table.coup.bets if bet.patron != event.patron),
        returned=(*table.coup.returned, *back),
        insurance=tuple(insurance for insurance in table.coup.insurance if insurance.patron != event.patron),
    )


def _insurance_returned(table: Table, event: e.InsuranceReturned) -> Table:
    """Returned stakes are taken off the insurance, the last taken first; insurance without a stake is removed."""
    assert table.coup is not None
    back = Counter[tuple[str, int]]()
    for returned in event.stakes:
        back[returned.patron, returned.box] += returned.stake
    left = []
    for insurance in reversed(table.coup.insurance):
        if (insurance.insures, insurance.window) == (Side(event.insures), event.window):
            off = min(insurance.stake, back[insurance.patron, insurance.box])
            back[insurance.patron, insurance.box] -= off
            insurance = replace(insurance, stake=insurance.stake - off)
        left.append(insurance)
    return coup_with(table, insurance=tuple(insurance for insurance in reversed(left) if insurance.stake))


def _coup_voided(table: Table, event: e.CoupVoided) -> Table:
    voided = coup_with(table, bets=(), insurance=(), choosing=(), ended="voided", settlement=None, claims=())
    if voided.shoe is None:  # It was abandoned.
        return replace(voided, pending=None, phase="idle", coup=None, previous=voided.coup)
    return replace(voided, pending=None, phase="ready")


def _coup_settled(table: Table, event: e.CoupSettled) -> Table:
    settled = coup_with(table, choosing=(), ended="settled", settlement=event, claims=())
    return replace(settled, phase="paying")


def _settlement_reversed(table: Table, event: e.SettlementReversed) -> Table:
    assert table.coup is not None
    taken_back = coup_with(table, ended="", settlement=None, reversed=True, repaid=(), claims=table.coup.repaid)
    return replace(taken_back, phase="dealing")


def _original_bet_returned(table: Table, event: e.OriginalBetReturned) -> Table:
    if event.of_coup and (coup := table.previous) is not None:
        return replace(table, previous=replace(coup, repaid=(*coup.repaid, event)))
    assert table.coup is not None
    return coup_with(table, repaid=(*table.coup.repaid, event))


def _round_concluded(table: Table, event: e.RoundConcluded) -> Table:
    return replace(table, phase="ready")


SETTLEMENT_EFFECTS: Final[dict[type[e.Event], Callable[[Table, Any], Table]]] = {
    e.BetsReturned: _bets_returned,
    e.InsuranceReturned: _insurance_returned,
    e.CoupVoided: _coup_voided,
    e.CoupSettled: _coup_settled,
    e.SettlementReversed: _settlement_reversed,
    e.OriginalBetReturned: _original_bet_returned,
    e.RoundConcluded: _round_concluded,
}
