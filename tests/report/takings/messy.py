"""A table's events with everything in them that can go wrong: voids, reversals, corrections, rulings, claims."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.table import Event, MemoryLedger, State
from punto.table.sealed import ShoeOrder
from punto.table.turn import Turn, take_turn
from rulebook.shelf import LIBRARY
from shifts.people import People
from shifts.shift import _short, say

BEGAN = datetime(2026, 11, 17, 12, tzinfo=UTC)
STEP = timedelta(seconds=5)


def messy_shift(seed: int, coups: int, document: str) -> tuple[list[tuple[datetime, Event]], dict[str, int]]:
    """Events with their times, and the balances they lead to."""
    ledger = MemoryLedger()
    return list(_events(seed, coups, document, ledger)), ledger.balances


def _events(seed: int, coups: int, document: str, ledger: MemoryLedger) -> Iterator[tuple[datetime, Event]]:
    state, at = State(LIBRARY.find), BEGAN
    sealed: ShoeOrder | None = None
    saying = People(seed, LIBRARY.find(document)).commands(coups)
    command = next(saying)
    while True:
        turn = take_turn(state, command, sealed, seal_shoe, "T")
        if isinstance(turn, Turn) and _short(ledger, command, turn) is None:
            for event, postings in zip(turn.events, turn.postings, strict=True):
                assert not isinstance(ledger.post(postings), Refusal)
                at += STEP
                yield at, event
            state, sealed = turn.state, turn.sealed
        try:
            command = say(saying, state)
        except StopIteration:
            return
