"""Events in the shape of their time, brought to today's: the record keeps its bytes, and is read in one shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Body = dict[str, Any]

SCHEMAS: Final[Mapping[str, int]] = {
    "bets_returned": 2,
    "coup_settled": 2,
    "coup_voided": 2,
    "insurance_returned": 2,
    "settlement_reversed": 2,
}
"""The number of the shape in which each kind is written now; 1 for every other."""


def _insurance_apart(body: Body) -> Body:
    """Schema 1 called insurance of Banker the bet `insurance:banker`; since then the hand has a field of its own."""
    apart = {key: [_apart(entry) for entry in body[key]] for key in ("lines", "stakes", "returned") if key in body}
    return body | apart


def _apart(entry: Body) -> Body:
    bet, _, hand = entry["bet"].partition(":")
    return entry | {"bet": bet, "insures": hand}


STEPS: Final[Mapping[tuple[str, int], Callable[[Body], Body]]] = {(kind, 1): _insurance_apart for kind in SCHEMAS}
"""For each kind and number that is no longer written, the step to the next."""


def schema_of(kind: str) -> int:
    """The number of the shape in which a kind is written now."""
    return SCHEMAS.get(kind, 1)


def forward(kind: str, schema: int, body: Body) -> Body:
    """A body in today's shape."""
    while (kind, schema) in STEPS:
        body, schema = STEPS[kind, schema](body), schema + 1
    return body
