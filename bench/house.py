"""A house in a process of its own, for a benchmark or a fuzzer to stand outside of: `python -m bench.house SETTINGS`.

It says on its first line where it is and who may come in. Each line of its input is answered with the number of
commands carried out so far, and the end of its input closes it. Unless the plan says so nothing is limited: one
machine plays everybody.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from punto.house.people.roles import Role
from punto.house.settings import Settings
from punto.house.tables.live import LiveTable
from punto.kit import Refusal
from punto.store.seal import KEY_VARIABLE
from punto.table import commands as c


class At(msgspec.Struct, frozen=True):
    """Where a house is, and a session for each person."""

    port: int
    tokens: dict[str, list[str]]


class Plan(msgspec.Struct, frozen=True):
    """What house to open: its settings, people by role, sessions for each, chips for each patron."""

    settings: Settings
    people: dict[str, str]
    sessions: int = 1
    chips: int = 0
    coups: dict[str, int] = {}
    """Coups to be played at tables before the house opens, so that their logs are long."""
    limited: bool = False
    """Whether the limits of the settings and on rates hold; else one machine plays everybody."""


class Outside:
    """The process as its parent sees it."""

    def __init__(self, plan: Plan) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.house"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
            # Processes on one server share a key; a file for it would be left behind.
            env=os.environ | {KEY_VARIABLE: bytes(32).hex()},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(plan) + b"\n")
        self._process.stdin.flush()
        self.at = msgspec.json.decode(self._process.stdout.readline(), type=At)

    def memory(self) -> int:
        """What it holds in memory now, in bytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def processor(self) -> float:
        """Seconds of processor it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def commands(self) -> int:
        """Commands it has carried out or refused at its tables: people's, and those of the tables' own clocks."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def send(self, how: signal.Signals) -> None:
        """Stop it, wake it or kill it."""
        self._process.send_signal(how)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(30)
        finally:
            self._process.stdout.close()


def raise_limit() -> None:
    """As many open connections as the machine lets us have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> None:
    from punto.house.house import House
    from punto.server.app import make_app
    from punto.server.listen import bind, make_server, run_server
    from punto.server.security import RateLimit
    from punto.server.service import Service

    raise_limit()
    plan = msgspec.json.decode(sys.stdin.buffer.readline(), type=Plan)
    settings = plan.settings
    if not plan.limited:
        settings = msgspec.structs.replace(
            settings, connections_per_address=0, streams_per_address=0, streams_per_person=0
        )
    listener = bind(settings.host, settings.port)
    house = House.open(settings, settings.demo)
    service = Service(house)
    if not plan.limited:
        for limit in ("commands", "reads", "sign_ins", "pricing"):
            setattr(service, limit, RateLimit(10**9, 1.0))
        service.admission.anonymous = RateLimit(10**9, 1.0)
    tokens: dict[str, list[str]] = {}
    first = next(iter(house.floor.tables.values()))
    for name, role in plan.people.items():
        if not house.people.has_name(name):
            house.people.add(name, Role(role), None)
            if plan.chips and Role(role) is Role.PATRON:
                first.do(c.BuyIn(patron=name, amount=plan.chips, by="dealer"))
        tokens[name] = [house.people.follow(house.people.link(name)) for _ in range(plan.sessions)]
    for live in house.floor.tables.values():
        assign(live, [name for name, role in plan.people.items() if Role(role) is Role.DEALER])
    for id, number in plan.coups.items():
        play_coups(house.floor.table(id), number)
    server = make_server(make_app(service), service)
    count = _Count()
    for live in house.floor.tables.values():
        live.do = count.counted(live.do)  # type: ignore[method-assign]

    def answer() -> None:
        for _ in sys.stdin.buffer:
            print(count.commands, flush=True)
        server.should_exit = True

    threading.Thread(target=answer, daemon=True).start()
    print(msgspec.json.encode(At(listener.getsockname()[1], tokens)).decode(), flush=True)
    run_server(server, listener)
    house.close()


def assign(live: LiveTable, dealers: list[str]) -> None:
    """Have these people deal at a table: in a house nobody acts where they are not assigned."""
    here = {assigned.person for assigned in live.state.table.assignments}
    for name in dealers:
        if name not in here:
            live.do(c.Assign(person=name, position="dealer", by=Role.SHIFT_MANAGER.value))


def play_coups(live: LiveTable, number: int) -> None:
    """Coups of two patrons at a table that is dealt by hand from virtual shoes."""
    patrons = {"First Filler": (1, "player"), "Second Filler": (2, "banker")}
    for name in patrons:
        live.do(c.BuyIn(patron=name, amount=100_000_000, by="dealer"))
    for _ in range(number):
        if isinstance(live.do(c.OpenBets(by="dealer")), Refusal):
            live.do(c.CloseShoe(by="dealer"))
            live.do(c.OpenShoe(cards="virtual", by="dealer"))
            live.do(c.OpenBets(by="dealer"))
        for name, (box, bet) in patrons.items():
            live.do(c.PlaceBet(patron=name, box=box, bet=bet, stake=5, by="dealer"))
        live.do(c.CloseBets(by="dealer"))
        while live.state.table.phase == "dealing":
            live.do(c.DrawCard(by="dealer"))


class _Count:
    """Counts the calls of functions, on whatever thread."""

    def __init__(self) -> None:
        self.commands = 0
        self._lock = threading.Lock()

    def counted(self, do: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*arguments: Any, **keywords: Any) -> Any:
            with self._lock:
                self.commands += 1
            return do(*arguments, **keywords)

        return counting


def plain_table(id: str, rulebook: str = "easy-six", **more: Any) -> dict[str, Any]:
    """A table as settings write it, for people who bet small."""
    sign = {"stake_min": 5, "stake_max": 1_000_000, "differential_max": 2_000_000, "wallets": True, "boxes": 7}
    return {"id": id, "rulebook": rulebook, "cut_seconds": 0, "sign": sign} | more


if __name__ == "__main__":
    main()
