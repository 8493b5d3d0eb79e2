"""The log of sign-ins: who came in, from where and by what; who failed. Chained like every log of the house.

Nobody can fill it: what fails again and again for one account at one address is written a few times, and then counted.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from punto.house.people.moment import iso_moment
from punto.store import Batch, NewEvent, Store
from punto.store.people import SIGN_INS

WINDOW_SECONDS: Final = 30 * 60.0
MOST_WRITTEN: Final = 3
"""So many failures of one account at one address are written in that time; the others are counted, and summed up."""

STRANGERS: Final = 60
"""So many failures of names that nobody has are written in that time, from all addresses together."""

_MOST_REMEMBERED: Final = 5_000
"""Accounts and addresses of which failures are counted at a time."""


@dataclass(slots=True)
class _Repeated:
    since: float
    notes: int = 0
    counted: int = 0


class SignInLog:
    """Writes what happens at the door."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._lock = threading.Lock()
        self._repeated: OrderedDict[tuple[str, str], _Repeated] = OrderedDict()
        """By person and address; a name that nobody has is nobody's, and what was typed is not written down."""

    def signed_in(self, name: str, address: str, by: str) -> Batch:
        """The note that somebody came in, which is written with their session."""
        return self._note("signed_in", name, {"person": name, "address": address, "by": by})

    def renewed(self, name: str, before: str, by: str) -> Batch:
        """The note that somebody goes on in another session, as what they did to their own account ended the others."""
        return self._note("session_renewed", name, {"person": name, "before": before, "by": by})

    def signed_out(self, name: str, session: str) -> None:
        note = self._note("signed_out", name, {"person": name})
        self._store.note(SIGN_INS, replace(note, session=session))

    def failed(self, name: str, address: str, code: str) -> None:
        """Somebody was refused: with this code, at an account if there is one of that name."""
        with self._lock:
            repeated = self._repeated.setdefault((name, address if name else ""), _Repeated(self._now()))
            most = MOST_WRITTEN if name else STRANGERS
            if repeated.notes < most:
                repeated.notes += 1
            else:
                repeated.counted += 1
                return
        body = {"person": name, "address": address, "code": code}
        self._store.note(SIGN_INS, self._note("sign_in_failed", "", body))

    def sum_up(self) -> None:
        """Write how many failures were only counted, once their time is over, or where too many are remembered."""
        now = self._now()
        with self._lock:
            over = [key for key, repeated in self._repeated.items() if now - repeated.since >= WINDOW_SECONDS]
            over += list(self._repeated)[: max(0, len(self._repeated) - len(over) - _MOST_REMEMBERED)]
            sums = [(key, self._repeated.pop(key).counted) for key in dict.fromkeys(over)]
        for (name, address), count in sums:
            if count:
                body: dict[str, str | int] = {"person": name, "address": address, "count": count}
                self._store.note(SIGN_INS, self._note("sign_ins_failed", "", body))

    def _note(self, kind: str, by: str, body: Mapping[str, str | int]) -> Batch:
        return Batch((NewEvent(kind, dict(body)),), iso_moment(self._now()), "", "", person=by)
