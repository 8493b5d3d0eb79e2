"""The auditor's book of one shoe: every card that left it, in order, to be held against what is revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from punto.audit.finding import Wrong, hold
from punto.kit import Card, read_cards
from punto.kit.cards import ALL_CARDS


@dataclass(slots=True)
class ShoeBook:
    """The cards in use."""

    number: int
    virtual: bool
    decks: int
    commitment: str
    cut: int = 0
    came: list[Card | None] = field(default_factory=list)
    """The cards that left, None for one burned unseen."""
    seen: Counter[str] = field(default_factory=Counter)
    ranks: Counter[int] = field(default_factory=Counter)
    aside: list[Card] = field(default_factory=list)
    cut_card_out: bool = False
    opened_after_cut: int = 0
    condemned: bool = False

    @property
    def left(self) -> int:
        return 52 * self.decks - len(self.came)

    def take(self, cards: Sequence[Card]) -> None:
        """These cards leave the shoe; it must have been able to hold them."""
        for card in cards:
            hold(self.left > 0, "comes from a shoe that is empty")
            written = str(card)
            self.came.append(card)
            self.seen[written] += 1
            self.ranks[card.rank] += 1
            if self.ranks[card.rank] > 4 * self.decks or (card.suit and self.seen[written] > self.decks):
                raise Wrong(f"{written} comes out of {self.decks} decks once too often")

    def burn(self, unseen: int) -> None:
        hold(self.left >= unseen, f"burns {unseen} cards of {self.left}")
        self.came.extend([None] * unseen)

    def reveal(self, order: str, salt: str) -> None:
        """Hold the revealed order to its commitment, and what was dealt to the order."""
        if sha256(f"{salt}\n{order}".encode()).hexdigest() != self.commitment:
            raise Wrong("the order revealed does not give the commitment of this shoe")
        cards = read_cards(order)
        if Counter(cards) != Counter(ALL_CARDS * self.decks):
            raise Wrong(f"the order revealed is not {self.decks} decks")
        for place, card in enumerate(self.came):
            if card is not None and cards[(self.cut + place) % len(cards)] != card:
                raise Wrong(f"card {place + 1} of this shoe was dealt as {card}, and its order has another there")
