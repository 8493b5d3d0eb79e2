"""A lesson at the practice table, for its page."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.kit import Refusal
from punto.view.rulebook import FeltView
from punto.view.table import TableView

LessonName = Literal["coup", "natural", "third_card", "insurance", "tie"]


class SuggestedBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bet that the page suggests; the learner may bet otherwise."""

    bet: str
    stake: int


class PracticeMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One move of the learner, or of the dealer at the learner's word: `close` the bets, draw the next `card`."""

    do: Literal["bet", "take_back", "close", "card", "insure"]
    bet: str = ""
    stake: int = 0
    insures: Literal["", "player", "banker"] = ""


class PracticeView(msgspec.Struct, frozen=True, kw_only=True):
    """The practice table after all moves of a lesson; `refusal` is why the last was not made."""

    lesson: LessonName
    lessons: list[LessonName]
    suggests: SuggestedBet
    view: TableView
    felt: FeltView
    patron: str
    wallet: int
    refusal: Refusal | None
