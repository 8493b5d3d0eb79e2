"""What a page is told of a coup besides its end, and of a shoe once it is closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from punto.house.people.roles import Role
from punto.rulebook import Rulebook
from punto.table.sealed import commitment
from punto.view import rulebook
from punto.view.rulebook import FeltView
from server.running import Running, a_table, running

SIGN = {"burn": False, "face_down": True}


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A table for each test, on which nothing has happened yet."""
    tables = [
        a_table("t", "da-hu-ying-xiong", cards="physical", sign=SIGN),
        a_table("reversed", "da-hu-ying-xiong", cards="physical", sign=SIGN),
        a_table("misread", "da-hu-ying-xiong", cards="physical", sign=SIGN),
        a_table("asked", "da-hu-ying-xiong", cards="physical", sign=SIGN),
        a_table("sealed", "easy-six", sign={"decks": 4}),
    ]
    with running(tmp_path_factory.mktemp("remarks"), *tables) as house:
        for patron in ("Guest", "Second Guest"):
            house.must("buy_in", "t", patron=patron, amount=10_000)
        yield house


def test_remarks_belong_to_their_coup_and_are_there_after_it(up: Running) -> None:
    up.must("open_shoe", cards="physical")
    up.must("open_bets")
    for patron, box in (("Guest", 1), ("Second Guest", 2)):
        up.must("place_bet", patron=patron, box=box, bet="banker", stake=100)
    up.must("close_bets")
    up.must("draw_card", card="2c")
    up.must("report", what="face_up", by="pit_supervisor")
    up.must("choose", patron="Guest", option="return")
    up.must("close_choices", by="house")
    for card in ("9h", "2d", "Kc"):
        up.must("draw_card", card=card)
    adjustments = [{"patron": "Second Guest", "amount": -40}]
    up.must("rule", by="shift_manager", reason="spilled a drink", adjustments=adjustments)
    up.must("open_bets")
    up.must("report", what="foreign_card")
    up.must("decide", confirm=True, by="pit_supervisor")
    told = up.client(Role.PATRON).get("/api/tables/t/history").json()
    remarks = [(one["coup"], one["kind"], one["cite"]) for one in told["remarks"]]
    assert remarks == [
        (1, "irregularity_reported", "5.9"),
        (1, "coup_continued", "5.9"),
        (1, "options_given", "5.12"),
        (1, "option_chosen", "5.12.3"),
        (1, "bets_returned", "5.12.3"),
        (1, "choices_closed", "5.12"),
        (1, "ruling_made", "5.18"),
        (2, "irregularity_reported", "5.5.1"),
        (2, "decision_made", "5.5.1"),
    ]
    assert [(one["coup"], one["kind"]) for one in told["coups"]] == [(2, "coup_voided"), (1, "coup_settled")]


def test_a_payment_that_was_taken_back_is_no_past_coup(up: Running) -> None:
    table = "reversed"
    up.must("open_shoe", table, cards="physical")
    up.must("open_bets", table)
    up.must("place_bet", table, patron="Guest", box=1, bet="player", stake=100)
    up.must("close_bets", table)
    for card in ("9c", "2h", "Kd", "Kc"):
        up.must("draw_card", table, card=card)
    found = {"what": "wrong_number_of_cards", "cards": "9c 2h Kd Kc 4s", "reconstruct": False}
    up.must("report", table, by="pit_supervisor", **found)
    told = up.client(Role.PATRON).get(f"/api/tables/{table}/history").json()
    assert [(one["coup"], one["kind"]) for one in told["coups"]] == [(1, "coup_voided")]
    [back] = [one for one in told["remarks"] if one["kind"] == "settlement_reversed"]
    assert (back["coup"], back["lines"][0]["payback"], back["cite"]) == (1, 200, "5.5.3")


