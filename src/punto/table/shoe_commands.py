"""Commands about the shoe: opened, mixed by the seats, cut, burned, closed."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.table.command import Command


class OpenShoe(Command, frozen=True, kw_only=True, tag="open_shoe"):
    cards: Literal["virtual", "physical"]
    seed: int | None = None
    entropy: bool = False
    """Whether the seats mix its order with bytes of their own before the first card."""
    commitment: str = ""
    """Filled in by whoever holds the sealed order, as is the table's name."""
    table: str = ""
    cut_seconds: float | msgspec.UnsetType = msgspec.UNSET
    """How long seats may commit, and how long they may take to reveal: the house's settings, for the record."""
    reveal_seconds: float | msgspec.UnsetType = msgspec.UNSET


class CutShoe(Command, frozen=True, kw_only=True, tag="cut_shoe"):
    """A patron's cut of a virtual shoe after its commitment: the order starts anew from that card."""

    patron: str
    place: int


class CommitEntropy(Command, frozen=True, kw_only=True, tag="commit_entropy"):
    """A seat's commitment to 32 bytes of its own, in hexadecimal digits."""

    patron: str
    box: int
    commitment: str


class CloseEntropy(Command, frozen=True, kw_only=True, tag="close_entropy"):
    """No more commitments are taken."""

    house_cut: int = 0
    """Filled in by whoever holds the sealed order, like the commitment to the order that is dealt."""
    commitment: str = ""


class RevealEntropy(Command, frozen=True, kw_only=True, tag="reveal_entropy"):
    """The bytes that a seat committed to, in hexadecimal digits."""

    patron: str
    box: int
    entropy: str


class MixShoe(Command, frozen=True, kw_only=True, tag="mix_shoe"):
    """The sealed order is shuffled by the bytes that were revealed."""

    commitment: str = ""
    """Filled in by whoever holds the sealed order."""


class Burn(Command, frozen=True, kw_only=True, tag="burn"):
    card: str


class CloseShoe(Command, frozen=True, kw_only=True, tag="close_shoe"):
    reason: str = ""
    """Why a shoe is closed that could still be dealt from."""
    order: str | None = None
    """The whole order and its salt, revealed by whoever held the sealed shoe."""
    salt: str | None = None


class AbandonShoe(Command, frozen=True, kw_only=True, tag="abandon_shoe"):
    """A sealed shoe whose key is lost goes. The house's own: no request and no script can give it."""

    note: str
    commitment: str = ""
    """Of the shoe that takes its place, should the round go on."""
