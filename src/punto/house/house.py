"""A house: opened on its database with its floor and its people, and closed."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import IO, Final

import msgspec

from punto.house.floor.demonstration import add_people, demonstration
from punto.house.floor.floor import Floor
from punto.house.floor.heads import HeadKeeper
from punto.house.floor.manifest import Manifest, differences, require_approved, take_manifest
from punto.house.floor.origin import settle_origin
from punto.house.floor.presence import require_alone
from punto.house.people.people import AccessRules, People
from punto.house.settings import Settings, TableSettings
from punto.house.settings_log import note_settings
from punto.house.tables.clock import utc_now
from punto.house.tables.lost_key import ShoeInUse, abandon_shoes, house_key, key_in_place
from punto.kit import Refused
from punto.rulebook import Library
from punto.store import Store, key_file, open_store, own_signing_key, signing_key
from punto.store.lock import lock
from punto.store.signal import Subscription
from punto.store.wal import left_over
from punto.view.house import FileChange

_TABLES: Final = "tables"
_MANIFEST: Final = "manifest"
"""Words under which a house remembers its tables and its software for the next start."""


class _Remembered(msgspec.Struct, frozen=True):
    """What a house remembers of itself, so that its next start needs no settings."""

    demo: bool
    tables: list[TableSettings]


class House:
    """Everything one process of a house holds."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        floor: Floor,
        people: People,
        manifest: Manifest,
        heads: HeadKeeper,
        house_lock: IO[str] | Subscription | None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.floor = floor
        self.people = people
        self.manifest = manifest
        """The program, its rulebooks and settings as they were at the start."""
        self.heads = heads
        """Signs where the logs end, and holds the key that signs receipts too."""
        self.changed_at_start = self._since_the_last_start(manifest)
        """Files of these that differ from the start before; None at the first start."""
        self.links = add_people(people) if settings.demo else people.administrator_link()
        self.abandoned: list[ShoeInUse] = []
        """Shoes that this start closed unrevealed, because their key is lost."""
        self.torn = 0
        """Octets at the end of the write-ahead log that were no whole transaction, and were not taken up."""
        self._lock = house_lock

    @classmethod
    def open(cls, settings: Settings, as_demo: bool | None, *, without_key: bool = False) -> House:
        """Open the house on its database; where there is none yet, the demonstration.

        `without_key` closes the shoes whose key is lost as unrevealed; else the house does not open on them.
        """
        file = _file_of(settings.database)
        abandoned: list[ShoeInUse] = []
        with contextlib.ExitStack() as opened:
            house_lock: IO[str] | Subscription | None = opened.enter_context(lock(file)) if file else None
            torn = left_over(file) if file else 0
            store = opened.enter_context(open_store(settings.database))
            if house_lock is None and (house_lock := store.hold_open()):
                opened.callback(house_lock.close)
            key_path = key_file(file or Path("punto"))
            if without_key:
                require_alone(store)
                key = key_in_place(store, key_path, utc_now().isoformat())
            else:
                key = house_key(store, key_path)
                store.use_key(key)
            settings = _as_it_was(settings, as_demo, store)
            manifest = take_manifest(settings)
            require_approved(settings, manifest)
            if without_key:
                find = Library(Path(folder) for folder in settings.rulebooks).find
                abandoned = abandon_shoes(store, key, find, lambda: utc_now().isoformat())
            floor = Floor(store, settings, key)
            floor.open_tables()
            people = open_people(store, settings, key)
            signing = signing_key(settings.heads_key, settings.heads_key_command) or own_signing_key(key)
            note_settings(store, settings, time.time(), signing.public)
            if file:
                people.links.revoke_all()  # A killed process took none of its own back.
            heads = HeadKeeper(store, signing, settings, utc_now)
            house = cls(settings, store, floor, people, manifest, heads, house_lock)
            house.abandoned = abandoned
            house.torn = torn
            store.remember(_TABLES, msgspec.json.encode(_Remembered(settings.demo, settings.tables)))
            opened.pop_all()  # From here on `close` ends them.
            return house

    def close(self) -> None:
        with contextlib.suppress(Refused):  # The database may be away.
            self.people.links.close()
        self.store.close()
        if self._lock:
            with contextlib.suppress(Refused):
                self._lock.close()

    def _since_the_last_start(self, manifest: Manifest) -> list[FileChange] | None:
        """Hold this start's manifest against the last one's, and keep it for the next."""
        before = self.store.remembered(_MANIFEST)
        self.store.remember(_MANIFEST, msgspec.json.encode(manifest))
        return differences(msgspec.json.decode(before, type=Manifest), manifest) if before is not None else None


def _as_it_was(settings: Settings, as_demo: bool | None, store: Store) -> Settings:
    """The settings with the tables they name, else those this house had before, else the demonstration's."""
    remembered = store.remembered(_TABLES)
    before = msgspec.json.decode(remembered, type=_Remembered) if remembered else None
    if as_demo is None:
        as_demo = settings.demo or (before.demo if before and not settings.tables else not settings.tables)
    settle_origin(store, as_demo, before.demo if before else None)
    tables = settings.tables or (before.tables if before else [])
    if as_demo:
        tables = tables or demonstration().tables
    elif not tables:
        raise Refused(code="no_tables", message="the settings name no tables; give some, or start with --demo")
    return msgspec.structs.replace(settings, tables=tables, demo=as_demo)


def open_people(store: Store, settings: Settings, key: bytes) -> People:
    """The people of a house, by its settings."""
    rules = AccessRules(
        staff_idle=settings.staff_idle_minutes * 60,
        patron_idle=settings.patron_idle_minutes * 60,
        life=settings.session_hours * 3600,
        second_factor=settings.require_second_factor,
    )
    # Patrons who play by themselves have wallets and no accounts: an account of their name would have their chips.
    reserved = demonstration().bots if settings.demo else ()
    return People(store, time.time, rules, key, reserved, time.monotonic)


def _file_of(database: str) -> Path | None:
    """The file a house is kept in; None on a server."""
    scheme, separator, rest = database.partition("://")
    if separator and not scheme.startswith("sqlite"):
        return None
    file = Path(rest.removeprefix("/").partition("?")[0]) if separator else Path(database)
    if not file.name:
        raise Refused(code="store_needs_a_file", message=f"{database[:80]!r} names no file to keep a house in")
    return file
