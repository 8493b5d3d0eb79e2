"""Large money in a house: those who ask for it, those who confirm it, and those who had better not."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from punto.table import Command, State
from punto.table import commands as c

ALONE_MAX = 1_000

PEOPLE: tuple[dict[str, Any], ...] = (
    {"by": "patron", "account": "ann", "session": "s-ann"},
    {"by": "dealer", "account": "dan", "session": "s-dan"},
    {"by": "dealer", "account": "dan", "session": "s-dan-2"},
    {"by": "dealer", "account": "eve", "session": "s-eve"},
    {"by": "pit_supervisor", "account": "pia", "session": "s-pia"},
    {"by": "pit_manager", "account": "max", "session": "s-max"},
    {"by": "shift_manager", "account": "sam", "session": "s-sam"},
    {"by": "shift_manager", "account": "sue", "session": "s-sue"},
    {"by": "shift_manager", "account": "sue", "session": "s-dan"},
)
"""Eve is assigned nowhere; somebody has taken a seat at another's screen."""


class SecondPerson:
    """Now and then somebody moves a large sum, or tries to, and somebody else answers, or not."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"second person {seed}")
        self.at = datetime(2026, 11, 16, 20, tzinfo=UTC)

    def commands(self, state: State) -> Generator[Command, State, State]:
        if self.chance.random() > 0.7:
            return state
        state = yield self._asked()
        for _ in range(self.chance.randint(0, 5)):
            self.at += timedelta(seconds=self.chance.choice((1, 2, 5, 20, 60, 121)))
            number = (
                state.table.asked if self.chance.random() < 0.9 else self.chance.choice((state.table.asked - 1, 99))
            )
            declines = self.chance.random() < 0.35
            state = yield c.Confirm(waiting=number, decline=declines, **self._somebody())
        if state.table.waiting and self.chance.random() < 0.7:
            self.at += timedelta(seconds=121)
            state = yield c.ExpireWaiting(by="house", at=self.at.isoformat())
        return state

    def _somebody(self) -> dict[str, Any]:
        return self.chance.choice(PEOPLE) | {"at": self.at.isoformat()}

    def _asked(self) -> Command:
        chance, amount = self.chance, self.chance.choice((5, ALONE_MAX, ALONE_MAX + 1, 40_000))
        self.at += timedelta(seconds=1)
        adjusted = [c.Adjustment("ann", amount), c.Adjustment("bo", -amount)]
        asked: tuple[tuple[Command, str], ...] = (
            (c.BuyIn(patron="ann", amount=amount), "dan"),
            (c.BuyIn(patron="bo", amount=amount), "pia"),
            (c.CashOut(patron="ann", amount=amount), "ann"),
            (c.Rule(reason="so be it", adjustments=adjusted), "sam"),
            (c.CloseShoe(reason="so be it"), "pia"),
        )
        command, name = chance.choice(asked)
        theirs = next(one for one in PEOPLE if one["account"] == name) | {"at": self.at.isoformat()}
        return replace(command, **theirs if chance.random() < 0.7 else self._somebody())
