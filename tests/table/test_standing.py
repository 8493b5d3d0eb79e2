"""Where a table stands, as `punto table --summary` prints it: what waits, who may choose, who acts for whom."""

from __future__ import annotations

from typing import Any

import msgspec

from punto.table.script import summary
from table.shift import Shift, shift


def standing(table: Shift) -> dict[str, Any]:
    """The summary as it is printed."""
    return dict(msgspec.json.decode(msgspec.json.encode(summary(table.script))))


def test_what_waits_and_who_may_choose_is_told() -> None:
    table = shift("da-hu-ying-xiong").bets("seat 1 banker 100", "seat 2 player 100").close().cards("2h")
    assert (standing(table)["pending"], standing(table)["choosing"], standing(table)["chosen"]) == (None, [], {})
    table.report("exposed_card", cards="9d")
    waits = standing(table)
    assert waits["phase"] == "stopped"
    assert (waits["pending"]["what"], waits["pending"]["decides"]) == ("exposed_card", "pit_supervisor")
    table.decide(reconstruct=True).choose("seat 1", "return")
    after = standing(table)
    assert (after["pending"], after["choosing"], after["chosen"]) == (None, ["seat 2"], {"seat 1": "return"})


def test_who_acts_for_whom_is_told() -> None:
    table = shift("da-hu-ying-xiong").do("assign", person="dealer", position="pit_supervisor", by="pit_manager")
    assert standing(table)["assignments"] == [{"person": "dealer", "position": "pit_supervisor", "until": ""}]
