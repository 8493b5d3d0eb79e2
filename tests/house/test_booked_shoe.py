"""A house holds of a sealed order what it needs for the next card, and a shoe of before is dealt to its end."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from audit.recorded import LIBRARY
from punto.audit import audit_store
from punto.house.tables import booked_shoe
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Card
from punto.kit.entropy import entropy_commitment
from punto.store import Store, open_store, seal
from punto.store.sealed_order import SealedOrder
from punto.table import Command
from punto.table import commands as c
from punto.table.sealed import Sealed, as_mixed

KEY = bytes(32)
ENTROPY = bytes(range(32))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "books.db") as opened:
        yield opened


def desk(store: Store) -> Desk:
    return Desk(store, "T", LIBRARY.find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T08:00:00Z")


def do(here: Desk, *commands: Command) -> None:
    for command in commands:
        assert isinstance(here.do(command), Done), command


def mix(here: Desk) -> None:
    """A new shoe, mixed by one seat."""
    do(here, c.OpenTable(rulebook="easy-six"), c.OpenShoe(cards="virtual", entropy=True))
    promised = entropy_commitment(here.state.shoe.name, 3, "ann", ENTROPY)
    do(here, c.CommitEntropy(patron="ann", box=3, commitment=promised, by="patron"), c.CloseEntropy(by="house"))
    do(here, c.RevealEntropy(patron="ann", box=3, entropy=ENTROPY.hex(), by="patron"), c.MixShoe(by="house"))


def play(here: Desk) -> None:
    do(here, c.OpenBets(), c.CloseBets())
    while here.state.table.phase == "dealing":
        do(here, c.DrawCard(by="dealer"))


def orders_in_memory() -> list[object]:
    """Whatever in this process could be the order of a shoe: more cards together than two decks have."""
    gc.collect()
    held: list[object] = [one for one in gc.get_objects() if isinstance(one, Sealed)]
    rows = [one for one in gc.get_objects() if isinstance(one, tuple | list) and len(one) > 104]
    return held + [row for row in rows if all(isinstance(card, Card) for card in row)]


@pytest.mark.exhaustive
def test_the_order_is_not_in_memory_while_the_shoe_is_dealt(store: Store) -> None:
    before = len(orders_in_memory())
    whole = seal_shoe(8)
    assert len(orders_in_memory()) == before + 2  # The look finds one that is.
    del whole
    here = desk(store)
    mix(here)
    for _ in range(3):
        play(here)
        assert len(orders_in_memory()) == before
    play(desk(store))  # Nor where a table is loaded anew.
    assert len(orders_in_memory()) == before


def test_a_card_is_opened_alone(store: Store) -> None:
    opened: list[int] = []
    here = desk(store)
    mix(here)

    class Watched(SealedOrder):
        def card(self, place: int) -> str:
            opened.append(place)
            return super().card(place)

        def whole(self) -> tuple[list[str], str]:
            raise AssertionError("the whole order is opened")

    box = store.shoe("T", 1)
    assert box is not None
    shoe = here.state.shoe
    watched = booked_shoe.BookedShoe(Watched(box, KEY, table="T", number=1))
    here._shoe._sealed = as_mixed(watched, shoe)
    do(here, c.OpenBets(), c.CloseBets(), c.DrawCard(by="dealer"), c.DrawCard(by="dealer"))
    assert len(opened) == 3  # The one that was burned, and two.


def test_a_shoe_sealed_in_the_older_form_is_dealt_to_its_end(store: Store) -> None:
    here = desk(store)
    mix(here)
    box = store.shoe("T", 1)
    assert box is not None
    cards, salt = SealedOrder(box, KEY, table="T", number=1).whole()
    older = seal(msgspec.json.encode((" ".join(cards), salt)), KEY, table="T", number=1)
    with store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE shoes SET sealed = ?", (older,))
    here = desk(store)
    play(here)
    do(here, c.CloseShoe(by="pit_supervisor", reason="so be it"))
    account, finding = audit_store(store, LIBRARY.find)
    assert finding is None
    assert (account.shoes_mixed, account.shoes_revealed) == (1, 1)
