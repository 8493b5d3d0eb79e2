"""What the database refuses by itself, whoever asks; and how it comes to its tables."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from punto.store import Key, Store, StoreError, open_store, upgrade_books
from punto.store.engine import make_engine, writing
from punto.store.migration import SCRIPTS, revision_of
from punto.store.schema import REVISIONS, SCHEMA, metadata
from store.server import programs_for
from store.shift import bet, fund, shift


def do(url: str, statement: str) -> None:
    engine = make_engine(url)
    try:
        with writing(engine) as connection:
            connection.execute(text(statement))
    finally:
        engine.dispose()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = '{}'",
        "DELETE FROM events",
        "UPDATE postings SET amount = 0",
        "DELETE FROM postings",
        "UPDATE keys SET digest = ''",
        "DELETE FROM keys",
    ],
)
def test_what_was_written_is_neither_changed_nor_deleted(url: str, store: Store, statement: str) -> None:
    fund(store, "ann", 5)
    store.append("T1", 0, bet("c1", key=Key("k", "d", b"")))
    with pytest.raises(StoreError, match="append-only"):
        do(url, statement)


def test_the_database_itself_keeps_wallets_from_going_below_nothing(url: str, store: Store) -> None:
    fund(store, "ann", 5)
    with pytest.raises(StoreError, match="wallet_not_negative"):
        do(url, "UPDATE accounts SET balance = -1 WHERE account = 'wallet:ann'")
    do(url, "UPDATE accounts SET balance = -1 WHERE account = 'house'")
    assert store.ledger.fault() == "house holds -1, its postings sum to -5"


def test_a_version_is_written_once(url: str, store: Store) -> None:
    store.append("T1", 0, bet("c1"))
    with pytest.raises(StoreError):
        do(url, "INSERT INTO events SELECT * FROM events")


def test_the_books_name_an_account_that_its_postings_do_not_explain(url: str, store: Store) -> None:
    fund(store, "ann", 5)
    do(url, "INSERT INTO accounts (account, balance) VALUES ('wallet:eve', 70)")
    assert store.ledger.fault() == "wallet:eve holds 70, its postings sum to 0"
    assert store.ledger.trial_balance() == 70


def test_a_later_database_is_refused_and_an_older_one_must_be_upgraded_first(url: str, store: Store) -> None:
    do(url, f"UPDATE {REVISIONS} SET version_num = '999'")
    with pytest.raises(StoreError, match="schema 999") as refused:
        open_store(url)
    assert refused.value.refusal.code == "schema_is_another"
    with pytest.raises(StoreError, match="cannot be upgraded"):
        upgrade_books(url)


def test_upgrading_what_is_up_to_date_changes_nothing(url: str, store: Store) -> None:
    shift(store, "T1", 1)
    head = store.head("T1")
    upgrade_books(url)
    assert store.head("T1") == head


def test_the_migrations_end_at_the_tables_the_program_knows(url: str, store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA
    engine = make_engine(url)
    with engine.connect() as connection:
        assert revision_of(connection) == SCHEMA
        context = MigrationContext.configure(connection, opts={"version_table": REVISIONS, "compare_type": True})
        with warnings.catch_warnings():
            # An index over an expression is not read back everywhere; the test of searches sees that it is used.
            warnings.filterwarnings("ignore", ".*expression-based index '?events_moment")
            assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_database_is_made_whole_or_not_at_all(url: str) -> None:
    do(url, "CREATE TABLE shoes (somebody_elses TEXT)")
    with pytest.raises(StoreError, match="shoes"):
        open_store(url)
    engine = make_engine(url)
    assert inspect(engine).get_table_names() == ["shoes"]
    engine.dispose()
    do(url, "DROP TABLE shoes")
    open_store(url).close()


def test_sqlite_waits_for_the_disk_at_every_commit(file: Path) -> None:
    engine = make_engine(file)
    with engine.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    engine.dispose()
    assert asked == {"journal_mode": "wal", "synchronous": 2}


@pytest.mark.parametrize("where", ["sqlite://", "sqlite:///:memory:", "mysql://x/y", "nothing://", "://"])
def test_what_cannot_be_a_store_is_refused_with_a_reason(where: str) -> None:
    with pytest.raises(StoreError):
        open_store(where)


def test_a_folder_that_does_not_exist_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="unable to open") as failed:
        open_store(tmp_path / "nowhere" / "books.db")
    assert failed.value.refusal.code == "store_failed"


def test_the_server_runs_also_where_its_wheel_cannot_be_reached(tmp_path: Path) -> None:
    """As root in a home that only root may enter, the programs are copied out of it."""
    if os.geteuid() != 0:
        assert programs_for(None, tmp_path, tmp_path) == tmp_path / "pginstall" / "bin"
        return
    hidden = tmp_path / "hidden" / "wheel"
    (hidden / "pginstall" / "bin").mkdir(parents=True)
    (hidden / "pginstall" / "bin" / "postgres").write_text("#!/bin/sh\n")
    (hidden / "pginstall" / "bin" / "postgres").chmod(0o700)
    programs = programs_for(pwd.getpwnam("nobody"), hidden, tmp_path)
    assert programs == tmp_path / "wheel" / "wheel" / "pginstall" / "bin"
    assert (programs / "postgres").stat().st_mode & 0o777 == 0o755


def test_many_may_open_an_empty_database_at_once(url: str) -> None:
    program = "import sys; from punto.store import open_store; open_store(sys.argv[1]).close()"
    started = [subprocess.Popen([sys.executable, "-W", "error", "-c", program, url]) for _ in range(2)]
    assert [process.wait(30) for process in started] == [0, 0]
