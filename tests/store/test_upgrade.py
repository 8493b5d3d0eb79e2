"""Books of version 0.1.0 are brought forward: every byte kept, what is new derived, nothing half done."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from cli.calling import process
from punto.audit import audit_logs, audit_store
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.rulebook import Library
from punto.store import Head, Sought, StoreError, log_lines, open_store, read_logs, upgrade_books
from punto.store.engine import make_engine
from punto.store.schema import SCHEMA
from punto.store.upgrade import STEPS
from punto.table import Event
from punto.table import events as e
from punto.table.script import read_command
from store.old_books import FOLDER, KEY, TABLES, lay_out, rows

FIND = Library().find


@pytest.fixture
def old(url: str) -> str:
    lay_out(url)
    return url


def do(url: str, statement: str) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def heads() -> list[Head]:
    return msgspec.convert(json.loads((FOLDER / "heads.json").read_text())["heads"], list[Head])


def test_older_books_are_opened_by_an_upgrade_alone(old: str) -> None:
    with pytest.raises(StoreError, match="`punto upgrade`") as refused:
        open_store(old)
    assert refused.value.refusal.code == "schema_is_another"
    done = upgrade_books(old)
    assert (done.before, done.after, done.logs, done.events) == ("3", SCHEMA, 4, 175)
    open_store(old).close()
    again = upgrade_books(old)
    assert (again.before, again.after, again.copy) == (SCHEMA, SCHEMA, "")


def test_a_copy_of_the_books_is_made_first(old: str) -> None:
    before = {table: rows(old, table) for table in TABLES}
    copy = upgrade_books(old).copy
    if old.startswith("sqlite"):
        assert Path(copy).stat().st_mode & 0o077 == 0
        found = {table: rows(f"sqlite:///{copy}", table) for table in TABLES}
    else:
        found = {table: rows(old, table, copy) for table in TABLES}
    assert found == before


def test_old_events_keep_their_bytes_and_hashes_and_everything_beside_them(old: str) -> None:
    before = {table: rows(old, table) for table in TABLES}
    upgrade_books(old)
    after = {table: rows(old, table) for table in TABLES}
    assert after.pop("snapshots") == []
    del before["snapshots"]  # A short cut that the next start makes again.
    assert after == before


def test_ids_of_refused_commands_can_be_forgotten_and_no_others(old: str) -> None:
    answers = {(str(row[0]), str(row[1])): json.loads(bytes(row[3])) for row in rows(old, "keys")}  # type: ignore[call-overload]
    refused = {place for place, answer in answers.items() if answer["refusal"]}
    assert 0 < len(refused) < len(answers)
    upgrade_books(old)
    with open_store(old) as store:
        assert store.expiry.refused("2026-01-01", 999) == 0, "they count from the upgrade on"
        assert store.expiry.refused("9999-01-01", 999) == len(refused)
    assert {(row[0], row[1]) for row in rows(old, "keys")} == answers.keys() - refused


def test_person_coup_and_mentions_are_derived(old: str) -> None:
    upgrade_books(old)
    with open_store(old) as store:
        for table in ("table-1", "table-2"):
            coup = 0
            for record in store.records(table):
                coup = json.loads(record.body)["coup"] if record.kind == "bets_opened" else coup
                assert (record.form, record.coup) == (1, coup)
                assert record.person == record.command_id.rpartition("/")[0]
        assert {record.person for record in store.records("house:people")} == {"", "Administrator 1"}
        assert {record.person for record in store.records("house:switches")} == {"Shift Manager 1"}
        about = [record.kind for record in store.find("table-2", Sought(person="Second Guest", coup=3), 99)]
        assert about == ["bet_placed", "insurance_taken", "coup_settled", "settlement_reversed", "coup_settled"]
        switched = store.find("house:switches", Sought(person="Second Guest"), 99)
        assert [record.kind for record in switched] == ["disabled", "enabled"]


def test_the_audit_finds_nothing_and_the_heads_of_0_1_0_still_hold(old: str) -> None:
    upgrade_books(old)
    with open_store(old) as store:
        account, finding = audit_store(store, FIND, known_heads=heads())
        assert finding is None
        assert (account.tables, account.events, account.coups, account.voided) == (2, 160, 12, 1)
        rewritten = [Head(head.table, head.version, "0" * 64) for head in heads() if head.table == "table-2"]
        assert audit_store(store, FIND, known_heads=rewritten)[1] is not None


def test_an_exported_log_of_0_1_0_still_audits() -> None:
    logs = list(read_logs((FOLDER / "logs.jsonl").read_text("utf-8").splitlines()))
    account, finding = audit_logs(logs, FIND, known_heads=heads())
    assert finding is None
    assert (account.settled, account.insurance) == (9, 2)
    assert {record.person for record in logs[0].records} >= {"Guest", "Dealer 1", ""}


def desk(store: Any, table: str) -> Desk:
    return Desk(store, table, FIND, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T20:00:00+00:00")


def must(desk: Desk, command: str, **fields: Any) -> tuple[Event, ...]:
    answer = desk.do(read_command({"command": command, "by": "dealer"} | fields), person="Dealer 1")
    assert isinstance(answer, Done), answer
    return answer.events


def play_on(store: Any) -> None:
    """Both tables from where 0.1.0 left them: bets open on a sealed shoe, two cards out on a real one."""
    first, second = desk(store, "table-1"), desk(store, "table-2")
    must(first, "place_bet", patron="Guest", box=1, bet="player", stake=100)
    must(first, "close_bets")
    while first.state.table.phase == "dealing":
        must(first, "draw_card")
    must(first, "close_shoe", by="pit_supervisor", reason="so be it")
    for card in ("5d", "Kc", "6d"):
        must(second, "draw_card", card=card)
    while second.state.table.phase == "dealing":
        must(second, "draw_card", card="Jd")


def test_the_house_goes_on_where_it_was(old: str) -> None:
    upgrade_books(old)
    with open_store(old) as store:
        play_on(store)
        assert audit_store(store, FIND, known_heads=heads())[1] is None
        forms = [record.form for record in store.records("table-1")]
        assert forms == sorted(forms)
        assert set(forms) == {1, 3}
        exported = [
            line for table in ("table-1", "table-2") for line in log_lines(store.records(table), store.head(table))
        ]
    assert audit_logs(read_logs(exported), FIND, known_heads=heads())[1] is None


def test_a_repeated_command_of_0_1_0_is_answered_in_todays_shape(old: str) -> None:
    upgrade_books(old)
    with open_store(old) as store:
        table = desk(store, "table-2")
        kept = [row for row in rows(old, "keys") if b"coup_voided" in bytes(row[3])]  # type: ignore[call-overload]
        assert len(kept) == 1
        command = {"command": "report", "what": "foreign_card", "note": "a card of the next table", "by": "dealer"}
        answer = table.do(read_command(command | {"id": kept[0][1]}))
    assert isinstance(answer, Done)
    [voided] = [event for event in answer.events if isinstance(event, e.CoupVoided)]
    assert [(one.bet, one.insures) for one in voided.stakes] == [
        ("banker", ""),
        ("player", ""),
        ("insurance", "banker"),
    ]


@pytest.mark.parametrize(
    "change", ["person = 'Guest'", "coup = coup + 1", "form = 2", "person = ''", "schema = 2", "form = 0"]
)
def test_a_derived_column_that_was_changed_is_found(old: str, change: str) -> None:
    upgrade_books(old)
    if old.startswith("sqlite"):
        do(old, "DROP TRIGGER events_kept_update")
    else:
        do(old, "ALTER TABLE events DISABLE TRIGGER events_kept")
    do(old, f"UPDATE events SET {change} WHERE table_id = 'table-2' AND version = 40")
    with open_store(old) as store:
        fault = store.verify("table-2")
    assert fault is not None
    assert fault.version in (40, 41)


def test_books_at_fault_are_left_as_they_are(old: str) -> None:
    if old.startswith("sqlite"):
        do(old, "DROP TRIGGER events_kept_update")
    else:
        do(old, "ALTER TABLE events DISABLE TRIGGER events_kept")
    do(old, "UPDATE events SET at = 'noon' WHERE table_id = 'table-1' AND version = 9")
    before = {table: rows(old, table) for table in TABLES}
    with pytest.raises(StoreError, match=r"nothing was changed.*table-1, event 9") as refused:
        upgrade_books(old)
    assert refused.value.refusal.code == "books_are_at_fault"
    assert {table: rows(old, table) for table in TABLES} == before
    with pytest.raises(StoreError, match="schema 3"):
        open_store(old)


KILLED = """
import os, signal, sys
from punto.store import upgrade_books
def at(step):
    if step == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)
