"""Whatever somebody with the database changes, adds or takes away, in whichever table, the audit finds.

The tables and their columns are those that the database itself says it has: a new one cannot be forgotten.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import (
    Connection,
    Executable,
    MetaData,
    Table,
    create_engine,
    delete,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url

from punto.audit import audit_store
from punto.house.people.people import AccessRules, People
from punto.house.people.roles import Role
from punto.house.tables.desk import Done
from punto.kit import Refused
from punto.store import StoreError, open_store
from punto.store.moment import NEEDING_KEY
from punto.store.schema import REVISIONS, metadata
from punto.store.seal_groups import OF_A_ROW, OF_A_TABLE
from punto.store.seal_of_seals import SEALS
from punto.store.seals import LOG
from punto.table.script import read_command
from store.filled import COMMANDS, FIND, KEY, NOW, PASSWORD, desk_at, fill

Rows = list[dict[str, Any]]


@pytest.fixture
def filled(url: str) -> str:
    with open_store(url, key=KEY) as store:
        fill(store)
    return url


@contextmanager
def in_hand(url: str) -> Iterator[Connection]:
    """The database as somebody has it who owns it: no guard and no foreign key holds them."""
    driver = "postgresql+psycopg" if url.startswith("postgresql") else "sqlite"
    engine = create_engine(make_url(url).set(drivername=driver))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET session_replication_role = replica"))
            else:
                triggers = text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
                for name in connection.execute(triggers).scalars().all():
                    connection.execute(text(f"DROP TRIGGER {name}"))
            yield connection
    finally:
        engine.dispose()


def tables_in(url: str) -> dict[str, Table]:
    with in_hand(url) as connection, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # An index on an expression is not reflected, and no row is in it alone.
        found = MetaData()
        found.reflect(connection)
    return dict(found.tables)


def other(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case int():
            return value + 1_000_003
        case float():
            return value + 1.5
        case bytes() | memoryview():
            return bytes(value)[:-1] + bytes([bytes(value)[-1] ^ 1]) if len(value) else b"x"
        case str() if len(value) == 64 and all(digit in "0123456789abcdef" for digit in value):
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        case str():
            return value + "x"
    raise AssertionError(f"{value!r} is of a kind that no test changes")


def is_row(table: Table, row: dict[str, Any]) -> list[Any]:
    return [table.c[name] == value for name, value in row.items()]


def tamperings(table: Table, rows: Rows) -> Iterator[tuple[str, Executable]]:
    """Every column of a row changed, rows taken away, rows added."""
    first, last = rows[0], rows[-1]
    for name, value in last.items():
        yield f"{name} changed", update(table).where(*is_row(table, last)).values({name: other(value)})
    for which, row in (("first", first), ("last", last)):
        yield f"the {which} row deleted", delete(table).where(*is_row(table, row))
    yield "every row deleted", delete(table)
    keys = [column.name for column in table.primary_key.columns]
    for name in keys:
        yield f"a row added with another {name}", insert(table).values(first | {name: other(first[name])})
    if not keys:
        yield "a row added twice", insert(table).values(first)
    if len(keys) > 1:
        strange = first | {name: other(first[name]) for name in keys}
        yield "a row added of something else", insert(table).values(strange)


def verdict(url: str, key: bytes | None) -> tuple[str | None, dict[str, int]]:
    """What the audit finds, and what it could not check."""
    try:
        with open_store(url) as store:
            if key is not None:
                store.check_with(key)
            finding = audit_store(store, FIND)[1]
            return str(finding) if finding else None, store.unchecked()
    except StoreError as error:
        return str(error), {}


def test_every_table_of_the_schema_is_there_with_rows(filled: str) -> None:
    tables = tables_in(filled)
    assert tables.keys() == {*metadata.tables, REVISIONS}
    with in_hand(filled) as connection:
        for table in tables.values():
            assert connection.execute(select(table).limit(1)).first(), f"no test tampers with {table.name}"


def test_nothing_is_at_fault_and_nothing_left_unchecked_with_the_key(filled: str) -> None:
    assert verdict(filled, KEY) == (None, {})
    finding, unchecked = verdict(filled, None)
    assert finding is None
    beside = {"arrivals", "factors", "failures", "heartbeats", "house", "keys", "leases", "people"}
    assert unchecked.keys() == beside | {"recovery_codes", "seals", "sessions", "shoes", "snapshots"}


@pytest.mark.exhaustive
def test_whatever_is_done_to_a_row_of_any_table_is_found(filled: str) -> None:
    done = 0
    for name, table in sorted(tables_in(filled).items()):
        with in_hand(filled) as connection:
            rows: Rows = [dict(row._mapping) for row in connection.execute(select(table))]
        for what, tamper in tamperings(table, rows):
            with in_hand(filled) as connection:
                connection.execute(tamper)
            with_key, unchecked = verdict(filled, KEY)
            assert with_key is not None, f"{name}: {what}"
            assert not unchecked
            without, unchecked = verdict(filled, None)
            assert without is not None or unchecked.get(name), f"{name}: {what}, without the key"
            with in_hand(filled) as connection:
                connection.execute(delete(table))
                connection.execute(insert(table), rows)
            done += 1
    assert done > 120
    assert verdict(filled, KEY) == (None, {})


def of_a_log(tables: Sequence[Table], log: str) -> Iterator[Any]:
    for table in tables:
        if "table_id" in table.c:
            yield delete(table).where(table.c.table_id == log)
        if "scope" in table.c:
            yield delete(table).where(table.c.scope == LOG + log)


def test_a_log_that_was_taken_away_whole_is_missed(filled: str) -> None:
    """With its seal and all that stands beside it; of the money it moved nothing is left either."""
    tables = list(tables_in(filled).values())
    with in_hand(filled) as connection:
        for statement in of_a_log(tables, "house:people"):
            connection.execute(statement)
    found, _ = verdict(filled, KEY)
    assert found == "seals: the logs in the books are not those that the house sealed"


def test_seals_of_other_books_or_an_earlier_day_do_not_fit(filled: str) -> None:
    """A seal is good for its group and its log's head alone."""
    with in_hand(filled) as connection:
        swapped = (
            "UPDATE seals SET masked = (SELECT masked FROM seals WHERE scope = 'log:south') WHERE scope = 'log:north'"
        )
        connection.execute(text(swapped))
    assert (
        verdict(filled, KEY)[0]
        == "table north, keys and shoes: the 9 rows beside the log of north are not those that the house sealed"
    )


