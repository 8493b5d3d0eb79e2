"""The lasting logs: sign-ins and failures that nobody can drown, and settings from one start to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from house.conftest import Clock, open_people
from punto.audit import audit_store
from punto.house.people.people import People
from punto.house.people.roles import Role
from punto.house.people.sign_in_log import STRANGERS, WINDOW_SECONDS
from punto.house.settings import Settings, TableSettings
from punto.house.settings_log import LOG as SETTINGS
from punto.house.settings_log import note_settings
from punto.kit import Refused
from punto.store import Store
from punto.store.people import SIGN_INS

HOME, AWAY = "192.0.2.1", "198.51.100.7"


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    made = open_people(store, clock)
    made.add("Guest", Role.PATRON, "correct horse")
    return made


def log(store: Store, name: str = SIGN_INS) -> list[tuple[str, str, Any]]:
    assert store.verify(name) is None
    return [(event.kind, event.person, event.body) for event in store.events(name)]


def fail(people: People, name: str, address: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(Refused):
            people.sign_in(name, "hunter2", address=address)


def test_who_came_in_and_who_failed_is_written_down(store: Store, people: People) -> None:
    token = people.sign_in("guest", "correct horse", address=HOME)
    people.follow(people.link("Guest"), AWAY)
    people.sign_out(token)
    fail(people, "Guest", AWAY)
    fail(people, "correct horse", AWAY)  # Typed into the wrong field.
    with pytest.raises(Refused):
        people.follow("guess", AWAY)
    assert log(store) == [
        ("signed_in", "Guest", {"person": "Guest", "address": HOME, "by": "password"}),
        ("signed_in", "Guest", {"person": "Guest", "address": AWAY, "by": "link"}),
        ("signed_out", "Guest", {"person": "Guest"}),
        ("sign_in_failed", "", {"person": "Guest", "address": AWAY, "code": "wrong_name_or_password"}),
        ("sign_in_failed", "", {"person": "", "address": AWAY, "code": "wrong_name_or_password"}),
        ("sign_in_failed", "", {"person": "", "address": AWAY, "code": "link_is_spent"}),
    ]
    octets = b"".join(record.body.encode() for record in store.records(SIGN_INS))
    assert b"horse" not in octets
    assert b"hunter2" not in octets
    _, found = audit_store(store, lambda name, *_, **__: pytest.fail(f"{name} is asked for, and no table is here"))
    assert found is None


def test_nobody_fills_the_log_with_failures(store: Store, people: People, clock: Clock) -> None:
    fail(people, "Guest", AWAY, 10)
    for number in range(STRANGERS + 40):
        fail(people, f"Nova {number}", f"10.0.0.{number}")
    assert len(log(store)) == 3 + STRANGERS
    people.sign_ins.sum_up()
    assert len(log(store)) == 3 + STRANGERS
    clock.now += WINDOW_SECONDS + 1
    people.sign_ins.sum_up()
    assert log(store)[-2:] == [
        ("sign_ins_failed", "", {"person": "Guest", "address": AWAY, "count": 7}),
        ("sign_ins_failed", "", {"person": "", "address": "", "count": 40}),
    ]
    people.sign_ins.sum_up()
    fail(people, "Guest", AWAY)
    assert len(log(store)) == 3 + STRANGERS + 3


def test_a_changed_entry_is_found(store: Store, people: People, tmp_path: Path) -> None:
    people.sign_in("Guest", "correct horse", address=AWAY)
    assert store.verify(SIGN_INS) is None
    records = list(store.records(SIGN_INS))
    from punto.store import verify_chain

    other = msgspec.structs.replace(records[0], body=records[0].body.replace(AWAY, HOME))
    assert verify_chain([other], store.head(SIGN_INS)) is not None


def test_what_the_settings_were_at_each_start_is_in_the_log(store: Store) -> None:
    table = TableSettings(id="salon", rulebook="easy-six", sign={"stake_max": 500})
    settings = Settings(database="postgresql://me:word@host/x", tables=[table])
    first = note_settings(store, settings, 0.0)
    assert {change.setting: change.now for change in first}["tables.salon.sign.stake_max"] == 500
    assert note_settings(store, msgspec.structs.replace(settings, port=9999), 1.0) == []
    slower = msgspec.structs.replace(table, betting_seconds=30.0, sign={})
    changed = msgspec.structs.replace(settings, staff_idle_minutes=10.0, tables=[slower])
    for _ in range(2):
        note_settings(store, changed, 60.0)
    kinds = [kind for kind, *_ in log(store, SETTINGS)]
    assert kinds == ["settings_first_seen", "settings_changed"]
    assert log(store, SETTINGS)[1][2] == {
        "changes": [
            {"setting": "staff_idle_minutes", "was": 5.0, "is": 10.0},
            {"setting": "tables.salon.betting_seconds", "was": 20.0, "is": 30.0},
            {"setting": "tables.salon.sign.stake_max", "was": 500, "is": None},
        ]
    }
    assert b"word" not in b"".join(record.body.encode() for record in store.records(SETTINGS))
