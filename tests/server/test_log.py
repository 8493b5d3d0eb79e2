"""A log as an auditor reads it: who did what in which coup and by which paragraph, looked for by the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from punto.house.people.links import token_hash
from punto.house.people.roles import Role
from punto.house.people.sessions import public_id
from punto.house.tables.switches import LOG as SWITCHES
from punto.server.service import COOKIE
from punto.store.people import LOG as PEOPLE
from punto.store.people import SIGN_INS
from server.running import OF_ROLE, PASSWORD, Running, a_table, error_of, order, running

ANNE = "Änne_100%"
"""A name with signs that mean something to a database."""


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Four coups: each opened and dealt by a dealer, with a bet of a patron's own and one put down for somebody."""
    with running(
        tmp_path_factory.mktemp("log"), a_table("t", "da-hu-ying-xiong", cards="physical", sign={"burn": False})
    ) as house:
        house.must("buy_in", patron="Guest", amount=10_000)
        house.must("buy_in", patron=ANNE, amount=10_000)
        dealer, guest = house.client("Dealer 1"), house.client("Guest")
        done(order(dealer, "open_shoe", cards="physical"))
        for _ in range(4):
            done(order(dealer, "open_bets"))
            done(order(guest, "place_bet", patron="Guest", box=1, bet="player", stake=5))
            done(order(dealer, "place_bet", patron=ANNE, box=2, bet="tie", stake=5))
            house.must("close_bets")
            for card in ("2h", "2c", "3d", "4s", "3c"):
                done(order(dealer, "draw_card", card=card))
        yield house


def done(answer: httpx.Response) -> None:
    assert answer.status_code == 200, answer.text


