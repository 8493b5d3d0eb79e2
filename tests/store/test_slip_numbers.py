"""Numbers of slips: one after another over the whole house, never twice and without a gap."""

from __future__ import annotations

import os
import signal
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from audit.recorded import KEY, LIBRARY
from punto.audit import audit_store
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.store import Batch, NewEvent, NumberTaken, SlipNumber, Store, StoreError, open_store
from punto.store.writing import STEPS
from punto.table.script import read_command
from store.test_guards import do as tamper

SIGN = {"stake_min": 1, "differential_max": 10_000}
YEAR = 2026


def desk_of(store: Store, table: str) -> Desk:
    return Desk(store, table, LIBRARY.find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T20:00:00+00:00")


def do(desk: Desk, name: str, **fields: Any) -> Done:
    answer = desk.do(read_command({"command": name} | fields))
    assert isinstance(answer, Done), (name, answer)
    return answer


def opened(store: Store, table: str) -> Desk:
    desk = desk_of(store, table)
    do(desk, "open_table", rulebook="da-hu-ying-xiong", settings=SIGN)
    do(desk, "count_inventory", what="opener", chips={"1000": 50})
    return desk


def numbers(store: Store) -> list[int]:
    return [row.number for row in store.slip_numbers()]


def test_tables_number_their_slips_together(store: Store) -> None:
    north, south = opened(store, "north"), opened(store, "south")
    for desk in (north, south, south, north):
        do(desk, "request_fill", chips={"100": 1})
    assert [(row.number, row.table) for row in store.slip_numbers()] == [
        (1, "north"), (2, "south"), (3, "south"), (4, "north"),
    ]  # fmt: skip
    assert store.last_slip(YEAR) == 4
    assert store.last_slip(YEAR + 1) == 0
    assert audit_store(store, LIBRARY.find)[1] is None


def test_a_refused_request_gives_no_number(store: Store) -> None:
    desk = opened(store, "north")
    command = {"command": "request_fill", "chips": {"250": 1}, "id": "one"}
    for _ in range(2):
        assert not isinstance(desk.do(read_command(command)), Done)
    do(desk, "request_fill", chips={"100": 1}, id="two")
    do(desk, "request_fill", chips={"100": 1}, id="two")  # The same again.
    assert numbers(store) == [1]


def test_a_number_that_is_not_the_next_is_not_written(store: Store) -> None:
    desk = opened(store, "north")
    do(desk, "request_fill", chips={"100": 1})
    version = desk.state.table.version
    for number in (1, 3):
        batch = Batch((NewEvent("fill_requested", {}),), "", "", "", slip=SlipNumber(YEAR, number, 0))
        assert store.append("north", version, batch) == NumberTaken(1)
    assert store.head("north").version == version


def test_many_at_once_take_each_number_once(url: str) -> None:
    """On PostgreSQL each through a store of its own, as processes have; a SQLite file is one process's."""
    houses, each = (4 if url.startswith("postgresql") else 1), 15
    with open_store(url) as store:
        for place in range(houses):
            opened(store, f"table {place}")

        def work(place: int) -> None:
            with open_store(url) as own:
                desk = desk_of(own, f"table {place}")
                for turn in range(each):
                    do(desk, "request_fill", chips={"100": turn + 1})

        with ThreadPoolExecutor(houses) as pool:
            list(pool.map(work, range(houses)))
        assert numbers(store) == list(range(1, houses * each + 1))
        account, finding = audit_store(store, LIBRARY.find)
        assert finding is None
        assert account.slips == houses * each


STEPS_OF_A_SLIP: list[dict[str, Any]] = [
    {"command": "request_fill", "chips": {"1000": 5}, "by": "pit_supervisor"},
    {"command": "issue_fill", "slip": 1, "by": "cage"},
    {"command": "accept_fill", "slip": 1, "by": "dealer"},
]


@pytest.mark.parametrize("step", STEPS)
def test_a_house_killed_between_the_steps_of_a_slip_loses_and_repeats_nothing(url: str, step: str) -> None:
    """Killed once at this moment of each step; the same command is then sent again."""
    with open_store(url) as store:
        opened(store, "north")
    for place, given in enumerate(STEPS_OF_A_SLIP):
        command = read_command(given | {"id": f"step {place}"})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # A fork of threads; the child only writes and dies.
            child = os.fork()
        if child == 0:
            die = lambda at: os.kill(os.getpid(), signal.SIGKILL) if at == step else None  # noqa: E731
            with open_store(url, at_step=die) as store:
                desk_of(store, "north").do(command)
            os._exit(3)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        with open_store(url) as store:
            desk = desk_of(store, "north")
            assert isinstance(desk.do(command), Done)
            assert [slip.stage for slip in desk.state.table.bank.slips] == [("requested", "issued", "accepted")[place]]
            assert numbers(store) == [1]
    with open_store(url) as store:
        assert audit_store(store, LIBRARY.find)[1] is None
        kinds = [event.kind for event in store.events("north")]
        assert kinds[2:] == ["fill_requested", "fill_issued", "fill_accepted"]


def test_a_number_is_neither_changed_nor_taken_back(url: str, store: Store) -> None:
    do(opened(store, "north"), "request_fill", chips={"100": 1})
    for statement in ("UPDATE slips SET number = 7", "DELETE FROM slips"):
        with pytest.raises(StoreError, match="append-only"):
            tamper(url, statement)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("DELETE FROM slips WHERE number = 2", "slip 3 of 2026 follows slip 1"),
        ("DELETE FROM slips WHERE number = 3", "slip 3 of 2026 was requested, and its number was not given"),
        ("UPDATE slips SET version = version - 1 WHERE number = 3", "and requested elsewhere"),
        ("UPDATE slips SET year = 2025 WHERE number = 1", "slip 2 of 2026 follows slip 0"),
    ],
)
def test_a_number_that_was_tampered_with_is_found(file: Any, statement: str, why: str) -> None:
    with open_store(file) as store:
        desk = opened(store, "north")
        for _ in range(3):
            do(desk, "request_fill", chips={"100": 1})
    url = f"sqlite:///{file}"
    for trigger in ("update", "delete"):
        tamper(url, f"DROP TRIGGER slips_kept_{trigger}")
    tamper(url, statement)
    with open_store(file) as store:
        _, finding = audit_store(store, LIBRARY.find)
        assert finding is not None
        assert why in str(finding)
