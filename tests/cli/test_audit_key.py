"""`punto audit` and the house's key: what cannot be looked at without it is named, and a key that fails is no fault."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from punto.cli.main import run
from punto.store import open_store
from store.filled import KEY, fill


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
    monkeypatch.setenv("PUNTO_SHOE_KEY_FD", str(os.open(key, os.O_RDONLY)))
    assert run(["audit", books]) == 0
    assert capsys.readouterr().out.count("All is well") == 2


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
