"""A shift in a test reads like a shift.

    shift("rws-baccarat", differential_max=1000)
        .bets("seat 1 banker 500", "box 1 standing Tan player 100")
        .close()
        .cards("3h 9c 3d 5s")
        .report("interruption")
        .expect("coup_continued", cite="5.4.1")

Seats are patrons: who bets at "seat 3" is called so, sits at box 3 and needs no other
name. Every step is checked on the way: a step that should be done is done, money adds up,
and a refusal leaves everything as it was.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.rulebook import FindRulebook
from punto.table import Command, Event, State, Table, evolve
from punto.table.events import CoupSettled, CoupVoided
from punto.table.script import Script, read_command
from punto.table.snapshot import to_bytes
from rulebook.shelf import LIBRARY

_BET = re.compile(
    r"(?:seat (?P<seat>\d+)|box (?P<box>\d+)(?: (?P<stance>seated|standing))? (?P<patron>\S+)) "
    r"(?P<bet>\w+) (?P<stake>[\d,]+)(?: by (?P<by>\w+))?"
)
_INSURE = re.compile(
    r"(?:seat (?P<seat>\d+)|box (?P<box>\d+) (?P<patron>\S+)) (?P<insures>player|banker) (?P<stake>\d+)"
)


def shift(rulebook: str, cards: str = "physical", **settings: Any) -> Shift:
    """A table open with a shoe on it, its bets not yet open."""
    started = Shift()
    # The notice that no insurance is offered is a Pit Supervisor's to put up, for a patron who asked.
    notice = {"private_for": "seat 9"} if settings.get("insurance") is False else {}
    whole = {"decks": 8} | wide_limits(rulebook) | settings | notice
    started.do("open_table", rulebook=rulebook, settings=whole, by="pit_supervisor" if notice else "dealer")
    extra = {"seed": 7} if cards == "virtual" else {}
    return started.do("open_shoe", cards=cards, **extra)


def wide_limits(rulebook: str) -> dict[str, int]:
    """The limits that a document has displayed, so wide that nobody meets them."""
    limits = LIBRARY.find(rulebook).limits
    wide = {"stake_min": 1, "stake_max": 1_000_000, "differential_max": 1_000_000}
    return {name: wide[name] for name in (limits.needs if limits else ())}


def bare() -> Shift:
    """A table that nobody has opened."""
    return Shift()


def patron_of(seat: str | None, name: str | None) -> str:
    return f"seat {seat}" if seat else (name or "")


class Shift:
    """A table, what has happened at it, and the answer to the last command."""

    def __init__(self, find: FindRulebook = LIBRARY.find) -> None:
        self.script = Script(find, seal_shoe)
        self.answer: list[Event] | Refusal = []
        self.log: list[Event] = []

    # Commands

    def try_(self, command: str, **fields: Any) -> Shift:
        """Give a command, whatever comes of it."""
        return self.give(read_command({"command": command} | fields))

    def give(self, command: Command) -> Shift:
        before, books = self.script.state, dict(self.script.ledger.balances)
        self.answer = self.script.do(command)
        if isinstance(self.answer, Refusal):
            assert self.script.state is before
            assert self.script.ledger.balances == books
            assert self.answer.code
            assert self.answer.message
        else:
            self.log += self.answer
        assert sum(self.script.ledger.balances.values()) == 0
        return self

    def do(self, command: str, **fields: Any) -> Shift:
        """Give a command that must be carried out."""
        self.try_(command, **fields)
        assert not isinstance(self.answer, Refusal), self.answer
        return self

    def place(self, bet: str) -> Shift:
        """A bet such as "seat 1 banker 500", "box 1 standing Tan player 100" or "seat 2 tie 10 by dealer"."""
        found = _BET.fullmatch(bet)
        assert found, f"no such bet: {bet}"
        fields: dict[str, Any] = {"stake": int(found["stake"].replace(",", "")), "bet": found["bet"]}
        fields |= {"by": found["by"]} if found["by"] else {}
        return self.try_(
            "place_bet",
            patron=patron_of(found["seat"], found["patron"]),
            box=int(found["seat"] or found["box"]),
            stance=found["stance"] or "seated",
            **fields,
        )

    def bets(self, *bets: str) -> Shift:
        """Bets opened, if they are not, and these placed."""
        if self.table.phase != "betting":
            self.do("open_bets")
        for bet in bets:
            self.place(bet)
            assert not isinstance(self.answer, Refusal), (bet, self.answer)
        return self

    def close(self) -> Shift:
        return self.do("close_bets")

    def cards(self, cards: str) -> Shift:
        """Cards drawn one by one, in this order; a bar may stand between them."""
        for card in cards.replace("|", " ").split():
            self.do("draw_card", card=card)
        return self

    def cards_left(self, number: int) -> Shift:
        """So many cards left in the shoe, by a record in which the others are out."""
        state = self.script.state
        assert state.table.shoe is not None
        shoe = msgspec.structs.replace(state.table.shoe, out=state.table.shoe.decks * 52 - number)
        table = msgspec.structs.replace(state.table, shoe=shoe, version=state.table.version)
        self.script.state = State(state.find, table, state.book)
        return self

    def insure(self, what: str) -> Shift:
        """Insurance such as "seat 1 banker 100"."""
        found = _INSURE.fullmatch(what)
        assert found, f"no such insurance: {what}"
        return self.try_(
            "take_insurance",
            patron=patron_of(found["seat"], found["patron"]),
            box=int(found["seat"] or found["box"]),
            insures=found["insures"],
            stake=int(found["stake"]),
        )

    def report(self, what: str, by: str = "dealer", **fields: Any) -> Shift:
        return self.try_("report", what=what, by=by, **fields)

    def decide(self, by: str = "pit_supervisor", **fields: Any) -> Shift:
        return self.try_("decide", by=by, **fields)

    def confirm(self, by: str = "pit_supervisor", **fields: Any) -> Shift:
        """Somebody of rank says that what was reported is so."""
        return self.do("decide", by=by, confirm=True, **fields)

    def close_choices(self) -> Shift:
        return self.do("close_choices", by="pit_supervisor")

    def choose(self, patron: str, option: str) -> Shift:
        return self.try_("choose", patron=patron, option=option)

    def rule(self, reason: str, by: str = "shift_manager", **fields: Any) -> Shift:
        return self.try_("rule", reason=reason, by=by, **fields)

    # What came of it

    def expect(self, *kinds: str, cite: str | None = None, **fields: Any) -> Shift:
        """The last command led to these events among others, the last of them with this paragraph and these fields."""
        assert not isinstance(self.answer, Refusal), self.answer
        told = [kind_of(event) for event in self.answer]
        for kind in kinds:
            assert kind in told, f"{kind} is not among {told}"
        event = next(event for event in reversed(self.answer) if kind_of(event) == kinds[-1])
        if cite is not None:
            assert getattr(event, "cite") == cite  # noqa: B009 - not every event has one
        for name, value in fields.items():
            assert getattr(event, name) == value, (name, getattr(event, name))
        return self

    def lacks(self, *kinds: str) -> Shift:
        """The last command led to none of these."""
        assert not isinstance(self.answer, Refusal), self.answer
        assert not {kind_of(event) for event in self.answer} & set(kinds)
        return self

    def refused(self, code: str, cite: str | None = None, *words: str) -> Shift:
        """The last command was refused, with this code, paragraph, and these words or figures in the sentence."""
        assert isinstance(self.answer, Refusal), self.answer
        assert self.answer.code == code, self.answer
        if cite is not None:
            assert self.answer.cite == cite, self.answer
        for word in words:
            assert word in self.answer.message, self.answer.message
        return self

    def phase(self, phase: str) -> Shift:
        assert self.table.phase == phase
        return self

    def net(self, **by_patron: int) -> Shift:
        """What each patron has won or lost so far, seats written seat_1 and the like."""
        for name, amount in by_patron.items():
            patron = name.replace("_", " ") if name.startswith("seat_") else name
            assert self.chips(patron) == amount, (patron, self.chips(patron))
        return self

    def lines(self, **wanted: int) -> Shift:
        """What the last settlement paid back, seat_1__banker and the like."""
        paid = {
            "__".join((one.patron.replace(" ", "_"), "_".join(filter(None, (one.bet, one.insures))))): one.payback
            for one in self.settled.lines
        }
        for name, payback in wanted.items():
            assert paid[name] == payback, paid
        return self

    def chips(self, patron: str) -> int:
        balances = self.script.ledger.balances
        return balances.get(f"chips:{patron}", 0) + balances.get(f"wallet:{patron}", 0)

    @property
    def layout(self) -> int:
        return self.script.ledger.balances.get("layout:1", 0)

    @property
    def table(self) -> Table:
        return self.script.state.table

    @property
    def settled(self) -> CoupSettled:
        return next(event for event in reversed(self.log) if isinstance(event, CoupSettled))

    @property
    def voided(self) -> CoupVoided:
        return next(event for event in reversed(self.log) if isinstance(event, CoupVoided))

    def replays(self) -> Shift:
        """The record alone, written down and read again, gives the state bit for bit."""
        state = Script(LIBRARY.find, seal_shoe).state
        for event in reread(self.log):
            state = evolve(state, event)
        assert state.table == self.table
        assert to_bytes(state.table) == to_bytes(self.table)
        return self


def reread(events: list[Event]) -> list[Event]:
    """Events as they come back from the record."""
    from punto.table import AnyEvent

    return list(msgspec.json.decode(msgspec.json.encode(events), type=list[AnyEvent]))


def kind_of(event: Event) -> str:
    return str(event.__struct_config__.tag)
