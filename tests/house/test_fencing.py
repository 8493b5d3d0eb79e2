"""A process that wakes up after another took its tables over: its clock writes nothing."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from house.test_origin import folder  # noqa: F401
from punto.audit import audit_store
from punto.house.floor.floor import Floor
from punto.house.settings import Settings
from punto.house.tables.desk import Done
from punto.kit import Refusal
from punto.rulebook import Library
from punto.store import Store, open_store, shoe_key
from punto.table import commands as c
from server.processes import Process, eventually, settings_file
from server.running import a_table, quick
from store.conftest import server, url  # noqa: F401
from store.server import Server


@pytest.fixture
def floors(url: str) -> Iterator[tuple[Floor, Floor]]:  # noqa: F811
    """Two processes of a house, the first of which moves the table on."""
    key = secrets.token_bytes(32)
    with open_store(url) as one, open_store(url) as other:
        here, there = (Floor(store, Settings(tables=[a_table("t")]), key) for store in (one, other))
        here.open_tables()
        _take(one, here)
        for command in (c.OpenShoe(cards="virtual"), c.BuyIn(patron="Tan", amount=100), c.OpenBets()):
            assert isinstance(here.table("t").do(command), Done)
        there.table("t").refresh()
        yield here, there
        here._writer.close()
        there._writer.close()


def _take(store: Store, floor: Floor) -> None:
    epoch = store.leases.take("t", store.leases.look().get("t"))
    assert epoch is not None
    floor.leases.gain("t", epoch)


def test_the_clock_of_a_process_that_lost_its_lease_writes_nothing(
    floors: tuple[Floor, Floor], caplog: pytest.LogCaptureFixture
) -> None:
    here, there = floors
    _take(there.store, there)
    before = here.store.head("t")
    answer = here.table("t").do(c.CloseBets(by="dealer"), seen_version=here.table("t").version)
    assert isinstance(answer, Refusal)
    assert answer.code == "lease_is_lost"
    assert here.store.head("t") == before
    assert not here.leases.holds("t")
    assert "nothing was written" in caplog.text
    assert isinstance(there.table("t").do(c.CloseBets(by="dealer")), Done)


def test_a_patron_at_a_process_that_lost_its_lease_is_served_as_at_any_other(floors: tuple[Floor, Floor]) -> None:
    here, there = floors
    _take(there.store, there)
    assert isinstance(there.table("t").do(c.PlaceBet(patron="Tan", box=1, bet="player", stake=25)), Done)
    bet = c.PlaceBet(patron="Tan", box=1, bet="banker", stake=25, by="patron", id="Tan/1")
    answer = here.table("t").do(bet, person="Tan")
    assert isinstance(answer, Done)  # Decided on the table as it is now, not as it was when the process stopped.
    assert answer.version == here.store.head("t").version


def test_a_stopped_process_loses_its_tables_and_writes_nothing_when_it_wakes(server: Server, tmp_path: Path) -> None:  # noqa: F811
    database = server.make_database("stopped")
    tables = [msgspec.to_builtins(quick("t", seconds=0.3))]
    arguments = ("--settings", str(settings_file(tmp_path, database=database, demo=True, tables=tables)))
    with ExitStack() as stack, open_store(database) as store:
        first = stack.enter_context(Process(tmp_path, *arguments)).ready()
        second = stack.enter_context(Process(tmp_path, *arguments)).ready()
        assert eventually(lambda: store.head("t").version > 10)
        before = store.leases.look()["t"]
        first.kill(signal.SIGSTOP)
        assert eventually(lambda: store.leases.look()["t"].holder not in (before.holder, ""))
        # How long that takes is held to three seconds in test_presence, by clocks that no busy machine delays.
        at = store.head("t").version
        assert eventually(lambda: store.head("t").version > at + 10)
        first.kill(signal.SIGCONT)
        assert _answers(first.client("Second Guest"))
        assert store.leases.look()["t"].epoch > before.epoch
        # Said at its next heartbeat, which a busy machine may delay.
        assert eventually(lambda: first.says("lost its lease") or first.says("nothing was written"))
        assert eventually(lambda: second.says("taken over"))
        for process in (second, first):
            process.kill(signal.SIGTERM)
            assert process.wait() == 0
        store.check_with(shoe_key(tmp_path / "punto.key"))
        _, found = audit_store(store, Library().find)
        assert found is None, found


def _answers(client: httpx.Client) -> bool:
    view: dict[str, Any] = client.get("/api/tables/t").json()["view"]
    return eventually(lambda: client.get("/api/tables/t").json()["view"]["version"] > view["version"] + 5)
