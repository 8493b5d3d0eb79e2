"""Shifts at a table with real chips: a rack that is really there, people who count it, and one chip that goes astray.

The rack is followed by what people do with chips: they pay a round once, and move what a correction leaves to move when
somebody enters it. What the table won by its settlements is never asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from oracle import DOCUMENTS
from punto.audit import Walk
from punto.audit.giver import Giver
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.rulebook import FindRulebook
from punto.table import Command, MemoryLedger, State
from punto.table import commands as c
from punto.table import events as e
from punto.table.calendar import SlipBook
from punto.table.ledger import owes
from punto.table.turn import take_turn
from shifts.people import People

CHIPS: Final = (1000, 500, 100, 25, 5, 1)
OPENER: Final = 400_000

FAULTS: Final = ("opener", "closer", "one count", "fill", "box", "one box count", "theft", "unfinished", "copy")
"""Where one chip, or one copy of a slip, may go astray."""

DEALER: Final = {"by": "dealer", "account": "Dealer 9"}
SUPERVISOR: Final = {"by": "pit_supervisor", "account": "Supervisor 9"}
CAGE: Final = {"by": "cage", "account": "Cage 1"}
RECEIVER: Final = {"by": "cage", "account": "Cage 2"}
ACCEPTER: Final = {"by": "dealer", "account": "Dealer 8"}


def in_chips(value: int) -> dict[str, int]:
    """An amount in the fewest chips."""
    chips = {}
    for worth in CHIPS:
        number, value = divmod(value, worth)
        if number:
            chips[str(worth)] = number
    return chips


def one_more(chips: dict[str, int], worth: int, number: int) -> dict[str, int]:
    counted = {**chips, str(worth): chips.get(str(worth), 0) + number}
    return {name: times for name, times in counted.items() if times}


@dataclass
class RackTally:
    """What came of some shifts."""

    shifts: int = 0
    coups: int = 0
    fills: int = 0
    credits: int = 0
    voids: int = 0
    reversals: int = 0
    wins: list[tuple[int, int]] = field(default_factory=list)
    """Of each box the win by the count, and what the rack says it was."""
    named: list[e.ExceptionFound] = field(default_factory=list)


class Shifts:
    """Several shifts at one table, from its opening to its closing."""

    def __init__(self, seed: int, find: FindRulebook, fault: str = "") -> None:
        self.chance = Random(f"racks {seed}")
        self.fault = fault
        self.worth = self.chance.choice((100, 25, 5))
        """The chip that goes astray."""
        people = People(seed, find(DOCUMENTS[seed % len(DOCUMENTS)]))
        settings = people.settings() | {"wallets": False, "chip": 1, "denominations": list(CHIPS)}
        people.settings = lambda: settings  # type: ignore[method-assign]
        self.people = people
        self.state = State(find)
        self.ledger = MemoryLedger()
        self.walk = Walk("T", find)
        self.slips = SlipBook(lambda year: self.numbers + 1)
        self.numbers = 0
        self.sealed: Any = None
        self.rack = OPENER
        self.missing = 0
        """What lies in the rack, and what left it that nobody knows of."""
        self.box = {"currency": 0, "chips": 0, "markers": 0}
        self.opened_with = OPENER
        self.moved = 0
        """Fills less credits since the opener."""
        self.uncounted: dict[int, tuple[dict[str, int], int]] = {}
        """Boxes that left the table: what lies in them, and what the table won."""
        self.again = False
        """Whether the round was paid once already: what is booked now is moved when somebody enters it."""
        self.number = 0
        self.tally = RackTally()

    def give(self, command: Command) -> list[e.Event] | Refusal:
        """A command, with the product's auditor beside it."""
        turn = take_turn(self.state, command, self.sealed, seal_shoe, "T", self.slips)
        if isinstance(turn, Refusal):
            return turn
        if isinstance(command, c.WriteOff):
            debt = self.ledger.balances.get(f"owed:{command.patron}", 0)
            if refusal := owes(command.patron, debt, command.amount):
                return refusal
        if self.ledger.post(posting for moved in turn.postings for posting in moved):
            raise AssertionError("real chips are never short")
        own = command.by or "dealer"
        for event, moved in zip(turn.events, turn.postings, strict=True):
            self.walk.step(event, moved, Giver(own, command.acting or "", command.account or own))
            self._follow(event)
        self.state, self.sealed = turn.state, turn.sealed
        return list(turn.events)

    def must(self, name: str, who: dict[str, str], **fields: Any) -> list[e.Event]:
        answer = self.give(c.COMMANDS[name](**who, **fields))
        assert not isinstance(answer, Refusal), (name, answer)
        return answer

    def _follow(self, event: e.Event) -> None:
        """What really happens to the chips."""
        match event:
            case e.BetsOpened():
                self.again = False
                self.tally.coups += 1
            case e.SettlementReversed():
                self.again = True
                self.tally.reversals += 1
            case e.CoupSettled(lines=lines) if not self.again:
                self.rack += sum(line.stake - line.payback for line in lines)
            case e.OriginalBetReturned(stake=stake) if not self.again:
                self.rack -= stake
            case e.IrregularityReported(what="late_withdrawal", leads_to="bet_stands", lay=lifted):
                # Not on the felt when the dealer pays and takes as if they lay there: collected when they are entered.
                self.rack -= sum(one.stake for one in lifted)
            case e.RulingMade(adjustments=adjustments):
                self.rack -= sum(one.amount for one in adjustments)
            case e.BetsCorrected() if self.state.table.phase in ("paying", "ready", "idle"):
                self.again = True
            case e.ChipsEntered(chips=chips, felt_was_right=right):
                self.rack -= sum(one.due if right else one.moved for one in chips)
            case e.ExceptionFound():
                self.tally.named.append(event)
            case e.FillRequested() | e.CreditRequested():
                self.numbers = event.slip

    # What people do about the money.

    def count(self, what: str) -> None:
        true = in_chips(self.rack)
        wrong = self.number == (1 if what == "closer" else 2) and self.fault == what
        chips = one_more(true, self.worth, -1 if str(self.worth) in true else 1) if wrong else true
        first = one_more(chips, self.worth, 1) if self.fault == "one count" and self.number == 1 else chips
        self.must("count_inventory", DEALER, what=what, chips=first)
        self.must("count_inventory", SUPERVISOR, what=what, chips=chips)
        if first != chips:
            self.must("count_inventory", DEALER, what=what, chips=chips)

    def slip(self, what: str) -> None:
        """A fill or a credit, finished or void."""
        value = self.chance.randint(1, 2_000)
        chips = in_chips(value)
        [asked] = self.must(f"request_{what}", SUPERVISOR, chips=chips)
        assert isinstance(asked, e.FillRequested | e.CreditRequested)
        number = asked.slip
        if self.chance.random() < 0.15:
            self._void(number)
            return
        if what == "credit":
            self.rack -= value
        self.must(f"issue_{what}", CAGE if what == "fill" else DEALER, slip=number)
        if self.chance.random() < 0.1:
            self.rack += value if what == "credit" else 0
            self._void(number)
            return
        accepter = ACCEPTER if what == "fill" else RECEIVER
        if self.fault == "fill" and what == "fill" and not self.tally.named:
            short = one_more(chips, next(worth for worth in CHIPS if str(worth) in chips), -1)
            self.must("accept_fill", accepter, slip=number, chips=short)
        self.must(f"accept_{what}", accepter, slip=number, chips=chips)
        if what == "fill":
            self.rack += value
        self.moved += value if what == "fill" else -value
        setattr(self.tally, f"{what}s", getattr(self.tally, f"{what}s") + 1)

    def _void(self, number: int) -> None:
        self.must("void_slip", {"by": "pit_manager", "account": "Manager 9"}, slip=number, reason="not needed")
        self.tally.voids += 1

    def something(self) -> None:
        """Chips that come, go, or are changed for what goes into the box."""
        period = self.state.table.bank.period
        if self.state.table.phase == "closed" or period is None or period.ended:
            return
        what = self.chance.choice(("fill", "credit", "currency", "currency", "chips", "markers"))
        if what in ("fill", "credit"):
            self.slip(what)
        else:
            value = self.chance.randint(1, 40) * 25
            self.box[what] += value
            self.rack -= value

    def end_of_shift(self) -> None:
        if self.fault == "theft" and self.number == 1:
            self.rack -= self.worth
            self.missing = self.worth
        if self.fault == "copy":
            self.slip("fill")
        if self.fault == "unfinished" and self.number == 1:
            self.must("request_fill", SUPERVISOR, chips={"100": 1})
        self.count("closer")
        self.must("drop_box", {"by": "security", "account": "Security 1"})
        won = self.rack + self.missing + sum(self.box.values()) - self.opened_with - self.moved
        self.uncounted[self.number] = dict(self.box), won
        self.box, self.missing = dict.fromkeys(self.box, 0), 0
        self.tally.shifts += 1

    def new_shift(self) -> None:
        self.number += 1
        self.opened_with, self.moved = self.rack, 0
        self.count("opener")
        for slip in self.state.table.bank.slips:
            self._finish(slip.number, slip.total)

    def _finish(self, number: int, value: int) -> None:
        """A fill of the shift before comes at last: it belongs to the box that is under the table now."""
        self.must("issue_fill", CAGE, slip=number)
        self.must("accept_fill", ACCEPTER, slip=number)
        self.rack += value
        self.moved += value

    def count_boxes(self) -> None:
        for number, (inside, won) in self.uncounted.items():
            period = next(one for one in self.state.table.bank.boxes() if one.drop_box == number)
            off = self.worth if number == 1 and self.fault in ("box", "one box count") else 0
            chips = in_chips(inside["chips"] + off)
            copies = [slip for slip in period.copies if self.fault != "copy" or slip != period.copies[0]]
            rest = {"drop_box": number, "currency": inside["currency"], "markers": inside["markers"]}
            one, other = ({"by": "count_team", "account": f"Count {place}"} for place in (1, 2))
            self.must("count_box", one, chips=chips, slips=copies, **rest)
            if self.fault == "one box count":
                chips = in_chips(inside["chips"])
            answer = self.must("count_box", other, chips=chips, slips=copies, **rest)
            if off and self.fault == "one box count":
                answer = self.must("count_box", one, chips=chips, slips=copies, **rest)
            [told] = [event for event in answer if isinstance(event, e.WinCounted)]
            self.tally.wins.append((told.win_counted, won))
        self.uncounted = {}

    def run(self, shifts: int, coups: int) -> RackTally:
        """So many shifts of so many coups each."""
        saying: Any = self.people.commands(shifts * coups)
        command: Command = next(saying)
        try:
            while True:
                if isinstance(command, c.CloseTable) and self._at_rest():
                    self.end_of_shift()
                answer = self.give(command)
                if isinstance(command, c.OpenTable) and not isinstance(answer, Refusal):
                    self.new_shift()
                if self.chance.random() < 0.08:
                    self.something()
                if self.number and self.state.table.coups >= self.number * coups and self.number < shifts:
                    self._change_of_shift()
                command = saying.send(self.state)
        except StopIteration:
            pass
        self.count_boxes()
        return self.tally

    def _at_rest(self) -> bool:
        period = self.state.table.bank.period
        between = self.state.table.phase in ("idle", "ready", "paying") and self.state.table.shoe is None
        return between and period is not None and not period.ended

    def _change_of_shift(self) -> None:
        choosing = self.state.table.coup.choosing if self.state.table.coup else ()
        if self.state.table.phase not in ("idle", "ready", "paying") or choosing:
            return
        self.end_of_shift()
        if self.chance.random() < 0.5:
            self.count_boxes()
        self.new_shift()


