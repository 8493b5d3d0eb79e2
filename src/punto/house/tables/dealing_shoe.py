"""The shoe that one table is dealt from: its sealed order as it stands on the books, held to its commitment once."""

from __future__ import annotations

from typing import Final

from punto.house.tables.booked_shoe import BookedShoe
from punto.store import SealedShoe, Store, StoreError
from punto.store.sealed_order import SealedOrder, seal_order
from punto.table import Command, State
from punto.table.commands import AbandonShoe, CloseShoe, Report, Rule, WithdrawReport
from punto.table.events import ShoeMixed
from punto.table.sealed import ShoeOrder, as_mixed
from punto.table.state import Shoe
from punto.table.turn import Turn

_NEED_NO_CARDS: Final = (Report, WithdrawReport, Rule, CloseShoe)
"""Commands by which a broken seal is reported and ruled on, and its shoe closed."""


class DealingShoe:
    """The sealed order of the shoe on a table, as far as it has been opened."""

    def __init__(self, store: Store, table: str, key: bytes) -> None:
        self._store = store
        self._table = table
        self._key = key
        self._sealed: ShoeOrder | None = None
        self._sealed_as = ""
        """The commitment of the shoe that was checked, so that its order need not be opened with every command."""

    def order(self, shoe: Shoe | None) -> ShoeOrder | None:
        """The order of the shoe on the table, held to its commitment once."""
        if shoe is None or shoe.source != "virtual":
            return None
        if self._sealed is None or self._sealed_as != shoe.commitment:
            sealed = self._unsealed(shoe)
            if not sealed.holds(shoe):
                message = f"shoe {shoe.number} of table {self._table} is not the one committed to"
                raise StoreError(code="shoe_is_another", message=message)
            self._sealed, self._sealed_as = sealed, shoe.commitment
        return self._sealed

    def order_for(self, command: Command, state: State) -> ShoeOrder | None:
        """The order that a command needs: that a seal is broken can be reported and ruled on, and the shoe closed."""
        if isinstance(command, AbandonShoe):
            return None
        try:
            return self.order(state.table.shoe)
        except StoreError:
            if not isinstance(command, _NEED_NO_CARDS):
                raise
            return self._unsealed(state.shoe)

    def to_book(self, turn: Turn, before: State) -> SealedShoe | None:
        """The order of a shoe that this turn opened, encrypted for the books."""
        shoe = turn.state.table.shoe
        if turn.sealed is None or shoe is None or before.table.shoes == turn.state.table.shoes:
            return None
        order, salt = turn.sealed.revealed.split(), turn.sealed.salt
        return SealedShoe(shoe.number, seal_order(order, salt, self._key, table=self._table, number=shoe.number))

    def move_on(self, turn: Turn, opened: SealedShoe | None) -> None:
        """Take the order that a turn brought, once the turn is written."""
        shoe = turn.state.table.shoe
        if shoe and opened:  # From here on only what is needed of it is opened.
            self._sealed, self._sealed_as = self._booked(shoe, opened.sealed), shoe.commitment
        elif shoe and any(isinstance(event, ShoeMixed) for event in turn.events):
            self._sealed, self._sealed_as = turn.sealed, shoe.commitment

    def _unsealed(self, shoe: Shoe) -> ShoeOrder:
        box = self._store.shoe(self._table, shoe.number)
        assert box is not None  # Written in the same transaction as the event that opened the shoe.
        return self._booked(shoe, box)

    def _booked(self, shoe: Shoe, box: bytes) -> ShoeOrder:
        return as_mixed(BookedShoe(SealedOrder(box, self._key, table=self._table, number=shoe.number)), shoe)
