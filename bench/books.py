"""Books of a house that has played for long, made quickly: the real tables, shoes and patrons, without their waits.

Every event is decided by the table and written by the store, only many commands to a transaction: what is measured on
such books is what a house of that age would show.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from punto.house.floor.demonstration import demonstration
from punto.house.settings import TableSettings
from punto.house.tables.desk import Desk
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.rulebook import Library
from punto.store import Answer, Append, Appended, Batch, Store, key_file, open_store, shoe_key
from punto.store.chain import chained
from punto.store.derived import is_house_log
from punto.store.entry import Head, Record, start
from punto.table import Command, State
from punto.table import commands as c
from punto.table.insurance import open_offers
from punto.table.sealed import Sealed

TOGETHER: Final = 2_000
"""Commands to a transaction."""

CHIPS: Final = 10**9

STEP: Final = timedelta(seconds=2.5)
"""Between two commands at a table: a coup with its bets, insurance and result takes about a minute."""

BEGAN: Final = datetime(2025, 11, 1, 12, tzinfo=UTC)


class Buffered:
    """Appends that are answered at once and written together; nothing else writes to these books meanwhile."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Append] = []
        self.refused = 0

    def append(self, table: str, version: int, batch: Batch) -> Answer:
        self._waiting.append(Append(table, version, batch))
        self.refused += not batch.events
        if len(self._waiting) >= TOGETHER:
            self.flush()
        return Appended(version + len(batch.events), ())

    def flush(self) -> None:
        answers = self._store.append_together(self._waiting)
        assert all(isinstance(answer, Appended) for answer in answers), answers
        self._waiting.clear()


class Unsaved(Desk):
    """A desk whose log is written later: while it plays there is nothing that a snapshot could belong to."""

    playing = True

    def save(self) -> None:
        if not self.playing:
            super().save()


class Table:
    """One table with its patrons, who bet as those of the demonstration do."""

    def __init__(self, store: Store, buffered: Buffered, settings: TableSettings, key: bytes, seed: int) -> None:
        self._settings = settings
        self._random = random.Random(seed)
        self._now = BEGAN + timedelta(milliseconds=seed)
        self._number = 0
        self.commands = 0
        find = Library().find
        self.desk = Unsaved(
            store,
            settings.id,
            find,
            key=key,
            seal_shoe=self._sealed,
            now=self._moment,
            append=buffered.append,
        )

    def _sealed(self, decks: int, _: int | None) -> Sealed:
        """A shoe by this table's own dice, so that the same seed makes the same books."""
        return seal_shoe(decks, self._random.getrandbits(60))

    def _moment(self) -> str:
        return self._now.isoformat()

    @property
    def events(self) -> int:
        return self.desk.state.table.version

    def play(self, events: int) -> Iterator[int]:
        """Go on until the log has so many events, and to the end of that coup; yields how many it has."""
        dealer = "dealer"
        self._do(c.OpenTable(rulebook=self._settings.rulebook, settings=self._settings.sign, by=dealer))
        for name in demonstration().bots:
            self._do(c.BuyIn(patron=name, amount=CHIPS, by=dealer))
        while self.events < events:
            self._do(c.OpenShoe(cards="virtual", by=dealer))
            while not self.desk.state.shoe.finished and self.events < events:
                self._coup()
                yield self.events
            if self.desk.state.shoe.finished:
                self._do(c.CloseShoe(by=dealer))

    def _coup(self) -> None:
        self._do(c.OpenBets(by="dealer"))
        for name, box in demonstration().bots.items():
            if self._random.random() < 0.7:
                self._bet(name, box)
        self._do(c.CloseBets(by="dealer"))
        while (state := self.desk.state).table.phase == "dealing":
            self._insure(state)
            self._do(c.DrawCard(by="dealer"))
        if self._random.random() < 0.2:  # Somebody who was too late: the refusal is kept under its id.
            self._patron("Seat 2", c.PlaceBet(patron="Seat 2", box=2, bet="player", stake=25, by="patron"))

    def _bet(self, name: str, box: int) -> None:
        rules = self.desk.state.rules
        others = [bet.id for bet in rules.bets.values() if not bet.hand]
        chosen = [self._random.choice([bet.id for bet in rules.bets.values() if bet.hand])]
        chosen += [bet for bet in others if self._random.random() < 1.5 / len(others)][:2]
        for bet in chosen:
            stake = 25 * self._random.choice((1, 2, 4, 4, 8, 20))
            self._patron(name, c.PlaceBet(patron=name, box=box, stance="seated", bet=bet, stake=stake, by="patron"))

    def _insure(self, state: State) -> None:
        boxes = demonstration().bots
        for cell in open_offers(state):
            original = state.rules.bet_on(cell.insures)
            for bet in state.coup.bets:
                stake = int(bet.plays / cell.odds.to) // 2
                if original and bet.bet == original.id and stake and self._random.random() < 0.4:
                    name, hand = bet.patron, cell.insures
                    insure = c.TakeInsurance(patron=name, box=boxes[name], insures=hand.value, stake=stake, by="patron")
                    self._patron(name, insure)

    def _patron(self, name: str, command: Command) -> None:
        self._number += 1
        self._do(replace(command, id=f"{name}/{self._number:032x}"), name)

    def _do(self, command: Command, person: str = "") -> None:
        answer = self.desk.do(command, person=person)
        # Without an id it is the dealer's, who does nothing that is refused.
        assert command.id or not isinstance(answer, Refusal), (command, answer)
        self._now += STEP
        self.commands += 1


