"""News of several tables on one stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.house.people.roles import Role
from server.running import Running, a_table, running


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("several")
    with running(folder, *(a_table(name, "easy-six", cards="physical") for name in "abcde")) as house:
        yield house


def told(lines: Iterator[str], number: int) -> list[dict[str, Any]]:
    news: list[dict[str, Any]] = []
    while len(news) < number:
        line = next(lines)
        if line.startswith("data:"):
            news.append(json.loads(line[5:]))
    return news


def test_one_stream_carries_all_tables_each_from_where_it_was_seen(up: Running) -> None:
    up.must("open_shoe", "a", cards="physical")
    seen = up.live("a").version
    up.must("open_bets", "a")
    with up.client(Role.PATRON).stream("GET", f"/api/events?tables=a:{seen},b") as answer:
        lines = answer.iter_lines()
        first = {one["view"]["table"]: one for one in told(lines, 2)}
        assert [event["kind"] for event in first["a"]["events"]] == ["bets_opened"]
        assert first["b"]["fresh"]
        up.must("close_bets", "a")
        up.must("open_shoe", "b", cards="physical")
        later = {one["view"]["table"]: one for one in told(lines, 2)}
        assert [event["kind"] for event in later["a"]["events"]] == ["bets_closed"]
        assert "shoe_opened" in [event["kind"] for event in later["b"]["events"]]


@pytest.mark.parametrize("tables", ["a,b,c,d,e", "a:x", "a:-1", "a:٣"])
def test_too_many_and_what_is_no_version_are_refused(up: Running, tables: str) -> None:
    answer = up.client(Role.PATRON).get("/api/events", params={"tables": tables})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


def test_a_table_that_is_not_there_is_none(up: Running) -> None:
    assert up.client(Role.PATRON).get("/api/events?tables=a,none").status_code == 404
