"""A house's life: opened on its database, served, closed; and what it prints when it starts."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TextIO

import msgspec
from litestar import Litestar

from punto.house import demo
from punto.house.floor import Floor
from punto.house.people import People
from punto.house.settings import Settings
from punto.kit import Refused
from punto.server.app import make_app
from punto.server.service import Service
from punto.store import Store, key_file, open_store, shoe_key


class House:
    """Everything one server process holds."""

    def __init__(self, settings: Settings, store: Store, floor: Floor, people: People) -> None:
        self.settings = settings
        self.store = store
        self.floor = floor
        self.people = people
        self.service = Service(floor, people)
        self._links = demo.add_people(people) if settings.demo else {}

    @classmethod
    def open(cls, settings: Settings, as_demo: bool | None) -> House:
        """Open the house on its database; where there is none yet, the demonstration."""
        local = "://" not in settings.database
        store = open_store(settings.database)
        if as_demo or (as_demo is None and not settings.tables):
            settings = demo.demo_settings(settings)
        elif not settings.tables:
            store.close()
            raise Refused("no_tables", "the settings name no tables; give some, or start with --demo")
        key = shoe_key(key_file(Path(settings.database) if local else Path("punto")))
        floor = Floor(store, settings, key)
        people = People(
            store.people,
            time.time,
            staff_idle=settings.staff_idle_minutes * 60,
            patron_idle=settings.patron_idle_minutes * 60,
        )
        return cls(settings, store, floor, people)

    def app(self) -> Litestar:
        app = make_app(self.service)
        if self.settings.demo:
            patrons = demo.SimulatedPatrons(self.floor)

            async def begin() -> None:
                demo.fill_wallets(self.floor)
                patrons.start()

            app.on_startup.append(begin)
            app.on_shutdown.insert(0, patrons.stop)
        return app

    def close(self) -> None:
        self.store.close()

    def print_start(self, out: TextIO) -> None:
        """Settings and, for a demonstration, a link for each role."""
        address = f"http://{self.settings.host}:{self.settings.port}"
        shown = msgspec.structs.replace(self.settings, database=_without_password(self.settings.database))
        print(f"Punto is open at {address}", file=out)
        print(f"  database {shown.database}; {len(self.settings.tables)} tables:", file=out)
        for table in self.settings.tables:
            print(f"    {table.id}: {table.rulebook}, {table.dealer} dealer, {table.cards} cards", file=out)
        if self._links:
            print("  The chips are play chips. To come in, follow a link (each works once):", file=out)
            for name, secret in self._links.items():
                print(f"    {name:<18}{address}/sign-in/{secret}", file=out)
        print("  Not certified; running it for money needs a regulator's licence. Ctrl-C closes the house.", file=out)
        out.flush()


def _without_password(database: str) -> str:
    """A database URL that can be shown."""
    if "@" not in database or "://" not in database:
        return database
    scheme, rest = database.split("://", 1)
    return f"{scheme}://…@{rest.rsplit('@', 1)[1]}"
