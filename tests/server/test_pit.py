"""What the pit is told over the web: who reported and decided, what is posted at a table, and the time that runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from oracle import DOCUMENTS
from punto.house.floor.demonstration import demonstration
from punto.house.people.roles import Role
from server.running import Running, a_table, order, running

NOTICES = {
    "da-hu-ying-xiong": [("limits", "3.5", True, False), ("no_insurance", "4.2.2", False, True)],
    "rws-baccarat": [("limits", "3.5", True, False)],
    "rws-insurance": [("limits", "", True, False), ("no_insurance", "3.5.1", False, False)],
    "insurance-lucky-six": [("limits", "", True, False), ("no_insurance", "Baccarat Insurance", False, False)],
    "easy-six": [("limits", "", True, False)],
}
"""By document: what, by which paragraph, whether it is up, and whether the table may put it up or down."""


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    sign = {"burn": False, "wallets": False}
    tables = [a_table(id, id, cards="physical", sign=sign, insurance_seconds=60.0) for id in DOCUMENTS]
    with running(tmp_path_factory.mktemp("pit"), *tables) as house:
        yield house


def told(up: Running, table: str) -> dict[str, Any]:
    [one] = [row for row in up.client(Role.AUDITOR).get("/api/pit").json()["tables"] if row["table"] == table]
    return dict(one)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_notices_of_a_document_are_listed(up: Running, document: str) -> None:
    notices = told(up, document)["notices"]
    assert [(one["what"], one["cite"], one["up"], one["may"]) for one in notices] == NOTICES[document]
    assert all(one["says"] for one in notices if one["cite"])


def test_a_notice_that_was_put_up_is_up(up: Running) -> None:
    table = "da-hu-ying-xiong"
    up.must("change_sign", table, settings={"insurance": False, "private_for": "Guest"}, by="pit_supervisor")
    assert told(up, table)["notices"][1]["up"]
    up.must("change_sign", table, settings={"insurance": True}, by="pit_supervisor")
    assert not told(up, table)["notices"][1]["up"]


def test_a_closed_table_has_nothing_posted(up: Running) -> None:
    up.must("close_table", "easy-six")
    assert told(up, "easy-six")["notices"] == []
    up.must("open_table", "easy-six", rulebook="easy-six")


def test_reports_and_decisions_name_who_gave_them(up: Running) -> None:
    table = "rws-baccarat"
    up.must("open_shoe", table, cards="physical")
    up.must("open_bets", table)
    up.must("close_bets", table)
    assert order(up.client("Dealer 1"), "report", table, what="exposed_card", cards="4h").status_code == 200
    decided = order(up.client("Pit Manager 1"), "decide", table, reconstruct=True, note="in order")
    assert decided.status_code == 200
    up.must("report", table, what="other")  # By the house itself, as in a script.
    by_itself, by_dealer = told(up, table)["reports"]
    assert (by_itself["what"], by_itself["person"]) == ("other", None)
    assert (by_dealer["what"], by_dealer["person"]) == ("exposed_card", "Dealer 1")
    [made] = [event for event in by_dealer["after"] if event["kind"] == "decision_made"]
    assert (made["person"], made["decided_by"], made["note"]) == ("Pit Manager 1", "pit_manager", "in order")


def test_pit_and_lobby_are_told_until_when_insurance_may_be_taken(up: Running) -> None:
    table = "rws-insurance"
    up.must("open_shoe", table, cards="physical")
    up.must("open_bets", table)
    up.must("place_bet", table, patron="Guest", box=1, bet="banker", stake=100)
    up.must("close_bets", table)
    for card in ("2h", "6c", "3d", "Ts"):
        up.must("draw_card", table, card=card)
    [row] = [one for one in up.client("Guest").get("/api/tables").json()["tables"] if one["table"] == table]
    assert row["next"] is None
    assert row["insurance_until"] == told(up, table)["insurance_until"] is not None


def test_the_tables_of_the_demonstration_have_numbers() -> None:
    assert [table.name for table in demonstration().tables] == [f"Table {number}" for number in range(1, 7)]
