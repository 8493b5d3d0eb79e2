"""Exports and other work on whole logs: apart from play, in constant memory, one at a time for each person."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import httpx
import pytest

from punto.house.people.roles import Role
from punto.server.bulk import LINES_AT_ONCE, MOST_WAITING
from punto.store import read_logs
from server.processes import eventually
from server.running import Running, error_of, order

EXPORT = "/api/log/t/export"


class Lines:
    """An export that goes on until it is let go, and how far it was read."""

    def __init__(self) -> None:
        self.read = 0
        self.at_once = 0
        self.most_at_once = 0
        self.go_on = threading.Event()
        self._lock = threading.Lock()

    def __call__(self, store: object, table: str) -> Iterator[str]:
        with self._lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        yield "first"
        self.go_on.wait(20)
        with self._lock:
            self.at_once -= 1
        yield "last"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    held = Lines()
    monkeypatch.setattr("punto.server.routes.log._exported", held)
    yield held
    held.go_on.set()


def test_an_export_is_the_whole_log_however_many_parts_it_comes_in(up: Running, monkeypatch: Any) -> None:
    monkeypatch.setattr("punto.server.bulk.LINES_AT_ONCE", 1)
    answer = up.client(Role.AUDITOR).get(EXPORT)
    assert answer.headers["transfer-encoding"] == "chunked"
    assert answer.headers["content-disposition"] == 'attachment; filename="t.jsonl"'
    (log,) = read_logs(answer.text.splitlines())
    assert log.verify() is None
    assert log.head == up.house.store.head("t")


def test_an_export_that_nobody_reads_is_not_read_from_the_books(up: Running, monkeypatch: Any) -> None:
    """So that a thousand of them fit into memory, whatever they are long."""
    read = count()
    so_far = [0]

    def endless(store: object, table: str) -> Iterator[str]:
        for so_far[0] in read:
            yield "x" * 1000

    monkeypatch.setattr("punto.server.routes.log._exported", endless)
    with up.client(Role.AUDITOR).stream("GET", EXPORT) as answer:
        next(answer.iter_raw(1000))
        assert eventually(lambda: _rests(so_far))
        assert so_far[0] < 40_000  # What the sockets of both sides take; and not a gigabyte more each second.
        assert so_far[0] > LINES_AT_ONCE
    # Once its reader has left it ends, and the next of the same person begins.
    monkeypatch.undo()
    assert eventually(lambda: up.client(Role.AUDITOR).get(EXPORT).status_code == 200)
    assert _rests(so_far)


def test_a_reader_who_stalls_is_cut_off_and_the_turn_goes_on(up: Running, monkeypatch: Any) -> None:
    monkeypatch.setattr("punto.server.bulk.TAKE_SECONDS", 0.5)
    endless = pytest.MonkeyPatch()
    endless.setattr("punto.server.routes.log._exported", lambda store, table: ("x" * 1000 for _ in count()))
    with up.client(Role.AUDITOR).stream("GET", EXPORT) as answer:
        parts = answer.iter_raw(1000)
        next(parts)
        endless.undo()
        assert up.client(Role.AUDITOR).get(EXPORT).status_code == 200
        with pytest.raises(httpx.RemoteProtocolError):
            for _ in parts:
                pass


def _rests(so_far: list[int]) -> bool:
    before = so_far[0]
    time.sleep(0.2)
    return so_far[0] == before


def test_thirteen_exports_at_once_leave_play_alone(up: Running, lines: Lines) -> None:
    """They took every thread that commands need, and 3.5 GiB."""
    clients = [up.client(name) for name in ("Auditor 1", "Shift Manager 1", "Administrator 1") for _ in range(5)]
    with ThreadPoolExecutor(len(clients)) as threads:
        exports = [threads.submit(client.get, EXPORT) for client in clients]
        assert eventually(lambda: lines.at_once == 2, 10)
        guest, began = up.client("Guest"), time.monotonic()
        for _ in range(10):
            assert guest.get("/api/me").status_code == 200
            assert error_of(order(guest, "place_bet", patron="Guest", box=1, bet="player", stake=5))
        assert time.monotonic() - began < 5
        lines.go_on.set()
        assert {export.result().status_code for export in exports} <= {200, 403, 429}


def test_a_person_s_exports_come_one_at_a_time(up: Running, lines: Lines) -> None:
    client = up.client(Role.AUDITOR, limits=httpx.Limits())
    with ThreadPoolExecutor(13) as threads:
        exports = [threads.submit(client.get, EXPORT) for _ in range(13)]
        refused = 13 - MOST_WAITING - 1
        assert eventually(lambda: sum(export.done() for export in exports) == refused, 10)
        assert lines.most_at_once == 1
        lines.go_on.set()
        answers = [export.result() for export in exports]
    assert lines.most_at_once == 1
    assert sorted(answer.status_code for answer in answers) == [200] * (MOST_WAITING + 1) + [429] * refused
    assert {error_of(answer) for answer in answers if answer.status_code == 429} == {"too_many_requests"}
    assert {answer.text for answer in answers if answer.status_code == 200} == {"first\nlast\n"}


def test_one_who_waits_too_long_is_told_so(up: Running, lines: Lines, monkeypatch: Any) -> None:
    monkeypatch.setattr("punto.server.bulk.WAIT_SECONDS", 0.2)
    client = up.client(Role.AUDITOR)
    with ThreadPoolExecutor(1) as threads:
        export = threads.submit(client.get, EXPORT)
        assert eventually(lambda: lines.at_once == 1, 10)
        answer = up.client(Role.AUDITOR).get("/api/verify/t")
        assert (answer.status_code, error_of(answer)) == (429, "too_many_requests")
        lines.go_on.set()
        assert export.result().status_code == 200
    assert up.client(Role.AUDITOR).get("/api/verify/t").json()["whole"]
