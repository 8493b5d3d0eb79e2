"""A shoe as it lies in the books: of its order only what is needed for the next card is opened.

The whole order is in memory for a moment when it is sealed, when seats have mixed it (the order dealt is committed to),
when a table is loaded or a broken seal is reported (the commitment is checked), and when it is revealed.
"""

from __future__ import annotations

from collections.abc import Sequence

from punto.kit import Card, read_card, read_cards
from punto.kit.entropy import mixed
from punto.store.sealed_order import SealedOrder
from punto.table.sealed import Sealed
from punto.table.state import Shoe


class BookedShoe:
    """The order of one sealed shoe, closed; `places` says which card is dealt when, and is no secret."""

    def __init__(self, sealed: SealedOrder, places: Sequence[int] | None = None) -> None:
        self._sealed = sealed
        self._places = range(sealed.size) if places is None else places

    def __repr__(self) -> str:
        return f"BookedShoe({self._sealed!r})"

    @property
    def size(self) -> int:
        return self._sealed.size

    @property
    def salt(self) -> str:
        return self._sealed.salt()

    @property
    def revealed(self) -> str:
        return " ".join(self._sealed.whole()[0])

    def holds(self, shoe: Shoe) -> bool:
        return self._opened().holds(shoe)

    def cards(self, out: int, cut: int, number: int) -> tuple[Card, ...]:
        """The next cards once `out` have left: these are opened and no others."""
        turns = range(out, min(out + number, self.size))
        return tuple(read_card(self._sealed.card(self._places[(cut + turn) % self.size])) for turn in turns)

    @property
    def dealt_commitment(self) -> str:
        return self._opened().dealt_commitment

    def mixed(self, seed: bytes) -> BookedShoe:
        """The shoe as its seats have mixed it: the order of dealing follows from the bytes they revealed."""
        return BookedShoe(self._sealed, tuple(mixed(range(self.size), seed)))

    def _opened(self) -> Sealed:
        """The whole order, for as long as the caller holds it."""
        cards, salt = self._sealed.whole()
        order = read_cards(" ".join(cards))
        return Sealed(order, salt, tuple(order[place] for place in self._places))
