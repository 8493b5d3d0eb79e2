"""A turn: one command carried through, with the burn or the sealed cards it brings along.

Whoever runs a table, a script in memory or the house on its books, takes turns by
this one function, so that both always come to the same events and money.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from punto.kit import Refusal, Refused
from punto.table import commands as c
from punto.table.calendar import SlipBook
from punto.table.decide import decide, decide_confirmed
from punto.table.events import Event, ShoeMixed
from punto.table.evolve import evolve
from punto.table.postings import Posting, postings
from punto.table.sealed import Sealed, ShoeOrder, as_mixed, filled
from punto.table.second_person import confirmed_command, waiting_for
from punto.table.state import State, Waiting

SealShoe = Callable[[int, int | None], Sealed]
"""Shuffles and seals this many decks, by a seed where one is given."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The outcome of a command that was carried out."""

    state: State
    events: tuple[Event, ...]
    postings: tuple[tuple[Posting, ...], ...]
    """For each event the money it moves."""
    coups: tuple[int, ...]
    """For each event the coup that was opened last, itself included."""
    sealed: ShoeOrder | None
    """The sealed shoe now on the table."""
    confirmed: Waiting | None = None
    """The command that waited for a second person, where this one confirms it: all events but the first are its."""


def take_turn(
    state: State,
    command: c.Command,
    sealed: ShoeOrder | None,
    seal: SealShoe,
    table: str,
    slips: SlipBook | None = None,
) -> Turn | Refusal:
    """Carry a command out, or say why nothing has happened."""
    try:
        command = slips.filled_in(state, command) if slips else command
    except Refused as refused:
        return refused.refusal
    if isinstance(command, c.Assign) and command.table not in (None, table):
        message = f"this is table {table}: who is to act at {command.table[:60]!r} is assigned there"
        return Refusal(code="other_table", message=message)
    steps, sealed = _steps(state, command, sealed, seal, table)
    waiting: Waiting | None = None
    if isinstance(command, c.Confirm) and not command.decline:
        try:
            waiting = waiting_for(state, command)
            steps = [command, confirmed_command(state, waiting, command.at)]
        except Refused as refused:
            # A refusal of the confirmation itself comes first.
            answer = decide(state, command)
            return answer if isinstance(answer, Refusal) else refused.refusal
    events: list[Event] = []
    moved: list[tuple[Posting, ...]] = []
    coups: list[int] = []
    for step in steps:
        whole = filled(state, step, sealed)
        if isinstance(whole, Refusal):
            return whole
        confirmed = waiting if step is not command else None
        answer = decide_confirmed(state, whole, confirmed) if confirmed else decide(state, whole)
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            state = evolve(state, event)
            events.append(event)
            if isinstance(event, ShoeMixed) and sealed is not None:
                sealed = as_mixed(sealed, state.shoe)
            moved.append(postings(event, table, state.table.sign is not None and state.table.sign.wallets))
            coups.append(state.table.coups)
    return Turn(state, tuple(events), tuple(moved), tuple(coups), sealed, waiting)


def _steps(
    state: State, command: c.Command, sealed: ShoeOrder | None, seal: SealShoe, table: str
) -> tuple[list[c.Command], ShoeOrder | None]:
    """The command with the shoe that is sealed for it, after the burn it brings along; and the shoe then in use."""
    match command:
        case c.AbandonShoe() if state.table.sign:
            sealed = seal(state.sign.decks, None)
            return [replace(command, commitment=sealed.commitment)], sealed
        case c.OpenShoe(cards="virtual") if state.table.sign:
            sealed = seal(state.sign.decks, command.seed)
            return [replace(command, commitment=sealed.commitment, table=table)], sealed
        case c.OpenBets() if _must_burn(state):
            return [c.Burn(card="", by=command.by, acting=command.acting), command], sealed
    return [command], sealed


def _must_burn(state: State) -> bool:
    """A virtual shoe is burned when its first coup opens, so that a patron may cut it before."""
    shoe = state.table.shoe
    untouched = shoe is not None and shoe.source == "virtual" and shoe.untouched
    return untouched and state.table.phase == "ready" and state.sign.burn
