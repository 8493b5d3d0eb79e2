"""Commands about the money on a table: its inventory, slips and drop box."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from punto.table.command import Command


class BankCommand(Command, frozen=True, kw_only=True):
    """About the money on a table: its inventory, slips and box."""

    day: str = ""
    """The business day and the shift it belongs to: filled in by whoever keeps the house's calendar."""
    shift: str = ""


class CountInventory(BankCommand, frozen=True, kw_only=True, tag="count_inventory"):
    """The chips in the rack, counted by one person; another counts them again."""

    what: Literal["opener", "closer"]
    chips: dict[str, Any]
    """How many of each denomination, `{"1000": 20, "100": 35}`."""


class SlipRequest(BankCommand, frozen=True, kw_only=True):
    """What a new slip asks for."""

    chips: dict[str, Any]
    number: int = 0
    """Filled in by whoever numbers the slips of a business year, with the year."""
    year: int = 0


class RequestFill(SlipRequest, frozen=True, kw_only=True, tag="request_fill"):
    """Chips are to come from the cage."""


class RequestCredit(SlipRequest, frozen=True, kw_only=True, tag="request_credit"):
    """Chips are to go to the cage."""


class SlipStep(BankCommand, frozen=True, kw_only=True):
    """The next step of a slip."""

    slip: int
    """Its number."""
    chips: dict[str, Any] | None = None
    """What was counted; what the slip says where nothing is given."""


class IssueFill(SlipStep, frozen=True, kw_only=True, tag="issue_fill"):
    """The chips leave the cage."""


class AcceptFill(SlipStep, frozen=True, kw_only=True, tag="accept_fill"):
    """The chips are in the rack."""


class IssueCredit(SlipStep, frozen=True, kw_only=True, tag="issue_credit"):
    """The chips leave the rack."""


class AcceptCredit(SlipStep, frozen=True, kw_only=True, tag="accept_credit"):
    """The chips are in the cage."""


class VoidSlip(BankCommand, frozen=True, kw_only=True, tag="void_slip"):
    """A slip that is not finished counts no more; its number is not given again."""

    slip: int
    reason: str


class DropBox(BankCommand, frozen=True, kw_only=True, tag="drop_box"):
    """The box leaves the table for the count room."""


class CountBox(BankCommand, frozen=True, kw_only=True, tag="count_box"):
    """What lay in a box, counted by one person; another counts it again."""

    drop_box: int | None = None
    """Which of the table's drop boxes; the first that waits where none is named."""
    currency: Any = 0
    chips: dict[str, Any] = msgspec.field(default_factory=dict)
    markers: Any = 0
    slips: list[int] | None = None
    """Numbers of the slips whose copies lay in it; not looked at where none are given."""
