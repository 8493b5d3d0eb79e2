"""A house that is killed with -9 at every step of a durable write, coup after coup, and resumes each time.

The house is a process of its own that tells, through a pipe, what it is about to send and
what was answered. Whoever survives it knows what was acknowledged, sends again what was
not, and holds the books to it.
"""

from __future__ import annotations

import os
import random
import signal
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from punto.audit import Walk, audit_store
from punto.audit.record import read_event
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.rulebook import offers
from punto.store import Record, open_store
from punto.store.writing import STEPS
from punto.table import Command, State
from punto.table import commands as c
from punto.table.script import read_command
from shifts.books import Books, Who
from shifts.shift import WALK, Find
from table.shift import wide_limits

KEY = bytes(range(32))
TABLE = "T"

BETS = (("ann", 1, "player", 120), ("bo", 2, "banker", 90), ("ann", 3, "tie", 15), ("bo", 2, "player", 10))


def next_command(state: State, number: int, document: str, lights: int = 23) -> Command:
    """What the people at this table do next; it follows from what lies on the felt and a number.

    The lights go out with every so many commands, where cards lie.
    """
    table = state.table
    if table.phase == "closed":
        return c.OpenTable(
            rulebook=document, settings={"wallets": True, "cut": 300, "stake_max": 500, **wide_limits(document)}
        )
    if number in (2, 3) or number % 40 == 0:
        return c.BuyIn(patron="ann" if number % 3 == 2 else "bo", amount=10_000)
    if table.phase == "idle":
        return c.OpenShoe(cards="virtual", seed=table.shoes + 1)
    if table.phase == "paying" and number % 2:
        return c.DeclarePaid()
    if table.phase in ("ready", "paying"):
        finished = state.shoe.condemned or (state.shoe.coups_after_cut or 0) >= 1
        return c.CloseShoe() if finished else c.OpenBets()
    coup = state.coup
    if table.phase == "stopped":
        if state.pending.decides == "shift_manager":  # No clause of this document speaks of it.
            return c.Rule(reason="the lights went out", coup="void", by="shift_manager")
        return c.Decide(confirm=True, by="pit_supervisor")
    if table.phase == "betting":
        if coup.placed < 1 + coup.number % len(BETS):
            patron, box, bet, stake = BETS[(coup.placed + coup.number) % len(BETS)]
            bet = "any_tie" if bet == "tie" and bet not in state.rules.bets else bet
            return c.PlaceBet(patron=patron, box=box, bet=bet, stake=stake)
        return c.CloseBets()
    for cell in offers(state.rules, coup.cards):
        original = state.rules.bet_on(cell.insures)
        for one in coup.bets:
            taken = {(i.patron, i.box, i.insures, i.window) for i in coup.insurance}
            mine = (one.patron, one.box, cell.insures, cell.window.value)
            if original and one.bet == original.id and mine not in taken and number % 3:
                return c.TakeInsurance(
                    patron=one.patron, box=one.box, insures=cell.insures.value, stake=one.stake // 20
                )
    if number % 9 == 0:
        return c.PlaceBet(patron="ann", box=1, bet="player", stake=5)  # Too late: refused, and the refusal is kept.
    if number % lights == 0 and 0 < len(coup.cards) < 4:
        return c.Report(what="interruption", by="dealer")
    return c.DrawCard()


def _who(record: Record) -> Who:
    own = record.by or "dealer"
    return Who(own, record.acting or own, own)


