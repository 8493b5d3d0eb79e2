"""What somebody looks for in a log: certain kinds, a coup, a person, a time, a stretch of versions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, literal_column

from punto.store.schema import events

SECONDS: Final = len("2026-11-16T09:00:00")
"""Of a moment only the whole seconds are compared, so that every database puts them in the same order."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Conditions that an event must all meet; an empty one excludes nothing."""

    kinds: tuple[str, ...] = ()
    coup: int | None = None
    person: str = ""
    """Who gave the command, or whom the event is about."""
    since: str = ""
    """The first moment and the last, in UTC: 2026-11-16T09:00:00."""
    until: str = ""
    after: int = 0
    before: int | None = None

    def clauses(self) -> list[ColumnElement[bool]]:
        """The conditions as SQL, except the person, who is looked up in two places."""
        fits = [events.c.version > self.after]
        if self.before is not None:
            fits.append(events.c.version < self.before)
        if self.kinds:
            fits.append(events.c.kind.in_(self.kinds))
        if self.coup is not None:
            fits.append(events.c.coup == self.coup)
        return fits + self.moments()

    def moments(self) -> list[ColumnElement[bool]]:
        """The conditions about time, as SQL."""
        # Written out as in its index, which a parameter in it would not be recognised by.
        moment: ColumnElement[str] = literal_column(f"substr(events.at, 1, {SECONDS})")
        ends = [(self.since, moment >= self.since), (self.until, moment <= self.until)]
        return [clause for end, clause in ends if end]
