"""The desk: what it answers is on the books, alike every time, by the rulebook the table was opened with."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace as with_changes
from pathlib import Path

import msgspec
import pytest

from audit.recorded import KEY, LIBRARY
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.rulebook import AsOf, Rulebook
from punto.store import Store, StoreError, open_store, seal
from punto.table import RulebookChanged
from punto.table import commands as c


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "books.db") as opened:
        yield opened


def desk(store: Store, find: object = LIBRARY.find) -> Desk:
    return Desk(
        store,
        "T",
        find,  # type: ignore[arg-type]
        key=KEY,
        seal_shoe=seal_shoe,
        now=lambda: "2026-11-16T20:00:00Z",
    )


def opened(store: Store) -> Desk:
    here = desk(store)
    here.do(c.OpenTable(rulebook="easy-six", settings={"wallets": True}))
    here.do(c.OpenShoe(cards="virtual"))
    here.do(c.BuyIn(patron="ann", amount=50))
    here.do(c.OpenBets())
    return here


def test_a_wallet_too_small_is_answered_alike_even_when_it_has_been_filled(store: Store) -> None:
    here = opened(store)
    bet = c.PlaceBet(patron="ann", box=1, bet="player", stake=100, id="b1")
    refused = here.do(bet)
    assert isinstance(refused, Refusal)
    assert refused.code == "wallet_too_small"
    here.do(c.BuyIn(patron="ann", amount=1000))
    assert here.do(bet) == refused
    assert desk(store).do(bet) == refused
    assert isinstance(here.do(c.PlaceBet(patron="ann", box=1, bet="player", stake=100, id="b2")), Done)


def test_a_desk_loaded_anew_goes_on_with_the_same_sealed_cards(store: Store) -> None:
    here = opened(store)
    here.do(c.CloseBets())
    while here.state.table.phase == "dealing":
        here.save()
        here = desk(store)
        assert isinstance(here.do(c.DrawCard()), Done)
    closed = here.do(c.CloseShoe())
    assert isinstance(closed, Done)
    order = closed.events[0].order  # type: ignore[attr-defined]
    assert len(order.split()) == 416


def test_a_snapshot_is_not_carried_on_by_another_rulebook(store: Store) -> None:
    opened(store).save()

    def changed(name: str, as_of: AsOf | None = None, *, sha256: str = "") -> Rulebook:
        return with_changes(LIBRARY.find(name), sha256="0" * 64)

    with pytest.raises(RulebookChanged):
        desk(store, changed)


def test_a_sealed_order_that_was_not_committed_to_is_not_dealt(store: Store, tmp_path: Path) -> None:
    here = opened(store)
    here.do(c.CloseBets())
    other = msgspec.json.encode((seal_shoe(8).revealed, "0" * 64))
    put = sqlite3.connect(tmp_path / "books.db")
    put.execute("UPDATE shoes SET sealed = ?", (seal(other, KEY, table="T", number=1),))
    put.commit()
    put.close()
    with pytest.raises(StoreError, match="not the one committed to"):
        desk(store).do(c.DrawCard())
