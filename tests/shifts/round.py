"""One round as its bookkeeper writes it down, and the cards of the shoe it is dealt from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

SIGNS = "A23456789TJQK"

Place = tuple[str, int, str]
"""Patron, box, bet."""

Slip = tuple[str, int, str, str, int]
"""Insurance: patron, box, hand, window, stake."""

Stage = Literal["betting", "dealing", "paying", "concluded", "voided"]


class Violation(AssertionError):
    """One of the things that must always hold did not."""


def must(so: bool, why: str) -> None:
    if not so:
        raise Violation(why)


def ranks(cards: list[str]) -> list[int]:
    return [SIGNS.index(card[0]) + 1 for card in cards]


@dataclass
class Round:
    """From "Place your bets, please" until the next."""

    number: int
    sign: Any
    """What the table showed when the bets were opened."""
    without_bets: bool
    shoe: ShoeBook | None = None
    """The cards it is dealt from."""
    stage: Stage = "betting"
    bets: dict[Place, int] = field(default_factory=dict)
    returned: dict[Place, int] = field(default_factory=dict)
    """What was taken back by choice after the close."""
    at_the_close: list[Place] = field(default_factory=list)
    """Where chips lay when the bets closed, in the order of placing."""
    record: dict[Place, int] | None = None
    """Where they lay as the record has it since it was corrected, the round being over: it is paid by `bets`."""
    stances: dict[Place, str] = field(default_factory=dict)
    reached: dict[Place, int] = field(default_factory=dict)
    """When each came to its stake."""
    moments: int = 0
    effective: dict[Place, int] = field(default_factory=dict)
    insured: list[Slip] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    dealers: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    squeezes: set[tuple[str, str]] = field(default_factory=set)
    """Patrons and what the House lets them squeeze."""
    turned: set[str] = field(default_factory=set)
    waived_by: str = ""
    choosing: set[str] = field(default_factory=set)
    paid: list[Any] = field(default_factory=list)
    paid_on: tuple[list[str], dict[Place, int]] = field(default_factory=lambda: ([], {}))
    """The cards and the chips that the payment was made on."""
    repaid: list[Any] = field(default_factory=list)
    reversed: bool = False
    """Whether a payment of it was taken back."""
    lifted: Counter[Place] = field(default_factory=Counter)
    """Real chips taken off the felt after the close."""
    claims: list[Any] = field(default_factory=list)
    """Bets that were returned by 5.13 in a payment since taken back."""

    @property
    def lies(self) -> bool:
        """Whether stakes lie on the felt."""
        return self.stage in ("betting", "dealing")

    @property
    def settled(self) -> bool:
        return self.stage in ("paying", "concluded")

    @property
    def cards(self) -> list[int]:
        """The ranks in the order played."""
        return ranks(self.played)

    def plays(self, place: Place) -> int:
        return self.effective.get(place, self.bets.get(place, 0))

    @property
    def closed_with(self) -> dict[Place, int]:
        """What lay when the bets closed, as far as the record is right, in the order of placing."""
        lay = self.bets | self.returned
        first = [at for at in self.at_the_close if at in lay]
        return {at: lay[at] for at in dict.fromkeys([*first, *lay])}

    def on(self, box: int, side: str) -> int:
        return sum(stake for at, stake in self.closed_with.items() if at[1:] == (box, side))

    @property
    def patrons(self) -> set[str]:
        """Who has a bet and has not walked away."""
        return {at[0] for at in self.bets} - self.left


@dataclass
class ShoeBook:
    """Every card that left a shoe, in the order it did."""

    virtual: bool
    decks: int
    commitment: str
    cut: int = 0
    out: list[str] = field(default_factory=list)
    """An empty string for a card burned unseen."""
    seen: Counter[str] = field(default_factory=Counter)
    aside: list[str] = field(default_factory=list)
    following: list[str] = field(default_factory=list)
    """Cards without a place in this round."""
    known: bool = False
    condemned: bool = False

    @property
    def left(self) -> int:
        return self.decks * 52 - len(self.out)

    @property
    def carried(self) -> list[str]:
        return self.aside + self.following

    def leave(self, cards: list[str]) -> None:
        """Cards come out; a deck holds no more of one than it has."""
        self.out += cards
        must(self.left >= 0, "more cards left the shoe than it held")
        for card in filter(None, cards):
            self._count(card)

    def _count(self, card: str) -> None:
        self.seen[card] += 1
        most = self.decks if len(card) == 2 else 4 * self.decks
        must(self.seen[card] <= most, f"{card} came {self.seen[card]} times")

    def correct(self, was: str, card: str) -> None:
        """A card that left is another than was written down."""
        self.out[len(self.out) - 1 - self.out[::-1].index(was)] = card
        self.seen[was] -= 1
        self._count(card)

    def check_order(self, cards: list[str]) -> None:
        """Cards of a sealed shoe lie in the order in which they left it."""
        if self.virtual:
            came = self.out[len(self.out) - len(cards) :]
            must(cards == came, f"{cards} are played, and {came} is how they left the sealed shoe")

    def check_seal(self, order: str, salt: str) -> None:
        """The order that is revealed is the one committed to, and the cards came by it."""
        must(sha256(f"{salt}\n{order}".encode()).hexdigest() == self.commitment, "another order than the sealed one")
        cards = order.split()
        cards = cards[self.cut :] + cards[: self.cut]
        for came, sealed in zip(self.out, cards, strict=False):
            must(came in ("", sealed), f"{came} came where the seal has {sealed}")
