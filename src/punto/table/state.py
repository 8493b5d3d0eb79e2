"""The state of a table: what its events so far add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from punto.kit import Card, Side
from punto.rulebook import FindRulebook, Rulebook
from punto.table.commands import Squeezed, Stance
from punto.table.events import CoupSettled, Returned
from punto.table.sign import Sign

Phase = Literal["closed", "idle", "ready", "betting", "dealing", "stopped"]
"""closed: not open. idle: open without a shoe. ready: between coups. stopped: a decision is awaited."""


class PlacedBet(msgspec.Struct, frozen=True):
    """What one patron has on one bet of one box."""

    patron: str
    box: int
    stance: Stance
    bet: str
    stake: int
    order: int
    """The place in which it was first put down: who comes first among equals."""
    effective: int | None = None
    """What takes part in the coup, where the box is beyond its differential."""

    @property
    def plays(self) -> int:
        return self.stake if self.effective is None else self.effective


class TakenInsurance(msgspec.Struct, frozen=True):
    patron: str
    box: int
    insures: Side
    window: str
    stake: int


class SqueezeRequest(msgspec.Struct, frozen=True):
    """What a patron asked to squeeze, and what the House said to it."""

    patron: str
    card: Squeezed
    answer: Literal["", "granted", "declined"] = ""


class Pending(msgspec.Struct, frozen=True):
    """A report that waits for somebody of rank."""

    what: str
    cite: str
    decides: str
    cards: tuple[Card, ...] = ()
    resumes: Phase = "dealing"
    """What the table was doing, and does again once it is decided."""


class Coup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup from the opening of its bets until the next one opens."""

    number: int
    bets: tuple[PlacedBet, ...] = ()
    placed: int = 0
    """How many times chips were put down, which orders them."""
    cards: tuple[Card, ...] = ()
    insurance: tuple[TakenInsurance, ...] = ()
    waived: bool = False
    left: tuple[str, ...] = ()
    """Patrons who walked away."""
    requests: tuple[SqueezeRequest, ...] = ()
    """Squeezes asked for; consent to one that was only spoken stands here too."""
    choosing: tuple[str, ...] = ()
    """Patrons with a choice still open."""
    chosen: tuple[tuple[str, str], ...] = ()
    reconstructed: bool = False
    pending: Pending | None = None
    ended: Literal["", "settled", "voided"] = ""
    settlement: CoupSettled | None = None
    repaid: tuple[Returned, ...] = ()
    """Original bets already returned for insurance that was not offered."""

    def bet(self, patron: str, box: int, bet: str) -> PlacedBet | None:
        return next((one for one in self.bets if one.patron == patron and one.box == box and one.bet == bet), None)

    @property
    def points(self) -> list[int]:
        return [card.points for card in self.cards]


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """The cards in use, as far as anybody at the table knows them."""

    number: int
    source: Literal["virtual", "physical"]
    decks: int
    commitment: str
    cut_place: int = 0
    seen: dict[str, int] = {}
    """Cards that came out, by how often."""
    out: int = 0
    """Cards that left the shoe, seen or not."""
    aside: tuple[Card, ...] = ()
    """Out of the shoe, to be dealt first."""
    coups_after_cut: int | None = None
    """Coups opened since the cut card came out; None before."""
    condemned: bool = False
    burned: bool = False

    @property
    def left(self) -> int:
        return self.decks * 52 - self.out

    @property
    def untouched(self) -> bool:
        """Whether no card has left it: only then is it cut or burned."""
        return self.out == 0

    @property
    def dealt_out(self) -> bool:
        """Whether the coup after the cut card has been opened."""
        return (self.coups_after_cut or 0) >= 1

    @property
    def finished(self) -> bool:
        """Whether no further coup is dealt from it."""
        return self.condemned or self.dealt_out


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """All that is remembered of a table between events."""

    phase: Phase = "closed"
    sign: Sign | None = None
    shoe: Shoe | None = None
    shoes: int = 0
    coups: int = 0
    coup: Coup | None = None
    version: int = 0


_NEW = Table()


@dataclass(frozen=True, slots=True)
class State:
    """A table with the rulebook it is played by.

    The rulebook itself is not part of the record; its name and hash are, and
    `find` leads from the name back to it.
    """

    find: FindRulebook
    table: Table = _NEW
    book: Rulebook | None = None

    @property
    def sign(self) -> Sign:
        assert self.table.sign is not None  # Only asked behind a check of the phase.
        return self.table.sign

    @property
    def rules(self) -> Rulebook:
        assert self.book is not None
        return self.book

    @property
    def coup(self) -> Coup:
        assert self.table.coup is not None
        return self.table.coup

    @property
    def shoe(self) -> Shoe:
        assert self.table.shoe is not None
        return self.table.shoe
