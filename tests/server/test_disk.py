"""A house on a disk that fails: it answers 503, says why once, acknowledges nothing, and goes on by itself."""

from __future__ import annotations

import asyncio
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from punto.audit import audit_store
from punto.cli.main import run
from punto.cli.serve_text import print_start
from punto.house.house import House
from punto.house.settings import Settings
from punto.rulebook import Library
from punto.server.monitoring import readiness
from punto.store import open_store
from punto.store.engine import _writers
from server.processes import eventually
from server.running import Running, a_table, error_of, order, quick, running
from store.test_disk import no_file_larger_than

NOBODY = 65534

Failing = Callable[[Running], AbstractContextManager[None]]


@contextmanager
def no_room(up: Running) -> Iterator[None]:
    file = Path(f"{up.house.settings.database}-wal")
    with no_file_larger_than(file.stat().st_size):
        yield


@contextmanager
def read_only(up: Running) -> Iterator[None]:
    engine = _writers[up.house.store._engine].engine

    def refuse(raw: Any, *_: object) -> None:
        raw.execute("PRAGMA query_only=ON").close()

    event.listen(engine, "checkout", refuse)
    yield
    event.remove(engine, "checkout", refuse)
    event.listen(engine, "checkout", lambda raw, *_: raw.execute("PRAGMA query_only=OFF").close())


@pytest.mark.parametrize("failing", [no_room, read_only])
def test_a_house_whose_disk_fails_loses_nothing_and_goes_on_by_itself(
    tmp_path: Path, failing: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [a_table("t", "easy-six"), quick("auto", "easy-six")]
    with running(tmp_path, *tables) as up:
        guest = up.client("Guest")
        for command, fields in (("open_shoe", {"cards": "virtual"}), ("open_bets", {})):
            up.must(command, **fields)
        up.must("buy_in", patron="Guest", amount=1_000)
        before = up.house.store.head("t")
        bet: dict[str, Any] = {"patron": "Guest", "box": 1, "bet": "player", "stake": 100, "id": "once"}
        with failing(up):
            answer = order(guest, "place_bet", **bet)
            assert (answer.status_code, error_of(answer)) == (503, "books_are_closed")
            assert eventually(lambda: "tables stand still" in caplog.text)
            at = up.house.store.head("auto").version
            assert asyncio.run(readiness(up.service)).reasons == ["the books cannot be written"]
        assert up.house.store.head("t") == before
        assert order(guest, "place_bet", **bet).status_code == 200  # The same command again: done now, and once.
        assert eventually(lambda: up.house.store.head("auto").version > at + 5)
        assert eventually(lambda: "the books are written again" in caplog.text)
        assert caplog.text.count("tables stand still") == 1
        assert asyncio.run(readiness(up.service)).ready
        assert up.house.store.ledger.balance("wallet:Guest") == 900
        assert order(guest, "place_bet", **bet).status_code == 200
        assert up.house.store.ledger.balance("wallet:Guest") == 900
    with open_store(tmp_path / "house.db") as store:
        assert audit_store(store, Library().find)[1] is None


def _opened_once(folder: Path) -> Path:
    with running(folder, a_table()):
        pass
    return folder / "house.db"


def _refused(books: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert run(["serve", "--port", "0", "--database", str(books)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_a_house_does_not_start_on_damaged_books(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = _opened_once(tmp_path)
    octets = bytearray(books.read_bytes())
    for page in range(1, len(octets) // 4096):
        octets[page * 4096 : page * 4096 + 100] = b"\xff" * 100
    books.write_bytes(octets)
    assert "restore a copy" in _refused(books, capsys)


def test_a_house_does_not_start_where_it_may_not_write(capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as name:  # Others may look into it: not so pytest's own.
        folder = Path(name)
        books = _opened_once(folder)
        folder.chmod(0o555)
        for file in folder.iterdir():
            file.chmod(0o444)
        with _as_somebody_without_rights():
            said = _refused(books, capsys)
        folder.chmod(0o755)
    assert "Permission denied" in said


@contextmanager
def _as_somebody_without_rights() -> Iterator[None]:
    """The superuser may write anywhere; anybody else is told no."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_house_says_what_of_its_log_was_not_taken_up(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.db"), tables=[a_table()])
    killed = House.open(settings, None)
    log = Path(f"{settings.database}-wal").read_bytes()
    books = Path(settings.database).read_bytes()
    killed.floor._writer.close()
    killed.close()
    Path(settings.database).write_bytes(books)
    Path(f"{settings.database}-wal").write_bytes(log[:-100])
    house = House.open(settings, None)
    out = io.StringIO()
    print_start(house, out, 8417)
    assert "write-ahead log" in out.getvalue()
    assert f"{house.torn:,} octets at its end were no whole transaction" in out.getvalue()
    house.floor._writer.close()
    house.close()
