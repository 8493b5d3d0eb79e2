"""What one client may send, hold and ask for: no connection, head, request or stream of one stops the others."""

from __future__ import annotations

import gc
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

import httpx
import msgspec
import pytest

from punto.house.people.roles import Role
from punto.kit import Refused
from punto.server.address import Proxies, counted_as
from punto.server.http_connection import MOST_CHUNKS, HttpConnection
from punto.server.security import HEAD_LIMIT, RateLimit
from punto.server.service import THREADS
from server.processes import eventually
from server.raw import all_of, answer_of, answered, line_to
from server.running import PASSWORD, Running, error_of, order, running

ME = b"GET /api/me HTTP/1.1\r\nHost: x\r\n"


def _head(length: int) -> bytes:
    """A head of so many bytes."""
    start, end = ME + b"X-Long: ", b"\r\n\r\n"
    return start + b"a" * (length - len(start) - len(end)) + end


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A house in which a request must be whole within half a second."""
    monkeypatch.setattr("punto.server.http_connection.REQUEST_SECONDS", 0.5)
    with running(tmp_path) as house:
        yield house


# A head.


def test_a_head_of_32_kib_is_read_and_one_byte_more_is_not(up: Running) -> None:
    for length, status, code in ((HEAD_LIMIT, 401, "not_signed_in"), (HEAD_LIMIT + 1, 431, "head_too_large")):
        for pieces in (1, 7):
            with line_to(up.port) as line:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                sent = _head(length)
                step = -(-len(sent) // pieces)
                for start in range(0, len(sent), step):
                    line.sendall(sent[start : start + step])
                    time.sleep(0.002 if pieces > 1 else 0)
                if status == 431:
                    assert answer_of(line) == (status, code)
                else:
                    assert answered(line).startswith(b"HTTP/1.1 401 ")


def test_a_large_head_behind_another_request_is_not_read_either(up: Running) -> None:
    with line_to(up.port) as line:
        line.sendall(ME + b"\r\n" + _head(HEAD_LIMIT + 200))
        assert b" 401 " not in all_of(line)[20:]  # Cut, or answered once: never twice.
    with line_to(up.port) as line:
        line.sendall(ME + b"\r\n")
        answered(line)
        line.sendall(_head(HEAD_LIMIT + 1))
        assert answer_of(line) == (431, "head_too_large")


CHUNKED = (
    b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nX-Punto: 1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


def test_an_endless_head_keeps_nobody_waiting(up: Running) -> None:
    """It was 1 ms for one header of any length that is sent in pieces, and seconds for everybody beside it."""
    _keeps_nobody_waiting(up, ME + b"X-Endless: ", b"a" * 4096)


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (b"2\r\n{}\r\n0\r\nX-Endless: ", b"a" * 4096),
        (b"2\r\n{}\r\n0\r\n", b"X: y\r\n" * 700),
        (b"2;", b"a" * 4096),
        (b"", b"1\r\n{\r\n" * 700),
    ],
    ids=["line behind it", "lines behind it", "word at a chunk", "chunks of one byte"],
)
def test_a_chunked_body_without_end_keeps_nobody_waiting(up: Running, begin: bytes, piece: bytes) -> None:
    """A line behind the last chunk cost as much as an endless header, and many of them gigabytes."""
    _keeps_nobody_waiting(up, CHUNKED + begin, piece)


def _keeps_nobody_waiting(up: Running, begin: bytes, piece: bytes) -> None:
    """Whoever sends this, and then that for as long as it is taken."""
    stop = threading.Event()

    def endless() -> None:
        while not stop.is_set():
            with line_to(up.port) as line:
                try:
                    line.sendall(begin)
                    while not stop.is_set():
                        line.sendall(piece)
                except OSError:
                    pass

    client = up.client("Guest")
    client.get("/api/me")
    threads = [threading.Thread(target=endless) for _ in range(3)]
    for thread in threads:
        thread.start()
    took = []
    try:
        for _ in range(40):
            began = time.monotonic()
            assert client.get("/api/me").status_code == 200
            took.append(time.monotonic() - began)
    finally:
        stop.set()
        for thread in threads:
            thread.join(10)
    assert sorted(took)[len(took) // 2] < 0.25, took


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"2\r\n{}\r\n0\r\nX-Long: " + b"a" * 80_000, 413, "request_too_large"),
        (b"2;" + b"a" * 80_000, 413, "request_too_large"),
        (b"0" * 80_000, 413, "request_too_large"),
        (b"1\r\n \r\n" * (MOST_CHUNKS + 1), 413, "request_too_large"),
        (b"1\r\n \r\n" * (MOST_CHUNKS - 2) + b"2\r\n{}\r\n0\r\n\r\n", 400, "bad_request"),
        (b"no number\r\n", 400, "bad_request"),
    ],
    ids=["line behind it", "word at a chunk", "number of noughts", "too many chunks", "many chunks", "no chunk"],
)
def test_what_is_around_a_body_has_an_end(up: Running, body: bytes, status: int, code: str) -> None:
    with line_to(up.port) as line:
        line.sendall(CHUNKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        time.sleep(0.05)
        line.sendall(body)
        assert answer_of(line) == (status, code)


def test_a_line_behind_a_body_is_no_header(up: Running) -> None:
    """It came into the headers of a request that was under way: here it would have said who asks."""
    with line_to(up.port) as line:
        line.sendall(CHUNKED.replace(b"X-Punto: 1\r\n", b"").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        line.sendall(b'1b\r\n{"name":"a","password":"b"}\r\n0\r\nX-Punto: 1\r\n\r\n')
        assert answer_of(line) == (403, "forged_request")


def test_a_command_that_is_carried_out_is_not_answered_with_what_comes_behind_it(
    up: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends rubbish behind a request must not be told that the request itself was none."""
    let_go, who = threading.Event(), up.house.people.who

    def slow(token: str) -> Any:
        let_go.wait(10)
        return who(token)

    monkeypatch.setattr(up.house.people, "who", slow)
    with line_to(up.port) as line:
        line.sendall(ME + f"Cookie: punto_session={up.token('Guest')}\r\n\r\n".encode())
        time.sleep(0.2)
        line.sendall(b"\0\0\0")
        with suppress(ConnectionResetError):
            assert all_of(line) == b""
        let_go.set()