upgrade_books(sys.argv[1], at_step=at)
"""


@pytest.mark.parametrize("step", STEPS)
def test_an_upgrade_killed_at_any_moment_is_done_whole_or_not_at_all(old: str, step: str) -> None:
    before = {table: rows(old, table) for table in TABLES}
    killed = subprocess.run([sys.executable, "-c", KILLED, old, step], capture_output=True, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    if step != "committed":
        assert {table: rows(old, table) for table in TABLES} == before
        with pytest.raises(StoreError, match="schema 3"):
            open_store(old)
        assert upgrade_books(old).before == "3"
    with open_store(old) as store:
        assert audit_store(store, FIND, known_heads=heads())[1] is None


def test_the_command_says_what_it_did(old: str) -> None:
    where = old.removeprefix("sqlite:///")
    done = process("upgrade", where, COLUMNS="80")
    said = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert said.startswith(f"Upgraded from schema 3 to {SCHEMA}\n")
    assert "4 logs with 175 events: every hash, posting and balance holds." in said
    assert "schema" in next(line for line in said.splitlines() if "As they were" in line).rpartition(" ")[2]
    assert "rows beside the logs are not sealed" in " ".join(said.split())
    unchecked = process("audit", where, COLUMNS="80")
    assert unchecked.returncode == 3
    assert unchecked.stdout.startswith(b"Not all could be checked\n")
    sealed = process("upgrade", where, "--json", PUNTO_SHOE_KEY=KEY.hex())
    told = json.loads(sealed.stdout)
    assert (told["before"], told["after"], told["logs"], told["events"]) == (SCHEMA, SCHEMA, 5, 176)
    assert told["sealed"]["people"] == len(rows(old, "people"))
    audited = process("audit", where, PUNTO_SHOE_KEY=KEY.hex())
    assert (audited.returncode, audited.stdout[:11]) == (0, b"All is well")
    again = json.loads(process("upgrade", where, "--json", PUNTO_SHOE_KEY=KEY.hex()).stdout)
    done_already = {"before": SCHEMA, "after": SCHEMA, "copy": "", "logs": 5, "events": 176}
    assert again == done_already | {"sealed": None, "is_sealed": True}


def test_with_the_key_an_upgrade_seals_what_stands_beside_the_logs(old: str) -> None:
    done = upgrade_books(old, key=KEY)
    assert (done.before, done.after, done.logs, done.events, done.is_sealed) == ("3", SCHEMA, 5, 176, True)
    with open_store(old, key=KEY) as store:
        play_on(store)
        assert audit_store(store, FIND, known_heads=heads())[1] is None
        assert store.unchecked() == {}
    # A role follows from the log of accounts and cannot be sealed anew; a password can, with a reason.
    for change in ("role = 'administrator'", "password = 'another'"):
        do(old, "CREATE TABLE aside AS SELECT bones, role FROM people")
        do(old, f"UPDATE people SET {change}")
        with open_store(old, key=KEY) as store:
            finding = audit_store(store, FIND)[1]
            assert finding is not None
            assert finding.what == "people"
        do(old, "UPDATE people SET role = (SELECT role FROM aside WHERE aside.bones = people.bones)")
        do(old, "DROP TABLE aside")
    upgrade_books(old, key=KEY, reseal="they were looked through one by one")
    with open_store(old, key=KEY) as store:
        assert audit_store(store, FIND)[1] is None
        noted = [record.kind for record in store.records("house:seals")]
        assert noted == ["books_sealed", "books_sealed"]


def test_no_house_opens_on_books_that_were_not_sealed(old: str) -> None:
    upgrade_books(old)
    with pytest.raises(StoreError, match="`punto upgrade`") as refused:
        open_store(old, key=KEY)
    assert refused.value.refusal.code == "books_are_not_sealed"


def test_a_house_that_is_open_is_not_upgraded(tmp_path: Path) -> None:
    from punto.store.lock import lock

    url = f"sqlite:///{tmp_path / 'books.db'}"
    lay_out(url)
    with lock(tmp_path / "books.db"):
        done = process("upgrade", str(tmp_path / "books.db"))
    assert done.returncode == 2
    assert b"is open in another process" in done.stderr


@pytest.mark.parametrize("spoil", [lambda file: file.write_bytes(b"no books"), lambda file: file.write_bytes(b"")])
def test_what_is_no_database_is_refused_in_one_sentence(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    file = tmp_path / "books.db"
    spoil(file)
    done = process("upgrade", str(file))
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
