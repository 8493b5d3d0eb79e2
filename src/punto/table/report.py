"""Reports: what each says besides a note, and which cards it names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

LEAST_CARDS: Final[Mapping[str, int]] = {"extra_card": 1, "exposed_card": 1, "simultaneous": 2}
"""How many cards have left the shoe with such a report, at least. A sealed shoe names these itself."""

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "foreign_card": ("cards",),
    "excess": ("cards",),
    "wrong_number_of_cards": ("cards", "reconstruct"),
    "extra_card": ("cards", "reconstruct"),
    "exposed_card": ("cards", "reconstruct"),
    "wrong_area": ("cards", "reconstruct"),
    "simultaneous": ("cards", "new_cards"),
    "neglected_insurance": ("patron", "box", "window", "insures"),
}


def fields_of(what: str, source: Literal["virtual", "physical"]) -> tuple[str, ...]:
    """What a report of this says besides a note, with cards from such a shoe."""
    sealed = source == "virtual" and what in LEAST_CARDS
    return tuple(field for field in _FIELDS.get(what, ()) if not (sealed and field == "cards"))
