"""Snapshots: a state kept as bytes is the state, wherever in a shift it was kept."""

from __future__ import annotations

import msgspec
import pytest

from punto.house.tables.shuffler import seal_shoe
from punto.kit.json_line import read_object
from punto.rulebook import Library
from punto.table import State, Table, evolve
from punto.table.script import Script, read_command
from punto.table.snapshot import from_bytes, to_bytes
from table.golden import SHIFTS
from table.mixing import committed, mixed, revealing, unmixed
from table.shift import Shift, shift


def test_every_state_of_every_recorded_shift_goes_round() -> None:
    find = Library().find
    for file in SHIFTS:
        script = Script(find, seal_shoe)
        for line in file.read_bytes().splitlines():
            script.do(read_command(read_object(line)))
            table = script.state.table
            kept = to_bytes(table)
            assert from_bytes(kept) == table
            assert to_bytes(from_bytes(kept)) == kept


def test_a_shift_goes_on_from_a_snapshot_as_from_its_start() -> None:
    table = shift("da-hu-ying-xiong", face_down=True).bets("seat 1 banker 500", "box 1 standing Tan banker 90").close()
    table.do("squeeze", patron="seat 1", card="banker_third", by="patron")
    table.do("squeeze", patron="seat 1", card="banker_third_first", by="pit_supervisor").cards("2h 2c 3d 4s").insure(
        "seat 1 banker 20"
    )
    table.report("extra_card", card="9d").phase("stopped")
    kept = from_bytes(to_bytes(table.table))
    rules = table.script.state.rules
    later = State(table.script.state.find, kept, rules)
    table.decide(reconstruct=True).do("draw_card")
    assert isinstance(table.answer, list)
    start = len(table.log) - len(_since(table))
    for event in table.log[start:]:
        later = evolve(later, event)
    assert later.table == table.table


def test_a_round_that_is_paid_goes_on_from_a_snapshot_too() -> None:
    """What a report may still reach back for is in it: the order drawn, who dealt, the sign, the round before."""
    table = shift("da-hu-ying-xiong").do("assign", person="dealer", position="dealer", by="pit_manager")
    table.bets("seat 1 banker 99").close().cards("2h 2c 3d 4s 3c").bets("seat 1 banker 500").close()
    table.cards("2h 2c 3d 4s 3c").report("misread_card", place=5, card="Kd").phase("stopped")
    kept = from_bytes(to_bytes(table.table))
    assert kept == table.table
    assert kept.coup is not None
    assert kept.coup.sign == kept.sign
    assert kept.coup.dealers == ("dealer",)
    assert kept.previous is not None
    assert kept.previous.settlement is not None
    later = State(table.script.state.find, kept, table.script.state.rules)
    before = len(table.log)
    table.confirm()
    for event in table.log[before:]:
        later = evolve(later, event)
    assert later.table == table.table
    assert to_bytes(later.table) == to_bytes(table.table)


def _since(table: Shift) -> list[object]:
    kinds = [type(event).__name__ for event in table.log]
    return list(table.log[kinds.index("DecisionMade") :])


def test_what_an_older_version_kept_besides_is_passed_over() -> None:
    table = shift("easy-six").bets("seat 1 banker 10").table
    kept = msgspec.json.decode(to_bytes(table))
    kept["coup"] = {"squeezes": ["player"]} | {key: value for key, value in kept["coup"].items() if key != "requests"}
    assert from_bytes(msgspec.json.encode(kept)) == table


def test_equal_states_are_equal_bytes() -> None:
    """Cards seen in another order are the same shoe, and are written alike."""
    one = shift("easy-six").bets("seat 1 banker 10").close().cards("9h 2c").table
    assert one.shoe is not None
    seen = dict(reversed(one.shoe.seen.items()))
    other = msgspec.structs.replace(one, shoe=msgspec.structs.replace(one.shoe, seen=seen))
    assert other == one
    assert to_bytes(other) == to_bytes(one)


def test_a_shoe_that_seats_mix_is_kept_at_every_stage() -> None:
    for table in (unmixed(), committed(1, 3), revealing(3), mixed(5, 1, 3)):
        kept = to_bytes(table.table)
        assert from_bytes(kept) == table.table
        assert to_bytes(from_bytes(kept)) == kept


def test_bytes_that_are_no_snapshot_are_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        from_bytes(b'{"phase":"asleep"}')
    assert from_bytes(to_bytes(Table())) == Table()
