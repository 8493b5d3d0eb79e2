"""What an auditor finds: the first event at fault, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One event that contradicts the rules or the books; version 0 where no single event does."""

    table: str
    version: int
    what: str
    """The event's kind, or the part of the books."""
    why: str

    def __str__(self) -> str:
        place = f"event {self.version} ({self.what})" if self.version else self.what
        return f"table {self.table}, {place}: {self.why}" if self.table else f"{place}: {self.why}"


class Wrong(Exception):
    """Why the event at hand cannot be so."""


def hold(so: bool, why: str) -> None:
    """Raises Wrong with this reason unless the condition holds."""
    if not so:
        raise Wrong(why)