def live_on(url: str) -> None:
    """Another day of the house: other rows in every table that is sealed as a whole, and a new log."""
    with open_store(url, key=KEY) as store:
        people = People(store, lambda: NOW + 100_000, AccessRules(300, 1800, 12 * 3600.0, False), KEY)
        people.add("Late Dealer", Role.DEALER, PASSWORD)
        people.sign_in("Late Dealer", PASSWORD, address="192.0.2.2")
        with pytest.raises(Refused, match="password"):
            people.sign_in("Late Dealer", "something else", address="192.0.2.9")
        people.remove_factor("Day Auditor")
        people.disable("Day Auditor", True)
        store.remember("tables", b"[2]")
        desk = desk_at(store, "north")
        assert isinstance(desk.do(read_command({"command": "draw_card", "by": "dealer", "id": "c9"})), Done)
        desk.save()
        opened = read_command(COMMANDS[0] | {"by": "dealer", "id": "c1"})
        assert isinstance(desk_at(store, "annex").do(opened), Done)


def put_back(url: str, before: dict[str, Rows], tables: dict[str, Table], names: Sequence[str]) -> None:
    """Tables' rows and their seals as they were, by somebody who kept a copy of the database."""
    with in_hand(url) as connection:
        for name in names:
            if name in tables:
                connection.execute(delete(tables[name]))
                connection.execute(insert(tables[name]), before[name])
            old = [row for row in before["seals"] if row["scope"] == name]
            connection.execute(delete(tables["seals"]).where(tables["seals"].c.scope == name))
            connection.execute(insert(tables["seals"]), old)


def rows_of(url: str, tables: dict[str, Table]) -> dict[str, Rows]:
    with in_hand(url) as connection:
        return {name: [dict(row._mapping) for row in connection.execute(select(it))] for name, it in tables.items()}


def test_no_group_of_rows_is_put_back_with_its_seal(filled: str) -> None:
    """A dealer who was shut out, a code that was used, a session that ended: each fitted the seal it had then."""
    tables = tables_in(filled)
    before = rows_of(filled, tables)
    live_on(filled)
    assert verdict(filled, KEY) == (None, {})
    now = rows_of(filled, tables)
    groups = [str(table.name) for table in OF_A_TABLE]
    for name in groups:
        assert now[name] != before[name], f"{name} is as it was, and nothing is put back"
    together = "seals: they are not all of one moment: rows were put back together with their seal"
    for names in (*([name] for name in groups), ["logs"], [*groups, "logs"], [*groups, "logs", SEALS]):
        put_back(filled, before, tables, names)
        found, unchecked = verdict(filled, KEY)
        assert found is not None, f"{names} put back"
        assert not unchecked
        if "snapshots" not in names and names != ["logs"]:
            assert found == together
        put_back(filled, now, tables, names)
    assert verdict(filled, KEY) == (None, {})


def test_a_log_taken_away_with_the_seal_of_the_day_before_it_is_missed(filled: str) -> None:
    tables = tables_in(filled)
    before = rows_of(filled, tables)
    live_on(filled)
    with in_hand(filled) as connection:
        for statement in of_a_log(list(tables.values()), "annex"):
            connection.execute(statement)
    put_back(filled, before, tables, ["logs"])
    found, _ = verdict(filled, KEY)
    assert found == "seals: they are not all of one moment: rows were put back together with their seal"


