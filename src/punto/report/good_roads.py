"""Good roads: shapes at the end of a shoe's big road that patrons look for. They predict nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Literal

GoodRoadName = Literal["banker_streak", "player_streak", "ping_pong", "doubles"]

STREAK_LEAST: Final = 4
PING_PONG_LEAST: Final = 4
DOUBLES_LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class GoodRoad:
    """A shape that the last wins of a shoe have, and how long it is: in wins, for doubles in pairs of wins."""

    name: GoodRoadName
    length: int


def good_roads(runs: Sequence[tuple[str, int]]) -> tuple[GoodRoad, ...]:
    """The good roads that a shoe ends with, from its runs of one side with their lengths. Ties break none."""
    if not runs:
        return ()
    side, length = runs[-1]
    shapes = (
        GoodRoad("banker_streak" if side == "banker" else "player_streak", length if length >= STREAK_LEAST else 0),
        GoodRoad("ping_pong", pongs if (pongs := _ping_pong(runs)) >= PING_PONG_LEAST else 0),
        GoodRoad("doubles", pairs if (pairs := _doubles(runs)) >= DOUBLES_LEAST else 0),
    )
    return tuple(road for road in shapes if road.length)


def _ping_pong(runs: Sequence[tuple[str, int]]) -> int:
    """How many of the last wins went to the other side each time."""
    single = sum(1 for _ in takewhile(lambda run: run[1] == 1, reversed(runs)))
    # The last win of a longer run before them is one of them too.
    return single + 1 if single and single < len(runs) else single


def _doubles(runs: Sequence[tuple[str, int]]) -> int:
    """How many runs of exactly two wins follow each other, with no more after them than the first win of the next."""
    begun = runs[-1][1] == 1
    return sum(1 for _ in takewhile(lambda run: run[1] == 2, reversed(runs[:-1] if begun else runs)))
