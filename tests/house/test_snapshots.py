"""A snapshot that somebody changed is not played on, and one that was believed is held against its log."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from punto.audit import audit_store
from punto.house.floor.floor import Floor
from punto.house.settings import Settings
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.rulebook import Library
from punto.store import Snapshot, Store, open_store
from punto.store.engine import make_engine, writing
from punto.table import Table
from punto.table import commands as c
from punto.table import events as e
from punto.table.snapshot import from_bytes, to_bytes
from server.running import a_table
from store.conftest import server, url  # noqa: F401

KEY = b"k" * 32
LIBRARY = Library()
MILLION = 1_000_000


def desk(store: Store) -> Desk:
    return Desk(store, "mine", LIBRARY.find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T08:00:00Z")


def with_a_bet(store: Store) -> Desk:
    """A table with a stake of 100 on the layout, and a snapshot of it."""
    here = desk(store)
    for step in (
        c.OpenTable(rulebook="easy-six", settings={"wallets": True}, by="dealer"),
        c.OpenShoe(cards="virtual", seed=12),
        c.BuyIn(patron="ann", amount=1_000),
        c.OpenBets(),
        c.PlaceBet(patron="ann", box=1, bet="player", stake=100),
    ):
        assert isinstance(here.do(step), Done), step
    here.save()
    return here


def inflated(body: bytes) -> bytes:
    """The same state with a stake of a million."""
    table = from_bytes(body)
    assert table.coup is not None
    [bet] = table.coup.bets
    coup = msgspec.structs.replace(table.coup, bets=(msgspec.structs.replace(bet, stake=MILLION),))
    return to_bytes(msgspec.structs.replace(table, coup=coup))


def put(where: str, body: bytes) -> None:
    engine = make_engine(where)
    with writing(engine) as connection:
        connection.execute(text("UPDATE snapshots SET body = :body"), {"body": body})
    engine.dispose()


def kept(store: Store) -> Snapshot:
    found = store.unchecked_snapshot("mine")
    assert found is not None
    return found


def settled(here: Desk) -> e.CoupSettled:
    answer = here.do(c.CloseBets())
    while here.state.table.phase == "dealing":
        answer = here.do(c.DrawCard(by="dealer"))
    assert isinstance(answer, Done), answer
    [done] = [event for event in answer.events if isinstance(event, e.CoupSettled)]
    return done


def stakes(table: Table) -> list[int]:
    return [bet.stake for bet in table.coup.bets] if table.coup else []


def test_a_table_goes_on_from_its_snapshot_where_that_carries_the_house_s_mac(url: str) -> None:  # noqa: F811
    with open_store(url, key=KEY) as store:
        with_a_bet(store)
        again = desk(store)
        assert again.snapshot_fault == ""
        assert again.believed is not None
        assert stakes(again.believed.table) == [100]


def test_a_stake_of_100_changed_to_a_million_in_the_snapshot_is_not_settled_as_a_million(url: str) -> None:  # noqa: F811
    with open_store(url, key=KEY) as store:
        with_a_bet(store)
        put(url, inflated(kept(store).body))
        again = desk(store)
        assert "does not carry the house's MAC" in again.snapshot_fault
        assert stakes(again.state.table) == [100]
        assert [line.stake for line in settled(again).lines] == [100]
        assert abs(store.ledger.balance("wallet:ann") - 1_000) <= 100
        again.save()  # A later snapshot over it makes nothing good: somebody was there.
        finding = audit_store(store, LIBRARY.find)[1]
        assert finding is not None
        assert finding.what == "snapshots"


def test_without_the_key_no_snapshot_is_believed(tmp_path: Path) -> None:
    with open_store(tmp_path / "books.db") as store:
        with_a_bet(store)
        assert desk(store).believed is None


def floor_of(store: Store) -> Floor:
    table = msgspec.structs.replace(a_table("mine", "easy-six"), dealer="person")
    return Floor(store, Settings(tables=[table]), KEY)


def test_a_wrong_snapshot_is_told_and_the_table_loaded_from_its_log(
    url: str,  # noqa: F811
    caplog: pytest.LogCaptureFixture,
) -> None:
    with open_store(url, key=KEY) as store:
        with_a_bet(store)
        put(url, inflated(kept(store).body))
        with caplog.at_level(logging.ERROR, "punto"):
            floor = floor_of(store)
        assert stakes(floor.table("mine").state.table) == [100]
        assert floor.snapshots.wrong.keys() == {"mine"}
        assert "loaded from its log" in caplog.text
        assert [record.kind for record in store.records("house:seals")] == ["snapshot_refused"]
        floor.writer.close()


def test_one_with_a_good_mac_that_its_log_does_not_give_is_found_by_a_replay(
    url: str,  # noqa: F811
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As a program that was tampered with would write it, which has the key."""
    with open_store(url, key=KEY) as store:
        with_a_bet(store)
        forged = msgspec.structs.replace(kept(store), body=inflated(kept(store).body))
        store.drop_snapshot("mine")
        store.save_snapshot(forged)
        floor = floor_of(store)
        live = floor.table("mine")
        assert stakes(live.state.table) == [MILLION]
        believed = live.desk.believed
        assert believed is not None
        with caplog.at_level(logging.ERROR, "punto"):
            floor.snapshots.check(live, believed)
        assert "is not what its log adds up to" in caplog.text
        assert stakes(live.state.table) == stakes(live.desk.state.table) == [100]
        assert floor.snapshots.wrong.keys() == {"mine"}
        assert stakes(from_bytes(kept(store).body)) == [100]
        assert [line.stake for line in settled(live.desk).lines] == [100]
        assert audit_store(store, LIBRARY.find)[1] is None
        floor.writer.close()


def test_one_that_its_log_gives_is_checked_and_nothing_told(tmp_path: Path) -> None:
    with open_store(tmp_path / "books.db", key=KEY) as store:
        with_a_bet(store)
        floor = floor_of(store)
        live = floor.table("mine")
        assert live.desk.believed is not None
        floor.snapshots.check(live, live.desk.believed)
        assert (floor.snapshots.checked, floor.snapshots.wrong) == ({"mine"}, {})
        assert live.desk.believed is None
        floor.writer.close()


def test_a_house_that_closes_does_not_wait_for_the_replay(tmp_path: Path) -> None:
    with open_store(tmp_path / "books.db", key=KEY) as store:
        with_a_bet(store)
        floor = floor_of(store)
        live = floor.table("mine")
        floor.snapshots.stop()
        assert live.desk.believed is not None
        floor.snapshots.check(live, live.desk.believed)
        assert (floor.snapshots.checked, floor.snapshots.wrong) == (set(), {})
        floor.writer.close()