def build(file: Path, events: int, tables: int = 5, seed: int = 1) -> int:
    """A house's database with so many events, spread over tables of all documents; how many there are."""
    ours = house_tables(tables)
    with open_store(file) as store:
        key = shoe_key(key_file(file))
        buffered = Buffered(store)
        playing = [Table(store, buffered, settings, key, seed + at) for at, settings in enumerate(ours)]
        going = {table.desk.table: table.play(events // tables) for table in playing}
        while going:  # A round at each in turn, as they lie in the books of a house.
            for id, play in list(going.items()):
                if next(play, None) is None:
                    del going[id]
        buffered.flush()
        for table in playing:
            table.desk.playing = False
            table.desk.save()
    return sum(table.events for table in playing)


def house_tables(tables: int) -> list[TableSettings]:
    """The demonstration's tables that deal by themselves, as often as need be."""
    automatic = [table for table in demonstration().tables if table.dealer == "automatic"]
    return [
        replace(automatic[at % len(automatic)], id=f"{automatic[at % len(automatic)].id}-{at + 1}")
        for at in range(tables)
    ]


def multiply(source: Path, target: Path, times: int) -> None:
    """Books with the logs of others written again and again, each time as another table's.

    Every event is chained anew under its table's name, as the store would; nothing is decided again, so it takes a
    twentieth of the time. There are events, postings and heads: what a report reads, and what chains are verified by.
    """
    with open_store(target):
        pass
    with open_store(source) as store, closing(sqlite3.connect(target, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        for table in (name for name in store.tables() if not is_house_log(name)):
            heads = [start(f"{table}-{copy}") for copy in range(1, times + 1)]
            database.execute("BEGIN")
            for records in batched(store.records(table), 5_000):
                heads = [_write_again(database, head, records) for head in heads]
            database.executemany("INSERT INTO heads VALUES (?, ?, ?)", [(h.table, h.version, h.hash) for h in heads])
            database.execute("COMMIT")


def _write_again(database: sqlite3.Connection, head: Head, records: Sequence[Record]) -> Head:
    events: list[tuple[object, ...]] = []
    postings: list[tuple[object, ...]] = []
    for r in records:
        again = chained(
            head, at=r.at, by=r.by, acting=r.acting, person=r.person, session=r.session, confirmer=r.confirmer,
            command_id=r.command_id, coup=r.coup, kind=r.kind, schema=r.schema, body=r.body, postings=r.postings,
        )  # fmt: skip
        events.append(
            (head.table, again.version, r.at, r.by, r.acting, r.command_id, r.kind, r.schema, r.body, head.hash,
             again.hash, r.person, r.coup, again.form, r.session, r.confirmer)
        )  # fmt: skip
        postings += [
            (head.table, again.version, at, posting.account, posting.amount) for at, posting in enumerate(r.postings)
        ]
        head = Head(head.table, again.version, again.hash)
    database.executemany(f"INSERT INTO events VALUES ({', '.join('?' * 16)})", events)
    database.executemany("INSERT INTO postings VALUES (?, ?, ?, ?, ?)", postings)
    return head


def batched(records: Iterator[Record], most: int) -> Iterator[list[Record]]:
    while some := list(islice(records, most)):
        yield some
