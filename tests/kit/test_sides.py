"""Sides, and one value for each."""

from hypothesis import given
from hypothesis import strategies as st

from punto.kit import BySide, Side

by_side = st.builds(BySide, st.integers(), st.integers())


def test_each_side_has_the_other() -> None:
    assert Side.PLAYER.other is Side.BANKER
    assert Side.BANKER.other is Side.PLAYER


@given(by_side)
def test_a_side_s_value(both: BySide[int]) -> None:
    assert (both[Side.PLAYER], both[Side.BANKER]) == (both.player, both.banker) == tuple(both)


@given(by_side, st.sampled_from(Side), st.integers())
def test_changing_one_side_leaves_the_other(both: BySide[int], side: Side, value: int) -> None:
    changed = both.with_side(side, value)
    assert changed[side] == value
    assert changed[side.other] == both[side.other]


@given(by_side)
def test_map(both: BySide[int]) -> None:
    assert both.map(str) == BySide(str(both.player), str(both.banker))
