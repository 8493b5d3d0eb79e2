"""The account an audit gives when all is well: what was looked at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields

from punto.audit.bank_book import NamedException
from punto.audit.conduct import Conduct
from punto.audit.decided import Decided
from punto.audit.hindsight import Difference
from punto.audit.mixing import CutShort


@dataclass(slots=True)
class AuditCounts:
    """Counts of what was checked."""

    tables: int = 0
    events: int = 0
    coups: int = 0
    settled: int = 0
    voided: int = 0
    bets: int = 0
    insurance: int = 0
    shoes_revealed: int = 0
    shoes_unrevealed: int = 0
    """Sealed shoes that were abandoned, because nobody could read their order any more."""
    shoes_mixed: int = 0
    """Shoes whose order patrons had a part in; the others are the house's alone."""
    closed_early: Counter[str] = field(default_factory=Counter)
    """How many shoes each person closed that could still have been dealt from."""
    left_out: Counter[str] = field(default_factory=Counter)
    """How many shoes each patron committed to mix and did not: withheld, or not in time."""
    staked: int = 0
    """Money turned over: every stake that was settled, insurance included."""
    paid_back: int = 0
    slips: int = 0
    """Fills and credits that were requested; void ones are among them."""
    slips_void: int = 0
    boxes_counted: int = 0
    """Drop boxes on whose count two people agreed."""


@dataclass(slots=True)
class Account(AuditCounts):
    """The counts, with lists of what was decided and of what would be decided otherwise today."""

    decided: list[Decided] = field(default_factory=list)
    """Where something was played otherwise than it was drawn or recorded, by whose decision."""
    differences: list[Difference] = field(default_factory=list)
    """What the rulebooks in use today would decide otherwise than those of the time; no fault."""
    conduct: Conduct = field(default_factory=Conduct)
    """What each person of the staff did."""

    cut_short: list[CutShort] = field(default_factory=list)
    """Where seats that mix a shoe had less time than the house had said."""
    exceptions: list[NamedException] = field(default_factory=list)
    """What was named about the money on tables; no fault of the record."""

    def add(self, other: Account) -> None:
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    def counts(self) -> AuditCounts:
        """The counts alone."""
        return AuditCounts(**{part.name: getattr(self, part.name) for part in fields(AuditCounts)})

    @property
    def called_otherwise(self) -> int:
        """How many rounds the readings and rulebooks in use today would call differently."""
        return len({(difference.table, difference.coup) for difference in self.differences})
