"""What was paid, handed back, ruled, written off: how the money of a round ends."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from punto.table.command import Hand
from punto.table.event import Event
from punto.table.report_commands import Adjustment

INSURANCE: Final = "insurance"
"""What stands for the bet's id where a line or a return is about insurance."""


class Returned(msgspec.Struct, frozen=True, kw_only=True):
    """A stake handed back whole."""

    patron: str
    box: int
    bet: str
    """The bet's id, or `insurance`."""
    insures: Literal["", "player", "banker"] = ""
    """The hand that insurance was taken on."""
    stake: int


class BetsReturned(Event, frozen=True, kw_only=True, tag="bets_returned"):
    patron: str
    stakes: tuple[Returned, ...]
    cite: str


class InsuranceReturned(Event, frozen=True, kw_only=True, tag="insurance_returned"):
    """The true cards or chips do not bear what was insured: that insurance goes back, or what is above its cap."""

    window: str
    insures: Hand
    stakes: tuple[Returned, ...]
    cite: str


class CoupVoided(Event, frozen=True, kw_only=True, tag="coup_voided"):
    coup: int
    cite: str
    because: str
    stakes: tuple[Returned, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """How one bet ended: `payback` is all that goes to the patron, an excess that took no part included."""

    patron: str
    box: int
    bet: str
    """The bet's id, or `insurance`: then `insures` and `window` say which."""
    insures: Literal["", "player", "banker"] = ""
    window: str = ""
    stake: int
    effective: int
    outcome: Literal["win", "lose", "push"]
    odds: str
    winnings: int
    commission: int
    payback: int
    cite: str
    exact: str | msgspec.UnsetType = msgspec.UNSET
    """What the winnings came to before they were rounded, `25/2`; absent where they were whole."""


class CoupSettled(Event, frozen=True, kw_only=True, tag="coup_settled"):
    coup: int
    cards: str
    winner: str
    player_points: int
    banker_points: int
    rounding: str
    lines: tuple[Line, ...]


class SettlementReversed(Event, frozen=True, kw_only=True, tag="settlement_reversed"):
    """A coup that was paid is taken back, because of what was noticed before the next began."""

    coup: int
    lines: tuple[Line, ...]
    returned: tuple[Returned, ...] = ()
    """Lost bets that had been handed back for insurance nobody offered: taken back with the rest."""
    cite: str


class OriginalBetReturned(Event, frozen=True, kw_only=True, tag="original_bet_returned"):
    patron: str
    box: int
    bet: str
    stake: int
    cite: str
    window: str = ""
    insures: Literal["", "player", "banker"] = ""
    of_coup: int = 0
    """The earlier round it belongs to; 0 for the one on the table."""


class RoundConcluded(Event, frozen=True, kw_only=True, tag="round_concluded"):
    """Every payment of a round was declared made."""

    coup: int
    cite: str = ""


class RulingMade(Event, frozen=True, kw_only=True, tag="ruling_made"):
    reason: str
    adjustments: tuple[Adjustment, ...]
    decided_by: str
    cite: str
    decider: str = ""
    bets: bool = False
    """Whether the next round takes bets although a card of it is known."""


class DebtWrittenOff(Event, frozen=True, kw_only=True, tag="debt_written_off"):
    patron: str
    amount: int
    decided_by: str
    note: str = ""


class ChipsMoved(msgspec.Struct, frozen=True, kw_only=True):
    """What was to be moved between a patron and the house, and what was; positive to the patron."""

    patron: str
    due: int
    moved: int


class ChipsEntered(Event, frozen=True, kw_only=True, tag="chips_entered"):
    """What was not collected is owed; what was not handed out is kept for the patron."""

    chips: tuple[ChipsMoved, ...]
    felt_was_right: bool
    entered_by: str
    note: str = ""
