"""Roads: worked examples, and a second implementation that looks at the drawn board cell by cell."""

from collections.abc import Iterable
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from punto.report.roads import DERIVED, ROWS, Mark, RoadCell, RoadCoup, Roads, roads

LETTERS: dict[str, Mark] = {"B": "banker", "P": "player", "T": "tie"}
BACK = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}


def shoe(letters: str) -> list[RoadCoup]:
    """`BBPT` as four coups."""
    return [RoadCoup(LETTERS[letter]) for letter in letters.replace(" ", "")]


def told(road: Iterable[RoadCell]) -> str:
    """A derived road as letters: r for red, b for blue."""
    return "".join(cell.shows[0] for cell in road)


def places(road: Iterable[RoadCell]) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in road]


# The second implementation. It keeps no lengths: a board without a bottom, as a person
# would draw it on a long sheet, and for every mark the cells to look at.


def sheet(coups: Iterable[RoadCoup]) -> list[tuple[int, int]]:
    """The cells of the big road in order, were there room below for every run."""
    cells: list[tuple[int, int]] = []
    last = None
    for one in coups:
        if one.winner == "tie":
            continue
        column, row = cells[-1] if cells else (-1, 0)
        cells.append((column, row + 1) if one.winner == last else (column + 1, 0))
        last = one.winner
    return cells


def mark(drawn: set[tuple[int, int]], cell: tuple[int, int], back: int) -> str:
    """What a derived road gets for a new cell, from the cells drawn before it; nothing before the road begins."""
    column, row = cell
    if row == 0:
        # A new column: do the last column and the one to compare it with end side by side?
        if column - 1 - back < 0:
            return ""
        depth = 0
        while (column - 1, depth) in drawn and (column - 1 - back, depth) in drawn:
            depth += 1
        even = (column - 1, depth) not in drawn and (column - 1 - back, depth) not in drawn
        return "r" if even else "b"
    if column - back < 0:
        return ""
    if (column - back, row) in drawn:
        return "r"  # It has a neighbour.
    if (column - back, row - 1) not in drawn:
        return "r"  # Neither it nor the one above has: straight down.
    return "b"


def marks(coups: Iterable[RoadCoup], back: int) -> str:
    cells = sheet(coups)
    return "".join(mark(set(cells[:at]), cell, back) for at, cell in enumerate(cells))


def laid(runs: Iterable[object]) -> list[tuple[int, int]]:
    """Where marks go on six rows, looking each time at the whole board: runs of equal things, turned at the foot."""
    board: dict[tuple[int, int], object] = {}
    order: list[tuple[int, int]] = []
    start = (-1, 0)
    before: object = None
    for at, thing in enumerate(runs):
        if at and thing == before:
            column, row = order[-1]
            down = (column, row + 1)
            straight = column == start[0]
            place = down if straight and row < 5 and down not in board else (column + 1, row)
        else:
            first = start[0] + 1
            place = next((column, 0) for column in range(first, first + 200) if (column, 0) not in board)
            start = place
        assert place not in board
        board[place] = thing
        order.append(place)
        before = thing
    return order


winners = st.sampled_from(get_args(Mark))
# Runs as well as single coups, or hardly any shoe would come to a dragon tail.
shoes = st.lists(st.tuples(winners, st.sampled_from([1, 1, 1, 2, 3, 5, 8, 13])), max_size=30).map(
    lambda runs: [RoadCoup(winner) for winner, times in runs for _ in range(times)]
)


@given(shoes)
@example(shoe("BBBBBBBB PPPPPPP B PP"))
def test_derived_roads_are_those_read_off_the_board(coups: list[RoadCoup]) -> None:
    found = roads(coups)
    for name, back in BACK.items():
        assert told(getattr(found, name)) == marks(coups, back), name


@given(shoes)
@example(shoe("BBBBBBBB PPPPPPP BBBBBB P"))
def test_marks_lie_where_the_board_has_room(coups: list[RoadCoup]) -> None:
    found = roads(coups)
    wins = [one.winner for one in coups if one.winner != "tie"]
    if wins:
        assert places(found.big_road) == laid(wins)
    for name, back in BACK.items():
        assert places(getattr(found, name)) == laid(marks(coups, back))


def every_road(found: Roads) -> dict[str, tuple[RoadCell, ...]]:
    return {"bead_plate": found.bead_plate, "big_road": found.big_road} | {n: getattr(found, n) for n in DERIVED}


@given(shoes)
def test_no_two_marks_share_a_cell_and_none_is_below_the_sixth_row(coups: list[RoadCoup]) -> None:
    for name, road in every_road(roads(coups)).items():
        assert len(set(places(road))) == len(road), name
        assert all(0 <= cell.row < ROWS == 6 and cell.column >= 0 for cell in road), name


@given(shoes)
def test_a_run_goes_down_or_right_and_never_back(coups: list[RoadCoup]) -> None:
    road = [cell for cell in roads(coups).big_road if cell.shows != "tie"]
    for before, cell in pairwise(road):
        if cell.shows == before.shows:
            step = (cell.column - before.column, cell.row - before.row)
            assert step in ((0, 1), (1, 0))
        else:
            assert cell.row == 0


