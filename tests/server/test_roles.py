"""Who may do and see what: every role at every command in every phase, against a table written down here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from punto.house.people.roles import COMMANDS_OF, MAY_SWITCH, RESOURCES_OF, Role
from punto.table.commands import COMMANDS
from server.running import OF_ROLE, PASSWORD, Running, a_table, error_of, order, running

PATRON, DEALER, SUPERVISOR, MANAGER, SHIFT, AUDITOR, ADMINISTRATOR, DISPLAY = Role
STAFF = (DEALER, SUPERVISOR, MANAGER, SHIFT)
PLAYERS = (PATRON, *STAFF)
SUPERVISORS = STAFF[1:]
GUEST = OF_ROLE[PATRON]

_numbers = count(1)


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("roles"), a_table("t")) as house:
        yield house


Step = tuple[str, dict[str, Any]]


def at(up: Running, *steps: Step) -> str:
    """A new table that has taken these steps."""
    floor, id = up.house.floor, f"r{next(_numbers)}"
    floor.tables[id] = floor._live(a_table(id, "da-hu-ying-xiong", sign={"face_down": True}))
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
EXTRA = ("report", {"what": "extra_card", "card": "9d"})

PHASES: dict[str, list[Step]] = {
    "closed": [],
    "idle": [OPEN, CHIPS],
    "untouched": [OPEN, CHIPS, SHOE],
    "sealed": [OPEN, CHIPS, ("open_shoe", {"cards": "virtual"})],
    "ready": [OPEN, CHIPS, SHOE, BURN],
    "betting": [OPEN, CHIPS, SHOE, BURN, BETS, BET],
    "dealing": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, *FOUR],
    "complete": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, *FOUR, LAST],
    "choosing": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, *FOUR[:2], ("report", {"what": "wrong_area"})],
    "stopped": [OPEN, CHIPS, SHOE, BURN, BETS, BET, CLOSE, EXTRA],
}

CLAIM = {"what": "neglected_insurance", "patron": GUEST, "box": 1, "window": "after_four_cards", "insures": "banker"}
PLAYING = ("betting", "dealing", "choosing")
AFTER_SHOE = ("untouched", "sealed", "ready", "betting", "dealing", "complete", "choosing")
OPENED = ("idle", *AFTER_SHOE, "stopped")

# Who may, and when; at every other time nobody may, and nobody else may ever.
MAY: dict[str, tuple[dict[str, Any], tuple[Role, ...], tuple[str, ...]]] = {
    "open_table": ({"rulebook": "da-hu-ying-xiong"}, STAFF, ("closed",)),
    "close_table": ({}, STAFF, ("idle",)),
    "change_sign": ({"settings": {"stake_min": 10}}, SUPERVISORS, ("idle", "untouched", "sealed", "ready", "complete")),
    "buy_in": ({"patron": GUEST, "amount": 5}, STAFF, OPENED),
    "cash_out": ({"patron": GUEST, "amount": 5}, STAFF, OPENED),
    "open_shoe": ({"cards": "virtual"}, STAFF, ("idle",)),
    "cut_shoe": ({"patron": GUEST, "place": 100}, PLAYERS, ("sealed",)),
    "burn": ({"card": "2s"}, STAFF, ("untouched",)),
    "close_shoe": ({}, STAFF, ("untouched", "sealed", "ready", "complete")),
    "open_bets": ({}, STAFF, ("untouched", "sealed", "ready", "complete")),
    "place_bet": ({"patron": GUEST, "box": 1, "bet": "tie", "stake": 5}, PLAYERS, ("betting",)),
    "withdraw_bet": ({"patron": GUEST, "box": 1, "bet": "banker"}, PLAYERS, ("betting",)),
    "close_bets": ({}, STAFF, ("betting",)),
    "draw_card": ({"card": "6h"}, STAFF, ("dealing", "choosing")),
    "take_insurance": ({"patron": GUEST, "box": 1, "insures": "banker", "stake": 5}, PLAYERS, ("dealing",)),
    "walk_away": ({"patron": GUEST}, PLAYERS, PLAYING),
    "squeeze": ({"patron": GUEST, "card": "player_third"}, PLAYERS, PLAYING),
    "report": ({"what": "shortage"}, STAFF, AFTER_SHOE),
    "report other": ({"what": "other"}, STAFF, AFTER_SHOE),
    "report neglected_insurance": (CLAIM, (MANAGER, SHIFT), ("complete",)),
    "choose": ({"patron": GUEST, "option": "continue"}, PLAYERS, ("choosing",)),
    "decide": ({"reconstruct": True}, SUPERVISORS, ("stopped",)),
    "rule": ({"reason": "so be it"}, (SHIFT,), ("idle", *AFTER_SHOE)),
    "settle": ({}, STAFF, ()),  # The last card settles by itself.
}  # fmt: skip

BY_RANK = ("decide", "report neglected_insurance")
"""Who may give the command at all is the role's; whether the rank is high enough is the clause's."""


def test_every_command_is_walked() -> None:
    assert {command.split()[0] for command in MAY} == set(COMMANDS)


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
                assert code == ("authority_too_low" if command in BY_RANK else "not_your_role"), place
            elif role in who:
                assert answer.status_code == 422, place
    for client in clients.values():
        client.close()


# What can be looked at, and by whom.
EVERYBODY = tuple(Role)
AT_TABLES = (PATRON, *STAFF, AUDITOR, DISPLAY)
PRICING = tuple(role for role in Role if role is not DISPLAY)
IN_THE_PIT = (*SUPERVISORS, AUDITOR)
LOOK: dict[str, tuple[Role, ...]] = {
    "/api/me": EVERYBODY,
    "/api/tables": EVERYBODY,
    "/api/tables/t": AT_TABLES,
    "/api/tables/t/history": AT_TABLES,
    "/api/tables/t/squeeze": AT_TABLES,
    "/api/tables/t/closed-shoe": AT_TABLES,
    "/api/tables/t/events": AT_TABLES,
    "/api/rulebooks": PRICING,
    "/api/rulebooks/easy-six": EVERYBODY,
    "/api/odds/easy-six": PRICING,
    "/api/odds/easy-six/html": PRICING,
    "/api/odds/easy-six/pdf": PRICING,
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
}


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
    assert asked == set(LOOK)


def test_accounts_are_the_administrators(up: Running) -> None:
    for role in Role:
        client = up.client(role)
        name = f"Nova {len(role.value)}{role.value[0]}"
        answers = [
            client.post("/api/people", json={"name": name, "role": "patron", "password": "12345678"}),
            client.post(f"/api/people/{name}", json={"disabled": True}),
            client.delete(f"/api/people/{name}/sessions"),
            client.delete(f"/api/people/{name}/lock"),
            client.post(f"/api/people/{name}/role", json={"role": "dealer"}),
            client.post(f"/api/people/{name}/password", json={"password": "87654321"}),
        ]
        if role is ADMINISTRATOR:
            assert [answer.status_code for answer in answers] == [201, 200, 200, 200, 200, 200]
        else:
            assert [error_of(answer) for answer in answers] == ["not_your_role"] * 6


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
    [{"by": "shift_manager"}, {"acting": "shift_manager"}, {"at": "2020-01-01T00:00:00+00:00"}],
)
def test_nobody_says_who_they_are_or_when_it_was(up: Running, fields: dict[str, str]) -> None:
    table = at(up, *PHASES["stopped"])
    answer = order(up.client(DEALER), "decide", table, reconstruct=True, **fields)
    assert error_of(answer) in ("authority_too_low", "bad_command")
    assert up.live(table).state.table.phase == "stopped"


@pytest.mark.parametrize(
    ("command", "fields"),
    [
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
    marks = {row[0].strip("`"): {role for role, cell in zip(Role, row[1:], strict=True) if cell} for row in rows}
    for command in COMMANDS:
        assert marks[command] == {role for role in Role if command in COMMANDS_OF[role]}, command
    for view in {view for views in RESOURCES_OF.values() for view in views}:
        assert marks[f"see {view.value}"] == {role for role in Role if view in RESOURCES_OF[role]}, view
    assert marks["take out of play"] == set(MAY_SWITCH)
    assert marks["accounts"] == {ADMINISTRATOR}
    assert marks["own password"] == set(Role) - {DISPLAY}
