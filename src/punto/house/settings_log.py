"""The log of settings: what was not as at the start before, chained like every log of the house.

The settings of the last start are what the log itself adds up to, so that nothing besides it needs to be believed.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from punto.house.calendar import read_calendar
from punto.house.people.moment import iso_moment
from punto.house.settings import Settings, shown_settings
from punto.kit import Refused
from punto.kit.business_day import BusinessCalendar
from punto.store import Appended, Batch, NewEvent, Store

LOG: Final = "house:settings"
"""The log's name in the books; no table can have it, for a table's id holds no colon."""

SIGNING_KEY: Final = "signing_key"
"""The name under which the log has the public key that signs."""

_OF_A_PROCESS: Final = frozenset({"port"})
"""What several processes of one house have each for itself, and which says nothing about the house."""

_TRIES: Final = 20


class SettingChange(msgspec.Struct, frozen=True, rename={"before": "was", "now": "is"}):
    """A setting with both its values; null where it was not there, or is not any more."""

    setting: str
    before: Any
    now: Any


class SettingsEntry(msgspec.Struct, frozen=True):
    """The body of an event in the log."""

    changes: list[SettingChange]


def note_settings(store: Store, settings: Settings, at: float, signing_key: str = "") -> list[SettingChange]:
    """Write down what changed since the last start, or all of it at the first; what that was.

    `signing_key` is the public part of what signs heads and receipts, so that another one is on record.
    """
    now = values_of(settings) | ({SIGNING_KEY: signing_key} if signing_key else {})
    for _ in range(_TRIES):
        version, before = _settings_on_record(store)
        changes = [
            SettingChange(name, before.get(name), now.get(name))
            for name in sorted(before.keys() | now.keys())
            if before.get(name) != now.get(name)
        ]
        if not changes:
            return []
        kind = "settings_changed" if version else "settings_first_seen"
        body = msgspec.to_builtins(SettingsEntry(changes))
        batch = Batch((NewEvent(kind, body),), iso_moment(at), "", "")
        if isinstance(store.append(LOG, version, batch), Appended):
            return changes
    raise Refused(code="table_is_busy", message="other processes of this house keep starting; try again")


def values_of(settings: Settings) -> dict[str, Any]:
    """Each setting by its name, those of a table by its id: `tables.salon.betting_seconds`."""
    of_house = msgspec.structs.replace(shown_settings(settings), tables=[])
    values = {name: value for name, value in msgspec.to_builtins(of_house).items() if name not in _OF_A_PROCESS}
    del values["tables"]
    for table in settings.tables:
        of_table = msgspec.to_builtins(table)
        sign = of_table.pop("sign")
        values |= {f"tables.{table.id}.{name}": value for name, value in of_table.items()}
        values |= {f"tables.{table.id}.sign.{name}": value for name, value in sign.items()}
    return values


def recorded_calendar(store: Store) -> BusinessCalendar:
    """The calendar of the last start that the books know of; in books from before there was one, the default's."""
    _, values = _settings_on_record(store)
    usual = Settings()
    return read_calendar(values.get("zone", usual.zone), values.get("shifts", usual.shifts))


def _settings_on_record(store: Store) -> tuple[int, dict[str, Any]]:
    """How far the log goes, and the settings it adds up to."""
    version, values = 0, dict[str, Any]()
    for event in store.events(LOG):
        version = event.version
        for change in msgspec.convert(event.body, SettingsEntry).changes:
            values[change.setting] = change.now
    return version, {name: value for name, value in values.items() if value is not None}
