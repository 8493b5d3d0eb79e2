"""Commands of a round: bets, cards, insurance, squeezes, payment."""

from __future__ import annotations

from typing import Any

import msgspec

from punto.table.command import Command, Hand, Squeezed, Stance


class OpenBets(Command, frozen=True, kw_only=True, tag="open_bets"):
    pass


class AlsoBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another bet of the same patron in the same box."""

    bet: str
    stake: Any


class PlaceBet(Command, frozen=True, kw_only=True, tag="place_bet"):
    patron: str
    box: int
    stance: Stance = "seated"
    bet: str
    stake: Any
    """Any, so that a stake that is no whole number is refused as such and not as a broken command."""
    also: list[AlsoBet] = msgspec.field(default_factory=list)
    """Bets given together with this one: all are measured together, and taken or refused together."""


class WithdrawBet(Command, frozen=True, kw_only=True, tag="withdraw_bet"):
    patron: str
    box: int
    bet: str
    stake: Any = None
    """What is taken back, where the rest stays; all of it if nothing is said."""


class CloseBets(Command, frozen=True, kw_only=True, tag="close_bets"):
    pass


class DrawCard(Command, frozen=True, kw_only=True, tag="draw_card"):
    card: str | None = None


class TakeInsurance(Command, frozen=True, kw_only=True, tag="take_insurance"):
    patron: str
    box: int
    insures: Hand
    stake: Any


class WalkAway(Command, frozen=True, kw_only=True, tag="walk_away"):
    patron: str


class Squeeze(Command, frozen=True, kw_only=True, tag="squeeze"):
    """By a patron a request; by the dealer or above the House's answer, asked for here or only spoken."""

    patron: str
    card: Squeezed
    decline: bool = False
    """Whether the House says no."""


class TurnCard(Command, frozen=True, kw_only=True, tag="turn_card"):
    """Whoever squeezes has seen enough: what lies face down before them is turned for everybody."""

    patron: str


class Settle(Command, frozen=True, kw_only=True, tag="settle"):
    pass


class DeclarePaid(Command, frozen=True, kw_only=True, tag="declare_paid"):
    """Every payment of the round is made: it is over."""
