"""Kills a writing process again and again, and looks whether the books are still whole.

./run python -m bench.kill --times 1000                      (a SQLite file)
./run python -m bench.kill --times 1000 --postgresql         (a PostgreSQL from the wheel, itself crashed now and then)
./run python -m bench.kill --times 1000 --url postgresql://… (an empty database)

Half the kills come at a named step of a durable write, each step in its turn, the other
half at any moment, also while the store is being opened. After each kill an auditor with
books of its own checks that everything acknowledged is there, that nothing is there
twice or in part, that the chain is whole and that every account holds what it must.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from punto.store import AlreadyDone, Answer, Appended, Batch, Head, Key, NewEvent, Posting, Store, Writer, open_store
from punto.store.writing import STEPS
from store.server import Server, postgresql

TABLES = ("north", "south", "east", "west")
TOO_LONG = 20.0
HOUSE, SHARED = "house", "wallet:shared"


def command(table: str, number: int) -> Batch:
    """The table's command of this number: always the same, so that anybody can tell what must be there."""
    own = f"wallet:{table}"
    body = {"number": number}
    match number % 5:
        case 0:  # More than the next four take, whatever the other tables do meanwhile.
            bought = (Posting(HOUSE, -3000), Posting(own, 1000), Posting(SHARED, 2000))
            events: tuple[NewEvent, ...] = (NewEvent("bought_in", body, bought),)
        case 1:
            placed = (Posting(own, -300), Posting("layout", 300))
            payment = (Posting("layout", -300), Posting(HOUSE, 300))
            events = (NewEvent("bet_placed", body, placed), NewEvent("bet_lost", body, payment))
        case 2:
            events = (NewEvent("bet_placed", body, (Posting(SHARED, -500), Posting("layout", 500))),)
        case 3:
            events = (NewEvent("noted", body),)
        case _:
            claimed = (Posting(own, -900, claim=True), Posting(HOUSE, 900))
            events = (NewEvent("claimed", body, claimed),)
    name = f"{table}-{number}"
    return Batch(events, at="", by="dealer", command_id=name, key=Key(name, name, name.encode()))


def events_before(number: int) -> int:
    """How many events the commands below this number have."""
    return number + (number + 3) // 5


def held_after(done: dict[str, int]) -> Counter[str]:
    """Every account, if so many commands of each table were done; worked out without the store."""
    balances: Counter[str] = Counter()
    for table, count in done.items():
        wallet = debt = 0
        for number in range(count):
            match number % 5:
                case 0:
                    wallet += 1000
                    balances[HOUSE] -= 3000
                    balances[SHARED] += 2000
                case 1:
                    wallet -= 300
                    balances[HOUSE] += 300
                case 2:
                    balances[SHARED] -= 500
                    balances["layout"] += 500
                case 4:
                    payment = min(wallet, 900)
                    wallet, debt = wallet - payment, debt - (900 - payment)
                    balances[HOUSE] += 900
        balances[f"wallet:{table}"], balances[f"owed:{table}"] = wallet, debt
    return balances


def write(
    where: str, acknowledged: dict[str, int], tell: Callable[[str], None], at_step: Callable[[str], None]
) -> None:
    """Send commands for ever, from each table's last acknowledged number; report each that is durable."""
    store = open_store(where, at_step=at_step)
    chance = random.Random(os.getpid())
    with Writer(store) as writer:
        waiting: dict[Future[Answer], tuple[str, int, bool]] = {}
        following = dict(acknowledged)

        def send(table: str, number: int, again: bool) -> None:
            future = writer.submit(table, events_before(number), command(table, number))
            waiting[future] = (table, number, again)

        for table in TABLES:
            send(table, following[table], False)
        while True:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                table, number, again = waiting.pop(future)
                answer = future.result()
                done_before = isinstance(answer, AlreadyDone) and answer.answer == f"{table}-{number}".encode()
                if not done_before and (again or not isinstance(answer, Appended)):
                    tell(f"! {table}-{number} was answered {answer}")
                    return
                if again:
                    continue
                tell(f"{table} {number}")
                following[table] = number + 1
                send(table, number + 1, False)
                if chance.random() < 0.2:  # The network delivers an old request once more.
                    send(table, chance.randrange(number + 1), True)


