"""`punto audit` and the house's key: what cannot be looked at without it is named, and a key that fails is no fault."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from punto.cli.main import run
from punto.store import key_source, open_store
from punto.store.moment import NEEDING_KEY
from punto.store.seal_groups import OF_A_ROW, OF_A_TABLE
from store.filled import KEY, fill

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in [name for name in os.environ if name.startswith("PUNTO_SHOE_KEY")]:
        monkeypatch.delenv(name)
    where = tmp_path / "house.db"
    with open_store(f"sqlite:///{where}", key=KEY) as store:
        fill(store)
    (tmp_path / "key").write_text(KEY.hex())
    (tmp_path / "key").chmod(0o600)
    return str(where)


def test_without_the_key_the_rows_are_named_and_nothing_is_called_well(
    books: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", books]) == 3
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("Not all could be checked")
    assert "All is well" not in said
    assert run(["audit", books, "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["fault"]) == (False, None)
    for one in told["unchecked"]:
        assert f"{one['table']} {one['rows']:,}" in said
    assert {"keys", "people", "sessions", "shoes", "snapshots", "house"} <= {one["table"] for one in told["unchecked"]}


def test_the_key_of_a_command_or_a_descriptor_checks_them_all(
    books: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = str(Path(books).with_name("key"))
    monkeypatch.setenv("PUNTO_SHOE_KEY_COMMAND", f"cat '{key}'")
    assert run(["audit", books]) == 0
    monkeypatch.delenv("PUNTO_SHOE_KEY_COMMAND")
    key_source._descriptors.clear()  # A process is started with its descriptors; this one had others before.
    monkeypatch.setenv("PUNTO_SHOE_KEY_FD", str(os.open(key, os.O_RDONLY)))
    assert run(["audit", books]) == 0
    assert capsys.readouterr().out.count("All is well") == 2


@pytest.mark.parametrize("key", [True, False])
def test_a_script_s_books_without_their_seals_are_not_called_well(
    key: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever took every sealed row of them, with the seals and their secret, has left a chain that holds."""
    for name in [name for name in os.environ if name.startswith("PUNTO_SHOE_KEY")]:
        monkeypatch.delenv(name)
    books = str(tmp_path / "script.db")
    run(["table", str(EXAMPLES / "easy-six.jsonl"), "--db", books])  # One of its commands is refused.
    assert run(["audit", books]) == 0
    with closing(sqlite3.connect(books)) as at, at:
        for trigger in at.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            at.execute(f"DROP TRIGGER {trigger[0]}")
        for table in NEEDING_KEY:
            at.execute(f"DELETE FROM {table.name}")
    if not key:
        Path(f"{books}.key").unlink()
    for alone, missing in (([], len(OF_A_TABLE) + len(OF_A_ROW) + 3), (["--table", "1"], 1)):
        capsys.readouterr()
        assert run(["audit", books, *alone]) == 3
        said = " ".join(capsys.readouterr().out.split())
        assert f": seals {missing}." in said
        assert "All is well" not in said
        assert ("the books carry none" in said) is key


def test_a_key_that_cannot_be_had_is_no_fault_of_the_books(
    books: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = Path(books).with_name("key")
    monkeypatch.setenv("PUNTO_SHOE_KEY_COMMAND", "false")
    assert run(["audit", books]) == 2
    monkeypatch.setenv("PUNTO_SHOE_KEY", KEY.hex())
    assert run(["audit", books]) == 2
    assert run(["audit", books, "--key", str(key)]) == 0
    key.chmod(0o644)
    assert run(["audit", books, "--key", str(key)]) == 2
    told = capsys.readouterr()
    assert "At fault" not in told.out
    lines = [line.removeprefix("punto: ") for line in told.err.splitlines()]
    assert [line[:11] for line in lines] == ["the command", "the key com", "key can be "]
    key.write_text(bytes(32).hex())
    key.chmod(0o600)
    assert run(["audit", books, "--key", str(key)]) == 1  # A key, and not of these books: or their seals were changed.
    assert "another key of the house" in capsys.readouterr().out