def test_the_seal_of_all_seals_is_not_made_again(filled: str) -> None:
    with in_hand(filled) as connection:
        connection.execute(text("DELETE FROM seals WHERE scope = 'seals'"))
    live_on(filled)
    assert verdict(filled, KEY)[0] == "seals: the seal of all seals is missing"


def test_a_wrong_seal_never_becomes_right_by_itself(filled: str) -> None:
    with in_hand(filled) as connection:
        connection.execute(text("UPDATE people SET role = 'administrator' WHERE name = 'Day Auditor'"))
    with open_store(filled, key=KEY) as store:
        store.people.end_all("Day Auditor", 2_000_000.0)
        store.remember("tables", b"[1]")
    assert verdict(filled, KEY)[0] == "people: the 2 rows of people are not those that the house sealed"


def test_a_seal_that_was_taken_away_is_not_made_again(filled: str) -> None:
    with in_hand(filled) as connection:
        connection.execute(text("DELETE FROM seals WHERE scope IN ('house', 'log:north')"))
    with open_store(filled, key=KEY) as store:
        store.remember("tables", b"[1]")
    assert verdict(filled, KEY)[0] == "table north, seals: the seal of north is missing"
    with in_hand(filled) as connection:
        assert connection.scalar(text("SELECT count(*) FROM seals WHERE scope = 'house'")) == 0


def test_without_its_seals_no_house_opens_on_books(filled: str) -> None:
    with in_hand(filled) as connection:
        connection.execute(text("DELETE FROM seals"))
    with pytest.raises(StoreError) as refused:
        open_store(filled, key=KEY)
    assert refused.value.refusal.code == "seals_are_gone"
    with in_hand(filled) as connection:
        connection.execute(text("DELETE FROM house WHERE word = 'seal'"))
    with pytest.raises(StoreError) as refused:
        open_store(filled, key=KEY)
    assert refused.value.refusal.code == "books_are_not_sealed"


def test_books_from_which_every_sealed_row_and_every_seal_was_taken_are_not_called_well(filled: str) -> None:
    tables = tables_in(filled)
    with in_hand(filled) as connection:
        for table in NEEDING_KEY:
            connection.execute(delete(tables[str(table.name)]))
    for key in (KEY, None):
        with open_store(filled) as store:
            if key is not None:
                store.check_with(key)
            logs = len(store.tables())
            assert store.unchecked() == {"seals": len(OF_A_TABLE) + len(OF_A_ROW) + logs + 2}


def test_books_sealed_as_they_stand_hold_and_no_snapshot_is_carried_on(filled: str) -> None:
    with in_hand(filled) as connection:
        connection.execute(text("UPDATE snapshots SET body = :body"), {"body": b"{}"})
        connection.execute(text("UPDATE people SET password = 'another'"))
    assert verdict(filled, KEY)[0] is not None
    with open_store(filled) as store:
        store.seal_anew(bytes(32), "the key is lost", "2026-11-18T08:00:00Z")
        assert store.unchecked_snapshot("north") is None
    assert verdict(filled, bytes(32)) == (None, {})


@pytest.mark.parametrize(
    ("done", "why"),
    [
        ("UPDATE people SET role = 'administrator' WHERE name = 'Day Auditor'", "Day Auditor is administrator, and"),
        ("UPDATE people SET disabled = 1 WHERE name = 'Day Auditor'", "Day Auditor is auditor, shut out, and"),
        ("UPDATE people SET name = 'Night Auditor' WHERE name = 'Day Auditor'", "Day Auditor is nobody's name, and"),
        ("DELETE FROM people WHERE name = 'Day Auditor'", "Day Auditor is nobody's name, and"),
    ],
)
def test_somebody_with_the_key_gives_nobody_another_role(filled: str, done: str, why: str) -> None:
    """Who seals the rows anew has not changed the log of accounts, and that stands under signed heads."""
    with in_hand(filled) as connection:
        connection.execute(text(done))
    with open_store(filled) as store:
        store.seal_anew(KEY, "nobody is to know", "2026-11-18T08:00:00Z")
    for key in (KEY, None):
        found, _ = verdict(filled, key)
        assert found is not None
        assert found.startswith(f"people: {why}")


def test_another_key_does_not_open_the_seals(filled: str) -> None:
    with pytest.raises(StoreError) as refused:
        open_store(filled, key=bytes(32))
    assert refused.value.refusal.code == "seal_has_another_key"
    assert verdict(filled, bytes(32))[0] is not None


def test_sealed_books_are_not_written_to_without_the_key(filled: str) -> None:
    with open_store(filled) as store, pytest.raises(StoreError) as refused:
        store.remember("tables", b"[]")
    assert refused.value.refusal.code == "key_is_needed"
    assert verdict(filled, KEY) == (None, {})


def test_the_schema_has_no_table_that_reflection_does_not_see(filled: str) -> None:
    with in_hand(filled) as connection:
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, REVISIONS}
