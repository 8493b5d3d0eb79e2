"""A database that answers otherwise than its rows stand: every row is as it was, and the audit says what is not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from punto.audit import audit_store
from punto.store import open_store
from store.filled import FIND, KEY, fill


@pytest.fixture
def filled(url: str) -> str:
    with open_store(url, key=KEY) as store:
        fill(store)
    return url


def do(url: str, *statements: str) -> None:
    driver = "postgresql+psycopg" if url.startswith("postgresql") else "sqlite"
    engine = create_engine(make_url(url).set(drivername=driver))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def verdict(url: str, key: bytes | None = KEY) -> str:
    with open_store(url) as store:
        if key is not None:
            store.check_with(key)
        return str(audit_store(store, FIND)[1])


def test_a_view_in_a_tables_place_is_named(filled: str) -> None:
    assert verdict(filled) == "None"
    do(filled, "ALTER TABLE arrivals RENAME TO elsewhere", "CREATE VIEW arrivals AS SELECT * FROM elsewhere")
    for key in (KEY, None):
        assert verdict(filled, key).startswith("database: arrivals is not a table that answers for itself")


def test_a_trigger_that_the_house_did_not_make_is_named(filled: str) -> None:
    name = "people_kept_update"
    if filled.startswith("postgresql"):
        does = "BEGIN NEW.role = 'administrator'; RETURN NEW; END"
        do(
            filled,
            f"CREATE FUNCTION promote() RETURNS trigger LANGUAGE plpgsql AS $$ {does} $$",
            f"CREATE TRIGGER {name} BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION promote()",
        )
    else:
        does = "BEGIN UPDATE people SET role = 'administrator' WHERE name = 'Day Auditor'; END"
        do(filled, f"CREATE TRIGGER {name} AFTER UPDATE ON sessions {does}")
    for key in (KEY, None):
        assert verdict(filled, key) == f"database: the house made no trigger {name}"


def test_a_policy_or_a_rule_on_a_table_is_named(filled: str) -> None:
    if not filled.startswith("postgresql"):
        pytest.skip("SQLite has neither")
    do(filled, "ALTER TABLE sessions ENABLE ROW LEVEL SECURITY")
    assert verdict(filled).startswith("database: sessions is not a table that answers for itself")
    do(filled, "ALTER TABLE sessions DISABLE ROW LEVEL SECURITY")
    assert verdict(filled) == "None"
    do(filled, "CREATE RULE keep AS ON DELETE TO sessions DO INSTEAD NOTHING")
    assert verdict(filled).startswith("database: sessions is not a table that answers for itself")


def test_an_index_that_leads_to_anothers_session_is_found(tmp_path: Path) -> None:
    """Every row is as it was: whoever is looked up by the auditor's token is the manager."""
    file = tmp_path / "books.db"
    with open_store(str(file), key=KEY) as store:
        fill(store)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        [auditor, manager] = database.execute("SELECT rowid, token FROM sessions ORDER BY name").fetchall()
        [(name, page)] = database.execute(
            "SELECT name, rootpage FROM sqlite_master WHERE tbl_name = 'sessions' AND name LIKE 'sqlite_auto%'"
        ).fetchall()
        [made] = database.execute("SELECT sql FROM sqlite_master WHERE name = 'sessions'").fetchone()
        _write_tokens(database, {auditor[0]: manager[1], manager[0]: auditor[1]})
        database.execute("PRAGMA writable_schema = ON")
        without = made.replace("PRIMARY KEY (token)", "CHECK (token)")
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'sessions'", (without,))
        database.execute("DELETE FROM sqlite_master WHERE name = ?", (name,))
        database.execute("PRAGMA schema_version = 1001")
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        _write_tokens(database, dict([auditor, manager]))
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'sessions'", (made,))
        database.execute("INSERT INTO sqlite_master VALUES ('index', ?, 'sessions', ?, NULL)", (name, page))
        database.execute("PRAGMA schema_version = 1002")
    with closing(sqlite3.connect(file)) as database:
        looked_up = database.execute("SELECT name FROM sessions WHERE token = ?", (auditor[1],))
        assert looked_up.fetchone() == ("Night Manager",)
    for key in (KEY, None):
        assert verdict(str(file), key).startswith("database: its pages or indexes do not agree: ")


def _write_tokens(database: sqlite3.Connection, tokens: dict[int, str]) -> None:
    """The token of each row: with an index beside them, which is written too, or without."""
    for row in tokens:
        database.execute("UPDATE sessions SET token = ? WHERE rowid = ?", (f"none {row}", row))
    for row, token in tokens.items():
        database.execute("UPDATE sessions SET token = ? WHERE rowid = ?", (token, row))
