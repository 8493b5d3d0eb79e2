"""Commands about what went wrong: reports, decisions, choices, rulings."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from punto.table.command import Command, Hand, Option, Reported


class Lay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a patron's chips lay when the bets closed."""

    box: int
    bet: str
    stake: Any


class HandedBack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a bet that was put down or raised after a card could be seen."""

    patron: str
    box: int
    bet: str
    stake: int


class Report(Command, frozen=True, kw_only=True, tag="report"):
    """Something went wrong. Which fields matter depends on `what`."""

    what: Reported
    cards: str | None = None
    """The cards concerned, in the order drawn as far as it is known."""
    card: str | None = None
    """The same, where it is one card."""
    reconstruct: bool | None = None
    """Whether the cards can be put back in order, if the reporter may decide that."""
    patron: str | None = None
    box: int | None = None
    window: Literal["after_four_cards", "after_player_third_card"] | None = None
    insures: Hand | None = None
    new_cards: bool = False
    """With cards drawn at once: whether the shoe is to be replaced, if the reporter may decide that."""
    place: int | None = None
    """Of a card that was read wrongly: its place in the order drawn, from 1; `card` is what it really is."""
    lay: list[Lay] | None = None
    """Of chips whose record is wrong: where all of the patron's chips lay; empty for none."""
    coup: int | None = None
    """The round it is about, where that is not the one on the table."""
    hand_back: list[HandedBack] = msgspec.field(default_factory=list)
    """With a card seen while bets are open: what was placed or raised since, if the reporter may decide that."""
    seal_broken: bool = False
    """Filled in by whoever holds the sealed order: its seal or its count fails verification."""
    note: str = ""


class WithdrawReport(Command, frozen=True, kw_only=True, tag="withdraw_report"):
    """Whoever reported something takes it back before it is decided."""

    note: str = ""


class Decide(Command, frozen=True, kw_only=True, tag="decide"):
    """What a supervisor or manager settles about what was reported, or about a box beyond its limits."""

    confirm: bool | None = None
    """Whether what was reported is so; false dismisses the report."""
    reconstruct: bool | None = None
    cards: str | None = None
    """The order in which the cards are to be played."""
    order: str | None = None
    """Another word for it."""
    new_cards: bool = False
    hand_back: list[HandedBack] = msgspec.field(default_factory=list)
    """Bets placed or raised after a card could be seen."""
    reject_excess: int | None = None
    """A box whose excess over the differential is handed back before the bets close."""
    note: str = ""


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    patron: str
    option: Option


class CloseChoices(Command, frozen=True, kw_only=True, tag="close_choices"):
    """The time to choose is over: who said nothing goes on."""


class Adjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money a ruling moves: positive from the house to the patron."""

    patron: str
    amount: int


class Rule(Command, frozen=True, kw_only=True, tag="rule"):
    reason: str
    adjustments: list[Adjustment] = msgspec.field(default_factory=list)
    coup: Literal["continue", "void"] = "continue"
    options: bool = False
    """Whether every patron may choose between going on and having the bets back."""
    bets: bool = False
    """Whether the next round takes bets although a card of it is known."""