@dataclass
class Campaign:
    """What the auditor knows, kill by kill."""

    where: str
    server: Server | None
    chance: random.Random
    acknowledged: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TABLES, 0))
    verified: dict[str, Head] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TABLES, 0))
    kills: Counter[str] = field(default_factory=Counter)
    unheard: int = 0
    violations: list[str] = field(default_factory=list)

    def kill_once(self, turn: int) -> None:
        step = STEPS[turn // 2 % len(STEPS)] if turn % 2 == 0 else None
        crash = self.server is not None and turn % 10 == 9
        self.kills["server" if crash else step or "any moment"] += 1
        reader, child = self._start(step, self.chance.randint(1, 6))
        if crash and self.server:
            self._hear(reader, self.chance.uniform(0, 0.2))
            self.server.stop(signal.SIGQUIT)
            self._end(reader, child)
            self.server.start()
        elif step is None:
            self._hear(reader, self.chance.uniform(0, 0.15))
            self._end(reader, child)
        else:
            if not self._hear(reader, TOO_LONG):
                self.violations.append(f"turn {turn}: the step {step} was never reached")
            self._end(reader, child)

    def _start(self, step: str | None, nth: int) -> tuple[int, int]:
        reader, writer = os.pipe()
        child = os.fork()  # Quicker than a new interpreter, and this process has no threads and no connections.
        if child:
            os.close(writer)
            return reader, child
        try:
            os.close(reader)
            left = Counter({step: nth})

            def at_step(reached: str) -> None:
                if reached == step:
                    left[step] -= 1
                    if not left[step]:
                        os.kill(os.getpid(), signal.SIGKILL)

            write(self.where, self.acknowledged, lambda line: void(os.write(writer, (line + "\n").encode())), at_step)
        except BaseException as error:
            if self.server is None:
                os.write(writer, f"! the writer failed: {error!r}\n".encode())
        finally:
            os._exit(1)

    def _hear(self, reader: int, seconds: float) -> bool:
        """Note the acknowledgements of so many seconds; whether the writer ended meanwhile."""
        until = monotonic() + seconds
        rest = b""
        while (left := until - monotonic()) > 0 or rest:
            if not select.select([reader], [], [], max(left, 0.01))[0]:
                continue
            octets = os.read(reader, 65536)
            if not octets:
                return True
            *lines, rest = (rest + octets).split(b"\n")
            for line in lines:
                self._take_down(line.decode())
        return False

    def _take_down(self, line: str) -> None:
        if line.startswith("!"):
            self.violations.append(line[2:])
            return
        table, number = line.split()
        if int(number) != self.acknowledged[table]:
            self.violations.append(f"{line} was acknowledged after {self.acknowledged[table]} commands")
        self.acknowledged[table] = int(number) + 1

    def _end(self, reader: int, child: int) -> None:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        self._hear(reader, TOO_LONG)  # Acknowledgements that it had sent before it died.
        os.close(reader)

    def check(self, whole: bool) -> None:
        """Compare the database with the acknowledgements; from the beginning if `whole`, else from the last check."""
        with open_store(self.where) as store:
            for table in TABLES:
                self._check_table(store, table, None if whole else self.verified.get(table))
            balances = {account: balance for account, balance in store.ledger.balances().items() if balance}
            # A server may still be finishing what a dead writer had sent it, so the tables are looked at again.
            done = {table: self._commands(store.head(table).version) for table in TABLES}
            if done == self.done and balances != {a: b for a, b in held_after(self.done).items() if b}:
                self.violations.append(f"after {self.done} the accounts hold {balances}")
            if store.ledger.trial_balance():
                self.violations.append(f"all accounts together hold {store.ledger.trial_balance()}")
            if whole and (fault := store.ledger.fault()):
                self.violations.append(fault)

    def _check_table(self, store: Store, table: str, after: Head | None) -> None:
        if fault := store.verify(table, after=after):
            self.violations.append(str(fault))
        first = self._commands(after.version) if after else 0
        records = list(store.records(table, after.version if after else 0))
        count = self._commands(records[-1].version) if records else first
        expected = [
            (f"{table}-{number}", event.kind, json.dumps(event.body, separators=(",", ":")))
            for number in range(first, count)
            for event in command(table, number).events
        ]
        if [(record.command_id, record.kind, record.body) for record in records] != expected:
            self.violations.append(f"{table}: its events are not those of commands {first} to {count}, once each")
        acknowledged = self.acknowledged[table]
        if not acknowledged <= count <= acknowledged + 1:
            self.violations.append(f"{table}: {count} commands are there, {acknowledged} were acknowledged")
        self.unheard += count - acknowledged
        self.done[table] = count
        if records:
            self.verified[table] = Head(table, records[-1].version, records[-1].hash)

    def _commands(self, version: int) -> int:
        """How many whole commands so many events are; half a command counts as a whole one and is then found out."""
        number = version * 5 // 6
        while events_before(number) < version:
            number += 1
        return number


def void(_: object) -> None:
    """For what a callback gives back and nobody wants."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--url", help="an empty database; a new SQLite file if not given")
    parser.add_argument("--postgresql", action="store_true", help="a PostgreSQL from the wheel")
    options = parser.parse_args()
    began = perf_counter()
    with ExitStack() as stack:
        where = options.url or str(Path(stack.enter_context(TemporaryDirectory())) / "books.db")
        server = None
        if options.postgresql:
            server = stack.enter_context(postgresql())
            where = server.make_database("kill")
        campaign = Campaign(where, server, random.Random(options.seed))
        for turn in range(options.times):
            campaign.kill_once(turn)
            campaign.check(whole=turn % 200 == 199 or turn == options.times - 1)
            if campaign.violations:
                break
    print(
        json.dumps(
            {
                "engine": where.split("://")[0] if "://" in where else "sqlite",
                "kills": sum(campaign.kills.values()),
                "kills_by_moment": dict(campaign.kills),
                "commands_acknowledged": sum(campaign.acknowledged.values()),
                "durable_but_unheard": campaign.unheard,
                "violations": campaign.violations,
                "seconds": round(perf_counter() - began, 1),
            },
            indent=2,
        )
    )
    return bool(campaign.violations)


if __name__ == "__main__":
    sys.exit(main())
