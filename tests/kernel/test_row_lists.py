"""The lists a GPU counts by: walked here with whole numbers, they give the core's own rows."""

from __future__ import annotations

import numpy as np
import pytest

from kernel.dealing import STANDARD, STRANGE
from punto.kernel import Functional, Masks, Program, five_cell, four_cell, joint_cell
from punto.kernel.row_lists import ENTRIES_MOST, PLACES, STEPS_MOST, row_lists


def program(masks: Masks) -> Program:
    ends = [(pc, bc, p, b) for pc in (2, 3) for bc in (2, 3) for p in range(10) for b in range(10)]
    rows = [
        [joint_cell(*end) for end in ends if end[2] > end[3]],
        [joint_cell(*end) for end in ends if end[2] == end[3]],
        [joint_cell(*end) for end in ends if end[1] == 3],
        [four_cell(4, 5, outcome) for outcome in range(3)],
        [four_cell(4, 5, 1)],
        [five_cell(6, 2, 0), five_cell(6, 2, 2)],
    ]
    return Program(masks, rows, [Functional(((0, 1),))])


def deals(m: list[int]) -> list[int]:
    """Ordered four-card deals by both totals, s <= t, by taking every card."""
    found = dict.fromkeys(PLACES, 0)
    for a in range(10):
        for b in range(10):
            for c in range(10):
                for d in range(10):
                    s, t = (a + c) % 10, (b + d) % 10
                    if s <= t:
                        ways = 1
                        left = list(m)
                        for card in (a, b, c, d):
                            ways *= max(left[card], 0)
                            left[card] -= 1
                        found[s, t] += ways
    return list(found.values())


@pytest.mark.parametrize("masks", [STANDARD, STRANGE], ids=["standard", "strange"])
def test_the_lists_lead_every_deal_to_its_rows(masks: Masks) -> None:
    given = program(masks)
    m = [3, 2, 0, 2, 1, 2, 1, 0, 1, 2]
    packed = row_lists(given)
    opened, drawn, rows = np.frombuffer(packed, np.int32, 3).tolist()
    bytes_at = [12 + len(PLACES) * k for k in range(5)]
    open_at = list(packed[bytes_at[2] : bytes_at[2] + opened])
    drawn_at = list(packed[bytes_at[3] : bytes_at[3] + drawn])
    start = np.frombuffer(packed, np.uint16, STEPS_MOST, bytes_at[4]).tolist()
    entry = np.frombuffer(packed, np.uint16, ENTRIES_MOST, bytes_at[4] + 2 * STEPS_MOST).tolist()
    total = [0] * rows
    step = 0

    def add(count: int) -> None:
        nonlocal step
        for one in entry[start[step] : start[step + 1]]:
            total[one & 0xFFF] += (one >> 12) * count
        step += 1

    n = sum(m)
    for count in deals(m):
        add(count * (n - 4) * (n - 5))
    for x in range(10):
        once = [count - (value == x) for value, count in enumerate(m)]
        left = deals(once) if m[x] else [0] * len(PLACES)
        for at in open_at:
            add(left[at] * m[x] * (n - 5))
        for y in range(x, 10):
            ways = m[x] * once[y]
            twice = deals([count - (value == y) for value, count in enumerate(once)]) if ways else [0] * len(PLACES)
            for at in drawn_at:
                add(twice[at] * ways)
    assert total == given.price([m]).rows[0].tolist()


def test_more_rows_than_the_lists_hold_are_refused() -> None:
    rows = [[joint_cell(3, 3, p, b) for p in range(10) for b in range(10)] for _ in range(30)]
    with pytest.raises(ValueError, match="do not fit the GPU's lists"):
        row_lists(Program(STANDARD, rows, [Functional(((0, 1),))]))
