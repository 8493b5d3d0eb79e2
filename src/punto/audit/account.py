"""The account an audit gives when all is well: what was looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from punto.audit.decided import Decided
from punto.audit.hindsight import Difference


@dataclass(slots=True)
class Account:
    """How much of what was checked."""

    tables: int = 0
    events: int = 0
    coups: int = 0
    settled: int = 0
    voided: int = 0
    bets: int = 0
    insurance: int = 0
    shoes_revealed: int = 0
    staked: int = 0
    """Money turned over: every stake that was settled, insurance included."""
    paid_back: int = 0
    decided: list[Decided] = field(default_factory=list)
    """Where something was played otherwise than it was drawn or recorded, by whose decision."""
    differences: list[Difference] = field(default_factory=list)
    """What the rulebooks in use today would decide otherwise than those of the time; no fault."""

    def add(self, other: Account) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__ if name not in ("decided", "differences")}

    @property
    def called_otherwise(self) -> int:
        """How many rounds the readings and rulebooks in use today would call differently."""
        return len({(difference.table, difference.coup) for difference in self.differences})
