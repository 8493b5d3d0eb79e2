"""Refusals: each code, in the one order of precedence; a refused command changes nothing (Shift checks that)."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import punto.table
from punto.kit import Refusal, Refused, Side, read_odds
from punto.rulebook import Library, Window
from punto.rulebook.slip import check_stake
from punto.rulebook.when import Condition
from punto.table import State, decide
from punto.table.refusals import MEANINGS, PRECEDENCE
from punto.table.script import read_command
from rulebook.shelf import book
from table.scene import Scene, asked
from table.scenes import SCENES
from table.shift import Shift, shift, wide_limits
from table.situations import CLAIM, DA_HU, FOUR, RWS, complete

ORDER = [code for code, _ in PRECEDENCE]

ELSEWHERE = {
    "second_person_needed",
    "bad_command",
    "unknown_command",
    "id_is_taken",
    "no_edition_in_force",
    "card_is_sealed",
    "suit_is_needed",
    "insurance_would_not_have_won",
    "coup_is_complete",
    "nothing_to_return",
}
"""Codes with a test of their own below, or in the tests of scripts."""


def together(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two faults can be made at once."""
    return all(isinstance(one[key], dict) and not set(one[key]) & set(other[key]) for key in one if key in other)


def doubled() -> Iterator[tuple[Scene, str, str]]:
    for scene in SCENES:
        for one, other in combinations(scene.faults, 2):
            if together(scene.faults[one], scene.faults[other]):
                yield scene, one, other
        for moment in scene.tables:
            for fault in scene.faults:
                yield scene, moment, fault


def name(scene: Scene) -> str:
    return f"{scene.command}{SCENES.index(scene)}"


@pytest.mark.parametrize("scene", SCENES, ids=name)
def test_a_command_without_a_fault_is_done_and_each_fault_is_named(scene: Scene) -> None:
    answer = asked(scene, scene.table())
    assert isinstance(answer, list) is scene.done, answer
    for code, build in scene.tables.items():
        refusal = asked(scene, build())
        assert isinstance(refusal, Refusal), code
        assert refusal.code == code, refusal
    for code, fault in scene.faults.items():
        refusal = asked(scene, scene.table(), fault)
        assert isinstance(refusal, Refusal), code
        assert refusal.code == code, refusal


def test_of_two_faults_the_earlier_is_named() -> None:
    tried = 0
    for scene, one, other in doubled():
        build = scene.tables.get(one, scene.table)
        faults = [scene.faults[code] for code in (one, other) if code in scene.faults and code not in scene.tables]
        refusal = asked(scene, build(), *faults)
        assert isinstance(refusal, Refusal), (scene.command, one, other)
        expected = min((one, other), key=ORDER.index)
        # At some tables a fault brings a third with it that stands earlier still; it must not stand later.
        assert ORDER.index(refusal.code) <= ORDER.index(expected), (scene.command, one, other, refusal)
        if refusal.code != expected:
            assert refusal.code not in (one, other), (scene.command, one, other, refusal)
        tried += 1
    assert tried > 250


def test_every_code_is_tried() -> None:
    tried = {code for scene in SCENES for code in (*scene.tables, *scene.faults)}
    assert tried | ELSEWHERE == set(ORDER)


