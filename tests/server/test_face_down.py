"""A squeezed card is known to whoever squeezes it and to no other seat, in no answer, until it is turned."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import httpx
import pytest

from punto.house.people.roles import Role
from server.processes import Watcher, eventually
from server.running import Running, a_table, error_of, order, running

SQUEEZES = ("player", "banker", "player_third", "banker_third")
SIGN = {
    "stake_min": 25,
    "stake_max": 5_000,
    "differential_max": 10_000,
    "face_down": True,
    "wallets": True,
    "burn": False,
}
READS = ("/api/tables", "/api/tables/t", "/api/tables/t/history", "/api/tables/t/squeeze", "/api/me")
SEATS = ("Second Guest", Role.DEALER, "Display 1")
"""Who looks on; those who may read the log are no seats."""


def _up(house: Running, *squeezes: str) -> None:
    """Bets are closed, Guest's is the highest, and the dealer has consented to what Guest asked for."""
    for name in ("Guest", "Second Guest"):
        house.must("buy_in", patron=name, amount=10_000)
    house.must("open_shoe", cards="physical")
    house.must("open_bets")
    house.must("place_bet", patron="Guest", box=1, bet="banker", stake=200)
    house.must("place_bet", patron="Second Guest", box=2, bet="banker", stake=100)
    for card in squeezes:
        house.must("squeeze", patron="Guest", card=card)
    house.must("close_bets")


def _news(client: httpx.Client) -> str:
    """What a stream tells first, from the very beginning on."""
    with client.stream("GET", "/api/tables/t/events?after=0") as answer:
        return next(line for line in answer.iter_lines() if line.startswith("data: "))


def _everything(house: Running, who: str | Role) -> str:
    client = house.client(who)
    return " ".join([client.get(path).text for path in READS] + [_news(client)])


def _faces(client: httpx.Client) -> Any:
    return client.get("/api/tables/t/squeeze").json()["faces"]


def _view(house: Running, who: str = "Second Guest") -> Any:
    return house.client(who).get("/api/tables/t").json()["view"]


@pytest.fixture
def house(tmp_path: Path) -> Any:
    table = a_table("t", "rws-baccarat", squeeze_seconds=3600.0, sign=SIGN)
    with running(tmp_path, table) as up:
        yield up


def test_no_seat_but_the_squeezer_s_knows_a_squeezed_card(house: Running) -> None:
    _up(house, *SQUEEZES)
    drawn: list[str] = []
    for card in ("9h", "2s", "8h", "3s"):
        house.must("draw_card", card=card)
        drawn.append(card)
        for who in SEATS:
            told = _everything(house, who)
            assert not [face for face in drawn if face in told], (who, drawn)
        view = _view(house)
        assert {*view["coup"]["player"], *view["coup"]["banker"]} == {"??"}
        assert (view["coup"]["player_points"], view["coup"]["banker_points"], view["coup"]["turn"]) == (
            None,
            None,
            None,
        )
        # Not Guest either, before all four lie there.
        assert _faces(house.client("Guest")) == (
            {} if len(drawn) < 4 else {"player": ["9h", "8h"], "banker": ["2s", "3s"]}
        )
    assert _faces(house.client("Second Guest")) == {}


def test_how_a_coup_ended_is_not_told_by_its_last_card_s_payment(house: Running) -> None:
    _up(house, "banker_third")
    for card in ("9h", "2s", "8h", "3s"):
        house.must("draw_card", card=card)
    before = house.client("Second Guest").get("/api/me").json()["wallet"]
    assert _view(house)["coup"]["player_points"] == 7  # Nobody squeezes these.
    answer = order(house.client(Role.DEALER), "draw_card", card="4h")
    assert answer.status_code == 200
    assert answer.json()["events"] == []
    assert house.live().state.table.phase == "paying"
    assert house.live().state.coup.settlement is not None
    for who in SEATS:
        told = _everything(house, who)
        assert "4h" not in told
        assert "coup_settled" not in told
    for seat in ("Guest", "Second Guest"):
        view = _view(house, seat)
        assert (view["phase"], view["coup"]["ended"], view["coup"]["settlement"]) == ("dealing", None, None)
        assert view["next"]["waits_for"] == "squeeze"
        history = house.client(seat).get("/api/tables/t/history").json()
        assert (history["coups"], history["roads"]["counts"]["coups"]) == ([], 0)
    assert house.client("Second Guest").get("/api/me").json()["wallet"] == before
    assert house.house.store.ledger.balance("wallet:Second Guest") > before
    assert _faces(house.client("Guest")) == {"banker_third": ["4h"]}