@dataclass
class Killed:
    """What the survivor knows, kill by kill."""

    where: str
    find: Find
    document: str
    seed: int = 0
    acknowledged: int = 0
    in_flight: bytes = b""
    """The last command sent that was not answered."""
    answers: int = 0
    refused: set[int] = field(default_factory=set)
    seen: int = 0
    commands: set[str] = field(default_factory=set)
    kills: Counter[str] = field(default_factory=Counter)
    unheard: int = 0
    again: int = 0
    violations: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.walk = Walk(TABLE, self.find)
        self.books = Books(TABLE)

    def kill_once(self, turn: int, after: int = 12) -> None:
        """Run the house until it dies at a step; then look at what it left behind."""
        step = STEPS[turn % len(STEPS)]
        nth = self.chance.randint(1, after)
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            # A test runner has threads of its own; the child touches nothing of theirs and never returns.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                self._house(lambda line: os.write(writer, line + b"\n"), step, nth)
            except BaseException as error:
                os.write(writer, f"! {error!r}\n".encode())
            finally:
                os._exit(1)
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            for line in told:
                self._take_down(line.rstrip(b"\n"))
        os.waitpid(child, 0)
        self.kills[step] += 1
        self.check()

    def _house(self, tell: Callable[[bytes], object], step: str, nth: int) -> None:
        """Everything in here may end at any moment."""
        left = [nth]

        def at_step(reached: str) -> None:
            if reached == step:
                left[0] -= 1
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        store = open_store(self.where, key=KEY, at_step=at_step)
        desk = Desk(store, TABLE, self.find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-16T20:00:00Z")
        number = self.acknowledged + 1
        chance = random.Random(f"{self.seed} {number}")
        waiting = self.in_flight
        while True:
            if waiting:
                command = read_command(msgspec.json.decode(waiting))
            else:
                command = replace(next_command(desk.state, number, self.document), id=f"c{number}")
                tell(b"send " + msgspec.json.encode(command))
            waiting = b""
            answer = desk.do(command)
            tell(b"done %d %s" % (number, b"refused" if isinstance(answer, Refusal) else b"%d" % answer.version))
            if chance.random() < 0.1:
                for _ in range(9):  # The network delivers it ten times in all.
                    if desk.do(command) != answer:
                        tell(b"! the same command was answered otherwise")
                tell(b"again")
            if chance.random() < 0.02:
                desk.save()
            number += 1

    def _take_down(self, line: bytes) -> None:
        word, _, rest = line.partition(b" ")
        if word == b"send":
            self.in_flight = rest
        elif word == b"again":
            self.again += 1
        elif word == b"done":
            number, _, version = rest.partition(b" ")
            if int(number) != self.acknowledged + 1:
                self.violations.append(f"{line!r} was acknowledged after {self.acknowledged}")
            self.acknowledged, self.in_flight = int(number), b""
            if version == b"refused":
                self.refused.add(int(number))
            else:
                self.answers = int(version)
        else:
            self.violations.append(line.decode(errors="replace"))

    def check(self) -> None:
        """Hold the books to what was acknowledged: all of it once, and at most one command more."""
        with open_store(self.where, key=KEY) as store:
            if fault := store.verify(TABLE):
                self.violations.append(str(fault))
            try:
                for record in store.records(TABLE, self.seen):
                    event = read_event(record)
                    if WALK:
                        self.walk.step(event, record.postings, record.acting or record.by)
                    self.books.take(event, _who(record), record.command_id)
                    self.commands.add(record.command_id)
                    self.seen = record.version
                self.books.check(store.ledger.balances())
            except Exception as error:
                self.violations.append(f"event {self.seen + 1}: {error!r}")
            if why := store.ledger.fault():
                self.violations.append(why)
        if self.seen < self.answers:
            self.violations.append(f"event {self.answers} was acknowledged, and the log ends at {self.seen}")
        expected = {f"c{number}" for number in range(1, self.acknowledged + 1) if number not in self.refused}
        more = self.commands - expected
        if expected - self.commands:
            self.violations.append(f"lost: {sorted(expected - self.commands)}")
        if more:
            self.unheard += 1
            if more != {f"c{self.acknowledged + 1}"} or not self.in_flight:
                self.violations.append(f"there, and never sent: {sorted(more)}")

    def audit(self) -> None:
        """At the end, the whole audit."""
        if not WALK:
            return
        with open_store(self.where, key=KEY) as store:
            _, finding = audit_store(store, self.find)
        if finding:
            self.violations.append(str(finding))

    def figures(self) -> dict[str, object]:
        return {
            "kills": sum(self.kills.values()),
            "kills_by_step": dict(self.kills),
            "commands_acknowledged": self.acknowledged,
            "of_them_refused": len(self.refused),
            "events": self.seen,
            "coups": self.books.coups,
            "durable_but_unheard": self.unheard,
            "delivered_ten_times": self.again,
            "violations": self.violations,
        }


def deliver_ten_times(where: str, find: Find, document: str, commands: int) -> tuple[int, int]:
    """Each command ten times, every time on a desk loaded anew or not: its events once, its answer ten times."""
    with open_store(where, key=KEY) as store:

        def desk() -> Desk:
            return Desk(store, TABLE, find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-16T20:00:00Z")

        here, events = desk(), 0
        for number in range(1, commands + 1):
            command = replace(next_command(here.state, number, document), id=f"c{number}")
            answers = [(desk() if time % 4 == 3 else here).do(command) for time in range(10)]
            assert all(answer == answers[0] for answer in answers)
            events += len(answers[0].events) if isinstance(answers[0], Done) else 0
            assert store.head(TABLE).version == events
            assert store.ledger.trial_balance() == 0
        assert not WALK or audit_store(store, find)[1] is None
    return commands, events
