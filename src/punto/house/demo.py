"""The demonstration house: five tables with play chips, people of every role, and patrons who play by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Final

from punto.house.floor import Floor
from punto.house.people import People
from punto.house.roles import Role
from punto.house.settings import Settings, TableSettings
from punto.kit import Refusal, Refused
from punto.table import commands as c
from punto.table.insurance import insurance_taken, open_offers

DOCUMENTS: Final = ("da-hu-ying-xiong", "rws-baccarat", "rws-insurance", "insurance-lucky-six", "easy-six")

CHIPS: Final = 100_000
"""Play chips in each wallet to begin with."""

_SIGN: Final = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "wallets": True, "boxes": 7}

PEOPLE: Final = {
    "Guest": Role.PATRON,
    "Second Guest": Role.PATRON,
    "Dealer 1": Role.DEALER,
    "Pit Supervisor 1": Role.PIT_SUPERVISOR,
    "Pit Manager 1": Role.PIT_MANAGER,
    "Shift Manager 1": Role.SHIFT_MANAGER,
    "Auditor 1": Role.AUDITOR,
    "Administrator 1": Role.ADMINISTRATOR,
    "Display 1": Role.DISPLAY,
}

SIMULATED: Final = ("Seat 2", "Seat 4", "Seat 5", "Seat 7")
"""Patrons who play by themselves, so that the tables are alive."""


def demo_tables(rulebook_ids: tuple[str, ...] = DOCUMENTS) -> list[TableSettings]:
    """One table a document, by number: two tables may play the same game."""
    return [
        TableSettings(id=id, rulebook=id, name=f"Table {number}", sign=dict(_SIGN) | _face(id))
        for number, id in enumerate(rulebook_ids, 1)
    ]


def _face(rulebook: str) -> dict[str, object]:
    return {"face_down": True} if rulebook in ("da-hu-ying-xiong", "rws-baccarat") else {}


def demo_settings(settings: Settings) -> Settings:
    """Settings with the demonstration's tables, unless it has tables of its own."""
    import msgspec

    return msgspec.structs.replace(settings, demo=True, tables=settings.tables or demo_tables())


def add_people(people: People) -> dict[str, str]:
    """Accounts of every role without a password, and the links by which one comes in, by name."""
    for name, role in PEOPLE.items():
        if not people.known(name):
            # Another process may open the same house at this moment.
            with contextlib.suppress(Refused):
                people.add(name, role, None)
    return people.links.make(list(PEOPLE), lasts=True)


def fill_wallets(floor: Floor, owns: Callable[[str], bool] = lambda table: True) -> None:
    """Play chips for everybody who has none yet, from the table whose clock is ours."""
    table = next(iter(floor.tables.values()))
    patrons = [name for name, role in PEOPLE.items() if role is Role.PATRON]
    for name in (*patrons, *SIMULATED):
        if owns(table.id) and floor.store.ledger.balance(f"wallet:{name}") < 1_000:
            table.do(c.BuyIn(patron=name, amount=CHIPS, by="dealer"))


class SimulatedPatrons:
    """Play chips moved by chance, at the pace of people. Nothing here touches real play, so `random` will do."""

    def __init__(self, floor: Floor, seed: int | None = None, owns: Callable[[str], bool] = lambda table: True) -> None:
        self._floor = floor
        self._owns = owns
        self._random = random.Random(seed)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._sit(name, place, table))
            for place, name in enumerate(SIMULATED)
            for table in self._floor.tables
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _sit(self, name: str, place: int, table: str) -> None:
        box = (2, 4, 5, 7)[place]
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
                    await self._do(
                        table,
                        c.TakeInsurance(patron=name, box=box, insures=cell.insures.value, stake=stake, by="patron"),
                    )
