"""The demonstration: a settings file that is shipped, and patrons who play by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from punto.house.floor.floor import Floor
from punto.house.listener import Listener
from punto.house.people.people import People
from punto.house.people.roles import RANKED, Role
from punto.house.settings import TableSettings
from punto.house.tables.live import LiveTable
from punto.kit import Refusal, Refused
from punto.table import commands as c
from punto.table.insurance import insurance_taken, open_offers

FILE: Final = Path(__file__).with_name("demonstration.toml")


class Demonstration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who and what the demonstration has."""

    chips: int
    refill_below: int
    people: dict[str, Role]
    rack: dict[str, int]
    """Chips in the rack of a table with real chips, by denomination."""
    fill: dict[str, int]
    """Chips that such a table has asked the cage for."""
    bots: dict[str, int]
    """Patrons who play by themselves, and their boxes."""
    tables: list[TableSettings]

    @property
    def patrons(self) -> list[str]:
        """Everybody who needs chips."""
        return [*(name for name, role in self.people.items() if role is Role.PATRON), *self.bots]


@cache
def demonstration() -> Demonstration:
    return msgspec.toml.decode(FILE.read_bytes(), type=Demonstration)


def add_people(people: People) -> dict[str, str]:
    """Accounts of every role without a password, and the links by which one comes in, by name."""
    accounts = demonstration().people
    for name, role in accounts.items():
        if not people.has_name(name):
            # Another process may open the same house at this moment.
            with contextlib.suppress(Refused):
                people.add(name, role, None)
    return people.links.make(list(accounts), lasts=True)


def fill_wallets(floor: Floor, owns: Callable[[str], bool] = lambda table: True) -> None:
    """Play chips for everybody who has none yet, from the table whose clock is ours."""
    table = next(iter(floor.tables.values()))
    demo = demonstration()
    for name in demo.patrons:
        if owns(table.id) and floor.store.ledger.balance(f"wallet:{name}") < demo.refill_below:
            table.do(c.BuyIn(patron=name, amount=demo.chips, by="dealer"))


class DemonstrationStaff(Listener):
    """Everybody with a rank, assigned to every table whose clock is ours, also when one was closed and opened again."""

    def __init__(self, floor: Floor, owns: Callable[[str], bool] = lambda table: True) -> None:
        self._floor = floor
        self._owns = owns

    def start(self) -> None:
        for live in self._floor.tables.values():
            live.subscribe(self)
            self.table_changed(live.id)
            if self._owns(live.id):
                self._open_rack(live)

    def table_changed(self, table: str) -> None:
        if not self._owns(table):
            return
        live = self._floor.tables[table]
        here = {assigned.person for assigned in live.state.table.assignments}
        missing = [(name, role) for name, role in demonstration().people.items() if role in RANKED and name not in here]
        with contextlib.suppress(Refused):  # The books may be closed for a moment; the next change comes.
            for name, role in missing[:1]:  # The change that this makes brings the next.
                live.do(c.Assign(person=name, position=_POSITIONS[role], by=Role.SHIFT_MANAGER.value))

    def _open_rack(self, live: LiveTable) -> None:
        """At a table with real chips that was never opened: its opener, and a fill that waits for the cage."""
        if live.state.sign.wallets or live.state.table.bank.period is not None:
            return
        demo = demonstration()
        first = {role: name for name, role in reversed(demo.people.items())}
        with contextlib.suppress(Refused):
            for role in (Role.DEALER, Role.PIT_SUPERVISOR):
                live.do(c.CountInventory(what="opener", chips=demo.rack, by=role.value), person=first[role])
            live.do(c.RequestFill(chips=demo.fill, by=role.value), person=first[role])


_POSITIONS: Final[dict[Role, c.Position]] = {
    Role.DEALER: "dealer",
    Role.PIT_SUPERVISOR: "pit_supervisor",
    Role.PIT_MANAGER: "pit_manager",
    Role.SHIFT_MANAGER: "pit_manager",
}


class Bots:
    """Play chips moved by chance, at the pace of people. Nothing here touches real play, so `random` will do."""

    def __init__(self, floor: Floor, seed: int | None = None, owns: Callable[[str], bool] = lambda table: True) -> None:
        self._floor = floor
        self._owns = owns
        self._random = random.Random(seed)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._sit(name, box, table))
            for name, box in demonstration().bots.items()
            for table in self._floor.tables
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _sit(self, name: str, box: int, table: str) -> None:
        coup_bet = coup_insured = -1
        while True:
            await asyncio.sleep(self._random.uniform(0.8, 3.0))
            state = self._floor.tables[table].state
            coup = state.table.coup
            if coup is None or not self._owns(table):  # They play where the table's clock is.
                continue
            if state.table.phase == "betting" and coup.number != coup_bet and self._random.random() < 0.7:
                coup_bet = coup.number
                await self._bet(name, box, table)
            elif state.table.phase == "dealing" and coup.number != coup_insured and self._random.random() < 0.5:
                coup_insured = coup.number
                await self._insure(name, box, table)
            elif name in coup.choosing:
                await self._do(table, c.Choose(patron=name, option="continue", by="patron"))

    async def _do(self, table: str, command: c.Command) -> None:
        try:
            answer = await self._floor.do(table, command)
        except Refused:
            return  # The books are closed for a moment; people wait.
        if isinstance(answer, Refusal) and answer.code == "wallet_too_small":
            await asyncio.to_thread(fill_wallets, self._floor, self._owns)

    async def _bet(self, name: str, box: int, table: str) -> None:
        state = self._floor.tables[table].state
        originals = [bet.id for bet in state.rules.bets.values() if bet.hand]
        others = [bet.id for bet in state.rules.bets.values() if not bet.hand]
        chosen = [self._random.choice(originals)]
        chosen += [bet for bet in others if self._random.random() < 1.5 / len(others)][:2]
        for bet in chosen:
            stake = 25 * self._random.choice((1, 2, 4, 4, 8, 20))
            await self._do(table, c.PlaceBet(patron=name, box=box, stance="seated", bet=bet, stake=stake, by="patron"))

    async def _insure(self, name: str, box: int, table: str) -> None:
        state = self._floor.tables[table].state
        for cell in open_offers(state):
            original = state.rules.bet_on(cell.insures)
            bet = state.coup.bet(name, box, original.id) if original else None
            if bet and not insurance_taken(state, name, box, cell.insures):
                stake = int(bet.plays / cell.odds.to) // 2
                if stake:
                    insure = c.TakeInsurance(patron=name, box=box, insures=cell.insures.value, stake=stake, by="patron")
                    await self._do(table, insure)
