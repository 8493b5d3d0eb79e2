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
from punto.table import RulebookChanged, kind_of
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
    closed = here.do(c.CloseShoe(by="pit_supervisor", reason="so be it"))
    assert isinstance(closed, Done)
    order = closed.events[-1].order  # type: ignore[attr-defined]
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


def test_a_broken_seal_can_be_reported_and_ruled_on_and_no_card_is_dealt_from_it(store: Store, tmp_path: Path) -> None:
    here = opened(store)
    sound = here.do(c.Report(what="shortage"))
    assert isinstance(sound, Refusal)
    assert sound.code == "shoe_is_sealed"
    other = msgspec.json.encode((seal_shoe(8).revealed, "0" * 64))
    put = sqlite3.connect(tmp_path / "books.db")
    put.execute("UPDATE shoes SET sealed = ?", (seal(other, KEY, table="T", number=1),))
    put.commit()
    put.close()
    here = desk(store)
    reported = here.do(c.Report(what="shortage"))
    assert isinstance(reported, Done)
    assert reported.events[0].decides == "shift_manager"  # type: ignore[attr-defined]
    with pytest.raises(StoreError, match="not the one committed to"):
        here.do(c.DrawCard())
    ruled = here.do(c.Rule(reason="the seal is broken", coup="void", by="shift_manager"))
    assert isinstance(ruled, Done)
    assert [kind_of(event) for event in ruled.events] == ["ruling_made", "coup_voided", "cards_condemned"]
    with pytest.raises(StoreError, match="not the one committed to"):
        here.do(c.OpenBets())
    assert isinstance(here.do(c.CloseShoe(by="pit_supervisor", reason="so be it")), Done)
    assert isinstance(here.do(c.OpenShoe(cards="virtual")), Done)
    assert isinstance(here.do(c.OpenBets()), Done)


def test_a_person_is_known_by_the_account_and_a_script_by_the_word_in_by(store: Store) -> None:
    here = opened(store)
    here.do(c.CloseBets())
    here.do(c.DrawCard(by="dealer"), person="Dealer 1")
    here.do(c.DrawCard(by="dealer"))
    assert here.state.coup.dealers == ("Dealer 1", "dealer")
    past, to_come = "2026-11-16T19:00:00Z", "2026-11-16T21:00:00Z"
    for until, person, acts in ((past, "Dealer 1", False), (to_come, "Dealer 1", True), (past, "dealer", True)):
        here.do(c.Assign(person=person, position="pit_supervisor", until=until, by="pit_manager"), person="Pit 1")
        command = c.ChangeSign(settings={}, by="dealer", acting="pit_supervisor")
        # In a script nobody but its own `at` says what time it is, on books as in memory.
        answer = here.do(command, person=person if person != "dealer" else "")
        assert isinstance(answer, Refusal)
        assert answer.code == ("coup_in_progress" if acts else "not_assigned")


def test_an_assignment_at_another_table_is_made_there(store: Store) -> None:
    here = opened(store)
    elsewhere = here.do(c.Assign(person="Dealer 1", position="dealer", table="U", by="pit_manager"))
    assert isinstance(elsewhere, Refusal)
    assert elsewhere.code == "other_table"
    assert isinstance(here.do(c.Assign(person="Dealer 1", position="dealer", table="T", by="pit_manager")), Done)


def test_nobody_is_given_more_than_they_owe(store: Store) -> None:
    here = opened(store)
    answer = here.do(c.WriteOff(patron="ann", amount=1, by="shift_manager"))
    assert isinstance(answer, Refusal)
    assert answer.code == "nothing_is_owed"


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (c.Decide(id="d"), c.Decide(id="d", confirm=False)),
        (c.Report(what="other", id="d"), c.Report(what="other", id="d", lay=[])),
        (c.Rule(reason="so", id="d"), c.Rule(reason="so", id="d", options=True)),
    ],
)
def test_the_id_of_a_command_is_not_another_s_that_says_more(store: Store, first: c.Command, other: c.Command) -> None:
    here = opened(store)
    here.do(first)
    answer = here.do(other)
    assert isinstance(answer, Refusal)
    assert answer.code == "id_is_taken"