def test_requests_piled_on_one_connection_are_not_all_kept(up: Running) -> None:
    with line_to(up.port) as line:
        line.sendall((ME + b"\r\n") * 500)
        assert all_of(line).count(b"HTTP/1.1 ") < 500


def test_whoever_is_hung_up_on_in_mid_answer_is_no_error_of_ours(up: Running, caplog: pytest.LogCaptureFixture) -> None:
    """An answer that was written in the moment between the cut and the news of it counted as an error of the house."""
    for _ in range(40):
        with line_to(up.port) as line, suppress(OSError):
            for _ in range(200):  # Two requests for each answer that is taken, until so many wait that it is too much.
                line.sendall((ME + b"Cookie: punto_session=none\r\n\r\n") * 2)
                if not line.recv(4096):
                    break
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.fixture
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_without_collector")
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(_head(HEAD_LIMIT + 1), id="sent away"),
        pytest.param(ME + b"Connection: close\r\n\r\n", id="answered"),
        pytest.param((ME + b"\r\n") * 40, id="piled up"),
        pytest.param(b"GET / HTTP/1.1\r\nX: ", id="never whole"),
    ],
)
def test_a_connection_that_is_over_waits_for_no_garbage_collector(
    hasty: Running, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """A flood of them was collected all at one moment, in which the house did nothing else."""
    connections: WeakSet[HttpConnection] = WeakSet()
    made = HttpConnection.connection_made

    def noted(self: HttpConnection, transport: Any) -> None:
        connections.add(self)
        made(self, transport)

    monkeypatch.setattr(HttpConnection, "connection_made", noted)
    for _ in range(3):
        with line_to(hasty.port) as line, suppress(OSError):
            line.sendall(sent)
            all_of(line)
    assert eventually(lambda: not connections, 10), list(connections)


def test_an_answer_before_there_is_a_request_has_an_id_of_its_own_too(up: Running) -> None:
    ids = []
    for _ in range(2):
        with line_to(up.port) as line:
            line.sendall(_head(HEAD_LIMIT + 1))
            head = all_of(line).partition(b"\r\n\r\n")[0].split(b"\r\n")
            ids += [header.partition(b": ")[2] for header in head if header.startswith(b"x-request-id: ")]
    assert len(set(ids)) == 2, ids


# Time.


@pytest.mark.parametrize("body", [False, True])
def test_a_request_sent_drop_by_drop_has_one_deadline(hasty: Running, body: bool) -> None:
    """Each piece comes in good time; all together do not."""
    head = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nX-Punto: 1\r\nContent-Length: 100\r\n"
    began = time.monotonic()
    with line_to(hasty.port) as line:
        line.sendall(head + (b"\r\n" if body else b"X-Slow: "))
        line.settimeout(0.1)
        answer = b""
        for _ in range(40):
            try:
                line.sendall(b"x")
                answer += line.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                break
            if answer:
                break
    assert time.monotonic() - began < 2.5
    assert b" 408 " in answer.split(b"\r\n")[0]
    assert b'"request_too_slow"' in answer


def test_blank_lines_for_ever_are_no_request(hasty: Running) -> None:
    began = time.monotonic()
    with line_to(hasty.port) as line, suppress(OSError):
        while time.monotonic() - began < 5:
            line.sendall(b"\r\n")
            time.sleep(0.05)
    assert time.monotonic() - began < 3


def test_a_connection_on_which_a_request_has_begun_is_not_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was silent for the whole time it may be, and its next request is just arriving."""
    monkeypatch.setattr("punto.server.listen.KEEP_ALIVE_SECONDS", 0.3)
    with running(tmp_path) as house:
        with line_to(house.port) as line:
            line.sendall(ME + b"\r\n")
            answered(line)
            time.sleep(0.15)
            line.sendall(ME)
            time.sleep(0.4)
            line.sendall(b"\r\n")
            assert answered(line).startswith(b"HTTP/1.1 401 ")
        with line_to(house.port) as line:
            line.sendall(ME + b"\r\n")
            answered(line)
            assert all_of(line) == b""  # But on one that stays silent it is.


def test_bytes_that_a_busy_house_has_not_read_yet_keep_a_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request arrives while the house is held up by another one, and the time for silence ends meanwhile."""
    monkeypatch.setattr("punto.server.listen.KEEP_ALIVE_SECONDS", 0.4)
    received = HttpConnection.data_received

    def held_up(self: HttpConnection, data: bytes) -> None:
        if data.startswith(b"GET /held-up"):
            time.sleep(0.8)
        received(self, data)

    monkeypatch.setattr(HttpConnection, "data_received", held_up)
    with running(tmp_path) as house, line_to(house.port) as line, line_to(house.port) as other:
        line.sendall(ME + b"\r\n")
        answered(line)
        other.sendall(b"GET /held-up HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.2)
        line.sendall(ME + b"\r\n")
        assert answered(line).startswith(b"HTTP/1.1 401 ")


def test_whoever_asks_and_does_not_read_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody read stayed in memory for as long as the connection; whoever reads slowly is waited for."""
    monkeypatch.setattr("punto.server.http_connection.UNREAD_SECONDS", 0.5)
    with running(tmp_path) as house:
        connections = house.service.admission.connections

        def asking(stack: ExitStack) -> socket.socket:
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.settimeout(10)
            line.connect(("127.0.0.1", house.port))
            # More than the kernel takes for somebody who does not read.
            line.sendall(b"GET /api/schema HTTP/1.1\r\nHost: x\r\n\r\n" * 14)
            return line

        with ExitStack() as stack:
            lines = [asking(stack) for _ in range(3)]
            assert eventually(lambda: connections._present.get("127.0.0.1") == 3)
            assert eventually(lambda: not connections._present, 10)
            for line in lines:
                line.close()
        with ExitStack() as stack:
            line, came, slowly_until = asking(stack), 0, time.monotonic() + 3
            while came < 14 * 200_000:
                octets = line.recv(65536)
                assert octets, came
                came += len(octets)
                time.sleep(0.02 if time.monotonic() < slowly_until else 0)


# How many.


def test_connections_of_one_address_are_counted(tmp_path: Path) -> None:
    with running(tmp_path, connections_per_address=5) as house:
        with ExitStack() as stack:
            lines = [stack.enter_context(line_to(house.port)) for _ in range(5)]
            for line in lines:
                line.sendall(ME + b"\r\n")
                answered(line)
            with line_to(house.port) as line:
                line.sendall(ME + b"\r\n")
                assert answer_of(line) == (429, "too_many_connections")
            with line_to(house.port) as line:
                assert all_of(line) == b""  # One that asks for nothing is not kept either.
            lines[0].sendall(ME + b"\r\n")
            assert answered(lines[0]).startswith(b"HTTP/1.1 401 ")
        # Those who left are noticed, and their places are free again.
        assert eventually(lambda: house.client().get("/api/me").status_code == 401, 10)


def test_none_means_no_limit(tmp_path: Path) -> None:
    none = dict.fromkeys(("connections_per_address", "streams_per_address", "streams_per_person"), 0)
    with running(tmp_path, **none) as house:
        assert _streams(house.client("Guest", limits=httpx.Limits()), 60) == [200] * 60


def test_a_believed_proxy_s_client_counts_and_not_the_proxy(tmp_path: Path) -> None:
    """Streams of one client fill that client's places; the proxy's other clients come in."""
    given: dict[str, Any] = {"connections_per_address": 3, "proxies": ["127.0.0.1"]}
    with running(tmp_path, **given) as house:
        client = house.client("Guest", limits=httpx.Limits())
        crowd = {"X-Forwarded-For": "203.0.113.9"}
        assert _streams(client, 5, **crowd) == [200] * 3 + [429] * 2
        assert eventually(lambda: client.get("/api/me", headers=crowd).status_code == 200)
        with ExitStack() as stack:
            for _ in range(3):
                assert _open(stack, client, **crowd) == 200
            refused = client.get("/api/me", headers=crowd)
            assert (refused.status_code, error_of(refused)) == (429, "too_many_connections")
            assert client.get("/api/me", headers={"X-Forwarded-For": "203.0.113.10"}).status_code == 200
            assert client.get("/api/me").status_code == 200


def test_a_person_watches_so_much_and_no_more(tmp_path: Path) -> None:
    """With however many sessions; and those who leave make room."""
    with running(tmp_path, streams_per_person=4) as house:
        one, two = (house.client("Guest", limits=httpx.Limits()) for _ in range(2))
        with ExitStack() as stack:
            for client in (one, one, two, two):
                assert _open(stack, client) == 200
            assert _refusal(two) == (429, "too_many_streams")
            assert _streams(house.client("Second Guest"), 1) == [200]
        assert eventually(lambda: _streams(one, 1) == [200])


def test_streams_of_one_address_are_counted_whoever_watches(tmp_path: Path) -> None:
    with running(tmp_path, streams_per_address=3, proxies=["127.0.0.1"]) as house:
        people = [house.client(name, limits=httpx.Limits()) for name in ("Guest", "Second Guest")]
        with ExitStack() as stack:
            for number, client in enumerate((*people, people[0])):
                # Three addresses of one network are one.
                headers = {"X-Forwarded-For": f"2001:db8:1:2::{number + 1:x}"}
                assert _open(stack, client, **headers) == 200
            assert _refusal(people[1], **{"X-Forwarded-For": "2001:db8:1:2:ffff::9"}) == (429, "too_many_streams")
            assert _streams(people[1], 1, **{"X-Forwarded-For": "2001:db8:1:3::1"}) == [200]


@pytest.mark.parametrize("together", [True, False])
def test_a_stream_with_a_request_behind_it_ends_with_its_viewer(tmp_path: Path, together: bool) -> None:
    """Nobody noticed that they had left: their place was taken for good, and that of everybody at their address."""
    with running(tmp_path, streams_per_person=2) as house:
        token = house.token("Guest")
        cookie = f" HTTP/1.1\r\nHost: x\r\nCookie: punto_session={token}\r\n\r\n".encode()
        stream, behind = b"GET /api/tables/t/events" + cookie, b"GET /api/me" + cookie
        for _ in range(3):
            with line_to(house.port) as line, suppress(OSError):
                line.sendall(stream + behind if together else stream)
                line.recv(65536)
                line.sendall(behind)
                assert b"HTTP/1.1 " not in all_of(line)  # It is cut off, and not answered.
        assert eventually(lambda: not house.service.viewers("t"), 5)
        with line_to(house.port) as line:
            line.sendall(stream)
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_streams_opened_at_the_same_moment_are_counted_too(tmp_path: Path) -> None:
    with running(tmp_path, streams_per_person=5) as house:
        head = f"GET /api/tables/t/events HTTP/1.1\r\nHost: x\r\nCookie: punto_session={house.token('Guest')}\r\n\r\n"
        with ExitStack() as stack:
            lines = [stack.enter_context(line_to(house.port)) for _ in range(25)]
            for line in lines:
                line.sendall(head.encode())
            statuses = [int(line.recv(65536).split(b" ", 2)[1]) for line in lines]
    assert sorted(statuses) == [200] * 5 + [429] * 20


def test_a_flood_of_strangers_does_not_reach_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cookie nobody gave out is none; whoever is signed in is not counted among them."""
    with running(tmp_path) as house:
        guest = house.client("Guest")
        assert guest.get("/api/me").status_code == 200
        house.service.admission.anonymous = RateLimit(5, 1e9)
        asked, who = [0], house.house.people.who

        def counting(token: str) -> Any:
            asked[0] += 1
            return who(token)

        monkeypatch.setattr(house.house.people, "who", counting)
        stranger = house.client()
        answers = [stranger.get("/api/me", headers={"Cookie": f"punto_session=made{number}"}) for number in range(40)]
        assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 35
        assert error_of(answers[-1]) == "too_many_requests"
        assert set(answers[-1].headers) >= {"content-security-policy", "cache-control"}
        assert asked[0] == 5
        assert stranger.get("/sign-in").status_code == 429
        assert [guest.get("/api/me").status_code for _ in range(10)] == [200] * 10
        house.house.people.revoke("Guest", "Administrator 1")
        assert eventually(lambda: guest.get("/api/me").status_code == 429)


def test_a_flood_of_sign_ins_from_many_addresses_keeps_no_command_waiting(
    up: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each hashed a password on one of the threads that commands need. Who came in from there before still comes in."""
    let_go, lock, at_once, most = threading.Event(), threading.Lock(), [0], [0]
    up.house.people.add("Regular", Role.PATRON, PASSWORD)
    regular = {"name": "Regular", "password": PASSWORD}
    assert up.client().post("/api/sign-in", json=regular).status_code == 200
    sign_in = up.house.people.sign_in

    def slow(name: str, password: str, code: str, address: str) -> str:
        if name == "Regular":
            return sign_in(name, password, code, address)
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        let_go.wait(20)
        with lock:
            at_once[0] -= 1
        raise Refused(code="wrong_name_or_password", message="the name or the password is wrong")

    monkeypatch.setattr(up.house.people, "sign_in", slow)
    monkeypatch.setattr(up.service.strangers_passwords, "most", THREADS + 5)
    # As from many addresses, each with a few.
    monkeypatch.setattr(up.service, "sign_ins", RateLimit(1000, 60.0))
    body = msgspec.json.encode({"name": "Guest", "password": "wrong"})
    head = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nX-Punto: 1\r\nConnection: close\r\n"
    head += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(up.port)) for _ in range(THREADS + 5)]
        for line in lines:
            line.sendall(head + body)
        assert eventually(lambda: up.service.strangers_passwords.present == THREADS + 5)
        dealer = up.client("Dealer 1")
        dealer.timeout = httpx.Timeout(5)
        assert order(dealer, "buy_in", patron="Guest", amount=100).status_code == 200
        one_more = stack.enter_context(line_to(up.port))
        one_more.sendall(head + body)
        assert answer_of(one_more) == (429, "too_many_requests")
        assert up.client().post("/api/sign-in", json=regular).status_code == 200
        changed = {"current": "wrong", "password": "another long password"}
        assert up.client("Dealer 1").post("/api/me/password", json=changed).status_code != 429
        assert most[0] == up.service.strangers_passwords.at_once
        let_go.set()
        assert [answer_of(line) for line in lines] == [(401, "wrong_name_or_password")] * (THREADS + 5)
        assert up.service.strangers_passwords.present == 0


def _open(stack: ExitStack, client: httpx.Client, **headers: str) -> int:
    """The status of a stream that stays open with the stack."""
    answer = stack.enter_context(client.stream("GET", "/api/tables/t/events", headers=headers))
    if answer.status_code == 200:
        lines = answer.iter_lines()
        stack.callback(lines.close)  # type: ignore[attr-defined]
        next(lines)
    return answer.status_code


def _refusal(client: httpx.Client, **headers: str) -> tuple[int, str]:
    """Status and code of a stream that is not opened; one that is opened is not read, for it has no end."""
    with client.stream("GET", "/api/tables/t/events", headers=headers) as answer:
        if answer.status_code == 200:
            return 200, ""
        answer.read()
        return answer.status_code, error_of(answer)


def _streams(client: httpx.Client, number: int, **headers: str) -> list[int]:
    """The statuses of so many streams that are open at the same time."""
    with ExitStack() as stack:
        return [_open(stack, client, **headers) for _ in range(number)]


# Addresses.


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somebody", "somebody"),
        ("x" * 5000, "x" * 100),
    ],
)
def test_what_an_address_is_counted_as(host: str, counted: str) -> None:
    assert counted_as(host) == counted


def test_which_proxies_are_believed() -> None:
    proxies = Proxies(["127.0.0.1", "10.1.0.0/16", "2001:db8::/32", "not an address"])
    believed = ("127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3", "2001:db8:5::1")
    assert [host in proxies for host in believed] == [True] * 4
    assert [host in proxies for host in ("10.2.0.1", "2001:db9::1", "", "unix")] == [False] * 4
    assert "192.0.2.1" in Proxies(["*"])
    assert "127.0.0.1" not in Proxies([])


def test_no_command_of_a_dealer_is_lost_to_the_limits(tmp_path: Path) -> None:
    """The limits as they are by default, and a table played by hand."""
    with running(tmp_path) as house:
        house.service.admission.anonymous = RateLimit(600, 10.0)
        dealer = house.client(Role.DEALER)
        assert order(dealer, "open_shoe", cards="virtual").status_code == 200
        statuses = {order(dealer, name).status_code for name in ("open_bets", "close_bets", "draw_card")}
        assert statuses == {200}
