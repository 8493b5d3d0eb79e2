"""What happened to the money on a table: counts, slips, the drop box, the win, what is not as it should be."""

from __future__ import annotations

from typing import Literal

from punto.table.event import Event

ExceptionKind = Literal[
    "opener_differs",
    "counts_differ",
    "counted_alone",
    "slip_differs",
    "slip_unfinished",
    "box_differs",
    "box_slips_differ",
    "win_differs",
]
"""What may be wrong with the money on a table."""


class InventoryCounted(Event, frozen=True, kw_only=True, tag="inventory_counted"):
    """The chips in the rack, as one person counted them."""

    what: Literal["opener", "closer"]
    drop_box: int
    """Which of the table's drop boxes is under it: they are counted from 1, and a new one begins with each opener."""
    chips: dict[str, int]
    total: int
    counted_by: str
    rank: str
    agreed: bool
    """Whether a dealer and a supervisor have now counted the same."""
    day: str
    """The business day, `2026-11-18`; empty in a script that says no time."""
    shift: str
    """When the shift begins, `14:00`. Of a closer: the shift it closes."""
    at: str
    """When it was counted; empty in a script that says no time."""


class SlipEvent(Event, frozen=True, kw_only=True):
    """A step of a slip."""

    slip: int
    """Its number in the business year."""
    year: int
    chips: dict[str, int]
    total: int
    drop_box: int
    """The drop box into which its copy goes."""
    day: str
    shift: str
    at: str


class FillRequested(SlipEvent, frozen=True, kw_only=True, tag="fill_requested"):
    requested_by: str


class FillIssued(SlipEvent, frozen=True, kw_only=True, tag="fill_issued"):
    issued_by: str


class FillAccepted(SlipEvent, frozen=True, kw_only=True, tag="fill_accepted"):
    """The chips are in the rack: from now on they count as filled."""

    accepted_by: str


class CreditRequested(SlipEvent, frozen=True, kw_only=True, tag="credit_requested"):
    requested_by: str


class CreditIssued(SlipEvent, frozen=True, kw_only=True, tag="credit_issued"):
    issued_by: str


class CreditAccepted(SlipEvent, frozen=True, kw_only=True, tag="credit_accepted"):
    """The chips are in the cage: from now on they count as credited."""

    accepted_by: str


class SlipVoided(SlipEvent, frozen=True, kw_only=True, tag="slip_voided"):
    """It counts no more; its number stays given."""

    was: Literal["requested", "issued"]
    voided_by: str
    reason: str


class BoxDropped(Event, frozen=True, kw_only=True, tag="box_dropped"):
    """The box left the table; nothing more goes into it."""

    drop_box: int
    dropped_by: str
    day: str
    shift: str


class BoxCounted(Event, frozen=True, kw_only=True, tag="box_counted"):
    """What lay in a box, as one person counted it."""

    drop_box: int
    currency: int
    chips: dict[str, int]
    chips_total: int
    markers: int
    drop: int
    """Currency, chips and markers together."""
    slips: tuple[int, ...] | None
    """The copies of slips that lay in it; null where nobody looked."""
    counted_by: str
    agreed: bool
    """Whether two people have now counted the same."""
    day: str
    shift: str


class WinCounted(Event, frozen=True, kw_only=True, tag="win_counted"):
    """What a table won between its opener and its closer, by the chips; said again where a count is made anew."""

    drop_box: int
    opener: int
    closer: int
    fills: int
    credits: int
    drop: int
    win_counted: int
    """Closer, credits and drop, less opener and fills."""
    win_settled: int
    """What the settlements, rulings and returns in between add up to."""
    outstanding: int
    """What of the settled win is not on the table: below nothing still owed by patrons, above it kept for them."""
    day: str
    """The business day and shift that the closer closes."""
    shift: str


class ExceptionFound(Event, frozen=True, kw_only=True, tag="exception_found"):
    """Something about the money on a table that is not as it should be, to the chip."""

    what: ExceptionKind
    drop_box: int
    slip: int
    """The number of the slip it is about; 0 where it is about none."""
    chips: dict[str, int]
    """By how many chips of each denomination: above nothing too many, below too few."""
    amount: int
    """By how much: above nothing too much, below too little."""
    people: tuple[str, ...]
    day: str
    shift: str
    message: str
