"""Decided differences: where what was played is not what was drawn or recorded, and somebody of rank said so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.audit.finding import Wrong
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk


@dataclass(frozen=True, slots=True)
class Matter:
    """What is being dealt with: a report or a ruling, and who decided it."""

    report: e.IrregularityReported | None
    cite: str
    decided_by: str
    decider: str
    note: str

    @property
    def what(self) -> str:
        return self.report.what if self.report else ""

    @property
    def reported_as(self) -> str:
        return self.what.replace("_", " ") or "a ruling"


@dataclass(frozen=True, slots=True)
class Decided:
    """One difference, with who decided it and why."""

    table: str
    version: int
    coup: int
    what: str
    recorded: str
    """What had been drawn, read or put down, as the record had it."""
    played: str
    """What was played instead."""
    reported_as: str
    cite: str
    decided_by: str
    """The rank."""
    decider: str
    """The person, where the record has a name."""
    note: str

    def __str__(self) -> str:
        who = self.decided_by.replace("_", " ")
        if self.decider and self.decider != self.decided_by:
            who = f"{self.decider}, {who}"
        why = f": {self.note}" if self.note else ""
        by = f" by {self.cite}" if self.cite else ""
        place = f"table {self.table}, coup {self.coup}, event {self.version}"
        return (
            f"{place}: {self.what} {self.recorded} became {self.played}{by}, {self.reported_as}, decided by {who}{why}"
        )


def list_decided(walk: Walk, what: str, recorded: str, played: str, coup: int = 0) -> None:
    """Put a difference on the list; one that nobody has decided is a fault."""
    matter = walk.matter
    if matter is None:
        raise Wrong(f"makes {played} of {recorded}, and nobody has decided that")
    walk.account.decided.append(
        Decided(
            walk.table,
            walk.account.events + 1,
            coup or walk.coups,
            what,
            recorded or "nothing",
            played or "nothing",
            matter.reported_as,
            matter.cite,
            matter.decided_by,
            matter.decider,
            matter.note,
        )
    )
