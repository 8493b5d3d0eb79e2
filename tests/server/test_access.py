"""Access: cookies, forged and cross-origin requests, limits, headers, and streams that end with their session."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from punto.house.floor.demonstration import add_people
from punto.house.people.roles import Role
from punto.server.routes.accounts import COOKIE_SECONDS
from punto.server.security import RateLimit
from punto.server.service import COOKIE
from punto.store.people import LOG as PEOPLE_LOG
from server.processes import Watcher
from server.running import PASSWORD, Running, a_table, error_of, order, running

ALWAYS = {
    "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy",
    "cross-origin-opener-policy", "cross-origin-resource-policy", "permissions-policy", "cache-control",
}  # fmt: skip


def _sign_in(client: httpx.Client, name: str = "Guest", password: str = PASSWORD, **headers: str) -> httpx.Response:
    return client.post("/api/sign-in", json={"name": name, "password": password}, headers=headers)


def test_the_cookie_is_kept_from_scripts_and_other_sites(up: Running) -> None:
    answer = _sign_in(up.client())
    assert answer.json() == {"name": "Guest", "role": "patron", "landing": "/"}
    parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert parts == {"httponly", "path=/", "samesite=strict"}


def test_a_display_comes_to_the_boards_and_its_cookie_outlives_its_browser(up: Running) -> None:
    signed = _sign_in(up.client(), "Display 1")
    assert signed.json()["landing"] == "/board"
    followed = up.client().get(f"/sign-in/{up.house.people.link('Display 1')}")
    assert (followed.status_code, followed.headers["location"]) == (302, "/board")
    for answer in (signed, followed):
        parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert parts == {"httponly", "path=/", "samesite=strict", f"max-age={COOKIE_SECONDS}"}


def test_by_https_the_cookie_is_secure_and_the_browser_is_told_to_stay(tmp_path: Any) -> None:
    with running(tmp_path, https=True) as house:
        answer = _sign_in(house.client())
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"), ("GET", "/lobby"), ("GET", "/nowhere"), ("GET", "/api/nowhere"), ("GET", "/api/tables"),
        ("GET", "/assets/lib/base.css"), ("GET", "/assets/nothing.css"), ("PUT", "/api/tables"),
        ("GET", "/sign-in/guess"), ("OPTIONS", "/api/tables"), ("HEAD", "/api/tables"),
        ("GET", "/api/schema/openapi.json"),
        ("POST", "/api/sign-in"), ("GET", "/api/tables/t"), ("DELETE", "/"), ("GET", "/api/tables/%00"),
    ],
)  # fmt: skip
def test_every_answer_carries_the_security_headers(up: Running, method: str, path: str) -> None:
    for client in (up.client(), up.client(Role.PATRON)):
        answer = client.request(method, path)
        assert set(answer.headers) >= ALWAYS, (method, path, answer.status_code)
        assert answer.status_code < 500
        assert "server" not in answer.headers


def test_a_stream_carries_the_security_headers(up: Running) -> None:
    with up.client(Role.PATRON).stream("GET", "/api/tables/t/events") as answer:
        assert set(answer.headers) >= ALWAYS
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"


def test_what_is_no_http_gets_the_same_shape_and_headers(up: Running) -> None:
    for sent in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"hello\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", up.port), 10) as line:
            line.sendall(sent)
            answer = b""
            while octets := line.recv(65536):
                answer += octets
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 "), (sent, answer)
        assert b"content-security-policy:" in head
        assert b'"error":{"code":"bad_request"' in body


FORGED: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "file://"},
    {"Origin": "http://evil.example", "Host": "evil.example"},
    {"Origin": "http://house.evil.example:80", "Host": "house.evil.example:80"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"X-Punto": "0"},
    {"X-Punto": ""},
]


@pytest.mark.parametrize("headers", FORGED)
def test_a_request_from_another_page_changes_nothing(up: Running, headers: dict[str, str]) -> None:
    client, admin = up.client(Role.DEALER), up.client(Role.ADMINISTRATOR)
    before = up.live().version
    asked: list[tuple[httpx.Client, str, str, Any]] = [
        (client, "POST", "/api/tables/t/commands", {"command": "open_shoe", "cards": "virtual", "id": "f1"}),
        (client, "POST", "/api/sign-out", None),
        (client, "POST", "/api/sign-in", {"name": "Guest", "password": PASSWORD}),
        (client, "POST", "/api/switches", {"switch": {"what": "house"}, "disabled": True, "reason": "x"}),
        (admin, "POST", "/api/people", {"name": "Nova", "role": "patron", "password": "long and unusual"}),
        (admin, "POST", "/api/people/Guest", {"disabled": True}),
        (admin, "POST", "/api/people/Guest/role", {"role": "dealer"}),
        (admin, "POST", "/api/people/Guest/password", {"password": "long and unusual"}),
        (admin, "DELETE", "/api/people/Guest/sessions", None),
        (admin, "DELETE", "/api/people/Guest/lock", None),
        (admin, "DELETE", "/api/people/Guest/second-factor", None),
        (client, "POST", "/api/me/session", None),
        (client, "POST", "/api/me/second-factor", {"current": PASSWORD}),
        (client, "POST", "/api/me/second-factor/confirm", {"code": "123456"}),
        (client, "POST", "/api/me/second-factor/recovery", {"code": "123456"}),
        (client, "POST", "/api/me/second-factor/remove", {"code": "123456"}),
        (client, "POST", "/api/me/password", {"password": "long and unusual", "current": PASSWORD}),
    ]
    for who, method, path, body in asked:
        answer = who.request(method, path, json=body, headers=headers)
        assert (answer.status_code, error_of(answer)) == (403, "forged_request"), (path, headers)
    assert up.live().version == before
    assert client.get("/api/me").status_code == 200
    assert not up.house.people.has_name("Nova")


def test_our_own_pages_are_taken(up: Running) -> None:
    client = up.client()
    for origin in (up.url, up.url.replace("127.0.0.1", "localhost")):
        host = origin.removeprefix("http://")
        assert _sign_in(client, Origin=origin, Host=host).status_code == 200
    assert _sign_in(client, **{"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_an_address_the_settings_name_is_ours(tmp_path: Any) -> None:
    with running(tmp_path, origins=["https://tables.example"]) as house:
        assert _sign_in(house.client(), Origin="https://tables.example").status_code == 200
        assert _sign_in(house.client(), Origin="http://tables.example").status_code == 403


def test_a_form_of_another_page_cannot_speak_json(up: Running) -> None:
    """What a browser sends across without asking first: forms and plain text."""
    client = up.client(Role.DEALER)
    body = b'{"command":"open_shoe","cards":"virtual","id":"x"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        headers = {"Content-Type": kind, "Origin": "https://evil.example"}
        answer = client.post("/api/tables/t/commands", content=body, headers=headers)
        assert answer.status_code == 403


def test_a_proxy_nobody_named_is_not_believed(tmp_path: Any) -> None:
    """Else anybody could be somebody else at every try to sign in."""
    with running(tmp_path) as house:
        house.service.sign_ins = RateLimit(2, 1e9)
        codes = [
            error_of(_sign_in(house.client(), "Nova", **{"X-Forwarded-For": f"10.0.0.{number}"})) for number in range(4)
        ]
    assert codes == ["wrong_name_or_password"] * 2 + ["too_many_requests"] * 2


def test_rates_are_limited(tmp_path: Any) -> None:
    with running(tmp_path) as house:
        service = house.service
        client, other = house.client(Role.DEALER), house.client(Role.PIT_MANAGER)
        service.commands = RateLimit(3, 1e9)
        codes = [order(client, "open_bets").status_code for _ in range(5)]
        assert codes == [422] * 3 + [429] * 2
        assert order(other, "open_bets").status_code == 422  # Another's share is another's.
        service.reads = RateLimit(3, 1e9)
        assert [client.get("/api/me").status_code for _ in range(5)] == [200] * 3 + [429] * 2
        assert client.get("/nowhere").status_code == 404


def test_a_bucket_fills_steadily_and_old_keys_are_forgotten() -> None:
    now = [0.0]
    limit = RateLimit(2, 10.0, now=lambda: now[0], keys=100)

    def takes(key: str) -> bool:
        from punto.kit import Refused

        try:
            limit.take(key)
        except Refused:
            return False
        return True

    assert [takes("a") for _ in range(3)] == [True, True, False]
    now[0] += 5
    assert [takes("a") for _ in range(2)] == [True, False]
    now[0] += 1000
    assert [takes("a") for _ in range(3)] == [True, True, False]
    for number in range(1000):
        assert takes(str(number))
    assert len(limit._buckets) == 100


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1_000_000])
def test_bodies_end_at_64_kib(up: Running, size: int) -> None:
    client = up.client(Role.DEALER)
    body = b'{"command":"open_bets","id":"' + b"x" * size + b'"}'
    answer = client.post("/api/tables/t/commands", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, error_of(answer)) == (413, "request_too_large")

    def pieces() -> Iterator[bytes]:
        for start in range(0, len(body), 1000):
            yield body[start : start + 1000]

    try:
        answer = client.post("/api/tables/t/commands", content=pieces(), headers={"Content-Type": "application/json"})
    except httpx.HTTPError:
        return  # It hung up on us in the middle, which is just as well.
    assert (answer.status_code, error_of(answer)) == (413, "request_too_large")


def test_the_largest_body_is_read(up: Running) -> None:
    body = b'{"command":"open_bets","id":"x"}'.ljust(64 * 1024)
    answer = up.client(Role.DEALER).post(
        "/api/tables/t/commands", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422


@pytest.mark.parametrize("how", ["sign out", "revoke", "shut out", "idle"])
def test_the_stream_of_an_ended_session_ends_within_a_second(
    tmp_path: Any, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.server.service.SWEEP_SECONDS", 0.2)
    with running(tmp_path) as house:
        client, other = house.client("Guest"), house.client("Second Guest")
        watchers = [Watcher(client, "t"), Watcher(other, "t")]
        pit = house.client(Role.PIT_MANAGER)
        assert all(watcher.opened.wait(10) for watcher in watchers)
        admin = house.client(Role.ADMINISTRATOR)
        began = time.monotonic()
        match how:
            case "sign out":
                client.post("/api/sign-out")
            case "revoke":
                admin.delete("/api/people/Guest/sessions")
            case "shut out":
                admin.post("/api/people/Guest", json={"disabled": True})
            case "idle":
                began = time.monotonic()
                house.house.people.sessions.idle[Role.PATRON] = 0.5
                watchers.append(watchers.pop(0))  # Both are patrons, and both were idle.
        assert watchers[-1 if how == "idle" else 0].ended.wait(5)
        assert time.monotonic() - began < (2.5 if how == "idle" else 1.0)
        answer = client.get("/api/me")
        assert answer.status_code == 401
        assert pit.get("/api/me").status_code == 200
        if how != "idle":
            assert not watchers[1].ended.is_set()


def test_the_stream_of_a_display_outlasts_every_idle_time_and_ends_when_revoked(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.server.service.SWEEP_SECONDS", 0.1)
    with running(tmp_path) as house:
        people = house.house.people
        screen, guest, dealer = (house.client(role) for role in (Role.DISPLAY, Role.PATRON, Role.DEALER))
        watchers = [Watcher(client, "t") for client in (screen, guest, dealer)]
        assert all(watcher.opened.wait(10) for watcher in watchers)
        monkeypatch.setattr(people.sessions._ages, "_passed", lambda: time.monotonic() + 10 * 24 * 3600)
        assert all(watcher.ended.wait(5) for watcher in watchers[1:])
        time.sleep(0.5)  # Some more sweeps.
        assert not watchers[0].ended.is_set()
        assert screen.get("/api/tables/t").status_code == 200
        began = time.monotonic()
        house.client(Role.ADMINISTRATOR).delete("/api/people/Display 1/sessions")
        assert watchers[0].ended.wait(5)
        assert time.monotonic() - began < 1.0
        answer = screen.get("/api/me")
        assert (answer.status_code, error_of(answer)) == (401, "session_was_ended")


def test_a_pit_stream_ends_with_its_session(up: Running) -> None:
    client, ended = up.client(Role.PIT_MANAGER), threading.Event()

    def watch() -> None:
        with client.stream("GET", "/api/pit/events") as answer:
            for _ in answer.iter_lines():
                opened.set()
        ended.set()

    opened = threading.Event()
    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    assert opened.wait(10)
    up.client(Role.ADMINISTRATOR).delete("/api/people/Pit Manager 1/sessions")
    assert ended.wait(1.5)
    thread.join(5)


def test_links_sign_in_once_and_are_not_written_down(
    up: Running, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG, "uvicorn")
    caplog.set_level(logging.DEBUG, "punto")
    link = up.house.people.link("Guest")
    stranger = up.client()
    assert stranger.get(f"/sign-in/{link}").status_code == 302
    assert stranger.get("/api/me").json()["name"] == "Guest"
    again = up.client().get(f"/sign-in/{link}")
    assert (again.status_code, error_of(again)) == (401, "link_is_spent")
    up.client().post(f"/sign-in/{link}")
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("http"))
    said = capfd.readouterr()
    assert link not in ours + said.out + said.err
    assert link not in again.text


def test_a_browser_with_a_spent_link_is_led_to_the_door(up: Running) -> None:
    link = up.house.people.link("Guest")
    up.house.people.follow(link)
    for secret in (link, "guess"):
        answer = up.client().get(f"/sign-in/{secret}", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert (answer.status_code, answer.headers["location"]) == (302, "/sign-in?refused=link_is_spent")
        assert "set-cookie" not in answer.headers
        for accept in ("application/json", "*/*"):
            answer = up.client().get(f"/sign-in/{secret}", headers={"Accept": accept})
            assert (answer.status_code, error_of(answer)) == (401, "link_is_spent")


def test_a_demonstration_s_links_are_good_until_it_closes(tmp_path: Any) -> None:
    with running(tmp_path, demo=True) as house:
        house.house.links = links = add_people(house.house.people)
        for _ in range(3):
            for name, secret in links.items():
                client = house.client()
                assert client.get(f"/sign-in/{secret}").headers["location"] in ("/", "/board")
                assert client.get("/api/me").json()["name"] == name
        # Somebody who sets a password of their own takes nobody's link away; the administrator does.
        assert client.post("/api/me/password", json={"password": "correct"}).status_code == 403  # The display.
    with running(tmp_path) as house:
        answer = house.client().get(f"/sign-in/{links['Guest']}")
        assert error_of(answer) == "link_is_spent"


def test_one_s_own_password_over_the_web(tmp_path: Any) -> None:
    with running(tmp_path) as house:
        mine, other = house.client("Guest"), house.client("Guest")
        for body, why in (
            ({"password": "battery staple"}, "wrong_password"),
            ({"password": "battery staple", "current": "wrong"}, "wrong_password"),
            ({"password": "short", "current": PASSWORD}, "bad_password"),
        ):
            assert error_of(mine.post("/api/me/password", json=body)) == why
        answer = mine.post("/api/me/password", json={"password": "battery staple", "current": PASSWORD})
        assert answer.status_code == 200
        assert "httponly" in answer.headers["set-cookie"].lower()
        assert mine.get("/api/me").json()["has_password"]
        assert other.get("/api/me").status_code == 401
        assert error_of(_sign_in(house.client())) == "wrong_name_or_password"
        assert _sign_in(house.client(), password="battery staple").status_code == 200
        screen = house.client(Role.DISPLAY).post("/api/me/password", json={"password": "battery staple"})
        assert (screen.status_code, error_of(screen)) == (403, "not_your_role")


def test_the_administrator_over_the_web_and_the_log_of_it(tmp_path: Any) -> None:
    with running(tmp_path) as house:
        boss, guest = house.client(Role.ADMINISTRATOR), house.client("Guest")
        version = house.house.store.head(PEOPLE_LOG).version
        for _ in range(3):
            _sign_in(house.client(), password="wrong one")
        rows = {row["name"]: row for row in boss.get("/api/people").json()["people"]}
        locked = {"locked": True, "locked_at": ["127.0.0.1"], "second_factor": False}
        assert rows["Guest"] == {"name": "Guest", "role": "patron", "disabled": False} | locked
        assert boss.delete("/api/people/Guest/lock").status_code == 200
        assert _sign_in(house.client()).status_code == 200
        assert boss.post("/api/people/Guest/password", json={"password": "battery staple"}).status_code == 200
        assert guest.get("/api/me").status_code == 401
        assert boss.post("/api/people/Guest/role", json={"role": "dealer"}).status_code == 200
        signed = _sign_in(house.client(), password="battery staple")
        assert signed.json()["role"] == "dealer"
        assert error_of(boss.post("/api/people/Guest/role", json={"role": "king"})) == "unknown_role"
        answer = boss.post("/api/people/Administrator 1", json={"disabled": True})
        assert (answer.status_code, error_of(answer)) == (409, "last_administrator")
        answer = boss.post("/api/people/Administrator 1/role", json={"role": "dealer"})
        assert (answer.status_code, error_of(answer)) == (409, "last_administrator")
        for role in (Role.ADMINISTRATOR, Role.AUDITOR):
            told = house.client(role).get(f"/api/log/{PEOPLE_LOG}?after={version}").json()
            assert [(one["kind"], one["person"], one["body"]["person"]) for one in told["events"]] == [
                ("person_unlocked", "Administrator 1", "Guest"),
                ("password_set", "Administrator 1", "Guest"),
                ("role_changed", "Administrator 1", "Guest"),
            ]
            assert house.client(role).get(f"/api/verify/{PEOPLE_LOG}").json()["whole"]
            assert PEOPLE_LOG in house.client(role).get(f"/api/log/{PEOPLE_LOG}/export").text
        for role in (Role.PATRON, Role.DEALER, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.DISPLAY):
            for path in (f"/api/log/{PEOPLE_LOG}", f"/api/verify/{PEOPLE_LOG}", f"/api/log/{PEOPLE_LOG}/export"):
                assert house.client(role).get(path).status_code == 403, (role, path)


def test_a_refusal_names_the_role_as_one_says_it(up: Running) -> None:
    said = {role: up.client(role).get("/api/pit").json() for role in (Role.ADMINISTRATOR, Role.DEALER)}
    assert said[Role.ADMINISTRATOR]["error"]["message"] == "an administrator may not look at this"
    assert said[Role.DEALER]["error"]["message"] == "a dealer may not look at this"


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(up: Running) -> None:
    wrong = _sign_in(up.client(), "Second Guest", "not this one")
    unknown = _sign_in(up.client(), "Nova", "not this one")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert {*wrong.headers} == {*unknown.headers}


def test_a_locked_account_says_so_over_the_web(up: Running) -> None:
    answers = [_sign_in(up.client(), "Nova Locked", "wrong one") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
    assert error_of(answers[-1]) == "account_is_locked"


@pytest.mark.parametrize("cookie", ["", "x", "x" * 4000, "é", '"', "a=b; c", "=", "; ;", "%00"])
def test_a_cookie_nobody_gave_out(up: Running, cookie: str) -> None:
    client = up.client()
    answer = client.get("/api/me", headers=[(b"Cookie", f"{COOKIE}={cookie}".encode("latin-1"))])
    assert (answer.status_code, error_of(answer)) == (401, "not_signed_in")


def test_one_session_is_not_another(up: Running) -> None:
    one, other = up.client("Guest"), up.client("Guest")
    one.post("/api/sign-out")
    assert one.get("/api/me").status_code == 401
    assert other.get("/api/me").status_code == 200


def test_a_request_that_never_ends_is_not_waited_for(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.server.http_connection.REQUEST_SECONDS", 0.3)
    head = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nX-Punto: 1\r\nContent-Length: 50\r\n\r\n"
    with running(tmp_path, a_table()) as house:
        for sent in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost:", head, head + b'{"na'):
            with socket.create_connection(("127.0.0.1", house.port), 10) as line:
                line.settimeout(5)
                line.sendall(sent)
                answer = b""
                while octets := line.recv(65536):
                    answer += octets
                    if b"}}" in answer:
                        break
            assert answer == b"" or b" 408 " in answer.split(b"\r\n")[0], (sent, answer)
