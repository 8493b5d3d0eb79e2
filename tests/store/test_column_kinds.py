"""SQLite keeps whatever it is given in any column: a value that is not of its column's kind is found, and named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from punto.audit import audit_store
from punto.store import StoreError, open_store
from punto.store.backup import back_up
from punto.store.rotation import rotate_key
from punto.store.schema import metadata
from store.filled import FIND, KEY, fill

AT = "2026-11-16T20:00:00Z"

OTHERWISE = {"text": b"\xff\x00", "integer": b"x", "real": "soon", "blob": "a text"}
"""By what a column keeps, a value that it should not."""


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("books") / "filled.db"
    with open_store(str(file), key=KEY) as store:
        fill(store)
    with closing(sqlite3.connect(file)) as database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
    return file


def verdict(books: Path, key: bytes | None) -> str:
    with open_store(str(books)) as store:
        if key is not None:
            store.check_with(key)
        finding = audit_store(store, FIND)[1]
        store.unchecked()
        msgspec.json.encode(finding)  # As `punto audit --json` prints it.
        return str(finding)


@pytest.mark.parametrize("table", [table.name for table in metadata.sorted_tables])
def test_a_value_of_another_kind_is_named_with_its_row_and_column(books: Path, table: str) -> None:
    columns = [column.name for column in metadata.tables[table].columns]
    for number, column in enumerate(columns):
        with closing(sqlite3.connect(books, isolation_level=None)) as database:
            kept = [f'"{name}"' for name in columns]
            row = database.execute(f"SELECT {', '.join(kept)} FROM {table} LIMIT 1").fetchone()
            where = " AND ".join(f"{name} = ?" for name in kept)
            [kind] = database.execute(f'SELECT typeof("{column}") FROM {table} LIMIT 1').fetchone()
            foreign = OTHERWISE[kind]
            database.execute(f'UPDATE {table} SET "{column}" = ? WHERE {where}', (foreign, *row))
            found = verdict(books, None)
            changed = (*row[:number], foreign, *row[number + 1 :])
            database.execute(f'UPDATE {table} SET "{column}" = ? WHERE {where}', (row[number], *changed))
        assert found.startswith(f"{table}: the {column} "), found
        assert found.endswith("is of another kind than its column, which no house writes")
    assert verdict(books, KEY) == "None"


def test_nothing_is_made_of_such_books_and_they_are_not_sealed_anew(books: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(books, isolation_level=None)) as database:
        database.execute("UPDATE heads SET version = X'ff' WHERE table_id = 'south'")
    try:
        with open_store(str(books)) as store, pytest.raises(StoreError, match="heads: the version of the row with"):
            store.heads()
        with pytest.raises(StoreError, match="heads: the version of the row with"):
            back_up(str(books), tmp_path / "copy.db")
        with pytest.raises(StoreError, match="heads: the version of the row with"):
            rotate_key(str(books), KEY, bytes(32), AT)
    finally:
        with closing(sqlite3.connect(books, isolation_level=None)) as database:
            database.execute(
                "UPDATE heads SET version = (SELECT max(version) FROM events WHERE table_id = 'south') "
                "WHERE table_id = 'south'"
            )
    assert verdict(books, KEY) == "None"
