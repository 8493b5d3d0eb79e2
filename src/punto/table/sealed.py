"""A sealed shoe: a shuffled order nobody sees, committed to before the first bet and checkable when it is revealed."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import Protocol, TypeVar

from msgspec.structs import replace

from punto.kit import Card, Refusal
from punto.kit.cards import ALL_CARDS
from punto.kit.entropy import entropy_seed, house_cut, mixed
from punto.table import commands as c
from punto.table.report import FROM_THE_SHOE
from punto.table.state import Shoe, State

T = TypeVar("T", bound=c.Command)


class ShoeOrder(Protocol):
    """The order of a sealed shoe, in memory or opened card by card."""

    @property
    def salt(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def revealed(self) -> str:
        """The whole order as it was sealed."""
        ...

    @property
    def dealt_commitment(self) -> str:
        """The commitment to the order that is dealt."""
        ...

    def holds(self, shoe: Shoe) -> bool:
        """Whether seal and count stand: the order that was committed to, every card as often as there are decks."""
        ...

    def cards(self, out: int, cut: int, number: int) -> tuple[Card, ...]:
        """The next cards once `out` have left, of an order that starts anew at the cut."""
        ...

    def mixed(self, seed: bytes) -> ShoeOrder:
        """This order, shuffled by the seed of the seats' bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Sealed:
    """An order of cards and the salt that keeps its commitment from being guessed."""

    order: tuple[Card, ...]
    salt: str
    dealt: tuple[Card, ...] = ()
    """The order as the seats have mixed it; empty where it is dealt as it was sealed."""

    def __repr__(self) -> str:
        return f"Sealed({len(self.order)} cards)"  # An order in a log or an error message would be known.

    @property
    def revealed(self) -> str:
        return " ".join(map(str, self.order))

    @property
    def commitment(self) -> str:
        return commitment(self.revealed, self.salt)

    @property
    def size(self) -> int:
        return len(self.order)

    def holds(self, shoe: Shoe) -> bool:
        """Whether seal and count stand: the order that was committed to, every card as often as there are decks."""
        whole = Counter(map(str, self.order)) == Counter({str(card): shoe.decks for card in ALL_CARDS})
        return whole and self.commitment == shoe.commitment

    def cards(self, out: int, cut: int, number: int) -> tuple[Card, ...]:
        """The next cards once `out` have left, of an order that starts anew at the cut."""
        order = self.dealt or self.order
        size = len(order)
        return tuple(order[(cut + place) % size] for place in range(out, min(out + number, size)))

    @property
    def dealt_commitment(self) -> str:
        """The commitment to the order that is dealt."""
        return commitment(" ".join(map(str, self.dealt or self.order)), self.salt)

    def mixed(self, seed: bytes) -> Sealed:
        """This order, shuffled by the seed of the seats' bytes."""
        return dataclasses.replace(self, dealt=tuple(mixed(self.order, seed)))


def commitment(order: str, salt: str) -> str:
    """The commitment published before the first bet: SHA-256 of the salt, a line break and the order."""
    return hashlib.sha256(f"{salt}\n{order}".encode()).hexdigest()


def as_mixed(sealed: ShoeOrder, shoe: Shoe) -> ShoeOrder:
    """The shoe as its seats have mixed it, as far as they have revealed their bytes."""
    if shoe.mixing is None or not shoe.mixing.revealed:
        return sealed
    revealed = ((box, bytes.fromhex(entropy)) for box, entropy in shoe.mixing.revealed.items())
    return sealed.mixed(entropy_seed(shoe.name, revealed))


_CARD_IS_SEALED = Refusal(
    code="card_is_sealed", message="the cards of a virtual shoe come from its sealed order and are not named"
)


def filled(state: State, command: c.Command, sealed: ShoeOrder | None) -> c.Command | Refusal:
    """The command with what only the sealed shoe can say; people may not name the cards of a virtual shoe."""
    if sealed is None or state.table.shoe is None or state.shoe.source != "virtual":
        return command
    shoe = state.shoe
    match command:
        case c.CloseEntropy():
            place = house_cut(sealed.salt, sealed.size)
            return replace(command, house_cut=place, commitment=sealed.dealt_commitment)
        case c.MixShoe():
            return replace(command, commitment=as_mixed(sealed, shoe).dealt_commitment)
        case c.DrawCard():
            if command.card is not None:
                return _CARD_IS_SEALED
            if shoe.aside or shoe.left == 0:
                return command
            return replace(command, card=str(sealed.cards(shoe.out, shoe.cut_place, 1)[0]))
        case c.Burn():
            if command.card:
                return _CARD_IS_SEALED
            return replace(command, card=str(sealed.cards(0, shoe.cut_place, 1)[0]))
        case c.Report(what=what) if what in FROM_THE_SHOE:
            if (command.cards or command.card) is not None:
                return _CARD_IS_SEALED
            if what not in state.rules.irregularities:
                return command  # No clause says what becomes of a card: it stays unseen until somebody rules.
            if not sealed.holds(shoe):
                return replace(command, seal_broken=True)
            return replace(command, cards=_next_cards(shoe, sealed))
        case c.Report():
            return replace(command, seal_broken=not sealed.holds(shoe))
        case c.Decide() if state.table.pending is not None and state.pending.what in FROM_THE_SHOE:
            if (command.cards or command.order) is not None:
                return _CARD_IS_SEALED
            return replace(command, cards=_next_cards(shoe, sealed))
        case c.CloseShoe():
            return replace(command, order=sealed.revealed, salt=sealed.salt)
    return command


def _next_cards(shoe: Shoe, sealed: ShoeOrder) -> str:
    """The next card of the sealed order, which is the one that a report says is out."""
    return " ".join(map(str, sealed.cards(shoe.out, shoe.cut_place, 1)))