def read(up: Running, **asked: Any) -> dict[str, Any]:
    answer = up.client(Role.AUDITOR).get("/api/log/t", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_it_says_who(up: Running) -> None:
    people = {(one["kind"], one["by"], one["person"]) for one in read(up, limit=500)["events"]}
    assert people >= {
        ("table_opened", "dealer", None),
        ("bets_opened", "dealer", "Dealer 1"),
        ("bet_placed", "patron", "Guest"),
        ("bet_placed", "dealer", "Dealer 1"),
        ("bets_closed", "dealer", None),
        ("card_drawn", "dealer", "Dealer 1"),
    }


def test_it_says_in_which_coup_and_by_which_paragraph(up: Running) -> None:
    for one in read(up, coup=2)["events"]:
        assert one["coup"] == 2
    drawn = read(up, coup=3, kind="card_drawn")["events"]
    assert [one["grounds"] for one in drawn] == [["3.10"]] * 4 + [["3.15"]]
    settled = read(up, kind="coup_settled")["events"]
    assert all(one["cites"] and not one["grounds"] for one in settled)
    placed = read(up, kind="bet_placed", coup=1)["events"]
    assert [one["grounds"] for one in placed] == [["3.7"], ["3.7", "5.17"]]
    assert read(up, limit=1)["events"][0]["coup"] is None


def test_it_is_looked_through_by_kind_coup_person_and_time(up: Running) -> None:
    every = read(up, limit=500)["events"]

    def versions(**asked: Any) -> list[int]:
        return [one["version"] for one in read(up, limit=500, **asked)["events"]]

    assert versions(kind="bets_opened") == [one["version"] for one in every if one["kind"] == "bets_opened"]
    assert versions(coup=4)[0] == versions(kind="bets_opened")[3]
    assert versions(coup=5) == versions(kind="no_such") == versions(person="Nobody") == []
    own = [one for one in every if one["person"] == "Guest"]
    named = [one for one in every if '"Guest"' in str(one["body"]).replace("'", '"')]
    assert versions(person="Guest") == sorted({one["version"] for one in own + named})
    assert len(own) == 4 < len(named)
    # A name's signs mean only themselves, and who is concerned is found as well as who did it.
    assert {one["kind"] for one in read(up, person=ANNE, limit=500)["events"]} == {
        "bought_in",
        "bet_placed",
        "coup_settled",
    }
    assert versions(person="Änne_1000") == versions(person="dealer") == []
    middle = every[len(every) // 2]["at"]
    assert versions(since=middle) == [one["version"] for one in every if one["at"][:19] >= middle[:19]]
    assert versions(until=middle) == [one["version"] for one in every if one["at"][:19] <= middle[:19]]
    assert versions(since="2100-01-01T00:00:00") == versions(until="2000-01-01T00:00:00+08:00") == []


def test_it_is_read_from_its_end_in_parts(up: Running) -> None:
    whole = [one["version"] for one in read(up, limit=500, kind="card_drawn")["events"]]
    parts: list[int] = []
    before, more = 2**62, True
    while more:
        part = read(up, before=before, limit=7, kind="card_drawn")
        got = [one["version"] for one in part["events"]]
        parts, before, more = got + parts, got[0], part["more"]
        assert part["rulebooks"][0]["from"] <= got[0]
    assert parts == whole
    assert [one["version"] for one in read(up, after=whole[3], before=whole[9], limit=2)["events"]] > whole[3:5]


@pytest.mark.parametrize(
    "asked",
    [
        {"coup": 0},
        {"coup": "x"},
        {"since": "yesterday"},
        {"until": "0001-01-01T00:00:00+14:00"},
        {"since": "9999-12-31T23:59:59-14:00"},
        {"person": "x" * 61},
        {"before": -1},
    ],
)
def test_what_cannot_be_looked_for(up: Running, asked: dict[str, Any]) -> None:
    answer = up.client(Role.AUDITOR).get("/api/log/t", params=asked)
    assert (answer.status_code, error_of(answer)) == (400, "bad_request")


def test_a_switch_is_somebody_s(up: Running) -> None:
    for disabled in (True, False):
        body = {"switch": {"what": "patron", "id": "Guest"}, "disabled": disabled, "reason": "as asked"}
        done(up.client(Role.PIT_MANAGER).post("/api/switches", json=body))
    client = up.client(Role.AUDITOR)
    for asked, number in (
        ({}, 2),
        ({"person": "Pit Manager 1"}, 2),
        ({"person": "Guest"}, 2),
        ({"person": "Dealer 1"}, 0),
        ({"kind": "enabled"}, 1),
    ):
        told = client.get("/api/log/house:switches", params=asked).json()["events"]
        assert len(told) == number
        assert {(one["by"], one["person"]) for one in told} <= {("", "Pit Manager 1")}


def test_the_log_of_the_accounts_is_as_the_accounts_are(up: Running) -> None:
    for role in Role:
        answer = up.client(role).get("/api/log/house:people")
        assert answer.status_code == (200 if role in (Role.AUDITOR, Role.ADMINISTRATOR) else 403), role


def test_the_books_add_up(up: Running) -> None:
    told = up.client(Role.AUDITOR).get("/api/books").json()
    groups = {group["kind"]: group for group in told["groups"]}
    assert (told["total"], told["fault"]) == (0, None)
    assert groups["cage"]["balance"] == -20_000
    held = {one["account"]: one["balance"] for one in groups["wallet"]["accounts"]}
    assert held == up.house.store.ledger.balances("wallet:")
    assert groups["wallet"]["balance"] == sum(held.values()) > 0
    assert sum(group["balance"] for group in groups.values()) == 0


def test_what_was_tampered_with_is_still_shown(up: Running) -> None:
    version = read(up, kind="card_drawn", coup=1)["events"][0]["version"]
    database = sqlite3.connect(up.house.settings.database, isolation_level=None)
    for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {trigger}")
    for body in ("no JSON", '"text"', '{"kind":"card_drawn","card":"Zz","side":"player"}', '{"kind":"card_drawn"}'):
        database.execute("UPDATE events SET body = ? WHERE version = ? AND table_id = 't'", (body, version))
        told = read(up, limit=500)["events"]
        assert len(told) == up.house.store.head("t").version
        assert told[version]["grounds"] == [], "the card after it"
    database.close()


def test_the_houses_own_logs_say_who_with_which_rank_and_from_which_session(up: Running) -> None:
    def last(log: str) -> tuple[str, str, str, str]:
        record = list(up.house.store.records(log))[-1]
        return record.kind, record.person, record.by, record.session

    def session_of(client: httpx.Client) -> str:
        return public_id(token_hash(client.cookies[COOKIE]))

    administrator, manager = up.client(Role.ADMINISTRATOR), up.client(Role.PIT_MANAGER)
    name = OF_ROLE[Role.ADMINISTRATOR]
    for path, body, kind in (
        ("", {"disabled": True}, "person_shut_out"),
        ("", {"disabled": False}, "person_let_in"),
        ("/password", {"password": "seven plain chairs"}, "password_set"),
        ("/role", {"role": "auditor"}, "role_changed"),
    ):
        answer = administrator.post(f"/api/people/Second Guest{path}", json=body)
        assert answer.status_code == 200, answer.text
        assert last(PEOPLE) == (kind, name, "administrator", session_of(administrator))
    off = {"switch": {"what": "table", "id": "t"}, "disabled": True, "reason": "a spilt drink"}
    assert manager.post("/api/switches", json=off).status_code == 200
    assert last(SWITCHES) == ("disabled", OF_ROLE[Role.PIT_MANAGER], "pit_manager", session_of(manager))
    guest = up.client()
    assert guest.post("/api/sign-in", json={"name": "Guest", "password": PASSWORD}).status_code == 200
    session = session_of(guest)
    assert last(SIGN_INS) == ("signed_in", "Guest", "", session), "what is done in it leads to where it came from"
    own = {"current": PASSWORD, "password": "eleven blue lamps"}
    assert guest.post("/api/me/password", json=own).status_code == 200
    assert last(PEOPLE) == ("password_set", "Guest", "patron", session)
    session = session_of(guest)
    assert guest.post("/api/sign-out").status_code in (200, 204)
    assert last(SIGN_INS) == ("signed_out", "Guest", "", session)
    told = up.client(Role.AUDITOR).get(f"/api/log/{SWITCHES}?before=999999").json()["events"][-1]
    assert told["session"] == session_of(manager)
