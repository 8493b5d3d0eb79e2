"""A command: what each carries, and the words that several have in common."""

from __future__ import annotations

from typing import Literal

import msgspec

Stance = Literal["seated", "standing"]

Hand = Literal["player", "banker"]

Squeezed = Literal["player", "banker", "player_third", "banker_third", "banker_third_first", "expose_banker_third"]

Reported = Literal[
    "foreign_card",
    "shortage",
    "excess",
    "not_shuffled",
    "wrong_number_of_cards",
    "extra_card",
    "exposed_card",
    "wrong_area",
    "face_up",
    "simultaneous",
    "dealing_error",
    "interruption",
    "out_of_cards",
    "misread_card",
    "misplaced_bet",
    "late_withdrawal",
    "neglected_insurance",
    "late_error",
    "other",
]

Option = Literal["continue", "return"]

Position = Literal["dealer", "pit_supervisor", "pit_manager"]
"""What a person may be assigned to act as; a Shift Manager's deputy is appointed by the administrator."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """What every command may carry: who, in whose place, when, and an id that makes it happen once."""

    by: str | None = None
    acting: str | None = None
    """The position this person was assigned to act in, if it is not their own."""
    account: str | None = None
    """The person who gives it, by name; in a script the word in `by` stands for the person."""
    session: str | None = None
    """The public id of the session it came from. None in a script: who acts in no house is bound by no assignment."""
    at: str | None = None
    id: str | None = None
