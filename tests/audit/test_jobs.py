"""Tables gone through in processes of their own: the same account and the same first fault, whoever is done first."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from audit.recorded import KEY, LIBRARY
from punto.audit import Account, Finding, audit_store, inspection
from punto.house.tables.desk import Desk
from punto.house.tables.shuffler import seal_shoe
from punto.store import Store, open_store
from punto.table.script import read_command

SCRIPT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("open_table", {"rulebook": "easy-six", "settings": {"wallets": True, "differential_max": 500}}),
    ("buy_in", {"patron": "ann", "amount": 5000}),
    ("open_shoe", {"cards": "virtual", "seed": 3}),
    ("open_bets", {}),
    ("place_bet", {"patron": "ann", "box": 1, "bet": "player", "stake": 100}),
    ("close_bets", {}),
)


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four tables that one patron plays at, the later ones longer."""
    file = tmp_path_factory.mktemp("jobs") / "books.db"
    with open_store(file) as store:
        for length, table in enumerate(("east", "north", "south", "west")):
            desk = Desk(store, table, LIBRARY.find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T20:00:00Z")
            for name, given in (*SCRIPT, *[("draw_card", {})] * length):
                desk.do(read_command({"command": name, **given}))
    return file


def audited(store: Store, jobs: int) -> tuple[Account, Finding | None]:
    return audit_store(store, LIBRARY.find, jobs=jobs)


def test_the_verdict_does_not_depend_on_how_many_processes_there_are(
    books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection, "WORTH", 0)
    ways = (
        "UPDATE heads SET version = version",
        "UPDATE events SET body = 'x' WHERE table_id IN ('north', 'west') AND version = 3",
        "UPDATE events SET body = 'x' WHERE table_id = 'west'",
        "UPDATE accounts SET balance = balance + 1",
        "DELETE FROM shoes WHERE table_id > 'north'",
    )
    for number, way in enumerate(ways):
        file = tmp_path / f"{number}.db"
        shutil.copy(books, file)
        with sqlite3.connect(file) as database:
            database.execute("DROP TRIGGER events_kept_update")
            database.execute(way)
        database.close()
        with open_store(file) as store:
            alone, together = audited(store, 1), audited(store, 3)
        assert alone == together, way
        assert (alone[1] is None) is (number == 0), way
        if "north" in way:
            assert alone[1] is not None
            assert alone[1].table in ("north", "south"), "the first in the order of the tables"


def test_few_events_are_gone_through_in_this_process(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspection, "ProcessPoolExecutor", None)
    with open_store(books) as store:
        assert audited(store, 8)[1] is None
