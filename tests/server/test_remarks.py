"""What a page is told of a coup besides its end, and of a shoe once it is closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from punto.house.people.roles import Role
from punto.table.sealed import commitment
from server.running import Running, a_table, running


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tables = [
        a_table("t", "da-hu-ying-xiong", cards="physical", sign={"burn": False, "face_down": True}),
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
    up.must("report", what="face_up")
    up.must("choose", patron="Guest", option="return")
    for card in ("9h", "2d", "Kc"):
        up.must("draw_card", card=card)
    adjustments = [{"patron": "Second Guest", "amount": -40}]
    up.must("rule", by="shift_manager", reason="spilled a drink", adjustments=adjustments)
    up.must("open_bets")
    up.must("report", what="foreign_card")
    told = up.client(Role.PATRON).get("/api/tables/t/history").json()
    remarks = [(one["coup"], one["kind"], one["cite"]) for one in told["remarks"]]
    assert remarks == [
        (1, "irregularity_reported", "5.9"),
        (1, "options_given", "5.12"),
        (1, "bets_returned", "5.12.3"),
        (1, "ruling_made", "5.18"),
        (2, "irregularity_reported", "5.5.1"),
    ]
    assert [(one["coup"], one["kind"]) for one in told["coups"]] == [(2, "coup_voided"), (1, "coup_settled")]


def test_a_payment_that_was_taken_back_is_no_past_coup(up: Running) -> None:
    up.must("close_shoe")
    up.must("open_shoe", cards="physical")
    up.must("open_bets")
    up.must("place_bet", patron="Guest", box=1, bet="player", stake=100)
    up.must("close_bets")
    for card in ("9c", "2h", "Kd", "Kc"):
        up.must("draw_card", card=card)
    coup = up.live().state.coup.number
    up.must("report", what="wrong_number_of_cards", by="pit_supervisor", reconstruct=False)
    told = up.client(Role.PATRON).get("/api/tables/t/history").json()
    assert [one["kind"] for one in told["coups"] if one["coup"] == coup] == ["coup_voided"]
    [back] = [one for one in told["remarks"] if one["kind"] == "settlement_reversed"]
    assert (back["coup"], back["lines"][0]["payback"], back["cite"]) == (coup, 200, "5.5.3")


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
    up.must("close_shoe", "sealed")
    events = client.get("/api/tables/sealed/closed-shoe").json()["events"]
    opened, *between, closed = events
    assert (opened["kind"], closed["kind"]) == ("shoe_opened", "shoe_closed")
    assert {one["kind"] for one in between} == {"cards_burned", "card_drawn"}
    assert len(closed["order"].split()) == 4 * 52
    assert commitment(closed["order"], closed["salt"]) == opened["commitment"]
    # The next one says nothing before it is closed too.
    up.must("open_shoe", "sealed", cards="virtual")
    assert client.get("/api/tables/sealed/closed-shoe").json()["events"] == events
