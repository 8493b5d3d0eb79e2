"""The auditor's book of one shoe: every card that left it, in order, to be held against what is revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from punto.audit.finding import Wrong, hold
from punto.audit.mixing import MixingBook, house_cut
from punto.kit import Card, read_cards
from punto.kit.cards import ALL_CARDS
from punto.table.authority import HOUSE


@dataclass(slots=True)
class ShoeBook:
    """The cards in use."""

    number: int
    virtual: bool
    decks: int
    commitment: str
    after: int = 0
    """The last round dealt before it came to the table."""
    cut: int = 0
    cut_by: str = ""
    mixing: MixingBook | None = None
    """None where the order is the house's alone."""
    came: list[Card | None] = field(default_factory=list)
    """The cards that left, None for one burned unseen."""
    by_face: Counter[str] = field(default_factory=Counter)
    by_rank: Counter[int] = field(default_factory=Counter)
    aside: list[Card] = field(default_factory=list)
    """Out of the shoe, to be dealt first."""
    next_round: list[Card] = field(default_factory=list)
    """Out of the shoe without a place in this round."""
    aside_known: bool = False
    """Whether somebody has seen a card that lies aside."""
    played: list[Card] | None = field(default_factory=list)
    """Every card as it was played, round after round; None where some were thrown away, as was once done,
    or came from another shoe."""
    cut_card_out: bool = False
    opened_after_cut: int = 0
    condemned: bool = False
    abandoned: bool = False
    """Whether its order is never revealed; until its round is void or another shoe concludes it."""

    def successor(self, number: int, decks: int, commitment: str, after: int) -> ShoeBook:
        """The shoe that concludes a round of this one: cards already out are still played, and are none of its own."""
        return ShoeBook(
            number,
            virtual=True,
            decks=decks,
            commitment=commitment,
            after=after,
            aside=self.aside,
            next_round=self.next_round,
            aside_known=self.aside_known,
            played=None,
        )

    @property
    def left(self) -> int:
        return 52 * self.decks - len(self.came)

    def take(self, cards: Sequence[Card]) -> None:
        """These cards leave the shoe; it must have been able to hold them."""
        hold(self.mixing is None or bool(self.mixing.commitment), "comes from a shoe that its seats have not mixed")
        for card in cards:
            hold(self.left > 0, "comes from a shoe that is empty")
            face = str(card)
            self.came.append(card)
            self.by_face[face] += 1
            self.by_rank[card.rank] += 1
            if self.by_rank[card.rank] > 4 * self.decks or (card.suit and self.by_face[face] > self.decks):
                raise Wrong(f"{face} comes out of {self.decks} decks once too often")

    def correct(self, was: Card, card: Card) -> None:
        """A card that left was another than the record had."""
        self.by_face[str(was)] -= 1
        self.by_rank[was.rank] -= 1
        place = len(self.came) - 1 - self.came[::-1].index(was)
        self.came.pop(place)
        self.take([card])
        self.came.insert(place, self.came.pop())

    def carry(self) -> None:
        """What lies aside begins the round that opens now."""
        self.aside, self.next_round, self.aside_known = self.aside + self.next_round, [], False

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
        if self.cut_by == HOUSE:
            hold(self.cut == house_cut(salt, len(cards)), f"the house cut at {self.cut}, and its salt says otherwise")
        if self.mixing is not None and self.mixing.commitment:
            cards = tuple(self.mixing.dealt(cards, self.number, self.commitment))
            dealt = " ".join(map(str, cards))
            if sha256(f"{salt}\n{dealt}".encode()).hexdigest() != self.mixing.commitment:
                raise Wrong("the order that follows from the seats' bytes is not the one committed to")
        self._check_drawn(cards)
        self._check_played(cards)

    def _check_drawn(self, cards: Sequence[Card]) -> None:
        for place, card in enumerate(self.came):
            if card is not None and cards[(self.cut + place) % len(cards)] != card:
                raise Wrong(f"card {place + 1} of this shoe was dealt as {card}, and its order has another there")

    def _check_played(self, cards: Sequence[Card]) -> None:
        """The rounds one after another are the sealed order: what lay aside has begun the next."""
        if self.played is None:
            return
        burned = self.came.index(None) + self.came.count(None) if None in self.came else 0
        for place, card in enumerate(self.played, burned):
            if cards[(self.cut + place) % len(cards)] != card:
                raise Wrong(
                    f"card {place + 1} of this shoe was played as {card}, and the sealed order has another there"
                )
