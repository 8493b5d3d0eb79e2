"""A shift on the books: the desk is dropped and loaded anew, storage fails at any step, commands come many times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from punto.audit import audit_logs, audit_store
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.store import Log, Store, open_store
from punto.store.writing import STEPS
from punto.table import Command
from shifts.people import People
from shifts.shift import WALK, Auditors, Broken, Find, Tally, document_of, say, who_gave

KEY = bytes(range(32))


class Crash(BaseException):
    """The process dies here; nobody catches it but the test."""


class Disk:
    """Fails, or dies, at a step of a durable write, when the seed says so."""

    def __init__(self, chance: Random, often: float) -> None:
        self.chance = chance
        self.often = often
        self.armed = False
        self.step = ""

    def __call__(self, step: str) -> None:
        if self.armed and step == self.step:
            self.armed = False
            raise Crash(step)

    def arm(self) -> None:
        self.armed = self.chance.random() < self.often
        self.step = self.chance.choice(STEPS)


class House:
    """One table's desk, which can be lost at any moment."""

    def __init__(self, where: str | Path, find: Find, disk: Callable[[str], None]) -> None:
        self._where, self._find, self._disk = where, find, disk
        self.restart()

    def restart(self) -> None:
        self.store: Store = open_store(self._where, key=KEY, at_step=self._disk)
        self.desk = Desk(self.store, "T", self._find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-16T20:00:00Z")

    def balances(self) -> dict[str, int]:
        return self.store.ledger.balances()

    def crash(self) -> None:
        self.store.close()
        self.restart()


def run_durably(seed: int, coups: int, find: Find, document: str | None = None, often: float = 0.05) -> Tally:
    """One shift on a new SQLite file."""
    with TemporaryDirectory() as folder:
        return run_on(Path(folder) / "books.db", seed, coups, find, document, often)


def run_on(where: str | Path, seed: int, coups: int, find: Find, document: str | None, often: float) -> Tally:
    """One shift on an empty database: each command until it is answered, whatever fails meanwhile."""
    book, chance = find(document or document_of(seed)), Random(f"disk {seed}")
    tally, disk = Tally(), Disk(chance, often)
    house = House(where, find, disk)
    auditors = Auditors("T", find, house.balances)
    seen = 0
    try:
        saying = People(seed, book).commands(coups)
        command = next(saying)
        for number in range(1, 1_000_000):
            command = replace(command, id=f"c{number}")
            before = (house.store.head("T"), house.store.ledger.balances())
            answer = _until_answered(house, command, disk, tally)
            disk.armed = False
            tally.commands += 1
            if isinstance(answer, Refusal):
                tally.refusals += 1
                tally.refused[answer.code] += 1
                assert before == (house.store.head("T"), house.store.ledger.balances()), "a refusal changed the books"
            else:
                for stored in house.store.records("T", seen):
                    event = answer.events[stored.version - seen - 1]
                    auditors.take(event, stored.postings, who_gave(command), number)
                    tally.kinds[stored.kind] += 1
                seen = answer.version
                assert house.store.head("T").version == seen, "more was written than was answered"
                tally.events += len(answer.events)
            auditors.check(house.desk.state)
            _again(house, command, answer, chance)
            if chance.random() < 0.02:
                house.desk.save()
            if chance.random() < 0.02:
                house.crash()
            command = say(saying, house.desk.state)
    except StopIteration:
        tally.coups = house.desk.state.table.coups
        if WALK:
            _audited(house.store, find, seed)
    except Exception as error:
        raise Broken(f"seed {seed}, {book.id}, after event {seen}, durable: {error!r}") from error
    finally:
        house.store.close()
    return tally


def _until_answered(house: House, command: Command, disk: Disk, tally: Tally) -> Done | Refusal:
    """Send a command until an answer comes back; a crash loses the answer, and perhaps the deed."""
    while True:
        disk.arm()
        try:
            return house.desk.do(command, person=command.account or "")
        except Crash as crash:
            tally.faults[str(crash)] += 1
            house.crash()


def _again(house: House, command: Command, answer: Done | Refusal, chance: Random) -> None:
    """The network delivers it once more, now and then ten times: the same answer, and nothing done."""
    times = 10 if chance.random() < 0.01 else int(chance.random() < 0.1)
    for _ in range(times):
        second = house.desk.do(command, person=command.account or "")
        assert second == answer, f"{command} was answered otherwise the second time"


def _audited(store: Store, find: Find, seed: int) -> None:
    """`punto audit` finds nothing, in the database and in the exported log."""
    account, finding = audit_store(store, find)
    _nothing(finding, seed)
    log = Log(tuple(store.records("T")), store.head("T"))
    again, finding = audit_logs([log], find)
    _nothing(finding, seed)
    assert account == again


def _nothing(finding: object, seed: int) -> None:
    if finding is not None:
        raise Broken(f"seed {seed}: punto audit says {finding}")