def test_what_was_paid_in_place_of_a_payment_taken_back_is_one_story(up: Running) -> None:
    table = "misread"
    up.must("open_shoe", table, cards="physical")
    up.must("open_bets", table)
    up.must("place_bet", table, patron="Guest", box=1, bet="player", stake=100)
    up.must("place_bet", table, patron="Second Guest", box=2, bet="banker", stake=100)
    up.must("close_bets", table)
    for card in ("9c", "2h", "Kd", "Kc"):
        up.must("draw_card", table, card=card)
    up.must("report", table, what="misread_card", place=2, card="9h")
    [waits] = [row for row in up.client(Role.PIT_SUPERVISOR).get("/api/pit").json()["tables"] if row["table"] == table]
    assert (waits["pending"]["what"], waits["pending"]["cite"]) == ("misread_card", "5.15")
    assert waits["pending"]["drawn"] == ["9c", "2h", "Kd", "Kc"]
    assert waits["pending"]["since"] is not None
    confirmed, dismissed = waits["answers"]
    assert [confirmed["confirm"], dismissed["confirm"]] == [True, False]
    now_then = [(one["patron"], one["now"], one["then"]) for one in confirmed["money"]]
    assert now_then == [("Guest", 100, 0), ("Second Guest", -100, 0)]
    assert [(one["now"], one["then"]) for one in dismissed["money"]] == [(100, 100), (-100, -100)]
    assert confirmed["result"]["winner"] == "tie"
    up.must("decide", table, confirm=True, by="pit_supervisor")
    told = up.client(Role.PATRON).get(f"/api/tables/{table}/history").json()
    assert [(one["coup"], one["kind"], one["winner"]) for one in told["coups"]] == [(1, "coup_settled", "tie")]
    kinds = ["irregularity_reported", "decision_made", "card_corrected", "settlement_reversed", "coup_settled"]
    assert [(one["coup"], one["kind"]) for one in told["remarks"]] == [(1, kind) for kind in kinds]
    assert told["remarks"][2]["was"] == "2h"
    assert told["roads"]["counts"]["tie"] == 1


def test_a_closed_shoe_is_told_from_its_seal_to_its_order(up: Running) -> None:
    client = up.client(Role.PATRON)
    assert client.get("/api/tables/sealed/closed-shoe").json() == {"events": []}
    up.must("open_shoe", "sealed", cards="virtual")
    up.must("open_bets", "sealed")
    up.must("close_bets", "sealed")
    while up.live("sealed").state.table.phase == "dealing":
        up.must("draw_card", "sealed")
    # While it is in use there is nothing to tell.
    assert client.get("/api/tables/sealed/closed-shoe").json() == {"events": []}
    up.must("close_shoe", "sealed", by="pit_supervisor", reason="so be it")
    events = client.get("/api/tables/sealed/closed-shoe").json()["events"]
    opened, *between, closed = events
    assert (opened["kind"], closed["kind"]) == ("shoe_opened", "shoe_closed")
    assert {one["kind"] for one in between} == {"cards_burned", "card_drawn"}
    assert len(closed["order"].split()) == 4 * 52
    assert commitment(closed["order"], closed["salt"]) == opened["commitment"]
    # The next one says nothing before it is closed too.
    up.must("open_shoe", "sealed", cards="virtual")
    assert client.get("/api/tables/sealed/closed-shoe").json()["events"] == events


def test_what_comes_while_a_page_is_asked_for_is_told_once(up: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    up.must("open_shoe", "asked", cards="physical")
    up.must("open_bets", "asked")

    def felt_view(book: Rulebook) -> FeltView:
        """A report on another thread, after the view of the table has been taken."""
        up.must("report", "asked", what="other", note="x")
        return rulebook.felt_view(book)

    monkeypatch.setattr("punto.server.routes.tables.felt_view", felt_view)
    page = up.client(Role.PATRON).get("/api/tables/asked").json()
    later = [one.version for one in up.live("asked").since(page["view"]["version"])]
    recalled = [one["version"] for one in page["history"]["remarks"]]
    assert later
    assert not set(recalled) & set(later)
