"""A table run by a script: commands one after another, in memory, each done once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.kit import Refusal, Refused
from punto.rulebook import Rulebook, known_ones
from punto.table import commands as c
from punto.table.decide import decide
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.ledger import Ledger
from punto.table.postings import Posting, postings
from punto.table.sealed import Sealed, filled
from punto.table.state import State

SealShoe = Callable[[int, int | None], Sealed]
"""Shuffles and seals this many decks, by a seed where one is given."""

_NAMES = ("command", "do", "kind")
"""Keys under which a line may name its command."""


def read_command(given: dict[str, Any]) -> c.Command:
    """A command from a line such as {"command":"open_bets","by":"dealer"} or {"open_bets":{},"by":"dealer"}."""
    given = dict(given)
    name = next((given.pop(key) for key in _NAMES if key in given), None)
    if name is None:
        named = [key for key in given if key in c.COMMANDS and isinstance(given[key], dict)]
        if len(named) == 1:
            name = named[0]
            given = given.pop(name) | {key: value for key, value in given.items() if key != name}
    if not isinstance(name, str):
        raise Refused("bad_command", 'a line names its command: {"command":"open_bets"}')
    if name not in c.COMMANDS:
        raise Refused("unknown_command", f"there is no command {name[:40]!r}; {known_ones(name, c.COMMANDS)}")
    try:
        return msgspec.convert({"command": name} | given, c.COMMANDS[name], strict=True)
    except msgspec.ValidationError as error:
        fields = c.COMMANDS[name].__struct_fields__
        raise Refused("bad_command", f"{name}: {error}; its fields are {', '.join(fields)}") from None


class Script:
    """One table, its books, and the answers already given."""

    def __init__(self, find: Callable[[str], Rulebook], seal: SealShoe, table: str = "1") -> None:
        self.state = State(find)
        self.ledger = Ledger()
        self.table = table
        self._seal = seal
        self._sealed: Sealed | None = None
        self._answers: dict[str, list[Event] | Refusal] = {}

    def do(self, command: c.Command) -> list[Event] | Refusal:
        """Carry a command out, or refuse it; the same id again gets the same answer and does nothing."""
        if command.id is not None and command.id in self._answers:
            return self._answers[command.id]
        try:
            answer: list[Event] | Refusal = self._done(command)
        except Refused as refused:
            answer = refused.refusal
        if command.id is not None:
            self._answers[command.id] = answer
        return answer

    def _done(self, command: c.Command) -> list[Event]:
        burned: list[Event] = []
        if isinstance(command, c.OpenBets) and self._must_burn():
            burned = self._step(c.Burn(card=""))
        if isinstance(command, c.OpenShoe) and command.cards == "virtual" and self.state.table.sign:
            sealed = self._seal(self.state.sign.decks, command.seed)
            events = self._step(replace(command, commitment=sealed.commitment))
            self._sealed = sealed
            return events
        return burned + self._step(command)

    def _must_burn(self) -> bool:
        """A virtual shoe is burned when its first coup opens, so that a patron may cut it before."""
        shoe = self.state.table.shoe
        ready = self.state.table.phase == "ready" and shoe is not None and shoe.source == "virtual"
        return ready and self.state.sign.burn and self.state.shoe.out == 0

    def _step(self, command: c.Command) -> list[Event]:
        events = decide(self.state, filled(self.state, command, self._sealed))
        if isinstance(events, Refusal):
            raise Refused(events.code, events.message, events.cite)
        state = self.state
        moved: list[Posting] = []
        for event in events:
            state = evolve(state, event)
            moved += postings(event, self.table, state.sign.wallets if state.table.sign else False)
        self.ledger.post(moved)
        self.state = state
        return events


def summary(script: Script) -> dict[str, Any]:
    """Where a table stands: phase, shoe, boxes with what lies in them, balances."""
    table = script.state.table
    coup = table.coup
    boxes: dict[str, list[dict[str, Any]]] = {}
    for one in coup.bets if coup and not coup.ended else ():
        told = {"patron": one.patron, "stance": one.stance, "bet": one.bet, "stake": one.stake, "plays": one.plays}
        boxes.setdefault(str(one.box), []).append(told)
    return {
        "phase": table.phase,
        "rulebook": table.sign.rulebook if table.sign else None,
        "coups": table.coups,
        "shoe": {"number": table.shoe.number, "cards_left": table.shoe.left} if table.shoe else None,
        "boxes": boxes,
        "balances": dict(sorted(script.ledger.balances.items())),
        "version": table.version,
    }
