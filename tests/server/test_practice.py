"""The practice table: the real rules, in memory; the books are byte for byte what they were."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from punto.house.practice import MOST_MOVES, practice
from server.running import Running, a_table, running

CLOSE, CARD = {"do": "close"}, {"do": "card"}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, a_table("one", "easy-six")) as up:
        yield up


@pytest.fixture
def guest(up: Running) -> httpx.Client:
    return up.client("Guest")


def books(folder: Path) -> dict[str, list[Any]]:
    """Every row of every table of the database but those of sessions, which are used by whoever looks."""
    with sqlite3.connect(f"file:{folder / 'house.db'}?mode=ro", uri=True) as rows:
        names = [name for (name,) in rows.execute("select name from sqlite_master where type = 'table'")]
        assert "events" in names
        return {
            name: sorted(map(repr, rows.execute(f'select * from "{name}"'))) for name in names if name != "sessions"
        }


def lesson(guest: httpx.Client, id: str, *moves: dict[str, Any]) -> dict[str, Any]:
    answer = guest.post("/api/practice", json={"lesson": id, "moves": list(moves)})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def bet(bet: str, stake: int) -> dict[str, Any]:
    return {"do": "bet", "bet": bet, "stake": stake}


def cards(id: str) -> list[dict[str, Any]]:
    return [CARD] * len(practice().lesson(id).cards.split())


def test_every_lesson_is_played_to_its_end_by_the_rules(guest: httpx.Client) -> None:
    ends = {}
    for one in practice().lessons:
        told = lesson(guest, one.id, bet(one.suggests.bet, one.suggests.stake), CLOSE, *cards(one.id))
        assert told["refusal"] is None
        assert told["view"]["phase"] == "paying"
        coup = told["view"]["coup"]
        ends[one.id] = (coup["settlement"]["winner"], coup["player_points"], coup["banker_points"], told["wallet"])
    assert ends == {
        "coup": ("player", 7, 6, 1_100),
        "natural": ("player", 9, 7, 1_100),
        "third_card": ("banker", 4, 8, 1_100),
        "insurance": ("player", 9, 7, 900),
        "tie": ("tie", 7, 7, 1_400),
    }


def test_insurance_is_offered_where_the_lesson_is_about_it_and_nowhere_else(guest: httpx.Client) -> None:
    for one in practice().lessons:
        told = lesson(guest, one.id, bet("banker", 100), CLOSE, *[CARD] * 4)
        assert bool(told["view"]["coup"]["offers"]) is (one.id == "insurance")
    insured = {"do": "insure", "insures": "banker", "stake": 50}
    told = lesson(guest, "insurance", bet("banker", 100), CLOSE, *[CARD] * 4, insured, CARD, CARD)
    assert told["refusal"] is None
    assert told["wallet"] == 1_000  # 100 lost, and 50 at 2 to 1 won.


def test_what_the_table_refuses_is_refused_here(guest: httpx.Client) -> None:
    told = lesson(guest, "coup", bet("player", 7))
    assert told["refusal"]["code"] == "below_minimum" or told["refusal"]["code"]
    assert told["wallet"] == 1_000
    assert lesson(guest, "coup", CLOSE, bet("player", 100))["refusal"]["code"] == "bets_are_closed"
    assert lesson(guest, "tie", bet("player", 100), CLOSE, *cards("tie"), CARD)["refusal"] is not None


def test_no_card_is_told_before_it_is_drawn(guest: httpx.Client) -> None:
    told = lesson(guest, "third_card", bet("banker", 100), CLOSE, CARD)
    assert told["view"]["coup"]["player"] == ["Th"]
    text = guest.post("/api/practice", json={"lesson": "third_card", "moves": [CLOSE, CARD]}).text
    text = re.sub(r'"sha256":"[0-9a-f]{64}"', "", text)  # "3c" may stand in the hash of a rulebook.
    assert not any(card in text for card in ("As", "3c", "3d", "5h"))


def test_nothing_comes_into_the_books(up: Running, guest: httpx.Client, tmp_path: Path) -> None:
    guest.get("/api/tables")
    before = books(tmp_path)
    balances = up.house.store.ledger.balance("wallet:Guest")
    test_every_lesson_is_played_to_its_end_by_the_rules(guest)
    test_what_the_table_refuses_is_refused_here(guest)
    assert books(tmp_path) == before
    assert up.house.store.ledger.balance("wallet:Guest") == balances
    # The same comparison sees a bet at a real table.
    up.must("buy_in", "one", patron="Guest", amount=10)
    assert books(tmp_path) != before


def test_a_stranger_and_a_bad_lesson_are_refused(up: Running) -> None:
    assert up.client().post("/api/practice", json={"lesson": "coup"}).status_code == 401
    client = up.client("Guest")
    for body in ({"lesson": "poker"}, {"lesson": "coup", "moves": [{"do": "steal"}]}, {"lesson": "coup", "more": 1}):
        assert client.post("/api/practice", json=body).status_code == 400
    many = {"lesson": "coup", "moves": [bet("player", 25)] * (MOST_MOVES + 1)}
    assert client.post("/api/practice", json=many).json()["error"]["code"] == "bad_request"
