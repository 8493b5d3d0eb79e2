"""What a table remembers for those who watch: the books are not asked, and no command waits for it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.house.floor.floor import Floor
from punto.house.settings import Settings
from punto.house.tables import live as live_module
from punto.house.tables.desk import Done
from punto.house.tables.live import LiveTable
from punto.house.tables.recent import RecentEvents
from punto.store import Store, open_store
from punto.table import commands as c
from punto.table import events as e
from punto.view.recorded import LogLine
from server.running import a_table


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    with open_store(tmp_path / "floor.db") as store:
        floor = Floor(store, Settings(tables=[a_table()]), secrets.token_bytes(32))
        floor.open_tables()
        live = floor.table("t")
        for command in (c.OpenShoe(cards="virtual", by="dealer"), c.OpenBets(by="dealer"), c.CloseBets(by="dealer")):
            assert isinstance(live.do(command), Done)
        yield live
        floor._writer.close()


def _lines(first: int, last: int) -> list[LogLine]:
    return [LogLine(version, "", "", e.BetsClosed()) for version in range(first, last + 1)]


def test_the_newest_are_remembered_and_what_is_forgotten_is_known_to_be() -> None:
    recent = RecentEvents(most=10)
    assert recent.reach(0)
    assert recent.after(0) == []
    recent.add(_lines(1, 25))
    assert [line.version for line in recent.after(0)] == list(range(16, 26))
    assert [line.version for line in recent.after(20)] == list(range(21, 26))
    assert [line.version for line in recent.after(20, 2)] == [21, 22]
    assert recent.after(25) == recent.after(99) == []
    assert recent.reach(15)
    assert not recent.reach(14)


class _Watched:
    """A store that notes what is asked of it while a table's lock is held."""

    def __init__(self, store: Store, live: LiveTable) -> None:
        self._store = store
        self._live = live
        self.under_lock: list[str] = []
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        self.asked.append(name)
        if self._live._lock._is_owned():  # type: ignore[attr-defined]
            self.under_lock.append(name)
        return getattr(self._store, name)


def test_watching_from_however_long_ago_asks_nothing_of_the_books(live: LiveTable) -> None:
    """It read the log under the lock that commands need: 40 such viewers kept a command waiting for seconds."""
    watched = _Watched(live.desk.store, live)
    live.desk.store = watched  # type: ignore[assignment]
    live._recent = RecentEvents(most=2)
    live._recent.add(_lines(live.version - 1, live.version))
    for after in (0, 1, live.version - 2, live.version, 10**17):
        live.news(after, 100)
    live.pit_view()
    live.closed_shoe()
    live.dealer_view()
    live.hidden_amount("Guest")
    assert watched.asked == []


def test_news_do_not_wait_for_a_command_that_is_being_written(live: LiveTable) -> None:
    with live._lock:
        done = threading.Event()

        def read() -> None:
            live.news(0, 100)
            done.set()

        threading.Thread(target=read, daemon=True).start()
        assert done.wait(5)


def test_what_another_process_wrote_is_read_before_the_lock_is_taken(live: LiveTable, tmp_path: Path) -> None:
    """And every event of it is taken over once, however much at a time and whoever else reads on meanwhile."""
    with open_store(tmp_path / "floor.db") as store:
        other = Floor(store, Settings(tables=[a_table()]), live.desk._shoe._key).table("t")
        assert isinstance(other.do(c.DrawCard(by="dealer")), Done)
        assert isinstance(other.do(c.DrawCard(by="dealer")), Done)
    before = live.version
    assert other.version > before
    watched = _Watched(live.desk.store, live)
    live.desk.store = watched  # type: ignore[assignment]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_module, "READ_AT_ONCE", 1)
        live.refresh()
        live.refresh()
    assert watched.under_lock == []
    assert watched.asked
    assert live.version == other.version
    assert [line.version for line in live.since(before)] == list(range(before + 1, other.version + 1))
    assert live.state.table == other.state.table


def test_a_page_that_claims_to_have_seen_the_future_reads_nothing_under_the_lock(live: LiveTable) -> None:
    watched = _Watched(live.desk.store, live)
    live.desk.store = watched  # type: ignore[assignment]
    assert isinstance(live.do(c.DrawCard(by="dealer"), seen_version=10**17), Done)
    assert "events" in watched.asked
    assert "events" not in watched.under_lock
