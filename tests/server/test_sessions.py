"""Sessions and second factors over the web: polling is not using, and what is owed comes before everything else."""

from __future__ import annotations

import json
import time
from base64 import b32decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.calling import process
from punto.house.people.roles import Role
from punto.house.people.totp import STEP_SECONDS, code_at
from punto.server.service import COOKIE
from server.processes import Watcher
from server.running import OF_ROLE, PASSWORD, Running, a_table, error_of, order, running


class _Clock:
    """The machine's clocks, and as much later as a test likes."""

    def __init__(self) -> None:
        self.later = 0.0

    def wall(self) -> float:
        return time.time() + self.later

    def monotonic(self) -> float:
        return time.monotonic() + self.later


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, require_second_factor=True) as opened:
        yield opened


@pytest.fixture
def clock(up: Running, monkeypatch: pytest.MonkeyPatch) -> _Clock:
    made, sessions = _Clock(), up.house.people.sessions
    monkeypatch.setattr(sessions, "_now", made.wall)
    monkeypatch.setattr(sessions._ages, "_now", made.wall)
    monkeypatch.setattr(sessions._ages, "_passed", made.monotonic)
    return made


def test_an_unattended_tab_does_not_keep_a_session_alive(up: Running, clock: _Clock) -> None:
    client = up.client(Role.DEALER)
    for _ in range(6):
        clock.later += 55
        assert client.get("/api/tables").status_code == (200 if clock.later < 300 else 401)
    answer = client.get("/api/me")
    assert (answer.status_code, error_of(answer)) == (401, "session_is_over")


def test_a_stream_does_not_keep_a_session_alive(up: Running, clock: _Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    client = up.client(Role.DEALER)
    watcher = Watcher(client, "t")
    assert watcher.opened.wait(10)
    clock.later += 301
    assert error_of(client.get("/api/me/session")) == "session_is_over"
    assert watcher.ended.wait(5)


@pytest.mark.parametrize("how", ["reported", "command"])
def test_a_key_a_click_a_touch_and_a_command_do(up: Running, clock: _Clock, how: str) -> None:
    client = up.client(Role.DEALER)
    before = client.get("/api/me/session").json()
    assert before["report_seconds"] == 10
    for _ in range(3):
        clock.later += 290
        used = client.post("/api/me/session") if how == "reported" else order(client, "open_bets")
        assert used.status_code in (200, 422)
    after = client.get("/api/me").json()["session"]
    assert after["idle_until"] > before["idle_until"]
    assert after["ends_at"] == before["ends_at"]


def test_a_display_s_session_has_no_end(up: Running) -> None:
    told = up.client(Role.DISPLAY).get("/api/me/session").json()
    assert (told["idle_until"], told["ends_at"]) == (None, None)


ALLOWED = {"/api/me", "/api/me/session"}


def test_nothing_else_is_done_before_the_second_factor_that_the_house_requires(house: Running) -> None:
    document = house.client().get("/api/schema/openapi.json").json()
    boss = house.client(Role.ADMINISTRATOR)
    assert boss.get("/api/me").json()["owes"] == "second_factor"
    for path, methods in document["paths"].items():
        address = path.replace("{table_id}", "t").replace("{name}", "easy-six").replace("{coup}", "1")
        if "get" in methods and address not in ALLOWED:
            answer = boss.get(address)
            assert (answer.status_code, error_of(answer)) == (403, "second_factor_is_needed"), path
    answer = boss.post("/api/people/Guest", json={"disabled": True})
    assert (answer.status_code, error_of(answer)) == (403, "second_factor_is_needed")
    secret = _enrolled(boss)
    assert boss.get("/api/me").json()["owes"] is None
    assert boss.get("/api/people").status_code == 200
    asked = {"name": OF_ROLE[Role.ADMINISTRATOR], "password": PASSWORD}
    stranger = house.client()
    answer = stranger.post("/api/sign-in", json=asked)
    assert (answer.status_code, error_of(answer)) == (401, "code_is_needed")
    answer = stranger.post("/api/sign-in", json=asked | {"code": "000000"})
    assert (answer.status_code, error_of(answer)) == (403, "wrong_code")
    code = code_at(secret, int(time.time()) // STEP_SECONDS + 1)
    assert stranger.post("/api/sign-in", json=asked | {"code": code}).json()["landing"] == "/"
    assert house.client(Role.DEALER).get("/api/me").json()["owes"] is None


def _enrolled(client: Any) -> bytes:
    """Somebody's secret, as an app reads it, confirmed."""
    told = client.post("/api/me/second-factor", json={"current": PASSWORD}).json()
    assert told["qr"]["path"].startswith("M")
    secret = b32decode(told["secret"])
    done = client.post(
        "/api/me/second-factor/confirm", json={"code": code_at(secret, int(time.time()) // STEP_SECONDS)}
    )
    assert done.status_code == 200, done.text
    assert len(done.json()["codes"]) == 10
    return secret


def test_the_way_back_of_an_administrator_while_the_house_is_open(tmp_path: Path) -> None:
    with running(tmp_path, a_table()) as house:
        name = OF_ROLE[Role.ADMINISTRATOR]
        before = house.client(name)
        done = process("people", "reset", name, "--db", str(tmp_path / "house.db"), "--json")
        assert done.returncode == 0, done.stderr
        password = json.loads(done.stdout)["password"]
        assert error_of(before.get("/api/me")) == "session_was_ended"
        client = house.client()
        signed = client.post("/api/sign-in", json={"name": name, "password": password})
        assert signed.json()["landing"] == "/account"
        answer = client.get("/api/people")
        assert (answer.status_code, error_of(answer)) == (403, "own_password_is_needed")
        assert (
            client.post("/api/me/password", json={"current": password, "password": "one of my own"}).status_code == 200
        )
        assert client.get("/api/people").status_code == 200
        assert client.cookies[COOKIE]
    done = process("people", "reset", "Nobody Here", "--db", str(tmp_path / "house.db"))
    assert done.returncode == 2
    assert done.stderr.startswith(b"punto: nobody is called 'Nobody Here'")
    done = process("people", "reset", name, "--db", str(tmp_path / "house.db"))
    assert b"has a new password" in done.stdout
