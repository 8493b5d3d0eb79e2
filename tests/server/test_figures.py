"""Figures and logs over the web: the same JSON as the command line's, bounded, and an export the auditor takes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.audit import audit_logs
from punto.chance import Composition, price
from punto.cli.main import run
from punto.house.people.roles import Role
from punto.report.pricing_plan import pricing_plan
from punto.report.sheet_data import sheet_figures
from punto.rulebook.library import SHIPPED
from punto.server.security import RateLimit
from punto.store import read_logs
from server.running import Running, a_table, error_of, running


def test_the_shelf_lists_every_rulebook(up: Running) -> None:
    client = up.client(Role.PATRON)
    told = client.get("/api/rulebooks").json()["rulebooks"]
    library = up.house.floor.library
    assert [one["id"] for one in told] == library.ids
    for one in told:
        book = library.find(one["id"])
        assert client.get(f"/api/rulebooks/{one['name']}").json()["sha256"] == book.sha256
        insurance = client.get(f"/api/rulebooks/{one['id']}").json()["insurance"]
        assert len(insurance["cells"] if insurance else []) == len(book.insurance)


@pytest.mark.parametrize(
    ("query", "shoe", "decks"),
    [
        ({}, Composition.fresh(8), 8),
        ({"decks": "6"}, Composition.fresh(6), 6),
        (
            {"composition": "A:10,2:0,3:0,4:0,5:0,6:9,7:0,8:0,9:8,T:0,J:0,Q:0,K:12"},
            Composition.of_ranks([10, 0, 0, 0, 0, 9, 0, 0, 8, 0, 0, 0, 12]),
            None,
        ),
    ],
)
def test_figures_are_those_of_the_command_line(
    up: Running, query: dict[str, str], shoe: Composition, decks: int | None
) -> None:
    book = up.house.floor.library.find("da-hu-ying-xiong")
    answer = up.client(Role.PATRON).get("/api/odds/da-hu-ying-xiong", params=query)
    assert answer.json() == json.loads(msgspec.json.encode(sheet_figures(price(book, shoe, (), decks))))


def test_figures_are_at_the_commission_of_a_sign(up: Running) -> None:
    client = up.client(Role.PATRON)
    for printed, rate in (("4%", Fraction(4, 100)), (None, Fraction(5, 100))):
        query = {"decks": "6"} | ({"commission": printed} if printed else {})
        told = client.get("/api/odds/insurance-lucky-six@undated", params=query).json()
        [banker] = [one for one in told["bets"] if one["bet"] == "banker"]
        wins, ties = (Fraction(row["chance"]) for row in banker["rows"])
        assert Fraction(banker["edge"]) == (1 - wins - ties) - wins * (1 - rate)
    for name, printed in (("easy-six", "5%"), ("insurance-lucky-six", "105%"), ("punto-banco", "a lot")):
        refused = client.get(f"/api/odds/{name}", params={"commission": printed})
        assert (refused.status_code, error_of(refused)) == (422, "bad_commission")


def test_figures_in_mid_coup(up: Running) -> None:
    answer = up.client(Role.PATRON).get("/api/odds/rws-insurance", params={"cards": "5h 6c Td 2s", "without": "6h 6d"})
    assert answer.json()["cards_left"] == 416 - 6


def test_what_is_known_of_a_coup_is_priced_as_the_command_line_prices_it(
    up: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    places = ["player1=5", "player2=K", "banker=0-3"]
    answer = up.client(Role.PATRON).get("/api/odds/easy-six", params={"known": places})
    run(["odds", "easy-six", *(word for place in places for word in ("--known", place)), "--json"])
    assert answer.json() == json.loads(capsys.readouterr().out)
    # As people write it in an address, and beside cards that lie open.
    plain = up.client(Role.PATRON).get("/api/odds/easy-six?known=player1=5&known=player2=K&known=banker=0-3")
    assert plain.json() == answer.json()
    both = up.client(Role.PATRON).get("/api/odds/easy-six?cards=5h&known=player2=6-9").json()
    assert both["cards_left"] == 415
    assert both != up.client(Role.PATRON).get("/api/odds/easy-six?cards=5h").json()


def test_a_pricing_plan_is_the_rulebook_s_at_a_commission(up: Running) -> None:
    client = up.client(Role.PATRON)
    for commission, pays in ((None, "19/20"), ("4%", "24/25")):
        plan = client.get("/api/odds/insurance-lucky-six/plan", params={"commission": commission} if commission else {})
        [banker] = [one for one in plan.json()["bets"] if one["bet"] == "banker"]
        assert banker["rows"][0] == {"odds": banker["rows"][0]["odds"], "pays": pays, "wins": True}
    book = up.house.floor.library.find("easy-six")
    assert client.get("/api/odds/easy-six/plan").content == msgspec.json.encode(pricing_plan(book))


@pytest.mark.parametrize(("form", "kind"), [("html", "text/html; charset=utf-8"), ("pdf", "application/pdf")])
def test_the_par_sheet_is_the_command_line_s_file(up: Running, tmp_path: Path, form: str, kind: str) -> None:
    answer = up.client(Role.PATRON).get(f"/api/odds/easy-six/{form}", params={"decks": 6})
    assert answer.headers["content-type"] == kind
    # Saved, and never shown under our own address: it carries styles that the content policy forbids.
    assert answer.headers["content-disposition"] == f'attachment; filename="easy-six-2012-06-02-6-decks.{form}"'
    assert "style-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    file = tmp_path / f"sheet.{form}"
    run(["odds", "easy-six", "--decks", "6", f"--{form}", str(file)])
    assert answer.content == file.read_bytes()


@pytest.mark.parametrize(
    ("path", "query", "code", "status"),
    [
        ("odds/nothing", {}, "unknown_rulebook", 404),
        ("odds/easy-six", {"decks": "90"}, "wrong_number_of_decks", 422),
        ("odds/easy-six", {"decks": "x"}, "bad_request", 400),
        ("odds/easy-six", {"composition": "A:x"}, "bad_composition", 422),
        ("odds/easy-six", {"composition": "A:999999"}, "too_many_cards", 422),
        ("odds/easy-six", {"composition": "A:32"}, "incomplete_composition", 422),
        ("odds/easy-six", {"cards": "1z"}, "unknown_card", 422),
        ("odds/easy-six", {"known": "player1"}, "bad_known", 422),
        ("odds/easy-six", {"known": "player1=B"}, "bad_known", 422),
        ("odds/easy-six", {"known": ["player1=5", "player1=6"]}, "bad_known", 422),
        ("odds/easy-six", {"known": "player9=5"}, "unknown_place", 422),
        ("odds/easy-six", {"known": "player1=9", "cards": "5h"}, "known_impossible", 422),
        ("odds/easy-six", {"known": ["player1=5"] * 7}, "bad_request", 400),
        ("odds/nothing/plan", {}, "unknown_rulebook", 404),
        ("odds/easy-six/plan", {"commission": "5%"}, "bad_commission", 422),
        ("odds/easy-six", {"without": "6h" * 3_000}, "bad_request", 400),
        ("odds/nothing/pdf", {}, "unknown_rulebook", 404),
        ("odds/easy-six/html", {"decks": "0"}, "wrong_number_of_decks", 422),
        ("odds/easy-six/pdf", {"decks": "90"}, "wrong_number_of_decks", 422),
        ("odds/easy-six/pdf", {"decks": "x"}, "bad_request", 400),
        ("log/t", {"limit": "501"}, "bad_request", 400),
        ("log/t", {"after": "-1"}, "bad_request", 400),
        ("log/nothing", {}, "unknown_table", 404),
        ("log/nothing/export", {}, "unknown_table", 404),
        ("verify/nothing", {}, "unknown_table", 404),
        ("dealer/nothing", {}, "unknown_table", 404),
    ],
)
def test_what_cannot_be_asked(
    up: Running, path: str, query: dict[str, str | list[str]], code: str, status: int
) -> None:
    answer = up.client(Role.SHIFT_MANAGER).get(f"/api/{path}", params=query)
    assert (error_of(answer), answer.status_code) == (code, status)


def test_counting_is_rationed(up: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(up.service, "pricing", RateLimit(3, 1_000.0))
    client = up.client(Role.PATRON)
    codes = [client.get("/api/odds/easy-six", params={"decks": decks}).status_code for decks in (4, 5, 6, 7, 8)]
    assert codes == [200, 200, 200, 429, 429]
    refused = client.get("/api/odds/easy-six/pdf")
    assert (refused.status_code, error_of(refused)) == (429, "too_many_requests")


def test_a_log_is_read_in_parts_and_exported_whole(up: Running) -> None:
    up.must("open_shoe", cards="virtual")
    up.must("close_shoe", by="pit_supervisor", reason="so be it")
    client = up.client(Role.AUDITOR)
    head = up.house.store.head("t")
    parts: list[dict[str, Any]] = []
    while len(parts) < head.version:
        parts += client.get("/api/log/t", params={"after": len(parts), "limit": 2}).json()["events"]
    records = list(up.house.store.records("t"))
    assert [(one["version"], one["hash"], one["previous_hash"]) for one in parts] == [
        (record.version, record.hash, record.previous_hash) for record in records
    ]
    answer = client.get("/api/log/t/export")
    assert "attachment" in answer.headers["content-disposition"]
    _, fault = audit_logs(read_logs(answer.text.splitlines()), up.house.floor.library.find)
    assert fault is None
    assert client.get("/api/verify/t").json() == {
        "table": "t",
        "whole": True,
        "head": {"version": head.version, "hash": head.hash},
        "fault": None,
    }


def test_a_log_says_by_which_edition_each_event_happened(tmp_path: Path) -> None:
    # An edition of the house's own: the same paragraphs in other words.
    shipped = SHIPPED / "easy-six" / "2012-06-02.toml"
    own = tmp_path / "shelf" / "easy-six" / "2013-01-01.toml"
    own.parent.mkdir(parents=True)
    own.write_text(shipped.read_text("utf-8").replace("2012-06-02", "2013-01-01"), "utf-8")
    with running(tmp_path, a_table("t", "easy-six@2012-06-02"), rulebooks=[str(tmp_path / "shelf")]) as up:
        library, names = up.house.floor.library, ("easy-six@2012-06-02", "easy-six@2013-01-01", "punto-banco@common")
        begun = {}
        for name in names:
            if up.live().state.table.phase != "closed":
                up.must("close_table")
            begun[name] = up.live().version + 1
            up.must("open_table", rulebook=name)
            up.must("change_sign", settings={"stake_min": 10}, by="pit_supervisor")
            up.must("open_shoe", cards="physical")
            up.must("open_bets")
            up.must("close_bets")
            for card in ("9h", "2c", "Kd", "5s"):
                up.must("draw_card", card=card)
            up.must("close_shoe", by="pit_supervisor", reason="so be it")
        begun[names[0]] = 1  # The table was opened with the house.
        client = up.client(Role.AUDITOR)
        for limit in (1, 3, 500):
            for after in range(up.live().version):
                told = client.get("/api/log/t", params={"after": after, "limit": limit}).json()
                for event in told["events"]:
                    spans = [one for one in told["rulebooks"] if one["from"] <= event["version"]]
                    name = [name for name in names if begun[name] <= event["version"]][-1]
                    assert (spans[-1]["name"], spans[-1]["sha256"]) == (name, library.find(name).sha256), event
                assert len(told["rulebooks"]) == len({one["name"] for one in told["rulebooks"]})
        assert client.get("/api/log/house:switches").json()["rulebooks"] == []


@pytest.mark.parametrize(
    "switch",
    [
        {"what": "table", "id": "nothing"},
        {"what": "bet", "id": "nothing"},
        {"what": "bet", "id": "tie", "table": "nothing"},
        {"what": "house", "id": "t"},
        {"what": "table", "id": "t", "table": "t"},
        {"what": "patron", "id": ""},
        {"what": "patron", "id": "a\u200b"},
        {"what": "room", "id": "t"},
    ],
)
def test_a_switch_names_something_of_this_house(up: Running, switch: dict[str, str]) -> None:
    body = {"switch": switch, "disabled": True, "reason": "as asked"}
    answer = up.client(Role.PIT_MANAGER).post("/api/switches", json=body)
    assert answer.status_code in (400, 404, 422)
    assert error_of(answer)
    assert up.house.floor.switches.off() == []


def test_no_undealt_card_is_in_what_staff_are_told(up: Running) -> None:
    up.must("open_shoe", cards="virtual")
    up.must("open_bets")
    up.must("close_bets")
    up.must("draw_card")
    up.must("report", what="exposed_card")
    paths = ("pit", "dealer/t", "log/t", "log/t/export", "tables/t", "verify/t")
    told = [
        client.get(f"/api/{path}").text
        for client in (up.client(Role.SHIFT_MANAGER), up.client(Role.AUDITOR))
        for path in paths
    ]
    up.must("withdraw_report")
    while up.live().state.table.phase == "dealing":
        up.must("draw_card")
    closed = up.must("close_shoe", by="pit_supervisor", reason="so be it").events[-1]
    order = str(getattr(closed, "order", "")).split()
    assert len(order) == 416
    assert not any(" ".join(order[at : at + 5]) in text for text in told for at in range(len(order) - 5))
