"""Processes of one house: three side by side with one killed, one that stops in order and goes on where it was."""

from __future__ import annotations

import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from punto.audit import audit_store
from punto.rulebook import Library
from punto.store import open_store, shoe_key
from server.processes import Process, Watcher, eventually, settings_file
from server.running import order, quick
from store.conftest import server  # noqa: F401
from store.server import Server


def _tables(*rulebooks: str, seconds: float) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(quick(f"t{place}", book, seconds)) for place, book in enumerate(rulebooks)]


def _whole(url: str, ids: list[str], key: bytes) -> None:
    """The books are whole: chain, money, seals and an audit from the first event on."""
    with open_store(url, key=key) as store:
        assert [store.verify(id) for id in ids] == [None] * len(ids)
        assert store.ledger.fault() is None
        _, found = audit_store(store, Library().find)
        assert found is None, found
        assert store.unchecked() == {}


@pytest.mark.usefixtures("server")
def test_three_processes_share_a_house_and_one_is_killed_in_mid_coup(server: Server, tmp_path: Path) -> None:  # noqa: F811
    url = server.make_database("three")
    file = settings_file(tmp_path, database=url, demo=True, tables=_tables("easy-six", "rws-insurance", seconds=0.4))
    arguments = ("--settings", str(file))
    with ExitStack() as stack:
        first = stack.enter_context(Process(tmp_path, *arguments)).ready()
        others = [stack.enter_context(Process(tmp_path, *arguments)) for _ in range(2)]
        for other in others:
            other.ready()
        people = [first.client(), others[0].client("Second Guest"), others[1].client()]
        link = first.links["Pit Manager 1"].removeprefix(first.url)
        assert [httpx.get(one.url + link).status_code for one in (first, *others, first)] == [302] * 4
        watchers = [Watcher(client, "t0", 0) for client in people]
        assert all(watcher.opened.wait(30) for watcher in watchers)
        placed = 0

        def bet_everywhere() -> int:
            """Each process takes a bet, whichever holds the table's clock."""
            done = 0
            for name, client, box in (("Guest", people[0], 1), ("Second Guest", people[1], 3), ("Guest", people[2], 1)):
                try:
                    answer = order(client, "place_bet", "t0", patron=name, box=box, bet="banker", stake=25)
                except httpx.HTTPError:
                    continue
                assert answer.status_code in (200, 422), answer.text
                done += answer.status_code == 200
            return done

        def dealing() -> bool:
            nonlocal placed
            placed += bet_everywhere()
            view = people[1].get("/api/tables/t0").json()["view"]
            return placed >= 6 and view["phase"] == "dealing" and bool(view["coup"]["player"])

        assert eventually(dealing)
        first.kill()  # The first to come holds the clocks.
        first.wait()
        at = people[1].get("/api/tables/t0").json()["view"]["version"]
        coup = people[1].get("/api/tables/t0").json()["view"]["coups"]
        # The coup goes on under another's clock, and so do the next.
        assert eventually(lambda: people[2].get("/api/tables/t0").json()["view"]["coups"] >= coup + 2)
        assert eventually(lambda: bet_everywhere() > 0)
        assert all(watcher.saw(at + 10) for watcher in watchers[1:])
        for other in others:
            other.kill(signal.SIGTERM)
        assert [other.wait() for other in others] == [0, 0]
        for watcher in watchers:
            watcher.join(30)
            assert watcher.versions == sorted(set(watcher.versions))
            private = set(range(1, watcher.versions[-1] + 1)) - set(watcher.versions)
            with open_store(url) as store:
                kinds = {event.kind for event in store.events("t0") if event.version in private}
            assert kinds <= {"bought_in", "cashed_out"}
    _whole(url, ["t0", "t1"], shoe_key(tmp_path / "punto.key"))