def run_racks(seed: int, find: FindRulebook, *, shifts: int = 4, coups: int = 8, fault: str = "") -> RackTally:
    """Some shifts from a seed; AssertionError where the count and the rack do not agree, or a fault is not placed."""
    run = Shifts(seed, find, fault)
    tally = run.run(shifts, coups)
    named = {(one.what, one.drop_box, one.amount) for one in tally.named}
    worth = run.worth
    if not fault:
        assert not tally.named, tally.named
        assert all(counted == won for counted, won in tally.wins), tally.wins
    elif fault in PLACED:
        what, box, times = PLACED[fault]
        amounts = {amount for kind, at, amount in named if (kind, at) == (what, box)}
        assert {abs(amount) for amount in amounts} == {times * worth}, (fault, worth, tally.named)
    else:
        kind = {"fill": "slip_differs", "unfinished": "slip_unfinished", "copy": "box_slips_differ"}[fault]
        assert kind in {what for what, _, _ in named} or (fault == "fill" and not tally.fills), (fault, tally.named)
    return tally


PLACED: Final[dict[str, tuple[str, int, int]]] = {
    "opener": ("opener_differs", 2, 1),
    "closer": ("opener_differs", 2, 1),
    "one count": ("counts_differ", 1, 1),
    "box": ("win_differs", 1, 1),
    "one box count": ("box_differs", 1, 1),
    "theft": ("win_differs", 1, 1),
}
"""Of a chip that went astray: what is named, at which box, and by how many of that chip."""
