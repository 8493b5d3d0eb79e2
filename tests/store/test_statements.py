"""What a command's statements cost: each is found by an index, and said once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from punto.store import AlreadyDone, Append, Appended, Batch, Key, NewEvent, open_store
from punto.store.engine import _writers
from punto.store.rows import Driver
from punto.store.writing import keys_statement
from store.shift import fund


def _together(number: int, version: int) -> list[Append]:
    """A command for each of so many tables, each with an id that makes it happen once."""
    return [
        Append(f"T{place}", version, Batch((NewEvent("noted", {}),), "", "", "c", key=Key(f"c{version}", "d", b"a")))
        for place in range(number)
    ]


def test_commands_written_together_do_not_read_every_key_there_is(file: Path) -> None:
    """With `IN` and pairs SQLite did: the older a house, the longer a busy moment took."""
    with open_store(file) as store, store._engine.connect() as connection:
        for number in (1, 2, 256):
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {keys_statement(number)}", ("T", "c") * number)
            assert not [row for row in rows if "SCAN" in row[3]]


def test_two_thousand_commands_are_written_together(file: Path) -> None:
    """SQLite refuses a statement with so many conditions, and nothing was written."""
    with open_store(file) as store:
        for _ in range(2):  # The second time each is answered as it was.
            answers = store.append_together(_together(2_000, 0))
        assert {type(answer) for answer in answers} == {AlreadyDone}
        assert store.head("T1999").version == 1


def test_no_statement_of_a_write_reads_a_whole_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Any]] = []
    rows, write = Driver.rows, Driver.write

    def noting_rows(driver: Driver, statement: str, values: Any) -> Any:
        asked.append((statement, values))
        return rows(driver, statement, values)

    def noting_write(driver: Driver, statement: str, lines: Any) -> None:
        asked.extend((statement, line) for line in lines[:1])
        write(driver, statement, lines)

    monkeypatch.setattr(Driver, "rows", noting_rows)
    monkeypatch.setattr(Driver, "write", noting_write)
    with open_store(file, key=bytes(32)) as store:
        fund(store, "Ann", 100)
        for version in (0, 1):
            assert all(isinstance(answer, Appended) for answer in store.append_together(_together(3, version)))
        monkeypatch.undo()
        assert {"INSERT", "SELECT", "UPDATE"} <= {statement.split()[0] for statement, _ in asked}
        with store._engine.connect() as connection:
            for statement, values in asked:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", tuple(values)).all()
                assert not [row for row in plan if "SCAN" in row[3]], statement


def test_a_command_is_not_composed_anew_each_time_it_is_kept(file: Path) -> None:
    composed: list[object] = []
    with open_store(file, key=bytes(32)) as store:
        for engine in (store._engine, _writers[store._engine].engine):
            event.listen(engine, "before_execute", lambda *asked: composed.append(asked[1]))
        store.append_together(_together(2, 0))
        store.head("T0")
        store.key("T0", "c0")
        store.ledger.balance("wallet:Ann")
        store.people.session("nobody")
        store.people.find("nobody")
        assert composed == []
        store.snapshot("T0")
        assert len(composed) == 1  # It would be noticed.


def test_the_writer_does_not_lose_what_it_has_read_to_another_connection(file: Path) -> None:
    """A connection whose file another one wrote to reads every page again."""
    with open_store(file) as store:
        used: list[int] = []
        event.listen(
            _writers[store._engine].engine,
            "begin",
            lambda connection: used.append(id(connection.connection.driver_connection)),
        )
        for version in range(3):
            with store._engine.connect() as reader:
                reader.exec_driver_sql("SELECT 1")
                store.append_together(_together(2, version))
        store.remember("word", b"value")
        assert len(used) == 4
        assert len(set(used)) == 1


def test_a_closed_store_leaves_no_connection_open(file: Path) -> None:
    with open_store(file) as store:
        store.append_together(_together(1, 0))
    assert not file.with_name(file.name + "-wal").exists()  # The last connection takes it away.
