"""Remarks: what patrons are told of a coup besides its end. Money that moved apart from it, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from punto.table import events as e

Remarkable = (
    e.BetRejected
    | e.BetsReturned
    | e.InsuranceReturned
    | e.IrregularityReported
    | e.OptionsGiven
    | e.OriginalBetReturned
    | e.RulingMade
    | e.SettlementReversed
)

_KINDS: Final = (
    e.BetRejected,
    e.BetsReturned,
    e.InsuranceReturned,
    e.IrregularityReported,
    e.OptionsGiven,
    e.OriginalBetReturned,
    e.RulingMade,
    e.SettlementReversed,
)


@dataclass(frozen=True, slots=True)
class Remark:
    """An event that belongs to a coup; one between two coups belongs to the one before."""

    coup: int
    version: int
    event: Remarkable


def noted(remarks: tuple[Remark, ...], coup: int, event: e.Event, version: int) -> tuple[Remark, ...]:
    """The remarks with this event, if it is one."""
    return (*remarks, Remark(coup, version, event)) if isinstance(event, _KINDS) else remarks


def since(remarks: tuple[Remark, ...], coup: int) -> tuple[Remark, ...]:
    """Those of a coup and later ones."""
    return tuple(one for one in remarks if one.coup >= coup)
