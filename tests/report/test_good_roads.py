"""Good roads: the shapes that people like to see at the end of a shoe's big road."""

from __future__ import annotations

import pytest

from punto.report.roads import RoadCoup, roads

MARKS = {"B": "banker", "P": "player", "T": "tie"}


def flags(wins: str) -> dict[str, int]:
    coups = [RoadCoup(MARKS[mark]) for mark in wins]  # type: ignore[arg-type]
    return {road.name: road.length for road in roads(coups).good_roads}


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        ("", {}),
        ("TTT", {}),
        ("BBB", {}),
        ("PBBBB", {"banker_streak": 4}),
        ("PPPPP", {"player_streak": 5}),
        ("BBTBTB", {"banker_streak": 4}),
        ("BBBBP", {}),
        ("BPB", {}),
        ("BPBP", {"ping_pong": 4}),
        ("TBPTBPT", {"ping_pong": 4}),
        ("BBBPBP", {"ping_pong": 4}),
        ("BBPB", {}),
        ("BPBPP", {}),
        ("BBPP", {"doubles": 2}),
        ("PBBPPBB", {"doubles": 3}),
        ("BBPPB", {"doubles": 2}),
        ("BBPPBP", {}),
        ("BBBPP", {}),
        ("BBPPBBB", {}),
        ("BBTPPT", {"doubles": 2}),
    ],
)
def test_a_shoe_ends_with(wins: str, expected: dict[str, int]) -> None:
    assert flags(wins) == expected
