"""Commands from the outside: whatever JSON a line holds, it is a command or one refusal."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from punto.kit import Refusal, Refused
from punto.kit.json_line import read_object
from punto.table import COMMANDS, Command
from punto.table.refusals import MEANINGS
from punto.table.script import read_command
from table.clauses import dealing
from table.shift import bare

WORDS = st.sampled_from((*COMMANDS, "command", "do", "kind", "by", "id", "patron", "box", "stake", "cards", "what", ""))
NUMBERS = st.integers() | st.integers(10**30, 10**40) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=8) | WORDS
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
FIELDS = sorted({name for kind in COMMANDS.values() for name in kind.__struct_fields__})


@given(st.dictionaries(WORDS | st.text(max_size=5), JSON, max_size=5))
def test_any_json_is_a_command_or_a_refusal(line: dict[str, Any]) -> None:
    read(line)


@given(st.sampled_from(sorted(COMMANDS)), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6))
def test_any_fields_are_a_command_or_a_refusal(name: str, fields: dict[str, Any]) -> None:
    command = read({"command": name} | fields)
    for table in (bare(), dealing("da-hu-ying-xiong").cards("2h 2c 3d 4s")):
        if command is not None:
            answer = table.give(command).answer
            assert not isinstance(answer, Refusal) or answer.code in MEANINGS


def read(line: dict[str, Any]) -> Command | None:
    """The command on a line as it would be written, or None if it is refused."""
    try:
        return read_command(read_object(json.dumps(line).encode()))
    except Refused as refused:
        message = refused.refusal.message
    assert 0 < len(message) < 1000
    return None


def test_both_ways_to_write_a_command() -> None:
    assert read_command({"command": "open_bets", "by": "dealer"}) == read_command({"open_bets": {}, "by": "dealer"})
    bet = {"patron": "Tan", "box": 1, "bet": "tie", "stake": 5}
    assert read_command({"place_bet": bet}) == read_command({"command": "place_bet"} | bet)
