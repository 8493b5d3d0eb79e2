"""What each document has a clause about, and who decides it: read from section 5 and the readings, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from oracle import DOCUMENTS, established, next_hand, value

FULL = ("rws-baccarat", "da-hu-ying-xiong")
"""Section 5 of 002 and 003 is the full code."""

SHORT = ("rws-insurance", "easy-six")
"""000 and 004 have a short one; 001 has none."""

_IN: dict[str, tuple[str, ...]] = {
    "foreign_card": FULL + SHORT,
    "shortage": FULL,
    "excess": FULL,
    "not_shuffled": FULL,
    "out_of_cards": tuple(DOCUMENTS),
    "wrong_number_of_cards": FULL + SHORT,
    "interruption": FULL,
    "extra_card": FULL,
    "exposed_card": FULL,
    "wrong_area": FULL,
    "face_up": FULL,
    "simultaneous": FULL,
    "dealing_error": FULL,
    "late_error": FULL,
    "neglected_insurance": ("da-hu-ying-xiong",),
    "misread_card": tuple(DOCUMENTS),
    "misplaced_bet": tuple(DOCUMENTS),
    "late_withdrawal": ("rws-insurance",),  # 000 5.3; 002 to 004 refuse it.
}

VOIDS = ("foreign_card", "shortage", "excess", "not_shuffled", "out_of_cards")
"""These void the round (5.5.1, 5.5.2, 5.5.4, 5.5.5)."""

OUT_OF_USE = ("foreign_card", "shortage", "excess", "not_shuffled")
"""After these the cards go, in every document."""

SEALED_OUT = (*VOIDS, "misread_card", "simultaneous")
"""What cannot be said about a sealed shoe."""

REOPENS = ("wrong_number_of_cards", "wrong_area", "simultaneous", "misread_card", "misplaced_bet", "ruling")
"""What can take a payment back once every payment was declared made."""

RANKS = {"house": 1, "dealer": 1, "pit_supervisor": 2, "pit_manager": 3, "shift_manager": 4}


def covered(document: str, what: str) -> bool:
    """Whether the document, or a reading for every document, speaks of it."""
    return document in _IN.get(what, ())


def decides(document: str, what: str) -> int:
    """The rank that decides it."""
    if not covered(document, what):
        return RANKS["shift_manager"]
    return RANKS["pit_manager" if what == "neglected_insurance" else "pit_supervisor"]


def is_graver(document: str, what: str, waiting: str) -> bool:
    """Whether a report takes the place of one that waits: it leads to a void round, and the other does not."""
    return what in VOIDS and covered(document, what) and not (waiting in VOIDS and covered(document, waiting))


def dealt(cards: Sequence[int]) -> tuple[int, ...]:
    """As many of these ranks as the tableau has a place for."""
    for count in range(len(cards)):
        if next_hand([value(rank) for rank in cards[:count]]) is None:
            return tuple(cards[:count])
    return tuple(cards)


@lru_cache(maxsize=1 << 16)
def certain(document: str, cards: tuple[int, ...]) -> bool:
    """Whether some bet of the layout is already won or lost, with every card drawn for the round."""
    return established(document, dealt(cards))


def is_complete(cards: Sequence[int]) -> bool:
    return next_hand([value(rank) for rank in cards]) is None
