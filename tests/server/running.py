"""A house on the web for a test: in a thread of its own, at a port of its own, with people of every role."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec

from punto.house.floor.demonstration import demonstration
from punto.house.house import House
from punto.house.people.roles import RANKED, Role
from punto.house.settings import Settings, TableSettings
from punto.house.tables.desk import Done
from punto.house.tables.live import LiveTable
from punto.kit import Refusal
from punto.server.app import make_app
from punto.server.listen import bind, make_server
from punto.server.security import RateLimit
from punto.server.service import COOKIE, Service
from punto.table.script import read_command

PEOPLE = demonstration().people

OF_ROLE = {role: name for name, role in reversed(PEOPLE.items())}
"""Somebody of each role."""

PASSWORD = "correct horse"

_SIGN = {"stake_min": 5, "stake_max": 1_000_000, "differential_max": 2_000_000, "wallets": True, "boxes": 7}

_ids = count(1)


def a_table(id: str = "t", rulebook: str = "easy-six", **given: Any) -> TableSettings:
    """A table that waits for nothing but commands, unless told otherwise."""
    calm: dict[str, Any] = {
        "dealer": "person",
        "betting_seconds": 3600.0,
        "insurance_seconds": 0.0,
        "choice_seconds": 3600.0,
        "squeeze_seconds": 0.0,
        "call_seconds": 0.0,
        "cut_seconds": 0.0,
    }
    sign = _SIGN | given.pop("sign", {})
    return TableSettings(id=id, rulebook=rulebook, sign=sign, **calm | given)


def quick(id: str = "t", rulebook: str = "easy-six", seconds: float = 0.05, **given: Any) -> TableSettings:
    """A table that deals by itself, and fast."""
    names = ("betting", "insurance", "choice", "card", "result", "squeeze")
    paces: dict[str, Any] = {f"{name}_seconds": seconds for name in names}
    return a_table(id, rulebook, **{"dealer": "automatic"} | paces | given)


class Running:
    """A house that can be asked."""

    def __init__(self, house: House, service: Service, port: int) -> None:
        self.house = house
        self.service = service
        self.url = f"http://127.0.0.1:{port}"
        self.port = port
        self._clients: list[httpx.Client] = []

    def token(self, name: str) -> str:
        return self.house.people.follow(self.house.people.link(name))

    def client(self, who: str | Role | None = None, **given: Any) -> httpx.Client:
        """Somebody's browser; None is a stranger's."""
        name = OF_ROLE[who] if isinstance(who, Role) else who
        cookies = {COOKIE: self.token(name)} if name else {}
        headers = {"X-Punto": "1"} | given.pop("headers", {})
        made = httpx.Client(base_url=self.url, cookies=cookies, headers=headers, timeout=20, verify=False, **given)
        self._clients.append(made)
        return made

    def live(self, table: str = "t") -> LiveTable:
        return self.house.floor.tables[table]

    def do(self, command: str, table: str = "t", *, person: str = "", **fields: Any) -> Done | Refusal:
        """Carry a command out at once, as the house itself or as somebody."""
        return self.live(table).do(read_command({"command": command, "by": "dealer"} | fields), person=person)

    def must(self, command: str, table: str = "t", **fields: Any) -> Done:
        answer = self.do(command, table, **fields)
        assert isinstance(answer, Done), answer
        return answer

    def close_clients(self) -> None:
        for client in self._clients:
            client.close()


def assign_staff(house: House, *tables: str) -> None:
    """Everybody with a rank is assigned to these tables, or to all."""
    for live in [house.floor.tables[id] for id in tables] or house.floor.tables.values():
        for role in RANKED:
            position = "pit_manager" if role is Role.SHIFT_MANAGER else role.value
            assign = {"command": "assign", "person": OF_ROLE[role], "position": position, "by": "shift_manager"}
            assert isinstance(live.do(read_command(assign)), Done)


def order(client: httpx.Client, command: str, table: str = "t", **fields: Any) -> httpx.Response:
    """A command over the web, with an id of its own."""
    body = {"command": command, "id": f"n{next(_ids)}"} | fields
    return client.post(f"/api/tables/{table}/commands", json=body)


def error_of(answer: httpx.Response) -> str:
    """The code of an error, whose shape is checked on the way."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "cite", "message"}
    assert all(isinstance(part, str) for part in body["error"].values())
    assert body["error"]["message"]
    return str(body["error"]["code"])


@contextmanager
def running(folder: Path, *tables: TableSettings, **given: Any) -> Iterator[Running]:
    """A house for as long as a test lasts."""
    plain: dict[str, Any] = {"database": str(folder / "house.db"), "port": 0, "tables": list(tables or [a_table()])}
    settings = Settings(**plain | given)
    listener = bind(settings.host, settings.port)
    house = House.open(settings, False)
    for name, role in PEOPLE.items():
        if not house.people.has_name(name):
            house.people.add(name, role, PASSWORD)
    assign_staff(house)
    if house.links:  # A new house has made its first administrator itself.
        house.people.set_password(OF_ROLE[Role.ADMINISTRATOR], PASSWORD)
    service = Service(house)
    for limit in ("commands", "reads", "sign_ins", "pricing"):
        setattr(service, limit, RateLimit(10**9, 1.0))
    service.admission.anonymous = RateLimit(10**9, 1.0)
    server = make_server(make_app(service), service)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="house")
    thread.start()
    up = Running(house, service, listener.getsockname()[1])
    try:
        while not server.started:
            assert thread.is_alive()
            thread.join(0.01)
        yield up
    finally:
        up.close_clients()
        server.should_exit = True
        thread.join(20)
        listener.close()
        house.close()
        assert not thread.is_alive()


class Told(msgspec.Struct):
    """One server-sent event."""

    id: int
    body: dict[str, Any]


def told(lines: Iterator[str]) -> Iterator[Told]:
    """Events of a stream, one by one."""
    id = 0
    for line in lines:
        if line.startswith("id: "):
            id = int(line[4:])
        elif line.startswith("data: "):
            yield Told(id, msgspec.json.decode(line[6:]))