def test_an_orderly_stop_loses_nothing_and_the_next_start_goes_on(tmp_path: Path) -> None:
    tables = _tables("easy-six", seconds=0.3)
    file = settings_file(tmp_path, demo=True, tables=tables)
    with Process(tmp_path, "--settings", str(file)) as process:
        client = process.ready().client()
        watcher = Watcher(client, "t0")
        pit = process.client("Pit Manager 1")

        def in_mid_coup() -> bool:
            order(client, "place_bet", "t0", patron="Guest", box=1, bet="player", stake=100)
            view = client.get("/api/tables/t0").json()["view"]
            coup = view["coup"]  # Two cards at most: the signal comes well before the last.
            return bool(view["phase"] == "dealing" and coup["bets"] and len(coup["player"] + coup["banker"]) in (1, 2))

        with pit.stream("GET", "/api/pit/events") as stream:
            next(stream.iter_lines())
            assert eventually(in_mid_coup)
            began = time.monotonic()
            process.kill(signal.SIGTERM)
            assert process.wait() == 0
            assert time.monotonic() - began < 5
        assert watcher.ended.wait(5)
        assert process.printed[-1].startswith("punto: the house is closed")
    with open_store(str(tmp_path / "punto.db")) as store:
        log = [(event.version, event.kind) for event in store.events("t0")]
        coups = sum(kind == "bets_opened" for _, kind in log)
        ended = sum(kind in ("coup_settled", "coup_voided") for _, kind in log)
    assert coups == ended + 1
    with Process(tmp_path) as process:  # Without settings it reopens what it was.
        client = process.ready().client()
        assert eventually(lambda: client.get("/api/tables/t0").json()["view"]["coups"] > coups)
        process.kill(signal.SIGINT)
        assert process.wait() == 0
    with open_store(str(tmp_path / "punto.db")) as store:
        after = [(event.version, event.kind) for event in store.events("t0")]
        assert after[: len(log)] == log
        going_on = [kind for _, kind in after[len(log) :]]
    assert going_on.index("coup_settled") < going_on.index("bets_opened")
    assert "coup_voided" not in going_on
    _whole(str(tmp_path / "punto.db"), ["t0"], shoe_key(tmp_path / "punto.db.key"))


def test_a_new_house_is_entered_by_its_administrator_who_lets_the_others_in(tmp_path: Path) -> None:
    file = settings_file(tmp_path, tables=_tables("easy-six", seconds=0.4))
    with Process(tmp_path, "--settings", str(file)) as process:
        process.ready()
        assert list(process.links) == ["Administrator 1"]
        boss = process.client("Administrator 1")
        assert httpx.get(process.links["Administrator 1"]).status_code == 401
        assert boss.post("/api/me/password", json={"password": "sesame, open up"}).status_code == 200
        for name, role in (("Robin", "dealer"), ("Kim", "patron")):
            made = boss.post("/api/people", json={"name": name, "role": role, "password": "correct horse"})
            assert made.status_code == 201, made.text
        for name, role in (("Robin", "dealer"), ("Kim", "patron"), ("Administrator 1", "administrator")):
            password = "sesame, open up" if role == "administrator" else "correct horse"
            with httpx.Client(base_url=process.url, headers={"X-Punto": "1"}) as client:
                signed = client.post("/api/sign-in", json={"name": name, "password": password})
                assert (signed.status_code, signed.json()["landing"]) == (200, "/")
                assert client.get("/api/me").json()["role"] == role
                assert client.get("/api/tables").json()["tables"][0]["table"] == "t0"
        process.kill(signal.SIGTERM)
        assert process.wait() == 0
    with Process(tmp_path) as process:  # From now on the administrator has a password.
        assert process.ready().links == {}


def test_a_file_is_one_process_s_house(tmp_path: Path) -> None:
    with Process(tmp_path) as process:
        process.ready()
        with Process(tmp_path) as second:
            assert second.wait() == 2
        assert second.printed == ["punto: punto.db is open in another process; PostgreSQL lets several share a house"]
