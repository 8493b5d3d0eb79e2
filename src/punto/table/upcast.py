"""Events in the shape of their time, brought to today's: the record keeps its bytes, and is read in one shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Body = dict[str, Any]

_INSURANCE_APART: Final = ("bets_returned", "coup_settled", "coup_voided", "insurance_returned", "settlement_reversed")

ADDED: Final[Mapping[str, Body]] = {
    "bets_opened": {"without_bets": False},
    "bet_withdrawn": {"left": 0},
    "card_drawn": {"dealer": ""},
    "insurance_waived": {"patron": ""},
    "irregularity_reported": {
        "reporter": "",
        "reconstruct": None,
        "new_cards": False,
        "place": 0,
        "patron": "",
        "box": 0,
        "window": "",
        "insures": "",
        "lay": [],
        "of_coup": 0,
    },
    "cards_set_aside": {"next_round": False, "known": False},
    "decision_made": {"decider": "", "confirmed": True},
    "original_bet_returned": {"window": "", "insures": "", "of_coup": 0},
    "ruling_made": {"decider": "", "bets": False},
}
"""Fields that schema 1 of these kinds did not have: mostly who dealt, reported and decided, and what about."""

_MIXED_BY_SEATS: Final[Mapping[str, Body]] = {
    "shoe_opened": {"entropy": False, "table": ""},
    "shoe_closed": {"reason": "", "closer": ""},
}
"""Fields that schema 1 of these kinds did not have: that seats mix a shoe, and why one is closed early."""

_IN_TURN: Final[Body] = {"replaces": False, "again": False}
"""Fields that schema 2 of a report did not have: what a graver one replaced was gone for good."""

_WITH_SIGN: Final = ("table_opened", "sign_changed")

SCHEMAS: Final[Mapping[str, int]] = {
    **dict.fromkeys((*_INSURANCE_APART, *ADDED, *_MIXED_BY_SEATS, *_WITH_SIGN), 2),
    "irregularity_reported": 3,
}
"""The number of the shape in which each kind is written now; 1 for every other."""


def _insurance_apart(body: Body) -> Body:
    """Schema 1 called insurance of Banker the bet `insurance:banker`; since then the hand has a field of its own."""
    apart = {key: [_apart(entry) for entry in body[key]] for key in ("lines", "stakes", "returned") if key in body}
    return body | apart


def _apart(entry: Body) -> Body:
    bet, _, hand = entry["bet"].partition(":")
    return entry | {"bet": bet, "insures": hand}


def _with(added: Body) -> Callable[[Body], Body]:
    return lambda body: added | body


def _rack_unnamed(body: Body) -> Body:
    """Schema 1 of a sign did not name the chips in the rack."""
    return body | {"sign": {"denominations": []} | body["sign"]}


STEPS: Final[Mapping[tuple[str, int], Callable[[Body], Body]]] = {
    **{(kind, 1): _insurance_apart for kind in _INSURANCE_APART},
    **{(kind, 1): _with(added) for kind, added in (*ADDED.items(), *_MIXED_BY_SEATS.items())},
    **{(kind, 1): _rack_unnamed for kind in _WITH_SIGN},
    ("irregularity_reported", 2): _with(_IN_TURN),
}
"""For each kind and number that is no longer written, the step to the next."""


def schema_of(kind: str) -> int:
    """The number of the shape in which a kind is written now."""
    return SCHEMAS.get(kind, 1)


def forward(kind: str, schema: int, body: Body) -> Body:
    """A body in today's shape."""
    while (kind, schema) in STEPS:
        body, schema = STEPS[kind, schema](body), schema + 1
    return body
