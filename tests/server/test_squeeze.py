"""A squeeze over the web: a patron asks and never consents; a person at the table answers, or the house by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from punto.house.people.roles import Role
from server.processes import eventually
from server.running import Running, a_table, error_of, order, running

PATRON, DEALER, SUPERVISOR = Role.PATRON, Role.DEALER, Role.PIT_SUPERVISOR
SIGN = {"face_down": True, "burn": False}
FIRST = {"patron": "Guest", "card": "banker_third_first"}


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tables = [a_table(id, "da-hu-ying-xiong", sign=SIGN) for id in ("asked", "answered", "declined")]
    itself = a_table("itself", "da-hu-ying-xiong", dealer="automatic", sign=SIGN)
    with running(tmp_path_factory.mktemp("squeezes"), *tables, itself) as house:
        for name in ("Guest", "Second Guest"):
            house.must("buy_in", "asked", patron=name, amount=10_000)
        yield house


def opened(up: Running, table: str) -> None:
    if up.live(table).settings.dealer == "person":
        up.must("open_shoe", table, cards="virtual")
        up.must("open_bets", table)
    assert eventually(lambda: up.live(table).state.table.phase == "betting", 30)
    up.must("place_bet", table, patron="Guest", box=1, bet="banker", stake=500)
    up.must("place_bet", table, patron="Second Guest", box=2, bet="player", stake=100)


def kinds(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [event["kind"] for event in answer.json()["events"]]


def coup_of(client: httpx.Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{table}").json()["view"]["coup"]
    return found


def test_a_patron_cannot_consent_whatever_the_request_says(up: Running) -> None:
    opened(up, "asked")
    guest, second = up.client("Guest"), up.client("Second Guest")
    may = {"banker": "", "banker_third": "", "banker_third_first": "3.14", "expose_banker_third": "3.14"}
    assert coup_of(guest, "asked")["may_ask"] == {"Guest": may}
    answer = order(second, "squeeze", "asked", patron="Second Guest", card="player")
    assert (answer.status_code, error_of(answer)) == (422, "squeeze_is_not_yours")
    answer = order(second, "squeeze", "asked", **FIRST)
    assert (answer.status_code, error_of(answer)) == (403, "not_your_bet")
    assert kinds(order(guest, "squeeze", "asked", by="dealer", **FIRST)) == ["squeeze_requested"]
    answer = order(guest, "squeeze", "asked", acting="dealer", **FIRST)
    assert error_of(answer) == "not_assigned"
    assert error_of(order(guest, "squeeze", "asked", **FIRST)) == "already_asked"
    assert error_of(order(guest, "squeeze", "asked", decline=True, **FIRST)) == "authority_too_low"
    coup = coup_of(second, "asked")
    assert coup["waived"] == ""
    assert coup["requests"] == [FIRST | {"answer": "", "cite": "3.9", "waives": "3.14"}]
    assert "banker_third_first" not in coup["may_ask"]["Guest"]
    # Nobody in person has to answer before play goes on; the request is gone with the card.
    assert up.live("asked").due() == up.live("asked").next_step()


def test_a_person_at_the_table_answers(up: Running) -> None:
    opened(up, "answered")
    guest, dealer = up.client("Guest"), up.client(DEALER)
    order(guest, "squeeze", "answered", **FIRST)
    pit = up.client(SUPERVISOR).get("/api/pit").json()
    (table,) = (one for one in pit["tables"] if one["table"] == "answered")
    assert [one["card"] for one in table["coup"]["requests"]] == ["banker_third_first"]
    # What takes insurance from everybody is not the dealer's own to consent to.
    assert error_of(order(dealer, "squeeze", "answered", **FIRST)) == "authority_too_low"
    supervisor = up.client(SUPERVISOR)
    assert kinds(order(supervisor, "squeeze", "answered", **FIRST)) == ["squeeze_granted", "insurance_waived"]
    coup = coup_of(guest, "answered")
    assert coup["waived"] == "3.14"
    assert [one["answer"] for one in coup["requests"]] == ["granted"]
    # The same from a request that was only spoken.
    assert kinds(order(dealer, "squeeze", "answered", patron="Guest", card="banker")) == ["squeeze_granted"]


def test_whoever_answers_may_decline(up: Running) -> None:
    opened(up, "declined")
    guest, supervisor = up.client("Guest"), up.client(SUPERVISOR)
    order(guest, "squeeze", "declined", **FIRST)
    assert kinds(order(supervisor, "squeeze", "declined", decline=True, **FIRST)) == ["squeeze_declined"]
    coup = coup_of(guest, "declined")
    assert (coup["waived"], [one["answer"] for one in coup["requests"]]) == ("", ["declined"])
    answer = order(supervisor, "squeeze", "declined", decline=True, **FIRST)
    assert (answer.status_code, error_of(answer)) == (422, "no_request_is_open")


def test_a_table_that_deals_by_itself_answers_at_once(up: Running) -> None:
    opened(up, "itself")
    guest = up.client("Guest")
    # What it would decline is not offered, but may be asked for by whoever knows the document.
    assert coup_of(guest, "itself")["may_ask"] == {"Guest": {"banker": "", "banker_third": ""}}
    for card in ("banker", "banker_third_first"):
        assert kinds(order(guest, "squeeze", "itself", patron="Guest", card=card)) == ["squeeze_requested"]
    live = up.live("itself")
    assert eventually(lambda: all(one.answer for one in live.state.coup.requests), 30)
    assert {one.card: one.answer for one in live.state.coup.requests} == {
        "banker": "granted",
        "banker_third_first": "declined",
    }
    assert not live.state.coup.waived
    by = {(stored.kind, stored.by) for stored in live.desk.store.events("itself") if stored.kind.startswith("squeeze")}
    assert by == {("squeeze_requested", "patron"), ("squeeze_granted", "dealer"), ("squeeze_declined", "dealer")}
