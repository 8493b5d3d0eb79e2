"""Results, ratings and disputes over the web: figures as `punto report` gives them, and who may read them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from punto.house.people.roles import RESOURCES_OF, Resource, Role
from punto.report.takings import By
from server.running import Running, a_table, running, told

TABLE = "punto"


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tables = [a_table(TABLE, "punto-banco", cards="physical", sign={"burn": False, "wallets": False})]
    with running(tmp_path_factory.mktemp("results"), *tables) as house:
        house.must("open_shoe", TABLE, cards="physical")
        house.must("open_bets", TABLE)
        house.must("place_bet", TABLE, patron="ann", box=1, bet="banker", stake=25)
        house.must("close_bets", TABLE)
        for card in ("3h", "9c", "3d", "Ks"):
            house.must("draw_card", TABLE, card=card)
        house.must("open_bets", TABLE)
        house.must("place_bet", TABLE, patron="ann", box=1, bet="tie", stake=10)
        house.must("place_bet", TABLE, patron="bo", box=2, bet="player", stake=50)
        yield house


def test_a_report_with_what_is_at_stake_now(up: Running) -> None:
    answer = up.client(Role.PIT_SUPERVISOR).get("/api/results?by=table&from=today").json()
    [row] = answer["report"]["rows"]
    assert (row["key"], row["rounds"], row["handle"], row["payback"], row["win"]) == (TABLE, 1, 25, 48, -23)
    assert Fraction(row["theo"]) > 0
    [now] = answer["now"]
    # The worst end is a tie, which pays 8 to 1 and returns the bet on Player.
    assert (now["staked"], now["exposure"]) == (60, 80)


def test_rounds_and_ratings_lead_to_the_dispute(up: Running) -> None:
    client = up.client(Role.SHIFT_MANAGER)
    [round_] = client.get(f"/api/results/rounds?table={TABLE}").json()["rounds"]
    assert (round_["coup"], round_["winner"], round_["win"]) == (1, "banker", -23)
    # Every row of every report leads to rounds that come to its own figures.
    for by in get_args(By):
        report = client.get("/api/results", params={"by": by}).json()["report"]
        assert report["rows"]
        for row in report["rows"]:
            found = client.get("/api/results/rounds", params={"by": by, "key": row["key"]}).json()["rounds"]
            assert len(found) == row["rounds"] + row["voids"], (by, row["key"])
            assert sum(one["handle"] for one in found) == row["handle"], (by, row["key"])
            assert sum(one["win"] for one in found) == row["win"], (by, row["key"])
        assert client.get("/api/results/rounds", params={"by": by, "key": "another"}).json()["rounds"] == []
    assert client.get("/api/results/rounds?patron=nobody").json()["rounds"] == []
    [rating] = client.get("/api/results/ratings").json()["ratings"]
    assert (rating["patron"], rating["rounds"], rating["average_bet"], rating["win"]) == ("ann", 1, 25.0, -23)
    page = client.get(f"/api/disputes/{TABLE}/{round_['coup']}/html?patron=ann")
    assert page.status_code == 200
    assert "rounded down to 23 (sign)" in page.text
    assert "attachment" in page.headers["content-disposition"]
    pdf = client.get(f"/api/disputes/{TABLE}/1/pdf")
    assert pdf.content.startswith(b"%PDF")


@pytest.mark.parametrize("form", ["csv", "xlsx", "html", "pdf"])
def test_what_is_shown_can_be_kept(up: Running, form: str) -> None:
    answer = up.client(Role.AUDITOR).get(f"/api/results/{form}?by=patron")
    assert answer.status_code == 200
    if form == "xlsx":
        assert ZipFile(BytesIO(answer.content)).testzip() is None
    elif form == "pdf":
        assert answer.content.startswith(b"%PDF")
    else:
        assert "ann" in answer.text


def test_ratings_can_be_kept(up: Running) -> None:
    """What the tab of ratings saves are ratings, and nobody else than on the page has them."""
    client = up.client(Role.PIT_MANAGER)
    [rating] = client.get("/api/results/ratings").json()["ratings"]
    kept = client.get("/api/results/ratings/csv")
    assert kept.headers["content-disposition"] == 'attachment; filename="ratings.csv"'
    [line] = csv.DictReader(StringIO(kept.text))
    assert line == {field: str(value) for field, value in rating.items()}
    with ZipFile(BytesIO(client.get("/api/results/ratings/xlsx").content)) as book:
        assert book.testzip() is None
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    texts = ["".join(cell.itertext()) for cell in sheet.iter() if cell.tag.endswith("}c")]
    assert {"average bet", "theoretical", "ann", TABLE, "-23"} <= set(texts)
    assert client.get("/api/results/ratings/csv?from=2999-01-01").json()["error"]["code"] == "span_in_future"
    for role in (Role.PATRON, Role.DEALER, Role.CAGE):
        assert up.client(role).get("/api/results/ratings/csv").status_code == 403


ADDRESSES = ("/api/results", "/api/results/rounds", "/api/results/ratings", "/api/results/csv", "/api/results/pdf")


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.DISPLAY])
def test_only_pit_ranks_and_auditors_read_them(up: Running, role: Role) -> None:
    may = Resource.RESULTS in RESOURCES_OF[role]
    assert may == (role in (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.AUDITOR))
    client = up.client(role)
    for address in ADDRESSES[:2]:
        assert client.get(address).status_code == (200 if may else 403), address
    if not may:
        assert all(client.get(address).status_code == 403 for address in ADDRESSES)
        assert client.get(f"/api/disputes/{TABLE}/1/pdf").status_code == 403


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("from=2999-01-01", "span_in_future"),
        ("from=2020-01-02&to=2020-01-01", "bad_span"),
        ("from=soon", "bad_time"),
        ("table=nowhere", "unknown_table"),
    ],
)
def test_bad_input_is_refused(up: Running, query: str, code: str) -> None:
    answer = up.client(Role.PIT_MANAGER).get(f"/api/results?{query}")
    assert answer.json()["error"]["code"] == code
    assert 400 <= answer.status_code < 500


def test_the_stream_tells_stakes_and_figures_as_they_change(tmp_path: Path) -> None:
    """What is at stake while bets are open, the settled round at once, and the same again once it is taken back."""
    with running(tmp_path, a_table(TABLE, "punto-banco", cards="physical", sign={"burn": False})) as house:
        house.must("open_shoe", TABLE, cards="physical")
        house.must("buy_in", TABLE, patron="Guest", amount=1_000)
        with house.client(Role.PIT_SUPERVISOR).stream("GET", "/api/results/events") as answer:
            news = told(answer.iter_lines())

            def until(fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
                return next(one.body for one in news if fits(one.body))

            house.must("open_bets", TABLE)
            house.must("place_bet", TABLE, patron="Guest", box=1, bet="banker", stake=100)
            assert until(lambda body: body["now"][0]["staked"] == 100)["now"][0]["exposure"] == 95
            house.must("close_bets", TABLE)
            for card in ("3h", "9c", "3d", "Ks"):
                house.must("draw_card", TABLE, card=card)
            [row] = until(lambda body: body["report"]["total"]["rounds"] == 1)["report"]["rows"]
            assert (row["key"], row["handle"], row["win"], row["drop"]) == (TABLE, 100, -95, 1_000)
            house.must("open_bets", TABLE)
            house.must("place_bet", TABLE, patron="Guest", box=1, bet="banker", stake=100)
            house.must("close_bets", TABLE)
            for card in ("9h", "3c", "Kd", "4s"):
                house.must("draw_card", TABLE, card=card)
            last = until(lambda body: body["report"]["total"]["rounds"] == 2)
        # Read on event by event it is what a report from the beginning says.
        asked = house.client(Role.PIT_SUPERVISOR).get("/api/results?by=table&from=today").json()
        assert last["report"] == asked["report"]
        assert last["report"]["total"]["win"] == 5


@pytest.mark.parametrize("coup", [0, 99])
def test_a_round_that_was_not_is_refused(up: Running, coup: int) -> None:
    answer = up.client(Role.PIT_MANAGER).get(f"/api/disputes/{TABLE}/{coup}/pdf")
    assert answer.json()["error"]["code"] == "no_such_coup"


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_a_dispute_of_somebody_who_had_no_bet_is_refused(up: Running, form: str) -> None:
    answer = up.client(Role.PIT_MANAGER).get(f"/api/disputes/{TABLE}/1/{form}?patron=zed")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_patron")