@given(shoes)
def test_what_comes_next_is_what_then_comes(coups: list[RoadCoup]) -> None:
    found = roads(coups)
    sides: tuple[Mark, Mark] = ("player", "banker")
    for side in sides:
        after = roads([*coups, RoadCoup(side)])
        for name in DERIVED:
            new = getattr(after, name)[len(getattr(found, name)) :]
            expected = [found.next_if[side][name]] if found.next_if[side][name] else []
            assert [cell.shows for cell in new] == expected


@given(shoes)
def test_the_two_sides_never_lead_to_the_same_mark(coups: list[RoadCoup]) -> None:
    """Going on and turning are told apart by one length, so one of them is red and the other blue."""
    found = roads(coups).next_if
    for name in DERIVED:
        going, turning = found["player"][name], found["banker"][name]
        if going and turning:
            assert going != turning


@given(shoes)
def test_ties_change_no_road_but_are_counted(coups: list[RoadCoup]) -> None:
    found, without = roads(coups), roads([one for one in coups if one.winner != "tie"])
    ties = sum(one.winner == "tie" for one in coups)
    assert found.counts["tie"] == ties
    assert sum(cell.ties for cell in found.big_road) == ties
    assert len(found.bead_plate) == found.counts["coups"] == len(coups)
    for name in DERIVED:
        assert getattr(found, name) == getattr(without, name)
    wins = [(cell.column, cell.row, cell.shows) for cell in found.big_road if cell.shows != "tie"]
    assert wins == [(cell.column, cell.row, cell.shows) for cell in without.big_road]


@pytest.mark.parametrize(
    ("letters", "eye", "small", "pig"),
    [
        ("B", "", "", ""),
        ("BB PP", "r", "", ""),  # The second of the second column has a neighbour.
        ("B PP", "b", "", ""),  # It has none, and the first has.
        ("B PPP", "br", "", ""),  # Nor has the third: straight down again.
        ("B P B", "r", "", ""),  # No second entry, so the third column begins it: 1 and 1 are even.
        ("BB P B", "b", "", ""),
        ("BB PP B P", "rrb", "b", ""),  # The small road begins with the fourth column: 1 against 2.
        ("B P BB", "rb", "b", ""),
        ("B P B P", "rr", "r", ""),
        ("B P B PP", "rrb", "rb", "b"),
        ("B P B P B", "rrr", "rr", "r"),
        ("BBB PPP BBB PPP B", "rrrrrrrrr", "rrrrrr", "rrr"),
        ("BBBB P BB PPP BBBB", "bbbrbbrrb", "rbbrbrbr", "rrbbrr"),
    ],
)
def test_worked_examples(letters: str, eye: str, small: str, pig: str) -> None:
    found = roads(shoe(letters))
    assert (told(found.big_eye_boy), told(found.small_road), told(found.cockroach_pig)) == (eye, small, pig)


def test_a_long_run_turns_right_at_the_foot_and_the_next_turns_above_it() -> None:
    found = roads(shoe("BBBBBBBB PPPPPPP BB"))
    banker, player, last = found.big_road[:8], found.big_road[8:15], found.big_road[15:]
    assert places(banker) == [*((0, row) for row in range(6)), (1, 5), (2, 5)]
    assert places(player) == [*((1, row) for row in range(5)), (2, 4), (3, 4)]
    assert places(last) == [(2, 0), (2, 1)]


def test_a_tail_along_the_first_row_moves_the_next_column_on() -> None:
    # Tails stack up: each long run turns one row higher, until one turns in the first row.
    found = roads(shoe("B" * 12 + "P" * 12 + "B" * 12 + "P" * 12 + "B" * 12 + "P" * 12 + "B"))
    runs = [found.big_road[at : at + 12] for at in range(0, 72, 12)]
    assert [run[-1].row for run in runs] == [5, 4, 3, 2, 1, 0]
    first_row = [cell.column for cell in runs[5] if cell.row == 0]
    assert found.big_road[-1].column == max(first_row) + 1
    assert found.big_road[-1].row == 0


def test_ties_before_the_first_win_wait_for_it() -> None:
    assert [(cell.shows, cell.ties) for cell in roads(shoe("TT")).big_road] == [("tie", 2)]
    assert [(cell.shows, cell.ties) for cell in roads(shoe("TTBTTB")).big_road] == [("banker", 4), ("banker", 0)]


def test_pairs_and_points_go_with_their_mark() -> None:
    found = roads([RoadCoup("banker", banker_pair=True, points=6), RoadCoup("tie", player_pair=True, points=3)])
    assert [(cell.shows, cell.player_pair, cell.banker_pair, cell.points) for cell in found.bead_plate] == [
        ("banker", False, True, 6),
        ("tie", True, False, 3),
    ]
    assert [(cell.ties, cell.banker_pair) for cell in found.big_road] == [(1, True)]
    assert (found.counts["player_pair"], found.counts["banker_pair"]) == (1, 1)


def test_the_second_implementation_sees_a_wrong_straight_drop() -> None:
    """A road that calls every missing neighbour blue, a common mistake, does not pass."""
    wrong = "bb"
    assert marks(shoe("B PPP"), 1) == "br" != wrong
