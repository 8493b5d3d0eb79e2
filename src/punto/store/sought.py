"""What somebody looks for in a log: certain kinds, a person, a time, a stretch of versions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, func, or_

from punto.store.canonical import canonical
from punto.store.schema import events

SECONDS: Final = len("2026-11-16T09:00:00")
"""Of a moment only the whole seconds are compared, so that every database puts them in the same order."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Every part that is given must fit; one that is empty asks nothing."""

    kinds: tuple[str, ...] = ()
    person: str = ""
    """Who gave the command, or whom it is about."""
    signed: bool = False
    """Whether the log is signed with names and not with ranks, as the house's own are."""
    since: str = ""
    """The first moment and the last, in UTC: 2026-11-16T09:00:00."""
    until: str = ""
    begins: str = ""
    """How the body begins; its keys are in order."""
    after: int = 0
    before: int | None = None

    def clauses(self) -> list[ColumnElement[bool]]:
        """The same as conditions on an event."""
        fits = [events.c.version > self.after]
        if self.before is not None:
            fits.append(events.c.version < self.before)
        if self.kinds:
            fits.append(events.c.kind.in_(self.kinds))
        if self.person:
            fits.append(or_(self._gave(), *map(self._names, ("person", "id") if self.signed else ("patron",))))
        if self.begins:
            fits.append(func.substr(events.c.body, 1, len(self.begins)) == self.begins)
        moment = func.substr(events.c.at, 1, SECONDS)
        if self.since:
            fits.append(moment >= self.since)
        if self.until:
            fits.append(moment <= self.until)
        return fits

    def _gave(self) -> ColumnElement[bool]:
        if self.signed:
            return events.c.by == self.person
        before = f"{self.person}/"
        return func.substr(events.c.command_id, 1, len(before)) == before

    def _names(self, key: str) -> ColumnElement[bool]:
        """Whether a body says this of the person; LIKE would take some signs of a name for others."""
        said = f'"{key}":{canonical(self.person)}'
        return func.replace(events.c.body, said, "") != events.c.body
