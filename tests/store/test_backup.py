"""Backup and restore on both engines: one moment, all of it, checked, and never under an open house."""

from __future__ import annotations

import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, text

from cli.calling import Punto
from cli.conftest import punto  # noqa: F401
from punto.audit import audit_store
from punto.house.house import House
from punto.house.settings import Settings
from punto.kit import Refused
from punto.store import (
    LAST_BACKUP,
    StoreError,
    back_up,
    last_backup,
    open_store,
    restore_books,
    shoe_key,
    upgrade_books,
)
from punto.store.engine import make_engine, writing
from punto.store.restore import STEPS
from punto.store.schema import SCHEMA, metadata, slips
from punto.store.seal import books_key_file
from server.running import a_table
from store import filled
from store.filled import KEY
from store.old_books import lay_out
from store.server import Server
from store.shift import bet, fund, shift

_names = count()


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """A further empty database of either engine."""

    def made(engine: str) -> str:
        if engine == "sqlite":
            return f"sqlite:///{tmp_path / f'other{next(_names)}.db'}"
        server: Server = request.getfixturevalue("server")
        return server.make_database(f"other_{next(_names)}")

    return made


def everything(where: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    engine = make_engine(where)
    with engine.connect() as connection:
        found = {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }
    engine.dispose()
    return found


def fill(url: str) -> None:
    """Books with a few coups, and a row in every table that still has none."""
    with open_store(url, key=KEY) as store:
        shift(store, "安1", 3)
    engine = make_engine(url)
    with writing(engine) as connection:
        for table in metadata.sorted_tables:
            if connection.execute(select(table).limit(1)).first() is None:
                kinds = {str: "x", int: 7, float: 1.25, bytes: b"\x00\xff"}
                row = {column.name: kinds[column.type.python_type] for column in table.columns}
                if table is slips:
                    row |= {"table_id": "安1", "version": 1}  # Of an event that there is.
                connection.execute(insert(table).values(**row))
    engine.dispose()


def tamper(where: str | Path, statement: str) -> None:
    """Do something to the books that the house itself never does."""
    engine = make_engine(where)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            triggers = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
            for name in triggers:
                connection.execute(text(f"DROP TRIGGER {name}"))
        else:
            connection.execute(text("ALTER TABLE events DISABLE TRIGGER USER"))
        connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_no_row_of_any_table_is_lost_on_the_way_to_either_engine(
    url: str, to: str, other: Callable[[str], str], tmp_path: Path
) -> None:
    fill(url)
    before = everything(url)
    assert all(before.values())
    done = back_up(url, tmp_path / "backup")
    assert (done.logs, done.events) == (2, 10)
    assert everything(tmp_path / "backup") == before
    target = other(to)
    restored = restore_books(tmp_path / "backup", target, key=KEY)
    assert (restored.logs, restored.events, restored.replaced) == (2, 10, "")
    after = everything(target)
    assert after.pop("sessions") == []  # A session that was ended meanwhile must not come alive again.
    del before["sessions"]
    assert [scope for scope, *_ in after.pop("seals")] == [scope for scope, *_ in before.pop("seals")]
    assert after == before


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_restored_books_hold_with_the_key_and_are_not_restored_without_it(
    url: str, to: str, other: Callable[[str], str], tmp_path: Path
) -> None:
    with open_store(url, key=KEY) as store:
        filled.fill(store)
    back_up(url, tmp_path / "backup", key=KEY)
    with pytest.raises(StoreError) as refused:
        restore_books(tmp_path / "backup", other(to))
    assert refused.value.refusal.code == "key_is_needed"
    restore_books(tmp_path / "backup", target := other(to), key=KEY)
    with open_store(target, key=KEY) as store:
        assert audit_store(store, filled.FIND)[1] is None
        assert store.unchecked() == {}
    restore_books(tmp_path / "backup", lost := other(to), without_key=True)
    with pytest.raises(StoreError) as refused:
        open_store(lost, key=KEY)
    assert refused.value.refusal.code == "books_are_not_sealed"


def test_a_backup_is_one_moment_while_others_write(url: str, tmp_path: Path) -> None:
    """Money moves between two wallets all the time; in no backup is any of it missing or there twice."""
    with open_store(url) as store:
        fund(store, "ann", 1_000)
        stop = threading.Event()

        def play() -> None:
            for number in count():
                if stop.is_set():
                    return
                lines = ("wallet:ann -1", "wallet:ben +1") if number % 3 else ("wallet:ben -1", "wallet:ann +1")
                store.append("T", store.head("T").version, bet(f"c{number}", *lines))

        playing = threading.Thread(target=play)
        playing.start()
        try:
            backups = [back_up(url, tmp_path / f"b{number}") for number in range(3)]
        finally:
            stop.set()
            playing.join()
        for done in backups:
            with open_store(done.file) as copy:
                assert copy.ledger.balance("wallet:ann") + copy.ledger.balance("wallet:ben") == 1_000
                assert copy.ledger.fault() is None
        assert backups[0].events < store.head("T").version + 1


def test_the_house_remembers_its_last_backup(url: str, tmp_path: Path) -> None:
    with open_store(url) as store:
        fund(store, "ann", 5)
        assert last_backup(store.remembered(LAST_BACKUP)) is None
        back_up(url, tmp_path / "one", now=lambda: datetime(2026, 11, 18, 3, tzinfo=UTC))
        last = last_backup(store.remembered(LAST_BACKUP))
    assert last is not None
    assert (last.at, last.file, last.events) == ("2026-11-18T03:00:00+00:00", "one", 1)


def test_a_backup_overwrites_nothing(file: Path, tmp_path: Path) -> None:
    open_store(file).close()
    (tmp_path / "taken").write_text("something")
    with pytest.raises(Refused, match="overwrites nothing"):
        back_up(file, tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "something"
    with pytest.raises(Refused, match="cannot be written"):
        back_up(file, tmp_path / "no" / "folder")


@pytest.mark.parametrize(
    "tampering",
    ["UPDATE events SET body = '{}' WHERE version = 2", "UPDATE accounts SET balance = balance + 1"],
)
def test_a_backup_of_books_at_fault_gets_no_name_but_is_kept(url: str, tmp_path: Path, tampering: str) -> None:
    with open_store(url) as store:
        shift(store, "T", 2)
    tamper(url, tampering)
    with pytest.raises(StoreError, match=r"at fault.*backup\.part"):
        back_up(url, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()
    assert (tmp_path / "backup.part").stat().st_size
    with open_store(url) as store:
        assert store.remembered(LAST_BACKUP) is None


def test_what_was_damaged_or_changed_since_is_not_restored(url: str, other: Callable[[str], str], file: Path) -> None:
    backup = file.with_name("backup")
    with open_store(url) as store:
        shift(store, "T", 2)
    back_up(url, backup)
    tamper(backup, "UPDATE postings SET amount = amount + 1 WHERE account = 'house'")
    target = other(url.partition(":")[0])
    fill(target)
    before = everything(target)
    with pytest.raises(StoreError, match="nothing was restored"):
        restore_books(backup, target)
    assert everything(target) == before
    backup.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with pytest.raises(StoreError, match="could not be copied"):
        restore_books(backup, target)
    assert everything(target) == before


def test_books_that_were_there_are_copied_first(url: str, other: Callable[[str], str], tmp_path: Path) -> None:
    with open_store(url) as store:
        shift(store, "T", 2)
    back_up(url, tmp_path / "backup")
    target = other(url.partition(":")[0])
    fill(target)
    before = everything(target)
    done = restore_books(tmp_path / "backup", target, now=lambda: datetime(2026, 11, 18, 3, tzinfo=UTC))
    assert done.replaced.endswith(
        "20261118T030000000000Z" if target.startswith("sqlite") else "punto_replaced_20261118t030000000000z"
    )
    assert everything(target)["events"] == everything(url)["events"]
    if target.startswith("sqlite"):
        assert everything(done.replaced) == before
    else:
        engine = make_engine(target)
        with engine.connect() as connection:
            kept = connection.execute(text(f'SELECT table_id, version FROM "{done.replaced}".events')).all()
        engine.dispose()
        assert len(kept) == len(before["events"])


def test_an_open_house_is_not_overwritten(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    house = House.open(Settings(database=url, tables=[a_table()]), None)
    try:
        key = shoe_key(books_key_file(url))
        back_up(url, tmp_path / "backup", key=key)
        before = everything(url)
        with pytest.raises(Refused, match="is open"):
            restore_books(tmp_path / "backup", url, key=key)
        assert everything(url) == before
    finally:
        house.floor._writer.close()
        house.close()
    assert restore_books(tmp_path / "backup", url, key=key).replaced


def test_a_house_is_not_opened_while_its_books_are_replaced(url: str, tmp_path: Path) -> None:
    with open_store(url) as store:
        shift(store, "T", 1)
        back_up(url, tmp_path / "backup")
        refused: list[str] = []

        def open_house() -> object:
            if url.startswith("sqlite"):
                return House.open(Settings(database=url, tables=[a_table()]), None)
            return store.hold_open()  # All else would wait for the tables, which are locked.

        def try_to_open(step: str) -> None:
            if step == "written":
                with pytest.raises(Refused) as caught:
                    open_house()
                refused.append(caught.value.refusal.code)

        restore_books(tmp_path / "backup", url, at_step=try_to_open)
    assert refused == ["house_is_open" if url.startswith("sqlite") else "house_is_restored"]


def test_a_signal_s_connection_holds_the_house_open_too(server: Server, tmp_path: Path) -> None:
    """The connection of the start is lost when the server restarts; the one that waits for signals is made anew."""
    url = server.make_database("signals_hold")
    with open_store(url) as store:
        fund(store, "ann", 5)
        back_up(url, tmp_path / "backup")
        subscription = store.subscribe()
        assert subscription is not None
        with pytest.raises(Refused, match="is open"):
            restore_books(tmp_path / "backup", url)
        subscription.close()
    restore_books(tmp_path / "backup", url)


_KILLED = """
import os, signal, sys
from pathlib import Path
from punto.store import restore_books
def at_step(step):
    if step == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)
restore_books(Path(sys.argv[1]), sys.argv[2], at_step=at_step)
"""


@pytest.mark.parametrize("step", STEPS)
def test_killed_in_the_middle_the_books_are_the_old_or_the_new(url: str, tmp_path: Path, step: str) -> None:
    with open_store(url) as store:
        shift(store, "new", 2)
    backup = tmp_path / "backup"
    back_up(url, backup)
    with open_store(url) as store:
        shift(store, "old", 1)
    new, old = everything(backup)["events"], everything(url)["events"]
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(backup), url, step], check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    # A file's pages are one transaction of their own; on a server it ends after the last check.
    done = step in (("written", "committed") if url.startswith("sqlite") else ("committed",))
    assert everything(url)["events"] == (new if done else old)
    restore_books(backup, url)
    assert everything(url)["events"] == new


def test_something_else_than_books_stays_as_it_is(file: Path, tmp_path: Path) -> None:
    open_store(tmp_path / "house.db").close()
    back_up(tmp_path / "house.db", tmp_path / "backup")
    tamper(file, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(Refused, match="stays as it is"):
        restore_books(tmp_path / "backup", file)
    with pytest.raises(Refused, match="no books"):
        restore_books(file, tmp_path / "new.db")
    with pytest.raises(Refused, match="the house itself"):
        restore_books(tmp_path / "house.db", tmp_path / "house.db")
    assert not (tmp_path / "new.db").exists()


def test_a_leftover_write_ahead_log_is_not_taken_for_the_restored_books(file: Path, tmp_path: Path) -> None:
    """Somebody deleted the database and left what lay beside it."""
    with open_store(tmp_path / "house.db") as store:
        shift(store, "T", 2)
        back_up(tmp_path / "house.db", tmp_path / "backup")
        shift(store, "U", 2)
        left = (tmp_path / "house.db-wal").read_bytes()
    assert left
    file.with_name("books.db-wal").write_bytes(left)
    restore_books(tmp_path / "backup", file)
    assert everything(file)["events"] == everything(tmp_path / "backup")["events"]


def test_a_backup_of_an_older_version_is_brought_forward_by_upgrade(file: Path, tmp_path: Path) -> None:
    lay_out(f"sqlite:///{tmp_path / 'old'}")
    with pytest.raises(StoreError, match=r"has schema 3.*`punto upgrade"):
        restore_books(tmp_path / "old", file)
    assert not file.exists()
    assert upgrade_books(tmp_path / "old").after == SCHEMA
    assert restore_books(tmp_path / "old", file).events


def test_whatever_is_made_is_its_owner_s_alone(tmp_path: Path) -> None:
    """With the most generous mask: databases, what SQLite keeps beside them, locks, keys, backups, copies."""
    program = """
import os, sys
os.umask(0)
from punto.audit import audit_store
from punto.house.house import House
from punto.house.settings import Settings
from punto.store import back_up, restore_books, shoe_key
from pathlib import Path
from server.running import a_table
house = House.open(Settings(database="house.db", tables=[a_table()]), None)
key = shoe_key(Path("house.db.key"))
back_up("house.db", Path("backup"), key=key)
print(*sorted(f"{file.name}:{file.stat().st_mode & 0o777:o}" for file in Path().iterdir()))
house.floor._writer.close()
house.close()
restore_books(Path("backup"), "house.db", key=key)
restore_books(Path("backup"), "new.db", key=key)
print(*sorted(f"{file.name}:{file.stat().st_mode & 0o777:o}" for file in Path().iterdir()))
"""
    paths = {"PYTHONPATH": str(Path(__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=paths, capture_output=True, text=True, check=True, timeout=60
    )
    during, after = (dict(one.split(":") for one in line.split()) for line in ran.stdout.splitlines())
    assert {"house.db", "house.db-wal", "house.db-shm", "house.db.lock", "house.db.key", "backup"} <= set(during)
    assert {"new.db", "new.db.lock"} <= set(after)
    assert any(name.startswith("house.db.replaced.") for name in after)
    assert {*during.values(), *after.values()} == {"600"}
    assert stat.S_IMODE((tmp_path / "house.db").stat().st_mode) == 0o600


def test_the_commands_say_what_they_did(punto: Punto, file: Path, tmp_path: Path) -> None:  # noqa: F811
    with open_store(file) as store:
        shift(store, "T", 2)
    backup = tmp_path / "b"
    said = punto("backup", str(file), str(backup))
    assert said.status == 0
    assert f"They lie in {backup}" in said.out
    assert "2 logs with 7 events" in said.out
    assert punto("audit", str(backup), "--json").json["account"]["events"] >= 0
    assert punto("backup", str(file), str(backup)).status == 2
    again = punto("backup", str(file), str(tmp_path / "c"), "--json").json
    assert (again["logs"], again["events"], again["note"]) == (2, 7, "")
    said = punto("restore", str(backup), str(file))
    assert (said.status, "The books that were there lie in" in said.out) == (0, True)
    assert punto("restore", str(backup), str(tmp_path / "new.db"), "--json").json["replaced"] == ""
    missing = punto("backup", str(tmp_path / "none.db"), str(tmp_path / "d"))
    assert (missing.status, "cannot be read" in missing.err) == (2, True)
    assert not (tmp_path / "none.db").exists()
    assert msgspec.json.encode(again)
