"""The cage over the web: who may do which step at a table with real chips, and who is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.audit import audit_store
from punto.house.floor.demonstration import DemonstrationStaff, demonstration
from punto.house.house import House
from punto.house.people.roles import Role
from punto.house.settings import Settings
from punto.house.tables.desk import Done
from punto.table import commands as c
from server.running import OF_ROLE, PASSWORD, Running, a_table, error_of, order, running

CHIPS = {"1000": 20, "100": 35}


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tables = [a_table(id, "easy-six", cards="physical", sign={"wallets": False}) for id in ("chips", "rude", "blind")]
    with running(tmp_path_factory.mktemp("cage"), *tables, a_table("wallets")) as house:
        house.house.people.add("Cage 2", Role.CAGE, PASSWORD)
        yield house


def test_who_carries_and_counts_a_box_is_not_told_what_must_be_in_it(up: Running) -> None:
    """Whoever knew it could keep what is too much, and the books would balance."""
    dealer, pit, first = up.client(Role.DEALER), up.client(Role.PIT_SUPERVISOR), up.client("Count Team 1")

    def box(name: str | Role) -> dict[str, Any]:
        [bank] = [one for one in up.client(name).get("/api/cage").json()["tables"] if one["table"] == "blind"]
        shown: dict[str, Any] = bank["box"] | {"named": [one["what"] for one in bank["exceptions"]]}
        return {name: shown[name] for name in ("drop", "win_counted", "win_settled", "named")}

    for what in ("opener", "closer"):
        for who in (dealer, pit):
            assert order(who, "count_inventory", "blind", what=what, chips=CHIPS).status_code == 200
    assert order(up.client(Role.SECURITY), "drop_box", "blind").status_code == 200
    nothing: dict[str, Any] = {"drop": None, "win_counted": None, "win_settled": None, "named": []}
    assert box("Security 1") == box("Count Team 2") == nothing
    assert box("Cage 1") == nothing | {"win_settled": 0}
    before = up.live("blind").scene().state.table.version
    answer = order(first, "count_box", "blind", currency=200)
    assert [event["kind"] for event in answer.json()["events"]] == ["box_counted"]
    assert answer.json()["version"] == before + 1
    assert box("Count Team 1") == box("Security 1") == nothing
    differs = {"drop": 200, "win_counted": 200, "win_settled": 0, "named": ["win_differs"]}
    assert box("Cage 1") == box(Role.PIT_MANAGER) == differs
    with up.client("Count Team 2").stream("GET", "/api/cage/events") as stream:
        told = next(chunk for chunk in stream.iter_text() if "data:" in chunk)
    blind = next(part for part in told.split('{"table":') if part.startswith('"blind"'))
    assert '"win_settled":null' in blind
    assert "win_differs" not in blind
    # Another count that differs: they are told so, and not what the other one was.
    other = order(up.client("Count Team 2"), "count_box", "blind", currency=201)
    counted, differing = other.json()["events"]
    assert (counted["currency"], differing["what"], differing["amount"]) == (201, "box_differs", 0)
    assert "200" not in differing["message"]
    for name in ("Count Team 1", "Count Team 2", "Security 1"):
        read = up.client(name).get("/api/cage")
        [bank] = [one for one in read.json()["tables"] if one["table"] == "blind"]
        [found] = bank["exceptions"]
        assert (found["what"], found["amount"], found["chips"]) == ("box_differs", 0, {})
        assert found["message"] == "drop box 1 does not balance: Count Team 1 and Count Team 2 counted differently"
    assert order(up.client("Count Team 2"), "count_box", "blind", currency=200).status_code == 200
    assert box("Count Team 1") == box("Cage 1")
    assert box("Count Team 1")["drop"] == 200


def test_a_whole_shift_of_money(up: Running) -> None:
    dealer, pit, cage = up.client(Role.DEALER), up.client(Role.PIT_SUPERVISOR), up.client(Role.CAGE)
    for who in (dealer, pit):
        assert order(who, "count_inventory", "chips", what="opener", chips=CHIPS).status_code == 200
    assert order(pit, "request_fill", "chips", chips={"1000": 5}).status_code == 200
    assert error_of(order(dealer, "accept_fill", "chips", slip=1)) == "slip_not_issued"
    assert order(cage, "issue_fill", "chips", slip=1).status_code == 200
    answer = order(dealer, "accept_fill", "chips", slip=1, chips={"1000": 4})
    assert [event["what"] for event in answer.json()["events"]] == ["slip_differs"]
    assert order(dealer, "accept_fill", "chips", slip=1, chips={"1000": 5}).status_code == 200
    again = order(dealer, "accept_fill", "chips", slip=1)
    assert (again.status_code, error_of(again)) == (422, "slip_is_finished")
    assert order(dealer, "request_credit", "chips", chips={"1000": 5}).status_code == 200
    own = order(dealer, "issue_credit", "chips", slip=2)
    assert (own.status_code, error_of(own)) == (403, "same_person")
    assert order(cage, "issue_credit", "chips", slip=2).status_code == 200
    assert error_of(order(cage, "accept_credit", "chips", slip=2)) == "same_person"
    assert order(up.client("Cage 2"), "accept_credit", "chips", slip=2).status_code == 200
    for who in (dealer, pit):
        assert order(who, "count_inventory", "chips", what="closer", chips=CHIPS).status_code == 200
    assert order(up.client(Role.SECURITY), "drop_box", "chips").status_code == 200
    for name in ("Count Team 1", "Count Team 2"):
        assert order(up.client(name), "count_box", "chips", currency=0).status_code == 200
    view = cage.get("/api/cage").json()
    [bank] = [one for one in view["tables"] if one["table"] == "chips"]
    assert (bank["box"]["win_counted"], bank["box"]["win_settled"], bank["box"]["agreed"]) == (0, 0, True)
    assert [one["what"] for one in bank["exceptions"]] == ["slip_differs"]
    assert view["day"]
    assert view["shift"] in ("06:00", "14:00", "22:00")


def test_what_is_between_cage_and_table_is_not_for_its_public(up: Running) -> None:
    patron = up.client(Role.PATRON)
    assert "inventory" not in patron.get("/api/tables/chips").text
    for path in ("/api/cage", "/api/dealer/chips/bank"):
        assert error_of(patron.get(path)) == "not_your_role"
    with patron.stream("GET", "/api/tables/chips/events?after=0") as stream:
        said = next(chunk for chunk in stream.iter_text() if "data:" in chunk)
    assert "slip" not in said
    assert "counted_by" not in said


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"chips": {"1000": -1}}, "count_negative"),
        ({"chips": {"1000": 1.5}}, "count_not_whole"),
        ({"chips": {"1000": 10**9}}, "count_too_large"),
        ({"chips": {"333": 1}}, "unknown_denomination"),
        ({"chips": {}}, "no_chips"),
        ({"chips": 5}, "bad_command"),
        ({"chips": {"100": 1}, "number": 7}, "bad_command"),
        ({"chips": {"100": 1}, "day": "2020-01-01"}, "bad_command"),
    ],
)
def test_a_bad_slip_is_refused_in_a_sentence_and_nothing_is_lost(
    up: Running, fields: dict[str, object], code: str
) -> None:
    if up.live("rude").state.table.bank.period is None:
        up.must("count_inventory", "rude", what="opener", chips={"100": 5})
    before = up.live("rude").version
    answer = order(up.client(Role.DEALER), "request_fill", "rude", **fields)
    assert error_of(answer) == code
    assert answer.json()["error"]["message"]
    assert up.live("rude").version == before


def test_a_table_with_wallets_says_that_its_books_keep_themselves(up: Running) -> None:
    answer = order(up.client(Role.DEALER), "count_inventory", "wallets", what="opener", chips={})
    assert (answer.status_code, error_of(answer)) == (422, "books_keep_themselves")
    up.must("buy_in", "wallets", patron=OF_ROLE[Role.PATRON], amount=500)
    bank = up.client(Role.DEALER).get("/api/dealer/wallets/bank").json()
    assert (bank["wallets"]["drop"], bank["wallets"]["fills"], bank["wallets"]["win_counted"]) == (500, 500, 0)


def test_a_newcomer_finds_a_table_with_real_chips_in_the_demonstration(tmp_path: Path) -> None:
    """Its rack is counted by two people and a fill waits for the cage: once, however often the house starts."""
    house = House.open(Settings(database=str(tmp_path / "demo.db"), tables=demonstration().tables), False)
    try:
        for _ in range(2):
            DemonstrationStaff(house.floor).start()
        [live] = [one for one in house.floor.tables.values() if not one.state.sign.wallets]
        bank = live.state.table.bank
        assert bank.period is not None
        assert bank.period.opener.agreed
        assert bank.period.opener.chips == demonstration().rack
        [slip] = bank.slips
        issued = live.do(c.IssueFill(slip=slip.number, by="cage"), person="Cage 1")
        accepted = live.do(c.AcceptFill(slip=slip.number, by="dealer"), person="Dealer 1")
        assert isinstance(issued, Done)
        assert isinstance(accepted, Done)
        assert audit_store(house.store, house.floor.library.find)[1] is None
    finally:
        house.close()
