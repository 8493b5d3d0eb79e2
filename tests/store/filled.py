"""Books with rows in every table of the schema, as a house writes them."""

from __future__ import annotations

import pytest

from punto.house.people.names import skeleton
from punto.house.people.people import AccessRules, People
from punto.house.people.roles import Role
from punto.house.people.totp import STEP_SECONDS, code_at
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refused
from punto.rulebook import Library
from punto.store import Store
from punto.table.script import read_command

KEY = bytes(range(32))
FIND = Library().find
NOW = 1_000_000.0
PASSWORD = "seven plain chairs"

COMMANDS: tuple[dict[str, object], ...] = (
    {"command": "open_table", "rulebook": "easy-six", "settings": {"wallets": True}},
    {"command": "buy_in", "patron": "ann", "amount": 5000},
    {"command": "open_shoe", "cards": "virtual", "seed": 11},
    {"command": "open_bets"},
    {"command": "place_bet", "patron": "ann", "box": 1, "bet": "player", "stake": 100},
    {"command": "place_bet", "patron": "ann", "box": 99, "bet": "player", "stake": 100},
    {"command": "close_bets"},
    {"command": "draw_card"},
)
"""A round that is under way, with a bet that was refused."""

SLIPS: tuple[dict[str, object], ...] = (
    {"command": "open_table", "rulebook": "easy-six", "by": "dealer"},
    {"command": "count_inventory", "what": "opener", "chips": {"1000": 5}, "by": "dealer"},
    {"command": "request_fill", "chips": {"1000": 2}, "by": "pit_supervisor"},
    {"command": "request_credit", "chips": {"1000": 1}, "by": "pit_supervisor"},
)
"""A rack of real chips, and two slips."""


def fill(store: Store) -> None:
    """Tables, people and processes; the store must have its key."""
    for table in ("north", "south"):
        desk = desk_at(store, table)
        for number, given in enumerate(COMMANDS, 1):
            answer = desk.do(read_command({"by": "dealer", "id": f"c{number}"} | given))
            assert isinstance(answer, Done) is (number != 6), answer
        desk.save()
        assert store.leases.take(table, None) == 1
    chips = desk_at(store, "east")
    for number, given in enumerate(SLIPS, 1):
        assert isinstance(answer := chips.do(read_command({"id": f"s{number}"} | given)), Done), answer
    desk_at(store, "west").do(read_command(COMMANDS[3] | {"id": "c1"}))  # Refused at a table that never opened.
    store.leases.beat()
    store.remember("tables", b"[]")
    _people(store)


def desk_at(store: Store, table: str) -> Desk:
    return Desk(store, table, FIND, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-16T20:00:00Z")


def _people(store: Store) -> None:
    people = People(store, lambda: NOW, AccessRules(300, 1800, 12 * 3600.0, False), KEY)
    for name, role in (("Night Manager", Role.SHIFT_MANAGER), ("Day Auditor", Role.AUDITOR)):
        people.add(name, role, PASSWORD)
        people.sign_in(name, PASSWORD, address="192.0.2.1")
        with pytest.raises(Refused, match="password"):
            people.sign_in(name, "something else", address="192.0.2.9")
        row = store.people.find(skeleton(name))
        assert row is not None
        secret = people.factors.begin(row)
        people.factors.confirm(row, code_at(secret, int(NOW) // STEP_SECONDS))
    people.links.make(["Day Auditor"], lasts=False)
