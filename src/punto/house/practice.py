"""The practice table: lessons played by the real rules on a table in memory. Nothing of it comes into the books.

A lesson is played anew from its first move each time it is asked for, so the house remembers nothing of it either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal, Refused
from punto.rulebook import FindRulebook
from punto.table import commands as c
from punto.table.script import Script
from punto.view.practice import LessonName, PracticeMove, PracticeView, SuggestedBet
from punto.view.rulebook import felt_view
from punto.view.table import Scene, table_view

FILE: Final = Path(__file__).with_name("practice.toml")

TABLE: Final = "practice"
BOX: Final = 1
MOST_MOVES: Final = 40


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round whose cards lie ready."""

    id: LessonName
    cards: str
    suggests: SuggestedBet


class Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The practice table: its rulebook, its sign, what everybody has to begin with, and its lessons."""

    rulebook: str
    chips: int
    sign: dict[str, Any]
    lessons: list[Lesson]

    def lesson(self, id: str) -> Lesson:
        return next(lesson for lesson in self.lessons if lesson.id == id)


@cache
def practice() -> Practice:
    return msgspec.toml.decode(FILE.read_bytes(), type=Practice)


def play(find: FindRulebook, lesson: LessonName, moves: list[PracticeMove], patron: str, now: datetime) -> PracticeView:
    """A lesson after these moves. The first that is refused ends it, and says why."""
    if len(moves) > MOST_MOVES:
        raise Refused(code="bad_request", message=f"a lesson has up to {MOST_MOVES} moves, not {len(moves)}")
    own = practice()
    plan = own.lesson(lesson)
    table = _opened(find, own, patron)
    cards = iter(plan.cards.split())
    refusal = None
    for move in moves:
        answer = table.do(_COMMANDS[move.do](move, patron, cards))
        if isinstance(answer, Refusal):
            refusal = answer
            break
    return PracticeView(
        lesson=lesson,
        lessons=[entry.id for entry in own.lessons],
        suggests=plan.suggests,
        view=table_view(_scene(table, now)),
        felt=felt_view(table.state.rules),
        patron=patron,
        wallet=table.ledger.balances.get(f"wallet:{patron}", 0),
        refusal=refusal,
    )


def _opened(find: FindRulebook, own: Practice, patron: str) -> Script:
    """A new table in memory, with bets open and chips to play with."""
    table = Script(find, seal_shoe, TABLE)
    for command in (
        c.OpenTable(rulebook=own.rulebook, settings=own.sign),
        c.BuyIn(patron=patron, amount=own.chips),
        c.OpenShoe(cards="physical"),
        c.OpenBets(),
    ):
        answer = table.do(command)
        assert not isinstance(answer, Refusal), answer
    return table


_COMMANDS: Final[dict[str, Callable[[PracticeMove, str, Iterator[str]], c.Command]]] = {
    "bet": lambda move, patron, _: c.PlaceBet(patron=patron, box=BOX, bet=move.bet, stake=move.stake),
    "take_back": lambda move, patron, _: c.WithdrawBet(patron=patron, box=BOX, bet=move.bet),
    "close": lambda move, patron, _: c.CloseBets(),
    "card": lambda move, patron, cards: c.DrawCard(card=next(cards, "")),
    "insure": lambda move, patron, _: c.TakeInsurance(
        patron=patron, box=BOX, insures=move.insures or "banker", stake=move.stake
    ),
}


def _scene(table: Script, now: datetime) -> Scene:
    return Scene(
        table=TABLE,
        name=TABLE,
        dealer="person",
        now=now,
        state=table.state,
        face_down=None,
        next_step=None,
        insurance_until=None,
        disabled=[],
        late=(),
        reported_at=None,
    )