def codes_in(source: str) -> set[str]:
    """The codes of refusals made in a piece of source."""
    found = set()
    for node in ast.walk(ast.parse(textwrap.dedent(source))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Refused", "Refusal"):
            codes = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
            found |= {str(code.value) for code in codes if isinstance(code, ast.Constant)}
    return found


def test_the_list_holds_every_code_and_no_other() -> None:
    folder = Path(punto.table.__file__).parent
    made = {code for file in folder.glob("*.py") for code in codes_in(file.read_text())}
    made |= codes_in(inspect.getsource(check_stake))
    for way in (Library.editions, Library.find, Library.in_force):
        made |= codes_in(inspect.getsource(way))
    assert made == set(ORDER)
    assert len(ORDER) == len(MEANINGS)
    assert all(MEANINGS.values())


def test_a_code_that_is_not_listed_is_seen() -> None:
    assert codes_in('raise Refused(code="felt_is_wet", message="no")') == {"felt_is_wet"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({}, "bad_command"),
        ({"command": 5}, "bad_command"),
        ({"command": "open_bets", "box": 1}, "bad_command"),
        ({"command": "place_bet", "patron": "Tan"}, "bad_command"),
        ({"command": "shuffle_up"}, "unknown_command"),
        ({"open_bets": {}, "close_bets": {}}, "bad_command"),
    ],
)
def test_a_line_that_is_no_command(line: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_command(line)
    assert refused.value.refusal.code == code


def test_a_sealed_card_is_not_named_whatever_else_is_wrong() -> None:
    table = shift(RWS, cards="virtual")
    table.try_("draw_card", card="9d", by="king").refused("card_is_sealed")
    table.report("extra_card", card="9d").refused("card_is_sealed")


def test_neglected_insurance_that_would_not_have_won_is_not_made_good() -> None:
    """In the five documents whoever lost an insured bet would have won; a house's own pay table may say otherwise."""
    rules = book(DA_HU)
    key = (Window.AFTER_FOUR_CARDS, Side.BANKER, 5, 6)
    cell = replace(rules.insurance[key], on_loss=None, on_tie=read_odds("8 to 1"))
    own = replace(rules, insurance={**rules.insurance, key: cell})
    table = (
        Shift(lambda name, *_, **__: own)
        .do("open_table", rulebook=DA_HU, settings=wide_limits(DA_HU))
        .do("open_shoe", cards="physical")
    )
    table.bets("seat 1 banker 50").close().cards(f"{FOUR} 3c").net(seat_1=-50)
    table.report("neglected_insurance", by="pit_manager", **CLAIM).refused("insurance_would_not_have_won", "5.13")


def test_a_claim_comes_to_nothing_where_insurance_has_won_as_much_as_was_lost() -> None:
    """Only rounding can bring that about, at a house's own odds: 1.5 to 1 on 1 wins 2 of 2."""
    rules = book(DA_HU)
    key = (Window.AFTER_FOUR_CARDS, Side.BANKER, 0, 4)
    cell = replace(rules.insurance[Window.AFTER_FOUR_CARDS, Side.BANKER, 0, 5], banker=4, on_loss=read_odds("1 to 2"))
    own = replace(rules, insurance={**rules.insurance, key: cell})
    nearest = {"rounding": "nearest"} | wide_limits(DA_HU)
    table = Shift(lambda name, *_, **__: own).do("open_table", rulebook=DA_HU, settings=nearest)
    table.do("open_shoe", cards="physical").bets("seat 1 banker 2").close().cards("Kh 2c Qd 2s | 3d")
    table.insure("seat 1 banker 1").expect("insurance_taken").cards("7c").expect("coup_settled").net(seat_1=0)
    table.report("neglected_insurance", by="pit_manager", **CLAIM).refused("nothing_to_return", "5.13", "2 on banker")


def test_a_complete_coup_that_waits_needs_no_card_and_is_settled() -> None:
    """In logs of older versions a coup could be complete with nobody left to choose and nothing paid."""
    state = complete().script.state
    waits = State(state.find, structs.replace(state.table, coup=structs.replace(state.coup, choosing=())), state.book)
    drawn = decide(waits, read_command({"command": "draw_card", "card": "2h"}))
    assert isinstance(drawn, Refusal)
    assert drawn.code == "coup_is_complete"
    paid = decide(waits, read_command({"command": "settle"}))
    assert isinstance(paid, list)


def test_chips_in_wallets_are_where_the_record_has_them() -> None:
    table = shift(RWS, wallets=True).do("buy_in", patron="seat 1", amount=10).bets("seat 1 banker 10").close()
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=[]).refused("nothing_to_correct", "5.13")


def test_a_suit_is_named_where_a_bet_depends_on_it() -> None:
    rules = book(RWS)
    row = replace(rules.bets["player_pair"].pays[0], when=Condition((("player_suited_pair", (True,)),)))
    suited = replace(rules.bets["player_pair"], pays=(row,))
    own = replace(rules, bets={**rules.bets, "player_pair": suited})
    table = (
        Shift(lambda name, *_, **__: own)
        .do("open_table", rulebook=RWS, settings=wide_limits(RWS))
        .do("open_shoe", cards="physical")
    )
    table.bets("seat 1 banker 50").close().try_("draw_card", card="9").refused("suit_is_needed", None, "9")
    table.do("draw_card", card="9d")
