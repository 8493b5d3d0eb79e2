"""Rows of no more use go, a few at a time; what proves that nothing is done twice does not."""

from __future__ import annotations

from threading import Thread

import pytest
from sqlalchemy import text

from punto.store import AlreadyDone, Append, Appended, Batch, Key, Store, StoreError
from punto.store.engine import make_engine, writing
from punto.store.links import Link
from punto.store.people import PersonRow, SessionRow
from store.shift import batch, bet, event, fund


def refused(number: int, at: str) -> Batch:
    return Batch((), at, "patron", f"r{number}", key=Key(f"r{number}", "d", b'{"refusal":{}}'))


def keys(store: Store) -> set[str]:
    names = [*(f"r{number}" for number in range(9)), "done"]
    return {name for name in names if store.key("T1", name) is not None}


def test_ids_of_refused_commands_go_the_oldest_first_and_never_one_that_did_something(store: Store) -> None:
    fund(store, "ann", 500)
    done = store.append("T1", 0, bet("c1", "wallet:ann -100", "layout:T1 +100", key=Key("done", "d", b"{}")))
    assert isinstance(done, Appended)
    for number in range(5):
        store.append("T1", done.version, refused(number, f"2026-01-0{number + 1}T10:00:00+00:00"))
    assert store.expiry.refused("2026-01-04T00:00:00+00:00", most=2) == 2
    assert keys(store) == {"r2", "r3", "r4", "done"}
    assert store.expiry.refused("2026-01-04T00:00:00+00:00", most=2) == 1
    assert store.expiry.refused("2026-01-04T00:00:00+00:00", most=2) == 0
    assert store.expiry.refused("9999", most=99) == 2
    assert keys(store) == {"done"}
    again = store.append("T1", 0, bet("c1", "wallet:ann -100", "layout:T1 +100", key=Key("done", "d", b"{}")))
    assert isinstance(again, AlreadyDone), "the bet is not doubled, however long ago it was"
    assert store.ledger.balance("wallet:ann") == 400
    assert store.verify("T1") is None
    assert store.ledger.fault() is None


def test_the_database_itself_keeps_the_id_of_a_command_that_did_something(url: str, store: Store) -> None:
    store.append("T1", 0, bet("c1", key=Key("done", "d", b"{}")))
    store.append("T1", 1, refused(1, "2026-01-01T10:00:00+00:00"))
    engine = make_engine(url)
    try:
        for statement in ("DELETE FROM keys", "DELETE FROM keys WHERE key = 'done'", "UPDATE keys SET refused = 'x'"):
            with pytest.raises(StoreError, match="append-only"), writing(engine) as connection:
                connection.execute(text(statement))
        with writing(engine) as connection:
            assert connection.execute(text("DELETE FROM keys WHERE key = 'r1'")).rowcount == 1
    finally:
        engine.dispose()


def test_a_refused_id_that_was_forgotten_is_a_new_command(store: Store) -> None:
    store.append("T1", 0, refused(1, "2026-01-01T10:00:00+00:00"))
    assert isinstance(store.append("T1", 0, refused(1, "2026-01-09T10:00:00+00:00")), AlreadyDone)
    store.expiry.refused("2026-01-02", 10)
    assert isinstance(store.append("T1", 0, bet("r1", key=Key("r1", "d", b"{}"))), Appended)


def test_expiry_waits_for_no_table_that_is_being_written_to(url: str, store: Store) -> None:
    """On SQLite there is one writer at a time; on a server another process may hold a table's head for as long."""
    store.append("T1", 0, batch("c1", event("opened")))
    store.append("T1", 1, refused(1, "2026-01-01T10:00:00+00:00"))
    if url.startswith("sqlite"):
        assert store.expiry.refused("2026-01-02", 10) == 1
        return
    engine = make_engine(url)
    gone: list[int] = []
    try:
        with writing(engine) as connection:
            connection.execute(text("SELECT * FROM heads WHERE table_id = 'T1' FOR UPDATE"))
            expiring = Thread(target=lambda: gone.append(store.expiry.refused("2026-01-02", 10)))
            expiring.start()
            expiring.join(20)
            assert gone == [1]
    finally:
        engine.dispose()


def test_a_group_with_refused_and_done_commands_keeps_them_apart(store: Store) -> None:
    answers = store.append_together(
        [
            Append("T1", 0, bet("c1", key=Key("done", "d", b"{}"))),
            Append("T1", 1, refused(1, "2026-01-01T10:00:00+00:00")),
        ]
    )
    assert all(isinstance(answer, Appended) for answer in answers)
    assert store.expiry.refused("9999", 10) == 1
    assert keys(store) == {"done"}


def person(name: str, role: str) -> PersonRow:
    return PersonRow(name.lower(), name, role, "", False, 0.0)


def test_sessions_go_when_they_are_over_and_not_while_somebody_may_come_back(store: Store) -> None:
    for name, role in (("Ann", "patron"), ("Wall", "display")):
        note = batch("", event("person_added", person=name))
        store.people.add(person(name, role), note)
    rows = {
        "ended long ago": SessionRow("ended long ago", "Ann", 1.0, 5.0, 10.0),
        "ended lately": SessionRow("ended lately", "Ann", 1.0, 5.0, 200.0),
        "left idle": SessionRow("left idle", "Ann", 1.0, 20.0, 0.0),
        "going on": SessionRow("going on", "Ann", 1.0, 150.0, 0.0),
        "on the wall": SessionRow("on the wall", "Wall", 1.0, 2.0, 0.0),
    }
    for row in rows.values():
        store.people.open_session(row)
    assert store.expiry.sessions(100.0, 1, ["display"]) == 1
    assert store.expiry.sessions(100.0, 9, ["display"]) == 1
    assert store.expiry.sessions(100.0, 9, ["display"]) == 0
    left = {token for token in rows if store.people.session(token) is not None}
    assert left == {"ended lately", "going on", "on the wall"}


def test_links_go_when_their_time_is_past(store: Store) -> None:
    store.people.links.keep({"old": Link("Ann", 10.0, True), "good": Link("Ann", 200.0, False)})
    store.remember("tables", b"{}")
    assert store.expiry.links(100.0, 9) == 1
    assert store.expiry.links(100.0, 9) == 0
    assert set(store.people.links.all()) == {"good"}
    assert store.remembered("tables") == b"{}"
