"""Requests no honest page sends: one shape of error, a fitting status, and nothing changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import loop
from punto.house.people.roles import Role
from server.running import Running, error_of, order, running

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.fuzz import Maker, ask_all

JSON = {"Content-Type": "application/json"}
COMMANDS = "/api/tables/t/commands"


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[]", b'"x"', b"1", b"{", b'{"command":', b"{}", b'{"command":null}', b'{"command":1}',
     b"\xff\xfe{}", b'{"command":"open_bets","id":"\xff"}', b'{"command":"open_bets","id":"\\ud800"}', b"[" * 60_000,
     b'{"a":' * 10_000, b'{"command":"open_bets"}', b'{"command":"open_bets","id":""}',
     b'{"command":"open_bets","id":"a b"}',
     b'{"command":"open_bets","id":"\\u0000"}', b'{"command":"open_bets","id":"%s"}' % (b"x" * 101),
     b'{"command":"open_bets","id":7}', b'{"command":"open_bets","id":"x","seen":-1}',
     b'{"command":"open_bets","id":"x","seen":true}', b'{"command":"open_bets","id":"x","seen":"1"}',
     b'{"command":"open_bets","id":"x","extra":1}', b'{"command":"no_such","id":"x"}', b"NaN", b"\x00", b"{}{}",
     b'{"command":"place_bet","id":"x","patron":["Guest"],"box":1,"bet":"tie","stake":5}',
     b'{"command":"place_bet","id":"x","patron":"Guest","box":1e400,"bet":"tie","stake":5}',
     b'{"command":"place_bet","id":"x","patron":"Guest","box":%s,"bet":"tie","stake":5}' % (b"9" * 5000)],
)  # fmt: skip
def test_bodies_that_are_no_command(up: Running, body: bytes) -> None:
    before = up.live().version
    answer = up.client(Role.DEALER).post(COMMANDS, content=body, headers=JSON)
    assert answer.status_code == 400, answer.text
    assert error_of(answer) in ("bad_request", "bad_command", "unknown_command")
    assert up.live().version == before


@pytest.mark.parametrize("body", [b"", b'{"command":', b"{", b"{}{}", b"[}", b"nonsense"])
def test_a_body_that_is_no_json_is_called_that(up: Running, body: bytes) -> None:
    answer = up.client(Role.DEALER).post(COMMANDS, content=body, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith("the body of the request is ")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/msgpack", "x", ""])
def test_bodies_of_another_kind(up: Running, kind: str) -> None:
    answer = up.client(Role.DEALER).post(
        COMMANDS, content=b'{"command":"open_shoe","cards":"virtual","id":"k"}', headers={"Content-Type": kind}
    )
    assert (answer.status_code, error_of(answer)) == (415, "wrong_content_type")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "unknown_page"),
        ("GET", "/api/nowhere", 404, "unknown_page"),
        ("GET", "/api/tables/none", 404, "unknown_table"),
        ("GET", "/api/tables/%00", 404, "unknown_table"),
        ("GET", "/api/tables/" + "x" * 3000, 404, "unknown_table"),
        ("GET", "/api/tables/none/events", 404, "unknown_table"),
        ("PUT", "/api/tables", 405, "wrong_method"),
        ("GET", COMMANDS, 405, "wrong_method"),
        ("GET", "/api/odds/none", 404, "unknown_rulebook"),
        ("GET", "/api/odds/easy-six?decks=x", 400, "bad_request"),
        ("GET", "/api/log/t?limit=0", 400, "bad_request"),
    ],
)
def test_addresses_that_lead_nowhere(up: Running, method: str, path: str, status: int, code: str) -> None:
    answer = up.client(Role.PATRON).request(method, path)
    assert (answer.status_code, error_of(answer)) == (status, code)


@pytest.mark.parametrize(
    "path",
    ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "%2e%2e%2fapp.py", "....//app.py", "/etc/passwd", "//etc/passwd",
     "%00", "base.css%00", "lib", "lib/", ".hidden.css", "lobby.html", "x" * 5000 + ".css", "é.css", "lib/../base.css",
     "lib%5c..%5cbase.css", "a/" * 200 + "b.css"],
)  # fmt: skip
def test_no_path_leads_out_of_the_assets(up: Running, path: str) -> None:
    answer = up.client().request("GET", f"/assets/{path}")
    if answer.status_code == 200:
        assert path == "lib/../base.css"  # The browser's side made a plain address of it.
        return
    assert (answer.status_code, error_of(answer)) == (404, "unknown_page")


def test_assets_are_given_by_kind(up: Running) -> None:
    answer = up.client().get("/assets/lib/base.css")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_head_and_options_say_nothing_wrong(up: Running) -> None:
    client = up.client(Role.PATRON)
    assert client.head("/api/tables").status_code == 405
    answer = client.options("/api/tables")
    assert answer.status_code == 204
    assert "access-control-allow-origin" not in answer.headers


def test_out_of_turn_is_the_table_s_own_refusal(up: Running) -> None:
    answer = order(up.client(Role.DEALER), "draw_card")
    assert (answer.status_code, error_of(answer)) == (422, "no_coup")


def test_accounts_that_cannot_be(up: Running) -> None:
    admin = up.client(Role.ADMINISTRATOR)
    good: dict[str, Any] = {"name": "Nova", "role": "patron", "password": "long and unusual"}
    bad: list[tuple[dict[str, Any], str]] = [
        (good | {"name": "Pit Boss"}, "bad_name"),
        (good | {"name": "No\u200bva"}, "bad_name"),
        (good | {"name": "GUEST"}, "name_is_taken"),
        (good | {"role": "owner"}, "unknown_role"),
        (good | {"password": "short"}, "bad_password"),
        (good | {"password": 12345678}, "bad_request"),
        (good | {"more": 1}, "bad_request"),
        ({"name": "Nova"}, "bad_request"),
    ]
    for body, code in bad:
        answer = admin.post("/api/people", json=body)
        assert error_of(answer) == code
        assert answer.status_code < 500
    assert error_of(admin.post("/api/people/Nobody Here", json={"disabled": True})) == "unknown_person"
    assert error_of(admin.delete("/api/people/Nobody Here/sessions")) == "unknown_person"


def test_an_error_of_ours_tells_the_log_and_not_the_outside(
    up: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret inside")

    monkeypatch.setattr(up.house.people, "who", fail)
    answer = up.client("Guest").get("/api/me")
    assert (answer.status_code, error_of(answer)) == (500, "mistake_of_ours")
    assert "secret" not in answer.text
    assert "a secret inside" in caplog.text


def test_a_database_that_is_away_is_not_quoted(
    up: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from punto.store import StoreError

    def fail(*_: object) -> None:
        raise StoreError(code="store_failed", message="connection to server at 10.0.0.9 failed")

    monkeypatch.setattr(up.house.people, "who", fail)
    answer = up.client("Guest").get("/api/me")
    assert (answer.status_code, error_of(answer)) == (503, "books_are_closed")
    assert "10.0.0.9" not in answer.text
    assert "10.0.0.9" in caplog.text


@pytest.fixture
def fuzzed(tmp_path: Path) -> Iterator[Running]:
    """A house of its own: some of the requests are good ones, and leave the table in any state."""
    with running(tmp_path) as house:
        yield house


def test_some_of_the_fuzzer_s_requests(fuzzed: Running) -> None:
    """The campaign is bench/fuzz.py; here a small part of it, with another seed."""
    before = fuzzed.live().version
    maker = Maker(7, {name: [fuzzed.token(name)] for name in ("Guest", "Dealer 1", "Shift Manager 1", "Auditor 1")})
    asked = loop.run(ask_all(fuzzed.port, maker.request, 1500, 8))
    opened = loop.run(ask_all(fuzzed.port, maker.opening, 500, 8))
    assert asked.wrong == []
    assert opened.wrong == []
    assert sum(asked.statuses.values()) == 1500
    assert opened.statuses[200] > 50
    assert fuzzed.live().version == before + len(asked.versions)
    assert fuzzed.house.store.verify("t") is None
    assert fuzzed.house.store.ledger.fault() is None
