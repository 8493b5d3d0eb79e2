"""Roads: the scoreboards of a shoe, each as cells with a place, ready to be drawn.

The big road is kept in two ways. Its *columns* are runs of one side, however
long; the derived roads compare those. Its *cells* are where the marks are
drawn: six rows, and a run that finds no room below turns right (dragon tail).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from punto.report.good_roads import GoodRoad, good_roads

Mark = Literal["player", "banker", "tie"]
Colour = Literal["red", "blue"]

ROWS: Final = 6

DERIVED: Final = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}
"""How many columns back each derived road looks."""


@dataclass(frozen=True, slots=True)
class RoadCoup:
    """What a road needs of one coup."""

    winner: Mark
    player_pair: bool = False
    banker_pair: bool = False
    points: int = 0


@dataclass(frozen=True, slots=True)
class RoadCell:
    """A mark on a road: column and row counted from nothing, what it shows, ties written on it."""

    column: int
    row: int
    shows: str
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False
    points: int = 0


@dataclass(frozen=True, slots=True)
class Roads:
    """All roads of a shoe, and what each derived road would show next."""

    bead_plate: tuple[RoadCell, ...]
    big_road: tuple[RoadCell, ...]
    big_eye_boy: tuple[RoadCell, ...]
    small_road: tuple[RoadCell, ...]
    cockroach_pig: tuple[RoadCell, ...]
    next_if: dict[str, dict[str, Colour | None]]
    """For `player` and `banker`: the mark that each derived road would get if that side wins the next coup."""
    counts: dict[str, int]
    good_roads: tuple[GoodRoad, ...] = ()
    """The shapes that it ends with at present."""


def roads(coups: Sequence[RoadCoup]) -> Roads:
    """The roads of the coups of one shoe, in order."""
    columns = _columns(coups)
    colours = {name: derived(columns, back) for name, back in DERIVED.items()}
    return Roads(
        bead_plate=tuple(
            RoadCell(place // ROWS, place % ROWS, coup.winner, 0, coup.player_pair, coup.banker_pair, coup.points)
            for place, coup in enumerate(coups)
        ),
        big_road=_big_road(coups),
        big_eye_boy=_drawn(colours["big_eye_boy"]),
        small_road=_drawn(colours["small_road"]),
        cockroach_pig=_drawn(colours["cockroach_pig"]),
        next_if={side: _next(columns, side) for side in ("player", "banker")},
        counts=_counts(coups),
        good_roads=good_roads(columns),
    )


def _columns(coups: Iterable[RoadCoup]) -> list[tuple[str, int]]:
    """The runs of one side with their lengths; ties belong to no run and break none."""
    columns: list[tuple[str, int]] = []
    for coup in coups:
        if coup.winner == "tie":
            continue
        if columns and columns[-1][0] == coup.winner:
            columns[-1] = (coup.winner, columns[-1][1] + 1)
        else:
            columns.append((coup.winner, 1))
    return columns


def derived(columns: Sequence[tuple[str, int]], back: int) -> list[Colour]:
    """The marks of a derived road: red where the big road repeats itself, blue where it does not.

    The first mark comes with the second entry of column `back` (counted from
    nothing), or, if that column has one entry only, with the first of the next.
    """
    colours: list[Colour] = []
    for column in range(back, len(columns)):
        for depth in range(1, columns[column][1] + 1):
            colour = _colour([length for _, length in columns], column, depth, back)
            if colour:
                colours.append(colour)
    return colours


def _colour(lengths: Sequence[int], column: int, depth: int, back: int) -> Colour | None:
    """The mark for the entry at this depth (from one) of this column (from nothing); None before the road starts."""
    if depth == 1:
        if column < back + 1:
            return None
        # A new column: were the one just ended and the one `back` before it equally long?
        return "red" if lengths[column - 1] == lengths[column - 1 - back] else "blue"
    if column < back:
        return None
    # Going down: blue only when this entry is the first that finds no neighbour `back` columns to the left.
    # Further down there is nothing on either side again, and the mark is red (the straight drop).
    return "blue" if lengths[column - back] == depth - 1 else "red"


def _next(columns: Sequence[tuple[str, int]], side: str) -> dict[str, Colour | None]:
    """What each derived road gets if this side wins next."""
    after = [length for _, length in columns]
    if columns and columns[-1][0] == side:
        after[-1] += 1
    else:
        after.append(1)
    return {name: _colour(after, len(after) - 1, after[-1], back) for name, back in DERIVED.items()}


class _Pen:
    """Places marks on six rows: down while there is room, else to the right."""

    def __init__(self) -> None:
        self._occupied: set[tuple[int, int]] = set()
        self._start = -1
        self._at = (-1, 0)

    def new_column(self) -> tuple[int, int]:
        self._start += 1
        while (self._start, 0) in self._occupied:  # A tail along the first row may have come this far.
            self._start += 1
        return self._put(self._start, 0)

    def onward(self) -> tuple[int, int]:
        column, row = self._at
        # A run that has turned right keeps going right: below it lies another run's room.
        turned = column != self._start
        if not turned and row + 1 < ROWS and (column, row + 1) not in self._occupied:
            return self._put(column, row + 1)
        return self._put(column + 1, row)

    def _put(self, column: int, row: int) -> tuple[int, int]:
        self._occupied.add((column, row))
        self._at = (column, row)
        return self._at


def _big_road(coups: Iterable[RoadCoup]) -> tuple[RoadCell, ...]:
    pen = _Pen()
    cells: list[RoadCell] = []
    waiting = 0  # Ties before the first win have no mark to stand on yet.
    for coup in coups:
        if coup.winner == "tie":
            if cells:
                last = cells[-1]
                cells[-1] = RoadCell(
                    last.column, last.row, last.shows, last.ties + 1, last.player_pair, last.banker_pair, last.points
                )
            else:
                waiting += 1
            continue
        place = pen.onward() if cells and cells[-1].shows == coup.winner else pen.new_column()
        cells.append(RoadCell(*place, coup.winner, waiting, coup.player_pair, coup.banker_pair, coup.points))
        waiting = 0
    if waiting:  # Nothing but ties so far: they stand alone in the first place.
        cells.append(RoadCell(0, 0, "tie", waiting))
    return tuple(cells)


def _drawn(colours: Iterable[Colour]) -> tuple[RoadCell, ...]:
    pen = _Pen()
    cells: list[RoadCell] = []
    for colour in colours:
        place = pen.onward() if cells and cells[-1].shows == colour else pen.new_column()
        cells.append(RoadCell(*place, colour))
    return tuple(cells)


def _counts(coups: Sequence[RoadCoup]) -> dict[str, int]:
    return {
        "player": sum(coup.winner == "player" for coup in coups),
        "banker": sum(coup.winner == "banker" for coup in coups),
        "tie": sum(coup.winner == "tie" for coup in coups),
        "player_pair": sum(coup.player_pair for coup in coups),
        "banker_pair": sum(coup.banker_pair for coup in coups),
        "coups": len(coups),
    }
