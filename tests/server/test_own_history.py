"""One's own history: every round with its bets and net, to nobody else, and not before a card is turned."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.running import Running, a_table, running

SIGN = {"stake_min": 5, "wallets": True, "burn": False}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Running]:
    tables = [
        a_table("one", "rws-insurance", cards="physical", name="Table 1", sign=SIGN),
        a_table("two", "easy-six", cards="physical", sign=SIGN),
        a_table("dark", "da-hu-ying-xiong", cards="physical", squeeze_seconds=600.0, sign=SIGN | {"face_down": True}),
    ]
    with running(tmp_path, *tables) as up:
        for name in ("Guest", "Second Guest"):
            up.must("buy_in", "one", patron=name, amount=10_000)
        yield up


def play(up: Running, table: str, cards: str, *bets: tuple[str, str, int]) -> None:
    if up.live(table).state.table.shoe is None:
        up.must("open_shoe", table, cards="physical")
    up.must("open_bets", table)
    for patron, bet, stake in bets:
        up.must("place_bet", table, patron=patron, box=1 if patron == "Guest" else 2, bet=bet, stake=stake)
    up.must("close_bets", table)
    for card in cards.split():
        up.must("draw_card", table, card=card)


def rounds(up: Running, who: str = "Guest") -> list[dict[str, Any]]:
    answer = up.client(who).get("/api/me/history")
    assert answer.status_code == 200, answer.text
    told: list[dict[str, Any]] = answer.json()["rounds"]
    return told


def test_each_round_stands_with_its_bets_and_its_net(up: Running) -> None:
    play(up, "one", "3h Kd 4s 6c", ("Guest", "player", 100), ("Guest", "tie", 10), ("Second Guest", "banker", 50))
    play(up, "two", "9h Kd Kh 8c", ("Second Guest", "player", 50))
    play(up, "two", "9h Kd Kh 8c", ("Guest", "banker", 200))
    assert [(one["table"], one["coup"], one["net"]) for one in rounds(up)] == [("two", 2, -200), ("one", 1, 90)]
    bets = {(bet["bet"], bet["outcome"], bet["net"]) for bet in rounds(up)[1]["bets"]}
    assert bets == {("player", "win", 100), ("tie", "lose", -10)}
    assert [one["net"] for one in rounds(up, "Second Guest")] == [50, -50]


def test_what_it_comes_to_is_what_the_wallet_gained(up: Running) -> None:
    before = up.house.floor.wallet("Guest")
    for cards in ("3h Kd 4s 6c", "9h Kd Kh 8c", "4h 7d 3s Kc"):
        play(up, "one", cards, ("Guest", "player", 100), ("Guest", "tie", 10))
    assert before + sum(one["net"] for one in rounds(up)) == up.house.floor.wallet("Guest")


def test_a_round_that_was_void_came_to_nothing(up: Running) -> None:
    up.must("open_shoe", "one", cards="physical")
    up.must("open_bets", "one")
    up.must("place_bet", "one", patron="Guest", box=1, bet="player", stake=100)
    up.must("close_bets", "one")
    up.must("draw_card", "one", card="3h")
    up.must("report", "one", what="other", note="the lights went out")
    up.must("rule", "one", reason="void", coup="void", by="shift_manager")
    (one,) = rounds(up)
    assert (one["ending"], one["net"], one["bets"][0]["outcome"]) == ("voided", 0, "void")


def test_a_ruling_counts(up: Running) -> None:
    play(up, "one", "3h Kd 4s 6c", ("Guest", "banker", 100))
    give = [{"patron": "Guest", "amount": 30}]
    up.must("rule", "one", reason="a mistake of ours", adjustments=give, by="shift_manager")
    (one,) = rounds(up)
    assert (one["other"], one["net"]) == (30, -70)


def test_nothing_is_told_while_its_card_lies_face_down(up: Running) -> None:
    up.must("open_shoe", "dark", cards="physical")
    up.must("open_bets", "dark")
    up.must("place_bet", "dark", patron="Guest", box=1, bet="player", stake=1_000)
    up.must("squeeze", "dark", patron="Guest", card="player", by="patron")
    up.must("squeeze", "dark", patron="Guest", card="player", by="dealer")
    up.must("close_bets", "dark")
    for card in ["9h", "Kd", "Kh", "8c"]:
        up.must("draw_card", "dark", card=card)
    assert up.live("dark").state.table.phase == "paying"
    assert rounds(up) == []
    assert len(up.client("Guest").get("/api/me/history/csv").text.splitlines()) == 1


def test_older_rounds_are_asked_for_by_their_moment(up: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.house.floor.own_history.PAGE", 2)
    for _ in range(5):
        play(up, "one", "3h Kd 4s 6c", ("Guest", "player", 10))
    client = up.client("Guest")
    first = client.get("/api/me/history").json()
    assert [one["coup"] for one in first["rounds"]] == [5, 4]
    assert first["before"] == first["rounds"][-1]["at"]
    older = client.get("/api/me/history", params={"before": first["before"]})
    assert older.status_code == 200


def test_the_same_as_a_file(up: Running) -> None:
    play(up, "one", "3h Kd 4s 6c", ("Guest", "player", 100), ("Guest", "tie", 10), ("Second Guest", "banker", 50))
    play(up, "two", "9h Kd Kh 8c", ("Guest", "banker", 200))
    answer = up.client("Guest").get("/api/me/history/csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(one["table"], one["bet"], one["net"], one["round net"]) for one in lines] == [
        ("Table 1", "Player", "100", "90"),
        ("Table 1", "Tie", "-10", ""),
        ("two", "Banker", "-200", "-200"),
    ]


def test_what_rounding_did_is_told(up: Running) -> None:
    play(up, "two", "Kh 2c 4s 4d Kd", ("Guest", "banker", 25))
    [bet] = rounds(up)[0]["bets"]
    assert (bet["odds"], bet["effective"], bet["exact"], bet["winnings"]) == ("1 to 2", 25, "25/2", 12)
    lines = list(csv.DictReader(io.StringIO(up.client("Guest").get("/api/me/history/csv").text)))
    assert [one["exactly"] for one in lines if one["bet"] == "Banker"] == ["25/2"]


def test_a_stranger_and_a_bad_moment_are_refused(up: Running) -> None:
    assert up.client().get("/api/me/history").status_code == 401
    assert up.client("Guest").get("/api/me/history", params={"before": "yesterday"}).status_code == 400
