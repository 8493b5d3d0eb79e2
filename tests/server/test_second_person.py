"""The second person in a house: over the web, on the books, over a restart, and what the auditor and the pack say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from punto.audit import audit_store
from punto.cli.main import app
from punto.house.floor.demonstration import DemonstrationStaff, demonstration
from punto.house.house import House
from punto.house.people.links import token_hash
from punto.house.people.people import Person
from punto.house.people.roles import RANKED, Role
from punto.house.people.sessions import public_id
from punto.house.settings import Settings
from punto.house.tables.desk import Done
from punto.rulebook import Library
from punto.store import Record, open_store
from punto.table.commands import BuyIn, CloseTable, OpenTable
from server.running import OF_ROLE, PASSWORD, Running, a_table, error_of, order, running

FIND = Library().find
LARGE: dict[str, Any] = {"patron": "Guest", "amount": 5_000}


def the_table(**sign: Any) -> Any:
    return a_table("t", sign={"alone_max": 1_000} | sign)


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, the_table()) as house:
        yield house


def waits(up: Running) -> list[int]:
    return [one.number for one in up.live().state.table.waiting]


def last(up: Running, number: int) -> list[Record]:
    return list(up.house.store.records("t"))[-number:]


def test_a_large_buy_in_waits_and_is_confirmed(up: Running) -> None:
    dealer, pit = up.client(Role.DEALER), up.client(Role.PIT_SUPERVISOR)
    answer = order(dealer, "buy_in", **LARGE)
    assert (answer.status_code, error_of(answer)) == (409, "second_person_needed")
    assert "5,000" in answer.json()["error"]["message"]
    assert up.house.floor.wallet("Guest") == 0
    [shown] = pit.get("/api/pit").json()["tables"][0]["seconds"]
    wanted = {
        "what": "buy_in",
        "sum": 5_000,
        "patron": "Guest",
        "asker": OF_ROLE[Role.DEALER],
        "needs": "pit_supervisor",
    }
    assert wanted.items() <= shown.items()
    assert dealer.get("/api/tables/t/waiting").json()["waiting"] == [shown]
    assert up.client("Guest").get("/api/tables/t/waiting").json()["waiting"] == [shown]
    assert up.client("Second Guest").get("/api/tables/t/waiting").json()["waiting"] == []
    assert up.client("Second Guest").get("/api/tables/t").json()["view"]["waiting"] == [1]
    assert error_of(order(dealer, "confirm", waiting=1)) == "authority_too_low"
    assert order(pit, "confirm", waiting=shown["waiting"]).status_code == 200
    assert up.house.floor.wallet("Guest") == 5_000
    assert waits(up) == []
    assert error_of(order(pit, "confirm", waiting=1)) == "nothing_waits"


def test_who_did_it_from_which_session_and_who_confirmed_is_under_the_hash(up: Running) -> None:
    dealer = up.client(Role.DEALER)
    token = dealer.cookies["punto_session"]
    order(dealer, "buy_in", **LARGE)
    pit = up.client(Role.PIT_SUPERVISOR)
    order(pit, "confirm", waiting=1)
    asked, given, bought = last(up, 3)
    session = public_id(token_hash(token))
    confirming = public_id(token_hash(pit.cookies["punto_session"]))
    name, other = OF_ROLE[Role.DEALER], OF_ROLE[Role.PIT_SUPERVISOR]
    columns = [(one.kind, one.person, one.by, one.session, one.confirmer, one.form) for one in (asked, given, bought)]
    assert columns == [
        ("confirmation_awaited", name, "dealer", session, "", 3),
        ("confirmation_given", other, "pit_supervisor", confirming, "", 3),
        ("bought_in", name, "dealer", session, other, 3),
    ]
    whole = "".join(f"{one}" for one in up.house.store.records("t"))
    assert token not in whole
    assert token_hash(token) not in whole
    log = up.client(Role.AUDITOR).get("/api/log/t?before=999999").json()["events"][-1]
    assert (log["person"], log["by"], log["session"], log["confirmer"]) == (name, "dealer", session, other)
    assert audit_store(up.house.store, FIND)[1] is None


@pytest.mark.parametrize("change", ["session = 'x'", "confirmer = 'Sam'", "confirmer = ''", "person = 'Sam'"])
def test_a_changed_column_is_found(tmp_path: Path, change: str) -> None:
    import sqlite3

    with running(tmp_path, the_table()) as up:
        order(up.client(Role.DEALER), "buy_in", **LARGE)
        order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=1)
        version = up.live().version
    with sqlite3.connect(tmp_path / "house.db") as books:
        books.execute("DROP TRIGGER events_kept_update")
        books.execute(f"UPDATE events SET {change} WHERE table_id = 't' AND version = {version}")
    with open_store(tmp_path / "house.db") as store:
        finding = audit_store(store, FIND)[1]
    assert finding is not None
    assert (finding.version, finding.what) == (version, "chain")


def test_a_declined_one_moves_nothing(up: Running) -> None:
    dealer, pit = up.client(Role.DEALER), up.client(Role.PIT_SUPERVISOR)
    order(dealer, "buy_in", **LARGE)
    assert order(pit, "confirm", waiting=1, decline=True).status_code == 200
    assert (up.house.floor.wallet("Guest"), waits(up)) == (0, [])
    order(dealer, "buy_in", **LARGE)
    assert order(dealer, "confirm", waiting=2, decline=True).status_code == 200, "whoever asked takes it back"
    assert audit_store(up.house.store, FIND)[1] is None


def test_the_same_id_again_waits_once(up: Running) -> None:
    dealer = up.client(Role.DEALER)
    for _ in range(3):
        answer = order(dealer, "buy_in", **LARGE, id="once")
        assert error_of(answer) == "second_person_needed"
    assert waits(up) == [1]
    assert error_of(order(dealer, "buy_in", **LARGE)) == "already_waits"
    order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=1, id="yes")
    order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=1, id="yes")
    assert up.house.floor.wallet("Guest") == 5_000


def test_it_waits_over_a_restart_and_its_time_is_not_begun_anew(tmp_path: Path) -> None:
    with running(tmp_path, the_table()) as up:
        order(up.client(Role.DEALER), "buy_in", **LARGE)
        [before] = up.live().state.table.waiting
    with running(tmp_path, the_table()) as up:
        assert up.live().state.table.waiting == (before,)
        assert order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=1).status_code == 200
        assert up.house.floor.wallet("Guest") == 5_000
        assert audit_store(up.house.store, FIND)[1] is None


def test_what_nobody_confirms_is_over_by_the_clock(up: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from punto.table import second_person

    monkeypatch.setattr(second_person, "SECONDS", 0)
    order(up.client(Role.DEALER), "buy_in", **LARGE)
    until = up.live().now()
    while waits(up):
        assert (up.live().now() - until).total_seconds() < 10
    [ended] = last(up, 1)
    assert (ended.kind, ended.by, ended.person) == ("confirmation_expired", "house", "")
    assert error_of(order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=1)) == "nothing_waits"


def test_a_patron_cashes_out_and_a_large_sum_waits_for_a_dealer(up: Running) -> None:
    up.must("buy_in", patron="Guest", amount=9_000)
    guest = up.client("Guest")
    assert order(guest, "cash_out", patron="Guest", amount=1_000).status_code == 200
    assert error_of(order(guest, "cash_out", patron="Second Guest", amount=1)) == "not_your_bet"
    assert error_of(order(guest, "cash_out", patron="Guest", amount=8_001)) == "wallet_too_small"
    assert error_of(order(guest, "cash_out", patron="Guest", amount=8_000)) == "second_person_needed"
    assert error_of(order(guest, "confirm", waiting=1)) == "not_your_role"
    assert order(up.client(Role.DEALER), "confirm", waiting=1).status_code == 200
    assert up.house.floor.wallet("Guest") == 0
    assert audit_store(up.house.store, FIND)[1] is None


def test_staff_who_are_not_assigned_pay_nobody_out(up: Running) -> None:
    up.must("buy_in", patron="Guest", amount=500)
    people = up.house.people
    for role in (Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER):
        people.add(f"Another {role.value.replace('_', ' ')}", role, PASSWORD)
        stranger = up.client(f"Another {role.value.replace('_', ' ')}")
        answer = order(stranger, "cash_out", patron="Guest", amount=5)
        assert (answer.status_code, error_of(answer)) == (403, "not_assigned")
    assert error_of(order(up.client("Another dealer"), "open_shoe", cards="virtual")) == "not_assigned"
    relief = {"person": OF_ROLE[Role.DEALER], "position": "dealer"}
    assert error_of(order(up.client("Another dealer"), "assign", **relief)) == "not_assigned"
    pit = up.client(Role.PIT_SUPERVISOR)
    assert order(pit, "assign", person="Another dealer", position="dealer").status_code == 200
    assert order(up.client("Another dealer"), "cash_out", patron="Guest", amount=5).status_code == 200


def test_nobody_raises_what_one_person_moves_alone(up: Running) -> None:
    pit = up.client(Role.SHIFT_MANAGER)
    assert error_of(order(pit, "change_sign", settings={"alone_max": 10**9})) == "setting_is_fixed"
    assert order(pit, "close_table").status_code == 200
    for asked in (1_001, 10**9, None, "many"):
        answer = order(pit, "open_table", rulebook="easy-six", settings=the_table().sign | {"alone_max": asked})
        assert error_of(answer) == "setting_is_fixed"
    unsaid = {key: value for key, value in the_table().sign.items() if key != "alone_max"}
    assert order(pit, "open_table", rulebook="easy-six", settings=unsaid).status_code == 200
    assert up.live().state.sign.alone_max == 1_000
    assert order(pit, "close_table").status_code == 200
    assert order(pit, "open_table", rulebook="easy-six", settings=unsaid | {"alone_max": 10}).status_code == 200


def test_nobody_names_a_session(up: Running) -> None:
    answer = order(up.client(Role.DEALER), "buy_in", patron="Guest", amount=5, session="another")
    assert (answer.status_code, error_of(answer)) == (400, "bad_command")


def test_a_table_that_closes_ends_what_waits(up: Running) -> None:
    order(up.client(Role.DEALER), "buy_in", **LARGE)
    assert order(up.client(Role.PIT_SUPERVISOR), "close_table").status_code == 200
    assert [one.kind for one in last(up, 2)] == ["confirmation_expired", "table_closed"]
    assert audit_store(up.house.store, FIND)[1] is None


def test_the_audit_by_person(tmp_path: Path) -> None:
    with running(tmp_path, the_table()) as up:
        up.house.people.add("Second Dealer", Role.DEALER, PASSWORD)
        pit = up.client(Role.PIT_SUPERVISOR)
        order(pit, "assign", person="Second Dealer", position="dealer")
        first, second = up.client(Role.DEALER), up.client("Second Dealer")
        order(first, "buy_in", **LARGE)
        order(pit, "confirm", waiting=1)
        manager = up.client(Role.SHIFT_MANAGER)
        for _ in range(3):
            order(second, "buy_in", patron="Guest", amount=900)
            ruled = order(manager, "rule", reason="so be it", adjustments=[{"patron": "Guest", "amount": 800}])
            assert ruled.status_code == 200
    run = CliRunner().invoke(app, ["audit", str(tmp_path / "house.db"), "--people", "--json"])
    told = json.loads(run.stdout)
    people = {one["person"]: one for one in told["people"]}
    supervisor, dealer = people[OF_ROLE[Role.PIT_SUPERVISOR]], people["Second Dealer"]
    assert told["ok"]
    assert supervisor["confirmations"] == {OF_ROLE[Role.DEALER]: 1}
    assert supervisor["confirmed"] == {"count": 1, "rate": "500.0", "colleagues": None}
    assert (dealer["splits"], dealer["split_most"]) == (2, 2_700)
    ruler = people[OF_ROLE[Role.SHIFT_MANAGER]]
    assert (ruler["splits"], ruler["split_most"]) == (2, 2_400), "adjustments in parts are told too"
    assert dealer["voids"] == {"count": 0, "rate": "0.0", "colleagues": "0.0"}
    assert people[OF_ROLE[Role.DEALER]]["splits"] == 0
    shown = CliRunner().invoke(app, ["audit", str(tmp_path / "house.db"), "--people"]).stdout
    assert f"{OF_ROLE[Role.PIT_SUPERVISOR]} confirmed for: {OF_ROLE[Role.DEALER]} 1." in shown
    assert "Second Dealer came above the sum for one person in parts 2 times" in shown


def test_a_confirmation_by_a_password_that_somebody_else_had_given_is_named(tmp_path: Path) -> None:
    """An administrator who gives two people new passwords could be both of them."""
    dealer, pit = OF_ROLE[Role.DEALER], OF_ROLE[Role.PIT_SUPERVISOR]
    admin = Person(OF_ROLE[Role.ADMINISTRATOR], Role.ADMINISTRATOR)
    with running(tmp_path, the_table()) as up:
        up.house.people.set_password(pit, PASSWORD, by=admin)
        order(up.client(Role.DEALER), "buy_in", **LARGE)
        order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=1)
        up.house.people.set_password(dealer, PASSWORD, by=admin)
        for number in (2, 3):
            order(up.client(Role.DEALER), "buy_in", **LARGE)
            assert order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=number).status_code == 200
        order(up.client(Role.DEALER), "buy_in", **LARGE)
        order(up.client(Role.SHIFT_MANAGER), "confirm", waiting=4)
    run = CliRunner().invoke(app, ["audit", str(tmp_path / "house.db"), "--people", "--json"])
    people = {one["person"]: one for one in json.loads(run.stdout)["people"]}
    assert people[pit]["confirmations"] == {dealer: 3}
    assert people[pit]["in_one_hand"] == {admin.name: 2}
    assert people[OF_ROLE[Role.SHIFT_MANAGER]]["in_one_hand"] == {}
    shown = CliRunner().invoke(app, ["audit", str(tmp_path / "house.db"), "--people"]).stdout
    assert f"{admin.name} had, or had given, the passwords of both persons" in shown


def test_the_dispute_pack_says_who_confirmed(tmp_path: Path) -> None:
    with running(tmp_path, the_table()) as up:
        up.must("open_shoe", cards="physical")
        up.must("open_bets")
        order(up.client(Role.DEALER), "buy_in", **LARGE)
        order(up.client(Role.PIT_SUPERVISOR), "confirm", waiting=1)
    run = CliRunner().invoke(app, ["log", "t", "--db", str(tmp_path / "house.db"), "--coup", "1", "--json"])
    bought = json.loads(run.stdout)["events"][-1]
    assert (bought["kind"], bought["confirmer"]) == ("bought_in", OF_ROLE[Role.PIT_SUPERVISOR])
    assert len(bought["session"]) == 16
    shown = CliRunner().invoke(app, ["log", "t", "--db", str(tmp_path / "house.db"), "--coup", "1"]).stdout
    assert f"confirmed by {OF_ROLE[Role.PIT_SUPERVISOR]}" in shown
    assert bought["session"] in shown


def test_the_staff_of_the_demonstration_are_assigned_and_stay_so(tmp_path: Path) -> None:
    """A newcomer deals at once, also after a table was closed and opened again."""
    shown = demonstration()
    house = House.open(Settings(database=str(tmp_path / "demo.db"), tables=shown.tables), False)
    ranked = {name for name, role in shown.people.items() if role in RANKED}
    try:
        DemonstrationStaff(house.floor).start()
        for live in house.floor.tables.values():
            assert {one.person for one in live.state.table.assignments} == ranked
            assert live.state.sign.alone_max == 250_000
        live = next(iter(house.floor.tables.values()))
        if not house.people.has_name("Dealer 1"):
            house.people.add("Dealer 1", Role.DEALER, None)
        dealer = house.people.who(house.people.follow(house.people.link("Dealer 1")))
        session: dict[str, Any] = {"person": "Dealer 1", "session": dealer.session}
        assert isinstance(live.do(CloseTable(by="dealer"), **session), Done)
        opening = OpenTable(rulebook=live.settings.rulebook, settings=live.settings.sign, by="dealer")
        assert isinstance(live.do(opening, **session), Done)
        assert {one.person for one in live.state.table.assignments} == ranked
        # What the demonstration itself fills wallets with, and ordinary play, needs nobody else.
        ordinary = BuyIn(patron="Guest", amount=shown.chips, by="dealer")
        assert isinstance(live.do(ordinary, **session), Done)
        assert audit_store(house.store, FIND)[1] is None
    finally:
        house.close()


def test_a_dealer_does_not_choose_the_cards_by_opening_a_shoe_of_real_ones(tmp_path: Path) -> None:
    """At a table with sealed shoes whoever opened one of real cards named every card that came."""
    with running(tmp_path, the_table(), a_table("felt", cards="physical")) as up:
        for role in RANKED:
            answer = order(up.client(role), "open_shoe", cards="physical")
            assert (answer.status_code, error_of(answer)) == (422, "setting_is_fixed")
        dealer = up.client(Role.DEALER)
        assert error_of(order(dealer, "open_shoe", "felt", cards="virtual")) == "setting_is_fixed"
        assert order(dealer, "open_shoe", "felt", cards="physical").status_code == 200
        assert order(dealer, "open_shoe", cards="virtual").status_code == 200


def test_a_dealer_opens_a_table_with_the_sign_of_the_house_and_no_other(up: Running) -> None:
    dealer, pit = up.client(Role.DEALER), up.client(Role.PIT_SUPERVISOR)
    own: dict[str, Any] = {"rulebook": "easy-six", "settings": the_table().sign}

    def opens(client: Any, **given: Any) -> str:
        assert order(pit, "close_table").status_code == 200
        assert order(pit, "assign", person=OF_ROLE[Role.DEALER], position="dealer").status_code == 200
        answer = order(client, "open_table", **own | given)
        if answer.status_code != 200:
            code = error_of(answer)
            assert order(dealer, "open_table", **own).status_code == 200
            return code
        return ""

    richer = {"settings": own["settings"] | {"stake_max": 10**12, "rounding": "nearest"}}
    assert opens(dealer, **richer) == "authority_too_low"
    assert opens(dealer, rulebook="rws-baccarat") == "authority_too_low"
    assert opens(dealer, settings=own["settings"] | {"alone_max": 10}) == ""
    assert opens(pit, **richer) == ""
