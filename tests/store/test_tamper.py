"""An event changed, removed, added, moved or cut off in the file itself is found, every one of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.store import Head, Posting, Record, Store, hash_of, open_store, verify_chain
from punto.store.canonical import canonical
from store.shift import shift

COUPS = 3
EVENTS = 3 * COUPS
KEPT = ("events", "postings", "heads")


class Burglar:
    """Somebody with the file and every right to it."""

    def __init__(self, file: Path) -> None:
        self.database = sqlite3.connect(file, isolation_level=None)
        for (trigger,) in self.database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            self.database.execute(f"DROP TRIGGER {trigger}")
        self._rows = {table: self.database.execute(f"SELECT * FROM {table}").fetchall() for table in KEPT}

    def do(self, statement: str, *values: object) -> int:
        return self.database.execute(statement, values).rowcount

    def undo(self) -> None:
        self.database.execute("BEGIN")
        for table, rows in self._rows.items():
            self.database.execute(f"DELETE FROM {table}")
            places = ", ".join("?" * len(rows[0]))
            self.database.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
        self.database.execute("COMMIT")


@pytest.fixture(scope="module")
def robbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Burglar]]:
    file = tmp_path_factory.mktemp("robbed") / "books.db"
    with open_store(file) as store:
        shift(store, "T1", COUPS)
        shift(store, "T2", COUPS)
        burglar = Burglar(file)
        with closing(burglar.database):
            yield store, burglar


def found(store: Store, burglar: Burglar) -> tuple[int, str]:
    """Where the fault is and why; the tampering is undone, and the log is seen to be whole again."""
    fault = store.verify("T1")
    other = store.verify("T2")
    burglar.undo()
    assert store.verify("T1") is None
    assert other is None, "the other table was left alone"
    assert fault is not None
    assert fault.table == "T1"
    return fault.version, fault.why


@pytest.mark.parametrize("version", range(1, EVENTS + 1))
class TestEachEvent:
    @pytest.mark.parametrize(
        "column",
        [
            *("at", "by", "acting", "person", "command_id", "coup", "kind", "schema", "body"),
            *("previous_hash", "hash", "form"),
        ],
    )
    def test_flipped(self, robbed: tuple[Store, Burglar], version: int, column: str) -> None:
        store, burglar = robbed
        for value in (b"\xff\x00", "x", 7, 3.5):
            assert burglar.do(
                f'UPDATE events SET "{column}" = ? WHERE table_id = ? AND version = ?', value, "T1", version
            )
            assert found(store, burglar)[0] == version

    @pytest.mark.parametrize("column", ["acting", "session", "confirmer"])
    def test_flipped_to_octets_that_give_the_same_hash(
        self, robbed: tuple[Store, Burglar], version: int, column: str
    ) -> None:
        """What is hashed is JSON, in which octets are Base64: none of them are an empty text there."""
        store, burglar = robbed
        burglar.do(f'UPDATE events SET "{column}" = ? WHERE table_id = ? AND version = ?', b"", "T1", version)
        assert found(store, burglar) == (version, "holds octets where a text belongs")

    def test_flipped_to_what_is_no_text(self, robbed: tuple[Store, Burglar], version: int) -> None:
        store, burglar = robbed
        burglar.do("UPDATE events SET body = CAST(X'7bff7d' AS TEXT) WHERE table_id = 'T1' AND version = ?", version)
        at, why = found(store, burglar)
        assert (at, why[:15]) == (version, "cannot be read:")

    def test_every_character_of_a_body(self, robbed: tuple[Store, Burglar], version: int) -> None:
        store, burglar = robbed
        [body] = [record.body for record in store.records("T1") if record.version == version]
        for place in range(len(body)):
            changed = body[:place] + chr(ord(body[place]) ^ 1) + body[place + 1 :]
            burglar.do("UPDATE events SET body = ? WHERE table_id = 'T1' AND version = ?", changed, version)
            assert found(store, burglar)[0] == version

    def test_deleted(self, robbed: tuple[Store, Burglar], version: int) -> None:
        store, burglar = robbed
        assert burglar.do("DELETE FROM events WHERE table_id = 'T1' AND version = ?", version)
        at, why = found(store, burglar)
        assert at == (version + 1 if version < EVENTS else EVENTS)
        assert "expected" in why or "missing" in why

    def test_deleted_and_the_rest_moved_up(self, robbed: tuple[Store, Burglar], version: int) -> None:
        store, burglar = robbed
        for table in ("events", "postings"):
            burglar.do(f"DELETE FROM {table} WHERE table_id = 'T1' AND version = ?", version)
            for later in range(version + 1, EVENTS + 1):
                burglar.do(f"UPDATE {table} SET version = ? WHERE table_id = 'T1' AND version = ?", later - 1, later)
        assert found(store, burglar)[0] == version

    def test_inserted(self, robbed: tuple[Store, Burglar], version: int) -> None:
        """A copy of the event after the last, and one that shifts all the others."""
        store, burglar = robbed
        fields = "at, by, acting, command_id, kind, schema, body, previous_hash, hash, person, coup, form"
        fields += ", session, confirmer"
        copy = f"INSERT INTO events SELECT table_id, ?, {fields} FROM events WHERE table_id = 'T1' AND version = ?"
        copy = copy.replace("by,", '"by",')
        burglar.do(copy, EVENTS + 1, version)
        assert found(store, burglar)[0] == EVENTS + 1
        for table in ("events", "postings"):
            for later in range(EVENTS, version - 1, -1):
                burglar.do(f"UPDATE {table} SET version = ? WHERE table_id = 'T1' AND version = ?", later + 1, later)
        burglar.do(copy, version, version + 1)
        assert found(store, burglar)[0] in (version, version + 1)

    def test_reordered(self, robbed: tuple[Store, Burglar], version: int) -> None:
        store, burglar = robbed
        first = min(version, EVENTS - 1)
        for table in ("events", "postings"):
            for old, new in ((first, -1), (first + 1, first), (-1, first + 1)):
                burglar.do(f"UPDATE {table} SET version = ? WHERE table_id = 'T1' AND version = ?", new, old)
        assert found(store, burglar)[0] == first

    def test_truncated(self, robbed: tuple[Store, Burglar], version: int) -> None:
        """The event and all after it cut off, also with their postings."""
        store, burglar = robbed
        for tables in (("events",), ("events", "postings")):
            for table in tables:
                burglar.do(f"DELETE FROM {table} WHERE table_id = 'T1' AND version >= ?", version)
            assert found(store, burglar) == (version, f"missing: the log ends at {version - 1}, its head says {EVENTS}")

    def test_truncated_with_the_head_moved_back(self, robbed: tuple[Store, Burglar], version: int) -> None:
        """The head in the file is then a lie; one kept elsewhere tells."""
        store, burglar = robbed
        kept = store.head("T1")
        for table in ("events", "postings"):
            burglar.do(f"DELETE FROM {table} WHERE table_id = 'T1' AND version >= ?", version)
        burglar.do("DELETE FROM heads WHERE table_id = 'T1'")
        burglar.do(
            "INSERT INTO heads SELECT table_id, version, hash FROM events WHERE table_id = 'T1' AND version = ?",
            version - 1,
        )
        fault = verify_chain(store.records("T1"), kept)
        burglar.undo()
        assert fault is not None
        assert fault.version == version

    def test_its_postings(self, robbed: tuple[Store, Burglar], version: int) -> None:
        store, burglar = robbed
        mine = "WHERE table_id = 'T1' AND version = ?"
        deeds = [("INSERT INTO postings VALUES ('T1', ?, 9, 'wallet:eve', 5)", (version,))]
        if store.ledger.postings("T1", version):
            deeds += [
                (f"UPDATE postings SET amount = amount + 1 {mine} AND place = 0", (version,)),
                (f"UPDATE postings SET amount = 4611686018427387904 {mine} AND place = 0", (version,)),
                (f"UPDATE postings SET amount = 'much' {mine} AND place = 0", (version,)),
                (f"UPDATE postings SET amount = -amount {mine}", (version,)),
                (f"UPDATE postings SET account = 'wallet:eve' {mine} AND place = 1", (version,)),
                (f"DELETE FROM postings {mine} AND place = 1", (version,)),
                (f"UPDATE postings SET place = 7 - place {mine}", (version,)),
            ]
        for statement, values in deeds:
            assert burglar.do(statement, *values)
            assert found(store, burglar)[0] == version


def test_the_head_itself(robbed: tuple[Store, Burglar]) -> None:
    store, burglar = robbed
    for statement, version in (
        ("UPDATE heads SET version = 4 WHERE table_id = 'T1'", 5),
        ("UPDATE heads SET version = 40 WHERE table_id = 'T1'", EVENTS + 1),
        ("UPDATE heads SET hash = 'x' WHERE table_id = 'T1'", EVENTS),
        ("DELETE FROM heads WHERE table_id = 'T1'", 1),
    ):
        assert burglar.do(statement)
        assert "T1" in store.tables()
        assert found(store, burglar)[0] == version


def test_postings_of_an_event_that_never_was(robbed: tuple[Store, Burglar]) -> None:
    store, burglar = robbed
    burglar.do("INSERT INTO postings VALUES ('T1', 99, 0, 'wallet:eve', 5)")
    assert found(store, burglar) == (99, "has postings but is not in the log")


words = st.text(max_size=8)
lines = st.lists(st.builds(Posting, words, st.integers(-(10**18), 10**18)), max_size=3).map(tuple)
bodies = st.dictionaries(words, st.integers(-5, 5) | words | st.none() | st.booleans()).map(canonical)
records = st.builds(
    Record, words, st.integers(1, 9), words, words, words, words, words, st.integers(1, 9), bodies, lines, words, words
)


@given(records, records)
def test_two_different_records_never_share_a_hash(one: Record, other: Record) -> None:
    def content(record: Record) -> object:
        return Record(**{name: getattr(record, name) for name in record.__struct_fields__ if name != "hash"}, hash="")

    assert (hash_of(one) == hash_of(other)) == (content(one) == content(other))


@given(records)
def test_the_hash_can_be_made_without_this_program(record: Record) -> None:
    import hashlib
    import json

    r = record
    content = [r.previous_hash, r.table, r.version, r.at, r.by, r.acting, r.command_id, r.kind, r.schema, r.body]
    told = json.dumps(
        [*content, [[p.account, p.amount] for p in r.postings]], ensure_ascii=False, separators=(",", ":")
    )
    assert hash_of(record) == hashlib.sha256(told.encode()).hexdigest()


def test_a_body_that_is_not_canonical_is_found_even_with_its_own_hash() -> None:
    from msgspec.structs import replace

    record = Record("T1", 1, "", "", "", "", "odd", 1, '{ "a": 1 }', (), "0" * 64, "")
    record = replace(record, hash=hash_of(record))
    fault = verify_chain([record], Head("T1", 1, record.hash))
    assert fault is not None
    assert str(fault) == "table T1, event 1: its body is not in canonical form"


def test_postings_that_do_not_sum_to_nothing_are_found_even_with_their_own_hash() -> None:
    from msgspec.structs import replace

    record = Record("T1", 1, "", "", "", "", "odd", 1, "{}", (Posting("wallet:eve", 5),), "0" * 64, "")
    record = replace(record, hash=hash_of(record))
    fault = verify_chain([record], Head("T1", 1, record.hash))
    assert fault is not None
    assert fault.why == "its postings sum to 5, not to nothing"
