"""Several processes of one house: who holds a table's clock, who hears what, and what happens when one goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from house.hearing import Ear
from punto.house.floor.presence import LOOK_SECONDS, Presence
from punto.kit import Refused
from punto.store import Batch, NewEvent, Store, open_store
from punto.store.signal import Signal, read_signal
from store.conftest import server  # noqa: F401
from store.server import Server

TABLES = ("a", "b")


def eventually(what: Callable[[], bool], seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while not what() and time.monotonic() < until:
        time.sleep(0.02)
    return what()


@pytest.fixture
def stores(server: Server, request: pytest.FixtureRequest) -> Iterator[list[Store]]:  # noqa: F811
    url = server.make_database(f"presence_{abs(hash(request.node.name)) % 10**9}")
    opened = [open_store(url) for _ in range(2)]
    yield opened
    for store in opened:
        store.close()


def _append(store: Store, table: str) -> None:
    version = store.head(table).version
    store.append(table, version, Batch((NewEvent("x", {}),), "2026-11-16T00:00:00+00:00", "", ""))


def test_what_is_not_in_the_books_is_heard_by_the_others_too(stores: list[Store]) -> None:
    ear = Ear()
    two = Presence(stores[1], TABLES, ear)
    two.start()
    late = Signal("late", '["a", {"patron": "Mei Lin", "box": 2}]', 7)
    stores[0].send(late)
    assert eventually(lambda: late in ear.signals)
    two.stop()


def test_one_process_holds_each_clock_and_another_takes_over(stores: list[Store]) -> None:
    ears = [Ear(), Ear()]
    one, two = (Presence(store, TABLES, ear) for store, ear in zip(stores, ears, strict=True))
    one.start()
    two.start()
    assert all(one.holds(table) for table in TABLES)
    assert not any(two.holds(table) for table in TABLES)
    _append(stores[0], "a")
    assert eventually(lambda: all(Signal("table", "a", 1) in ear.signals for ear in ears))
    one.stop()
    assert not one.holds("a")
    assert eventually(lambda: all(two.holds(table) for table in TABLES))
    assert sorted(ears[1].clocks) == list(TABLES)
    two.stop()


class Seconds:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def _beside(stores: list[Store]) -> tuple[Presence, Presence, Seconds, Seconds, list[Ear]]:
    """Two processes that look when a test says so, each with a clock of its own."""
    ears, here, there = [Ear(), Ear()], Seconds(), Seconds()
    one, two = (
        Presence(store, TABLES, ear, monotonic=clock)
        for store, ear, clock in zip(stores, ears, (here, there), strict=True)
    )
    one.look()
    two.look()
    assert all(one.holds(table) and not two.holds(table) for table in TABLES)
    return one, two, here, there, ears


def test_a_stopped_process_is_taken_over_from_within_three_seconds(stores: list[Store]) -> None:
    one, two, here, there, ears = _beside(stores)
    stopped_at = there.now
    while not two.holds("a"):
        there.now += LOOK_SECONDS
        two.look()
        assert there.now - stopped_at < 3.0 - LOOK_SECONDS
    assert sorted(ears[1].clocks) == list(TABLES)
    here.now += there.now - stopped_at  # It wakes up.
    assert not one.holds("a")  # Before it has asked anybody.
    one.look()
    assert not one.holds("a")
    assert all(two.holds(table) for table in TABLES)


def test_a_process_that_is_heard_of_keeps_its_clocks_however_long(stores: list[Store]) -> None:
    one, two, here, there, _ = _beside(stores)
    for _ in range(20):
        here.now += LOOK_SECONDS
        there.now += LOOK_SECONDS
        one.look()
        two.look()
    assert one.holds("a")
    assert not two.holds("a")


def test_who_did_not_look_cannot_say_that_nothing_moved(stores: list[Store]) -> None:
    one, two, _, there, _ = _beside(stores)
    there.now += 3600.0  # Both machines were asleep, and this one woke first.
    two.look()
    assert not two.holds("a")
    one.look()
    assert one.holds("a")


def test_a_line_that_is_cut_gives_up_its_clocks_and_catches_up(stores: list[Store]) -> None:
    ear = Ear()
    one = Presence(stores[0], TABLES, ear)
    one.start()
    assert one.holds("a")
    with stores[1]._engine.begin() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"))
    assert eventually(lambda: ear.gaps > 0)
    assert eventually(lambda: one.holds("a"))
    _append(stores[1], "b")
    assert eventually(lambda: Signal("table", "b", 1) in ear.signals)
    one.stop()


def test_a_notice_that_cannot_be_followed_does_not_lose_the_clocks_for_good(stores: list[Store]) -> None:
    class Stumbling(Ear):
        def signal_received(self, signal: Signal) -> None:
            super().signal_received(signal)
            if len(self.signals) == 1:
                raise Refused(code="store_failed", message="away")

    ear = Stumbling()
    one = Presence(stores[0], TABLES, ear)
    one.start()
    _append(stores[1], "a")
    assert eventually(lambda: len(ear.signals) == 1)
    assert eventually(lambda: all(one.holds(table) for table in TABLES))
    _append(stores[1], "a")
    assert eventually(lambda: Signal("table", "a", 2) in ear.signals)
    one.stop()


def test_an_append_that_is_rolled_back_is_not_told(stores: list[Store]) -> None:
    ear = Ear()
    one = Presence(stores[0], TABLES, ear)
    one.start()
    stores[1].append("a", 5, Batch((NewEvent("x", {}),), "", "", ""))  # Expects another version.
    _append(stores[1], "b")
    assert eventually(lambda: Signal("table", "b", 1) in ear.signals)
    assert [signal.name for signal in ear.signals] == ["b"]
    one.stop()


def test_a_session_that_ends_is_told(stores: list[Store]) -> None:
    ear = Ear()
    one = Presence(stores[0], (), ear)
    one.start()
    stores[1].people.end("0" * 64, 1.0, "signed_out")
    assert eventually(lambda: Signal("session", "0" * 64) in ear.signals)
    one.stop()


def test_on_sqlite_there_is_nobody_else(tmp_path: Path) -> None:
    with open_store(tmp_path / "alone.db") as store:
        alone = Presence(store, TABLES, Ear())
        assert not alone.holds("a")
        alone.start()
        assert all(alone.holds(table) for table in TABLES)
        alone.stop()


@pytest.mark.parametrize("word", ["", "table", "table 1", "table x a", "table 1 ", "table -1 a", "table ² a"])
def test_what_is_no_notice(word: str) -> None:
    assert read_signal(word) is None


@pytest.mark.parametrize("notice", [Signal("table", "a b", 7), Signal("session", "f" * 64)])
def test_a_notice_is_read_as_it_was_written(notice: Signal) -> None:
    assert read_signal(str(notice)) == notice
