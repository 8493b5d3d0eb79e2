"""The bank: the money on a table with real chips, from an opener to its closer and the count of its box."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from punto.table.events import ExceptionFound
from punto.table.rack import Chips

REMEMBERED: Final = 40
"""So many exceptions are shown; the log has them all."""

SlipKind = Literal["fill", "credit"]
SlipStage = Literal["requested", "issued", "accepted", "void"]


class PersonCount(msgspec.Struct, frozen=True):
    """The rack as one person counted it."""

    person: str
    rank: str
    chips: Chips
    total: int


class RackCount(msgspec.Struct, frozen=True, kw_only=True):
    """An opener or a closer: who counted it, and whether a dealer and a supervisor came to the same."""

    counts: tuple[PersonCount, ...]
    """The last one of each person; the last of them is in force."""
    agreed: bool
    coups: int
    """Coups opened and slips accepted up to then: once chips have moved nobody counts it again."""
    slips: int
    at: str
    day: str
    shift: str

    @property
    def chips(self) -> Chips:
        return self.counts[-1].chips

    @property
    def total(self) -> int:
        return self.counts[-1].total

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(count.person for count in self.counts)


class BoxCount(msgspec.Struct, frozen=True, kw_only=True):
    """A box as one person counted it."""

    person: str
    currency: int
    chips: Chips
    markers: int
    drop: int
    slips: tuple[int, ...] | None = None


class BankPeriod(msgspec.Struct, frozen=True, kw_only=True):
    """The time of one drop box: from an opener up to the next."""

    drop_box: int
    opener: RackCount
    closer: RackCount | None = None
    fills: int = 0
    credits: int = 0
    accepted: int = 0
    """Slips whose chips have arrived."""
    copies: tuple[int, ...] = ()
    """Numbers of the slips whose copies lie in the box: finished ones, and void ones."""
    moved_by: tuple[str, ...] = ()
    """Who had chips of these slips in their hands; also of slips that were voided after they were issued."""
    dropped_by: str = ""
    counts: tuple[BoxCount, ...] = ()
    """The last count of the box by each person; the last of them is in force."""
    agreed: bool = False
    """Whether two people have counted the box alike."""
    settled_before: int = 0
    """The table's win when the opener was counted, and the part of it that was not on the table."""
    outstanding_before: int = 0
    settled: int = 0
    """Its win until the closer, and the part of it that is not on the table."""
    outstanding: int = 0

    @property
    def ended(self) -> bool:
        """Whether chips may no longer come or go until the next opener."""
        return self.closer is not None or bool(self.dropped_by)


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit on its way."""

    number: int
    year: int
    what: SlipKind
    stage: SlipStage
    chips: Chips
    total: int
    drop_box: int
    people: tuple[str, ...]
    """Who did each of its steps."""
    at: str
    """When it was requested."""

    @property
    def waits(self) -> bool:
        """Whether a step is still to come."""
        return self.stage in ("requested", "issued")


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """All that is remembered of the money on a table."""

    period: BankPeriod | None = None
    """Since the last opener; none before the first."""
    last: BankPeriod | None = None
    """The one before: its closer is what the opener must be."""
    uncounted: tuple[BankPeriod, ...] = ()
    """Earlier ones whose box is not counted by two people yet."""
    slips: tuple[Slip, ...] = ()
    """Those that wait, and those of this period that are finished or void."""
    settled: int = 0
    """The win of the house at this table, by its settlements, rulings and returns."""
    held: int = 0
    """The part of that which patrons still owe (below nothing) or have not fetched yet (above)."""
    exceptions: tuple[ExceptionFound, ...] = ()
    """The last that were found."""
    bought: int = 0
    """The sum that patrons bought in for, where they have wallets."""
    settled_before: int = 0
    """What the house had won, and patrons had bought in for, when the table was opened last."""
    bought_before: int = 0

    def slip(self, number: int) -> Slip | None:
        """A slip by its number: the newest, should a new year have begun."""
        return next((slip for slip in reversed(self.slips) if slip.number == number), None)

    def boxes(self) -> tuple[BankPeriod, ...]:
        """Every period whose box can still be counted."""
        return (*self.uncounted, self.period) if self.period else self.uncounted
