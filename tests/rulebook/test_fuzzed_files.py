"""Files damaged at random: whatever is in them, reading ends in a rulebook or in named mistakes."""

import tomllib
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from punto.rulebook import BadRulebook, Mistake, parse
from punto.rulebook.check import check_reach
from punto.rulebook.read.document import read_document
from punto.rulebook.read.section import Section

MINIMAL = (Path(__file__).parent / "minimal.toml").read_bytes()
LINES = MINIMAL.splitlines(keepends=True)
VALUES = [
    b"true",
    b"-1",
    b"0",
    b"1e400",
    b"nan",
    b'""',
    b'"push"',
    b"[]",
    b"[[]]",
    b"{}",
    b"2020-01-01",
    b"12:00:00",
    b'"\\u0000"',
]


def outcome(content: bytes) -> list[Mistake]:
    """The mistakes in these bytes; anything but BadRulebook is a failure."""
    try:
        book, mistakes = parse(content, "fuzzed")
    except BadRulebook as bad:
        return list(bad.mistakes)
    return mistakes or check_reach(book)


def test_the_undamaged_file_is_right() -> None:
    assert outcome(MINIMAL) == []


@given(st.sets(st.integers(0, len(LINES) - 1), min_size=1, max_size=6))
def test_lines_deleted(places: set[int]) -> None:
    for mistake in outcome(b"".join(line for place, line in enumerate(LINES) if place not in places)):
        assert mistake.code
        assert mistake.what


@given(st.lists(st.tuples(st.integers(0, len(MINIMAL) - 1), st.integers(0, 255)), min_size=1, max_size=4))
@settings(max_examples=300)
def test_bytes_changed(changes: list[tuple[int, int]]) -> None:
    content = bytearray(MINIMAL)
    for place, byte in changes:
        content[place] = byte
    outcome(bytes(content))


@given(st.integers(0, len(LINES) - 1), st.sampled_from(VALUES))
@settings(max_examples=300)
def test_values_of_another_kind(place: int, value: bytes) -> None:
    key, equals, _ = LINES[place].partition(b" = ")
    lines = [*LINES[:place], key + equals + value + b"\n" if equals else value + b"\n", *LINES[place + 1 :]]
    outcome(b"".join(lines))


@given(st.permutations(range(len(LINES))), st.integers(0, len(LINES)))
def test_lines_in_another_order(order: list[int], kept: int) -> None:
    moved = order[kept:]
    outcome(b"".join(LINES[place] for place in sorted(set(order) - set(moved))) + b"".join(LINES[p] for p in moved))


@given(st.binary(max_size=400))
def test_bytes_out_of_nowhere(content: bytes) -> None:
    assert outcome(content)


Tree = st.recursive(
    st.one_of(
        st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(["1.1", "player", "push"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(list(tomllib.loads(MINIMAL.decode()))), inner)
    ),
    max_leaves=12,
)


@given(st.sampled_from(list(tomllib.loads(MINIMAL.decode()))), Tree)
@settings(max_examples=300)
def test_any_value_at_any_key(key: str, value: object) -> None:
    mistakes: list[Mistake] = []
    table = tomllib.loads(MINIMAL.decode()) | {key: value}
    read_document(Section(table, "", mistakes), "0" * 64)
    assert all(mistake.code and mistake.fix for mistake in mistakes)
