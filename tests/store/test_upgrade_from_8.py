"""Books of the schema before rows were sealed: brought forward, sealed, audited whole, and played on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from punto.audit import audit_store
from punto.cli.main import run
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.rulebook import Library
from punto.store import Head, StoreError, open_store, upgrade_books
from punto.store.schema import SCHEMA
from punto.table.script import read_command

FOLDER = Path(__file__).parent / "books_schema_8"
KEY = bytes(range(32))
FIND = Library().find
NOW = "2026-11-19T08:00:00+00:00"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copy(FOLDER / "house.sqlite3", tmp_path / "house.db"))


def heads() -> list[Head]:
    return msgspec.convert(json.loads((FOLDER / "heads.json").read_text())["heads"], list[Head])


def test_books_of_schema_8_are_sealed_and_whole_after_the_upgrade(old: Path) -> None:
    with pytest.raises(StoreError, match="`punto upgrade`"):
        open_store(old)
    done = upgrade_books(old, key=KEY)
    assert (done.before, done.after, done.is_sealed) == ("8", SCHEMA, True)
    assert done.sealed is not None
    assert done.sealed.keys() >= {"people", "sessions", "keys", "shoes", "factors", "recovery_codes"}
    with open_store(old) as store:
        store.check_with(KEY)
        account, finding = audit_store(store, FIND, known_heads=heads())
        assert finding is None
        assert store.unchecked() == {}
        assert (account.tables, account.events, account.coups, account.settled) == (2, 73, 5, 4)
        assert (account.shoes_mixed, account.shoes_revealed) == (2, 1)
        assert account.closed_early == {"Pit Supervisor 1": 1}
        assert {record.form for record in store.records("sealed")} == {2}
        rewritten = [Head(head.table, head.version, "0" * 64) for head in heads()]
        assert audit_store(store, FIND, known_heads=rewritten)[1] is not None


def test_they_are_played_on_and_audited_again(old: Path) -> None:
    upgrade_books(old, key=KEY)
    with open_store(old, key=KEY) as store:
        desk = Desk(store, "sealed", FIND, key=KEY, seal_shoe=seal_shoe, now=lambda: NOW)
        assert isinstance(desk.do(read_command({"command": "close_bets", "by": "dealer"})), Done)
        while desk.state.table.phase != "paying":
            drawn = desk.do(read_command({"command": "draw_card", "by": "dealer"}))
            assert isinstance(drawn, Done), drawn
        assert audit_store(store, FIND, known_heads=heads())[1] is None
        assert {record.form for record in store.records("sealed")} == {2, 3}


@pytest.mark.parametrize(
    "tamper",
    [
        "UPDATE people SET role = 'administrator' WHERE name = 'Dealer 1'",
        "UPDATE events SET session = 'x' WHERE table_id = 'felt' AND version = 3",
        "UPDATE events SET confirmer = 'Pia' WHERE table_id = 'felt' AND version = 3",
        "UPDATE events SET person = 'Pia' WHERE table_id = 'felt' AND version = 3",
    ],
)
def test_what_is_done_to_them_after_the_upgrade_is_found(old: Path, tamper: str) -> None:
    upgrade_books(old, key=KEY)
    with sqlite3.connect(old) as books:
        books.execute("DROP TRIGGER events_kept_update")
        assert books.execute(tamper).rowcount == 1
    with open_store(old) as store:
        store.check_with(KEY)
        assert audit_store(store, FIND)[1] is not None


def test_without_the_key_they_are_brought_forward_and_not_called_well(
    old: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PUNTO_SHOE_KEY", raising=False)
    upgrade_books(old)
    assert run(["audit", str(old)]) == 3
    assert "All is well" not in capsys.readouterr().out
    with pytest.raises(StoreError) as refused:
        open_store(old, key=KEY)
    assert refused.value.refusal.code == "books_are_not_sealed"