def test_insurance_waits_until_the_cards_are_turned(tmp_path: Path) -> None:
    table = a_table("t", "da-hu-ying-xiong", squeeze_seconds=3600.0, sign=SIGN)
    with running(tmp_path, table) as house:
        _up(house, "player", "banker")
        for card in ("2h", "2c", "3d", "4s"):
            house.must("draw_card", card=card)
        assert _view(house)["coup"]["offers"] == []
        for seat, box in (("Guest", 1), ("Second Guest", 2)):
            for insures in ("player", "banker"):
                asked: dict[str, Any] = {"patron": seat, "box": box, "insures": insures, "stake": 10}
                assert error_of(order(house.client(seat), "take_insurance", **asked)) == "cards_are_face_down"


def test_when_the_time_is_over_everybody_is_told_everything_once(tmp_path: Path) -> None:
    table = a_table("t", "rws-baccarat", squeeze_seconds=4.0, sign=SIGN)
    with running(tmp_path, table) as house:
        _up(house, *SQUEEZES)
        start = house.live().version
        watcher = Watcher(house.client("Second Guest"), "t", start)
        for card in ("9h", "2s", "8h", "3s"):
            house.must("draw_card", card=card)
        version = house.live().version
        assert eventually(lambda: [one["view"]["coup"]["player"] for one in watcher.news[-1:]] == [["??", "??"]])
        assert watcher.versions == []
        assert watcher.saw(version)  # No command came: the clock alone turns them.
        assert watcher.versions == list(range(start + 1, version + 1))
        house.must("draw_card", card="4h")
        assert watcher.saw(house.live().version)
        assert watcher.versions == list(range(start + 1, house.live().version + 1))
        assert _view(house)["coup"]["settlement"]["winner"] == "banker"
        assert house.client("Second Guest").get("/api/me").json()["wallet"] == house.house.store.ledger.balance(
            "wallet:Second Guest"
        )


def test_a_decision_turns_the_cards(house: Running) -> None:
    """Who decides about cards must see them."""
    _up(house, "player")
    house.must("draw_card", card="9h")
    assert _view(house)["coup"]["player"] == ["??"]
    house.must("report", what="other", by="pit_supervisor")
    assert _view(house)["coup"]["player"] == ["9h"]


def test_a_house_opened_again_while_a_card_is_squeezed_tells_that_once(tmp_path: Path) -> None:
    """Its streams begin before what lies face down; that was told over and over, and the house did nothing else."""
    table = a_table("t", "rws-baccarat", squeeze_seconds=3600.0, sign=SIGN)
    with running(tmp_path, table) as before:
        _up(before, *SQUEEZES)
        for card in ("9h", "2s", "8h", "3s"):
            before.must("draw_card", card=card)
    with running(tmp_path, table) as house:
        told, version = house.live().visible_version, house.live().version
        assert told < version
        client, ids = house.client("Second Guest"), []
        client.timeout = httpx.Timeout(2.0)
        stream = client.stream("GET", f"/api/tables/t/events?after={version}")
        with contextlib.suppress(httpx.ReadTimeout), stream as answer:
            for line in answer.iter_lines():
                ids += [line] if line.startswith("id: ") else []
                assert len(ids) < 5, ids
        assert ids == [f"id: {told}"]
