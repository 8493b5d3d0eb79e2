"""A house's life: opened on its database, served, closed; and what it prints when it starts."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import time
from pathlib import Path
from typing import Any, TextIO

import msgspec
from litestar import Litestar

from punto.house import demo
from punto.house.floor import Floor
from punto.house.in_force import setting_lines, table_lines
from punto.house.manifest import Manifest, differences, require_approved, take_manifest
from punto.house.people import People
from punto.house.settings import Settings, TableSettings
from punto.kit import Refused
from punto.server.app import make_app
from punto.server.service import Service
from punto.store import Store, key_file, open_store, shoe_key

_REMEMBERED = "tables"

_HOW_IN = {
    True: "The chips are play chips. To come in, follow a link; each is good until the house closes:",
    False: "No administrator has a password yet. Follow this link, which works once, and set one:",
}
"""What is said above the links, of a demonstration and of any other house."""


class _House(msgspec.Struct, frozen=True):
    """What a house remembers of itself, so that its next start needs no settings."""

    demo: bool
    tables: list[TableSettings]


class House:
    """Everything one server process holds."""

    def __init__(self, settings: Settings, store: Store, floor: Floor, people: People, manifest: Manifest) -> None:
        self.settings = settings
        self.store = store
        self.floor = floor
        self.people = people
        self.service = Service(floor, people, manifest)
        self.links = demo.add_people(people) if settings.demo else people.administrator_link()
        self._lock: Any = None
        self._changed: list[dict[str, str]] | None = None

    @classmethod
    def open(cls, settings: Settings, as_demo: bool | None) -> House:
        """Open the house on its database; where there is none yet, the demonstration."""
        file = _file_of(settings.database)
        lock = _lock(file) if file else None
        try:
            store = open_store(settings.database)
            try:
                return cls._opened(settings, as_demo, store, file, lock)
            except BaseException:
                store.close()
                raise
        except BaseException:
            if lock:
                lock.close()
            raise

    @classmethod
    def _opened(cls, settings: Settings, as_demo: bool | None, store: Store, file: Path | None, lock: Any) -> House:
        settings = _as_it_was(settings, as_demo, store)
        manifest = take_manifest(settings)
        require_approved(settings, manifest)
        key = shoe_key(key_file(file or Path("punto")))
        floor = Floor(store, settings, key)
        floor.open_tables()
        people = People(
            store.people,
            time.time,
            staff_idle=settings.staff_idle_minutes * 60,
            patron_idle=settings.patron_idle_minutes * 60,
        )
        if lock:
            people.links.revoke_all()  # A killed process took none of its own back.
        house = cls(settings, store, floor, people, manifest)
        house._lock = lock
        house._note_manifest(manifest)
        store.remember(_REMEMBERED, msgspec.json.encode(_House(settings.demo, settings.tables)))
        return house

    def app(self) -> Litestar:
        app = make_app(self.service)
        if self.settings.demo:
            patrons = demo.SimulatedPatrons(self.floor, owns=self.service.owns)

            async def begin() -> None:
                await asyncio.to_thread(demo.fill_wallets, self.floor, self.service.owns)
                patrons.start()

            app.on_startup.append(begin)
            app.on_shutdown.insert(0, patrons.stop)
        return app

    def close(self) -> None:
        with contextlib.suppress(Refused):  # The database may be away.
            self.people.links.close()
        self.store.close()
        if self._lock:
            self._lock.close()

    def _note_manifest(self, manifest: Manifest) -> None:
        """Hold this start's manifest against the last one's, and keep it for the next."""
        before = self.store.remembered("manifest")
        if before is not None:
            self._changed = differences(msgspec.json.decode(before, type=Manifest), manifest)
            self.service.changed_at_start = self._changed
        self.store.remember("manifest", msgspec.json.encode(manifest))

    def print_start(self, out: TextIO, port: int) -> None:
        """Every setting in force, and the links by which one comes in."""
        settings = self.settings
        address = f"http://{f'[{settings.host}]' if ':' in settings.host else settings.host}:{port}"
        print(f"Punto is open at {address}", file=out)
        for name, value in self._shown():
            print(f"  {name:<20}{value}", file=out)
        for live in self.floor.tables.values():
            for line in table_lines(live.settings, live.state.table.sign):
                print(f"    {line}", file=out)
        if self.links:
            print(f"  {_HOW_IN[settings.demo]}", file=out)
            # A cookie for https is not kept at the bare address behind the proxy.
            public = settings.origins[0].rstrip("/") if settings.https and settings.origins else address
            for name, secret in self.links.items():
                print(f"    {name:<18}{public}/sign-in/{secret}", file=out)
        print("  Not certified; running it for money needs a regulator's licence. Ctrl-C closes the house.", file=out)
        out.flush()

    def _since(self) -> str:
        if self._changed is None:
            return "the first start"
        return f"{len(self._changed)} changed since the last start" if self._changed else "as at the last start"

    def _shown(self) -> list[tuple[str, str]]:
        """The settings as they can be printed, those at their default too, and the program's own hash."""
        shown = setting_lines(self.settings)
        shown.append(("software", f"{self.service.manifest.digest[:16]}, {self._since()}"))
        shown.append(("tables", str(len(self.settings.tables))))
        return shown


def _as_it_was(settings: Settings, as_demo: bool | None, store: Store) -> Settings:
    """The settings with the tables they name, else those this house had before, else the demonstration's."""
    kept = store.remembered(_REMEMBERED)
    before = msgspec.json.decode(kept, type=_House) if kept else None
    if as_demo is None:
        as_demo = settings.demo or (before.demo if before and not settings.tables else not settings.tables)
    tables = settings.tables or (before.tables if before else [])
    settings = msgspec.structs.replace(settings, tables=tables, demo=as_demo)
    if as_demo:
        settings = demo.demo_settings(settings)
    elif not tables:
        raise Refused(code="no_tables", message="the settings name no tables; give some, or start with --demo")
    return settings


def _file_of(database: str) -> Path | None:
    """The file a house is kept in; None on a server."""
    scheme, found, rest = database.partition("://")
    if found and not scheme.startswith("sqlite"):
        return None
    file = Path(rest.removeprefix("/").partition("?")[0]) if found else Path(database)
    if not file.name:
        raise Refused(code="store_needs_a_file", message=f"{database[:80]!r} names no file to keep a house in")
    return file


def _lock(file: Path) -> Any:
    """A file is one process's house: two would each let its clocks run."""
    try:
        held = file.with_name(file.name + ".lock").open("a")
    except OSError as error:
        raise Refused(code="unreadable", message=f"{file} cannot be opened: {error.strerror}") from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise Refused(
            code="house_is_open", message=f"{file} is open in another process; PostgreSQL lets several share a house"
        ) from None
    return held
