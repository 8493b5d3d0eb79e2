"""A table run by a script: commands one after another, in memory, each done once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from punto.kit import Refusal, Refused
from punto.kit.business_day import BusinessCalendar
from punto.rulebook import FindRulebook, known_ones
from punto.table import commands as c
from punto.table.calendar import SlipBook
from punto.table.events import CreditRequested, Event, FillRequested, IrregularityReported
from punto.table.ledger import MemoryLedger, owes
from punto.table.sealed import ShoeOrder
from punto.table.state import Assignment, State, Table
from punto.table.turn import SealShoe, take_turn
from punto.table.wording import wrong_field

NAMES = ("command", "do", "kind")
"""Keys under which a line may name its command."""
SCRIPT_KEYS = (*NAMES, *c.COMMANDS)
"""One of them is in every line of a script: a command may stand as a key itself."""


def read_command(body: dict[str, Any], what: str = "a line") -> c.Command:
    """A command from `what`, such as {"command":"open_bets","by":"dealer"} or {"open_bets":{},"by":"dealer"}."""
    body = dict(body)
    name = next((body.pop(key) for key in NAMES if key in body), None)
    if name is None:
        names = [key for key in body if key in c.COMMANDS and isinstance(body[key], dict)]
        if len(names) == 1:
            name = names[0]
            body = body.pop(name) | {key: value for key, value in body.items() if key != name}
    if not isinstance(name, str):
        raise Refused(code="bad_command", message=f'{what} names its command: {{"command":"open_bets"}}')
    if name not in c.COMMANDS:
        raise Refused(
            code="unknown_command", message=f"there is no command {name[:40]!r}; {known_ones(name, c.COMMANDS)}"
        )
    try:
        return msgspec.convert({"command": name} | body, c.COMMANDS[name], strict=True)
    except msgspec.ValidationError as error:
        wrong, fields = wrong_field(error, c.COMMANDS[name]), c.COMMANDS[name].__struct_fields__
        raise Refused(code="bad_command", message=f"{name}: {wrong}; its fields are {', '.join(fields)}") from None


def id_is_taken(id: str) -> Refusal:
    """The refusal of a command with the id of another one that was carried out."""
    return Refusal(code="id_is_taken", message=f"the id {id[:60]!r} belongs to another command")


class Script:
    """One table, its books, and the answers already given."""

    def __init__(
        self, find: FindRulebook, seal: SealShoe, table: str = "1", calendar: BusinessCalendar | None = None
    ) -> None:
        self.state = State(find)
        self.ledger = MemoryLedger()
        self.table = table
        self._seal = seal
        self._sealed: ShoeOrder | None = None
        self._numbers: Counter[int] = Counter()
        """The last slip of each business year."""
        self._slips = SlipBook(lambda year: self._numbers[year] + 1, calendar or BusinessCalendar())
        self._answers: dict[str, tuple[c.Command, list[Event] | Refusal]] = {}

    def do(self, command: c.Command) -> list[Event] | Refusal:
        """Carry a command out, or refuse it; the same id again gets the same answer and does nothing."""
        if command.id is not None and command.id in self._answers:
            first, answer = self._answers[command.id]
            return answer if command == first else id_is_taken(command.id)
        answer = self._done(command)
        if command.id is not None:
            self._answers[command.id] = command, answer
        return answer

    def _done(self, command: c.Command) -> list[Event] | Refusal:
        turn = take_turn(self.state, command, self._sealed, self._seal, self.table, self._slips)
        if isinstance(turn, Refusal):
            return turn
        if isinstance(command, c.WriteOff) and (not_owed := self._not_owed(command)):
            return not_owed
        if short := self.ledger.post(posting for moved in turn.postings for posting in moved):
            return short
        self.state, self._sealed = turn.state, turn.sealed
        for event in turn.events:
            if isinstance(event, FillRequested | CreditRequested):
                self._numbers[event.year] = event.slip
        return list(turn.events)

    def _not_owed(self, command: c.WriteOff) -> Refusal | None:
        return owes(command.patron, self.ledger.balances.get(f"owed:{command.patron}", 0), command.amount)


class StandingBet(msgspec.Struct, frozen=True):
    """A bet as it lies in its box."""

    patron: str
    stance: str
    bet: str
    stake: int
    plays: int


class StandingShoe(msgspec.Struct, frozen=True):
    number: int
    cards_left: int


class Standing(msgspec.Struct, frozen=True):
    """Where a table stands: phase, shoe, boxes with what lies in them, what waits, who acts for whom, balances."""

    phase: str
    rulebook: str | None
    coups: int
    shoe: StandingShoe | None
    boxes: dict[str, list[StandingBet]]
    pending: IrregularityReported | None
    choosing: tuple[str, ...]
    chosen: dict[str, str]
    assignments: tuple[Assignment, ...]
    balances: dict[str, int]
    version: int


def summary(script: Script) -> Standing:
    """Where a script's table stands."""
    return standing(script.state.table, script.ledger.balances)


def standing(table: Table, balances: Mapping[str, int]) -> Standing:
    coup = table.coup
    boxes: dict[str, list[StandingBet]] = {}
    for bet in coup.bets if coup and not coup.ended else ():
        lies = StandingBet(bet.patron, bet.stance, bet.bet, bet.stake, bet.plays)
        boxes.setdefault(str(bet.box), []).append(lies)
    return Standing(
        phase=table.phase,
        rulebook=table.sign.rulebook if table.sign else None,
        coups=table.coups,
        shoe=StandingShoe(table.shoe.number, table.shoe.left) if table.shoe else None,
        boxes=boxes,
        pending=table.pending.report if table.pending else None,
        choosing=coup.choosing if coup else (),
        chosen=dict(coup.chosen) if coup else {},
        assignments=table.assignments,
        balances=dict(sorted(balances.items())),
        version=table.version,
    )
