"""Who may do and see what: every role at every command in every phase, against a table written down here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from punto.house.people.roles import COMMANDS_OF, MAY_SWITCH, RESOURCES_OF, Role
from punto.table.commands import COMMANDS
from server.running import OF_ROLE, PASSWORD, Running, a_table, assign_staff, error_of, order, running

PATRON, DEALER, SUPERVISOR, MANAGER, SHIFT, AUDITOR, ADMINISTRATOR, CAGE, SECURITY, COUNT_TEAM, DISPLAY = Role
STAFF = (DEALER, SUPERVISOR, MANAGER, SHIFT)
PLAYERS = (PATRON, *STAFF)
SUPERVISORS = STAFF[1:]
GUEST = OF_ROLE[PATRON]

_numbers = count(1)


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("roles"), a_table("t")) as house:
        house.house.people.add("Second Dealer", DEALER, PASSWORD)
        yield house


Step = tuple[str, dict[str, Any]]


def at(up: Running, *steps: Step) -> str:
    """A new table that has taken these steps."""
    floor, id = up.house.floor, f"r{next(_numbers)}"
    floor.tables[id] = floor._live(a_table(id, "da-hu-ying-xiong", sign={"face_down": True}))
    assign_staff(up.house, id)
    for command, fields in steps:
        up.must(command, id, **fields)
    return id


OPEN = ("open_table", {"rulebook": "da-hu-ying-xiong", "settings": a_table(sign={"face_down": True}).sign})
CHIPS = ("buy_in", {"patron": GUEST, "amount": 10_000})
SHOE = ("open_shoe", {"cards": "physical"})
BURN = ("burn", {"card": "2s"})
BETS: Step = ("open_bets", {})
BET = ("place_bet", {"patron": GUEST, "box": 1, "bet": "banker", "stake": 100})
CLOSE: Step = ("close_bets", {})
FOUR = [("draw_card", {"card": card}) for card in ("2h", "2c", "3d", "4s")]
LAST = ("draw_card", {"card": "3c"})
EXTRA = ("report", {"what": "extra_card", "card": "9d", "person": OF_ROLE[DEALER]})
MISDEALT = ("report", {"what": "wrong_area", "by": "pit_supervisor"})

PHASES: dict[str, list[Step]] = {
    "closed": [],
    "idle": [OPEN, CHIPS],
    "untouched": [OPEN, CHIPS, SHOE],
    "sealed": [OPEN, CHIPS, ("open_shoe", {"cards": "virtual"})],
    "ready": [OPEN, CHIPS, SHOE, BURN],
    "betting": [OPEN, CHIPS, SHOE, BURN, BETS, BET],
    "dealing": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, *FOUR],
    "complete": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, *FOUR, LAST],
    "paid": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, *FOUR, LAST, ("declare_paid", {})],
    "choosing": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, *FOUR[:2], MISDEALT],
    "stopped": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, EXTRA],
}

CLAIM = {"what": "neglected_insurance", "patron": GUEST, "box": 1, "window": "after_four_cards", "insures": "banker"}
PLAYING = ("betting", "dealing", "choosing")
AFTER_SHOE = ("untouched", "sealed", "ready", "betting", "dealing", "complete", "paid", "choosing")
BETWEEN = ("untouched", "sealed", "ready", "complete", "paid")
OPENED = ("idle", *AFTER_SHOE, "stopped")

# Who may, and when; at every other time nobody may, and nobody else may ever.
MAY: dict[str, tuple[dict[str, Any], tuple[Role, ...], tuple[str, ...]]] = {
    "open_table": (OPEN[1], STAFF, ("closed",)),
    "close_table": ({}, STAFF, ("idle",)),
    "change_sign": ({"settings": {"stake_min": 10}}, SUPERVISORS, ("idle", *BETWEEN)),
    "buy_in": ({"patron": GUEST, "amount": 5}, STAFF, OPENED),
    "cash_out": ({"patron": GUEST, "amount": 5}, PLAYERS, OPENED),
    "open_shoe": ({"cards": "virtual"}, STAFF, ("idle",)),
    "cut_shoe": ({"patron": GUEST, "place": 100}, (PATRON,), ("sealed",)),
    # Seats mix only where the table waits for them; the clock alone ends that.
    "commit_entropy": ({"patron": GUEST, "box": 1, "commitment": "0" * 64}, (PATRON,), ()),
    "reveal_entropy": ({"patron": GUEST, "box": 1, "entropy": "0" * 64}, (PATRON,), ()),
    "close_entropy": ({}, (), ()),
    "mix_shoe": ({}, (), ()),
    "burn": ({"card": "2s"}, STAFF, ("untouched",)),
    "close_shoe": ({"reason": "so be it"}, SUPERVISORS, BETWEEN),
    "open_bets": ({}, STAFF, BETWEEN),
    "place_bet": ({"patron": GUEST, "box": 1, "bet": "tie", "stake": 5}, PLAYERS, ("betting",)),
    "withdraw_bet": ({"patron": GUEST, "box": 1, "bet": "banker"}, PLAYERS, ("betting",)),
    "close_bets": ({}, STAFF, ("betting",)),
    "draw_card": ({"card": "6h"}, STAFF, ("dealing",)),
    "take_insurance": ({"patron": GUEST, "box": 1, "insures": "banker", "stake": 5}, PLAYERS, ("dealing",)),
    "walk_away": ({"patron": GUEST}, PLAYERS, PLAYING),
    "squeeze": ({"patron": GUEST, "card": "player_third"}, PLAYERS, PLAYING),
    "turn_card": ({"patron": GUEST}, PLAYERS, ()),  # Nobody squeezes here.
    # Of a sealed shoe it cannot be; a graver report takes the place of the one that waits.
    "report": ({"what": "shortage"}, STAFF, (*(phase for phase in AFTER_SHOE if phase != "sealed"), "stopped")),
    "report other": ({"what": "other"}, STAFF, AFTER_SHOE),
    "report neglected_insurance": (CLAIM, STAFF, ("complete", "paid")),
    "withdraw_report": ({}, (DEALER,), ("stopped",)),
    "choose": ({"patron": GUEST, "option": "continue"}, PLAYERS, ("choosing",)),
    "decide": ({"reconstruct": True}, SUPERVISORS, ("stopped",)),
    "rule": ({"reason": "so be it"}, (SHIFT,), ("idle", *AFTER_SHOE)),
    "settle": ({}, STAFF, ()),  # The last card settles by itself.
    "close_choices": ({}, SUPERVISORS, ("choosing",)),
    "declare_paid": ({}, STAFF, ("complete",)),
    "write_off": ({"patron": GUEST, "amount": 5}, (SHIFT,), ()),  # Nobody owes anything here.
    "enter_chips": ({"felt_was_right": True}, SUPERVISORS, ()),  # No payment was taken back here.
    "assign": ({"person": "Second Dealer", "position": "dealer"}, STAFF, ("closed", *OPENED)),
    "confirm": ({"waiting": 1}, STAFF, ()),  # Nothing waits here.
    "expire_waiting": ({}, (), ()),
    # At a table with wallets the books keep themselves: tests/server/test_cage.py walks one with real chips.
    "count_inventory": ({"what": "opener", "chips": {}}, STAFF, ()),
    "request_fill": ({"chips": {"100": 1}}, STAFF, ()),
    "issue_fill": ({"slip": 1}, (CAGE,), ()),
    "accept_fill": ({"slip": 1}, STAFF, ()),
    "request_credit": ({"chips": {"100": 1}}, STAFF, ()),
    "issue_credit": ({"slip": 1}, (*STAFF, CAGE), ()),
    "accept_credit": ({"slip": 1}, (CAGE,), ()),
    "void_slip": ({"slip": 1, "reason": "not needed"}, (*SUPERVISORS, CAGE), ()),
    "drop_box": ({}, (*SUPERVISORS, SECURITY), ()),
    "count_box": ({}, (COUNT_TEAM,), ()),
}  # fmt: skip

BY_TABLE = {
    "decide": "authority_too_low",
    "withdraw_report": "not_your_report",
    "close_shoe": "authority_too_low",  # A dealer closes one that is dealt out.
    "cut_shoe": "not_at_the_table",  # Staff cut for somebody who has bet here.
}
"""Who may give the command at all is the role's; whether this person may, the table's."""


def test_every_command_is_walked() -> None:
    assert {command.split()[0] for command in MAY} == set(COMMANDS)


@pytest.mark.exhaustive
@pytest.mark.parametrize("phase", PHASES)
def test_nobody_may_do_more_or_less_than_the_table_says(up: Running, phase: str) -> None:
    clients = {role: up.client(role) for role in Role}
    table = at(up, *PHASES[phase])
    for command, (fields, who, when) in MAY.items():
        name = command.split()[0]
        for role in Role:
            before = up.live(table).version
            answer = order(clients[role], name, table, **fields)
            place = (phase, command, role, answer.text)
            if role in who and phase in when:
                assert answer.status_code == 200, place
                table = at(up, *PHASES[phase])
                continue
            assert answer.status_code in (403, 422), place
            assert up.live(table).version == before, place
            code = error_of(answer)
            if role not in STAFF and role not in who:
                assert code == "not_your_role", place
            elif role not in who and phase in when:
                assert code == BY_TABLE.get(command, "not_your_role"), place
            elif role in who:
                assert answer.status_code == 422, place
    for client in clients.values():
        client.close()


# What can be looked at, and by whom.
EVERYBODY = tuple(Role)
AT_TABLES = (PATRON, *STAFF, AUDITOR, DISPLAY)
OFFICES = (CAGE, SECURITY, COUNT_TEAM)
PRICING = tuple(role for role in Role if role not in (*OFFICES, DISPLAY))
IN_THE_PIT = (*SUPERVISORS, AUDITOR)
LOOK: dict[str, tuple[Role, ...]] = {
    "/api/me": EVERYBODY,
    "/api/me/session": EVERYBODY,
    "/api/me/history": AT_TABLES,
    "/api/me/history/csv": AT_TABLES,
    "/api/tables": EVERYBODY,
    "/api/tables/t": AT_TABLES,
    "/api/tables/t/history": AT_TABLES,
    "/api/tables/t/squeeze": AT_TABLES,
    "/api/tables/t/waiting": AT_TABLES,
    "/api/tables/t/closed-shoe": AT_TABLES,
    "/api/tables/t/events": AT_TABLES,
    "/api/events": AT_TABLES,
    "/api/rulebooks": PRICING,
    "/api/rulebooks/easy-six": (*PRICING, DISPLAY),
    "/api/odds/easy-six": PRICING,
    "/api/odds/easy-six/html": PRICING,
    "/api/odds/easy-six/pdf": PRICING,
    "/api/odds/easy-six/plan": PRICING,
    "/api/dealer/t": (*STAFF, AUDITOR),
    "/api/dealer/t/wallets/easy-six": (*STAFF, AUDITOR),
    "/api/pit": IN_THE_PIT,
    "/api/pit/events": IN_THE_PIT,
    "/api/log/t": IN_THE_PIT,
    "/api/log/t/export": IN_THE_PIT,
    "/api/verify/t": IN_THE_PIT,
    "/api/manifest": IN_THE_PIT,
    "/api/books": IN_THE_PIT,
    "/api/people": (AUDITOR, ADMINISTRATOR),
    "/api/cage": (*IN_THE_PIT, *OFFICES),
    "/api/cage/events": (*IN_THE_PIT, *OFFICES),
    "/api/dealer/t/bank": (*STAFF, AUDITOR),
    "/api/heads": EVERYBODY,
    "/api/results": IN_THE_PIT,
    "/api/results/events": IN_THE_PIT,
    "/api/results/rounds": IN_THE_PIT,
    "/api/results/ratings": IN_THE_PIT,
    "/api/results/ratings/csv": IN_THE_PIT,
    "/api/results/ratings/xlsx": IN_THE_PIT,
    "/api/results/csv": IN_THE_PIT,
    "/api/results/xlsx": IN_THE_PIT,
    "/api/results/html": IN_THE_PIT,
    "/api/results/pdf": IN_THE_PIT,
}
OF_A_ROUND = {"/api/disputes/t/{coup}/html", "/api/disputes/t/{coup}/pdf"}
"""Looks at a round that was dealt: tests/server/test_results.py."""


@pytest.mark.exhaustive
def test_nobody_sees_more_or_less_than_the_table_says(up: Running) -> None:
    for role in Role:
        client = up.client(role)
        for path, who in LOOK.items():
            with client.stream("GET", path) as answer:
                assert answer.status_code == (200 if role in who else 403), (role, path)
                if role not in who:
                    answer.read()
                    assert error_of(answer) == "not_your_role"
    stranger = up.client()
    for path in LOOK:
        answer = stranger.get(path)
        assert (answer.status_code, error_of(answer)) == (401, "not_signed_in"), path


def test_every_look_is_walked(up: Running) -> None:
    """Each GET of the interface is in the table above."""
    paths = up.client(ADMINISTRATOR).get("/api/schema/openapi.json").json()["paths"]
    asked = {
        path.replace("{table_id}", "t").replace("{name}", "easy-six") for path, one in paths.items() if "get" in one
    }
    assert asked == set(LOOK) | OF_A_ROUND


def test_accounts_are_the_administrators(up: Running) -> None:
    for role in Role:
        client = up.client(role)
        name = f"Nova {len(role.value)}{role.value[0]}"
        answers = [
            client.post("/api/people", json={"name": name, "role": "patron", "password": "long and unusual"}),
            client.post(f"/api/people/{name}", json={"disabled": True}),
            client.delete(f"/api/people/{name}/sessions"),
            client.delete(f"/api/people/{name}/lock"),
            client.delete(f"/api/people/{name}/second-factor"),
            client.post(f"/api/people/{name}/role", json={"role": "dealer"}),
            client.post(f"/api/people/{name}/password", json={"password": "unusual and long"}),
        ]
        if role is ADMINISTRATOR:
            assert [answer.status_code for answer in answers] == [201, 200, 200, 200, 422, 200, 200]
        else:
            assert [error_of(answer) for answer in answers] == ["not_your_role"] * 7


def test_everybody_but_a_screen_has_a_password_of_their_own(up: Running) -> None:
    for role in Role:
        answer = up.client(role).post("/api/me/password", json={"password": PASSWORD, "current": PASSWORD})
        assert answer.status_code == (403 if role is DISPLAY else 200), (role, answer.text)


def test_switches_are_the_managers(up: Running) -> None:
    for role in Role:
        body = {"switch": {"what": "patron", "id": role.value}, "disabled": True, "reason": "as asked"}
        answer = up.client(role).post("/api/switches", json=body)
        assert answer.status_code == (200 if role in (MANAGER, SHIFT) else 403), (role, answer.text)
    assert set(MAY_SWITCH) == {MANAGER, SHIFT}


def test_a_patron_acts_for_nobody_else(up: Running) -> None:
    table = at(up, *PHASES["betting"])
    answer = order(up.client("Second Guest"), "withdraw_bet", table, patron=GUEST, box=1, bet="banker")
    assert (answer.status_code, error_of(answer)) == (403, "not_your_bet")


@pytest.mark.parametrize(
    "fields",
    [
        {"by": "shift_manager"},
        {"acting": "shift_manager"},
        {"acting": "pit_supervisor"},
        {"account": "Pit Manager 1"},
        {"at": "2020-01-01T00:00:00+00:00"},
    ],
)
def test_nobody_says_who_they_are_or_when_it_was(up: Running, fields: dict[str, str]) -> None:
    table = at(up, *PHASES["stopped"])
    answer = order(up.client(DEALER), "decide", table, reconstruct=True, **fields)
    [field] = fields
    assert error_of(answer) == {"acting": "not_assigned", "by": "authority_too_low"}.get(field, "bad_command")
    assert up.live(table).state.table.phase == "stopped"


def test_who_was_assigned_acts_in_that_position_until_its_time_is_over(up: Running) -> None:
    stopped = PHASES["stopped"][:-1]
    table = at(up, *stopped, ("report", {"what": "extra_card", "card": "9d"}))
    supervisor, dealer = up.client(SUPERVISOR), up.client("Second Dealer")
    deputy = {"person": "Second Dealer", "position": "pit_supervisor"}
    confirmed = {"reconstruct": True, "acting": "pit_supervisor"}
    assert error_of(order(dealer, "decide", table, **confirmed)) == "not_assigned"
    assert error_of(order(up.client(DEALER), "assign", table, **deputy)) == "authority_too_low"
    for name in ("Nobody", GUEST):
        answer = order(supervisor, "assign", table, **deputy | {"person": name})
        assert (answer.status_code, error_of(answer)) == (404, "unknown_person")
    oneself = order(supervisor, "assign", table, **deputy | {"person": OF_ROLE[SUPERVISOR]})
    assert (oneself.status_code, error_of(oneself)) == (403, "assigned_to_oneself")
    assert order(supervisor, "assign", table, **deputy, until="2020-01-01T00:00:00Z").status_code == 200
    assert error_of(order(dealer, "decide", table, **confirmed)) == "not_assigned"
    # From another table's page it is made where it holds.
    elsewhere = deputy | {"command": "assign", "id": "elsewhere", "table": table}
    assert supervisor.post("/api/tables/t/commands", json=elsewhere).status_code == 200
    assert error_of(order(dealer, "decide", table, reconstruct=True)) == "authority_too_low"
    assert order(dealer, "decide", table, **confirmed).status_code == 200
    # What the role alone has no right to, the position has.
    assert error_of(order(dealer, "close_choices", table)) == "not_your_role"
    assert order(dealer, "close_choices", table, acting="pit_supervisor").status_code == 200
    answer = supervisor.post("/api/tables/t/commands", json=elsewhere | {"id": "nowhere", "table": "no table"})
    assert (answer.status_code, error_of(answer)) == (404, "unknown_table")


def test_whoever_dealt_the_round_does_not_decide_about_its_errors(up: Running) -> None:
    table = at(up, *PHASES["stopped"][:-1])
    supervisor = up.client(SUPERVISOR)
    assert order(supervisor, "draw_card", table, card="2h").status_code == 200
    assert order(supervisor, "report", table, what="extra_card", card="9d", reconstruct=True).status_code == 200
    answer = order(supervisor, "decide", table, reconstruct=True)
    assert (answer.status_code, error_of(answer)) == (403, "dealt_this_round")
    assert order(up.client(MANAGER), "decide", table, reconstruct=True).status_code == 200


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("report", {"what": "shortage", "seal_broken": True}),
        ("open_shoe", {"cards": "virtual", "seed": 7}),
        ("open_shoe", {"cards": "virtual", "commitment": "0" * 64}),
        ("close_shoe", {"order": "2s 3s", "salt": "x"}),
    ],
)
def test_nobody_chooses_the_cards_of_a_shoe(up: Running, command: str, fields: dict[str, Any]) -> None:
    table = at(up, *PHASES["idle" if command == "open_shoe" else "sealed"])
    before = up.live(table).version
    answer = order(up.client(SHIFT), command, table, **fields)
    assert (answer.status_code, error_of(answer)) == (400, "bad_command")
    assert up.live(table).version == before


def test_the_page_of_roles_says_what_the_program_does() -> None:
    """docs/roles.md has a line for every command and view, with a mark for each role that may."""
    text = (Path(__file__).parents[2] / "docs" / "roles.md").read_text("utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    by_role = [row for row in rows if len(row) == 1 + len(Role)]  # Other tables of the page are of the reports.
    marks = {row[0].strip("`"): {role for role, cell in zip(Role, row[1:], strict=True) if cell} for row in by_role}
    for command in COMMANDS:
        assert marks[command] == {role for role in Role if command in COMMANDS_OF[role]}, command
    for view in {view for views in RESOURCES_OF.values() for view in views}:
        assert marks[f"see {view.value}"] == {role for role in Role if view in RESOURCES_OF[role]}, view
    assert marks["take out of play"] == set(MAY_SWITCH)
    assert marks["accounts"] == {ADMINISTRATOR}
    assert marks["own password"] == marks["own second factor"] == set(Role) - {DISPLAY}
