"""Switches: the house, a table, a bet or a patron taken out of play, and back, with who did it and why.

What is switched off takes no new bets; a coup in progress is concluded by its rules,
insurance included. The switches are a log of their own in the books, chained like a
table's, so that every process reads the same and nobody can take an entry back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import msgspec

from punto.house.tables.guards import Guard
from punto.kit import Refusal, Refused
from punto.store import Appended, Batch, NewEvent, Store
from punto.table import Command
from punto.table import commands as c
from punto.view.switch import Switch, SwitchedOff

LOG: Final = "house:switches"
"""The log's name in the books; no table can have it, for a table's id holds no colon."""

_TRIES: Final = 20

_SWITCHED: Final = (c.OpenBets, c.PlaceBet, c.BuyIn)
"""Commands that can be out of play."""


class SwitchEntry(msgspec.Struct, frozen=True):
    """The body of an event in the log."""

    switch: Switch
    reason: str


class Switches:
    """What is out of play now, in every process."""

    def __init__(self, store: Store, now: Callable[[], str]) -> None:
        self._store = store
        self._now = now
        self._lock = threading.Lock()
        self._version = 0
        self._off: dict[Switch, SwitchedOff] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read on what was switched since, here or in another process."""
        if self._store.head(LOG).version == self._version:
            return
        with self._lock:
            for event in self._store.events(LOG, self._version):
                entry = msgspec.convert(event.body, SwitchEntry)
                if event.kind == "disabled":
                    self._off[entry.switch] = SwitchedOff(entry.switch, entry.reason, event.person, event.at)
                else:
                    self._off.pop(entry.switch, None)
                self._version = event.version

    def refresh_before(self, command: Command) -> None:
        """Read on for a command that can be out of play.

        Asked before the table is locked, and only where another process can have switched: one that has the books for
        itself has switched everything itself.
        """
        if self._store.shared and isinstance(command, _SWITCHED):
            self.refresh()

    def off(self) -> list[SwitchedOff]:
        """All that is out of play."""
        with self._lock:
            return list(self._off.values())

    def off_at(self, table: str) -> list[SwitchedOff]:
        """What is out of play at a table, as far as everybody may know: no patron's name."""
        return [off for off in self.off() if _touches(off.switch, table)]

    def flip(self, switch: Switch, disabled: bool, reason: str, by: str, *, rank: str = "", session: str = "") -> None:
        """Take something out of play, or back, durably."""
        if not reason.strip() or len(reason) > 500:
            raise Refused(code="reason_is_needed", message="say why, in up to 500 characters")
        for _ in range(_TRIES):
            self.refresh()
            if (switch in self._off) is disabled:
                word = "already" if disabled else "not"
                raise Refused(code="nothing_to_switch", message=f"this is {word} out of play")
            entry = SwitchEntry(switch, reason.strip())
            new = NewEvent("disabled" if disabled else "enabled", msgspec.to_builtins(entry))
            batch = Batch((new,), self._now(), rank, "", person=by, session=session)
            if isinstance(self._store.append(LOG, self._version, batch), Appended):
                self.refresh()
                return
        raise Refused(code="table_is_busy", message="others keep switching; try again")

    def guard(self, table: str) -> Guard:
        """Against what is out of play at a table."""
        return lambda state, request: self.refusal(table, request.command)

    def refusal(self, table: str, command: Command) -> Refusal | None:
        """Why a command is not taken at this table now, if something it needs is out of play."""
        if not self._off:
            return None
        match command:
            case c.OpenBets():
                needs = [Switch("house"), Switch("table", table)]
            case c.PlaceBet():
                bet = command.bet
                needs = [Switch("house"), Switch("table", table), Switch("bet", bet), Switch("bet", bet, table)]
                needs.append(Switch("patron", command.patron))
            case c.BuyIn():
                needs = [Switch("patron", command.patron)]
            case _:
                return None
        off = next((switch for switch in needs if switch in self._off), None)
        return Refusal(code=f"{off.what}_is_disabled", message=_SAYS[off.what].format(off=off)) if off else None


_SAYS: Final = {
    "house": "the house takes no bets at present; what lies on the tables is played to its end",
    "table": "table {off.id} takes no bets at present; what lies on it is played to its end",
    "bet": "{off.id} is not taken at present",
    "patron": "no bets are taken from {off.id} at present",
}


def _touches(switch: Switch, table: str) -> bool:
    match switch.what:
        case "house":
            return True
        case "table":
            return switch.id == table
        case "bet":
            return switch.table in ("", table)
        case _:
            return False
