"""Who gave a command, as its record says: the person, their rank, and the position they act in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from punto.audit.finding import hold
from punto.rulebook import Authority
from punto.table.authority import HOUSE, PATRON

RANKS = {rank.word: rank for rank in Authority}

_DEALER = Authority.DEALER.word

Assignments = dict[tuple[str, str], str]
"""Person and position, and until when; empty until the table closes."""


class Giver(NamedTuple):
    """Who gave the command that an event comes from."""

    by: str = _DEALER
    acting: str = ""
    person: str = ""
    """By name; empty where a record without one is walked, and then names prove nothing."""
    at: str = ""
    session: str = ""
    """The public id of the session it came from; empty for a script's command and for the house's own."""
    confirmer: str = ""
    """The second person who confirmed it."""

    @property
    def position(self) -> str:
        """The word for the rank it came from: the position acted in, else the person's own."""
        return _DEALER if self.by == HOUSE else self.acting or self.by

    @property
    def is_patron(self) -> bool:
        return self.position == PATRON

    @property
    def is_clock(self) -> bool:
        """Whether the house's own clock did it."""
        return self.by == HOUSE

    def is_called(self, name: str) -> bool:
        """Whether an event that names a person means this one."""
        return name == self.person or not self.person

    def has(self, least: Authority) -> bool:
        rank = RANKS.get(self.position)
        return rank is not None and rank >= least

    def check_assigned(self, assignments: Assignments) -> None:
        """Who acts in a position that is not their own was assigned to it, and still is; a dealer to the table."""
        if self.session and self.by == _DEALER:
            self.check_at_table(assignments)
        if not self.acting or self.acting == self.by or not self.person:
            return
        ends = [until for (person, position), until in assignments.items() if self._means(person, position)]
        hold(bool(ends), f"comes from {self.person} acting as {self.acting}, whom nobody assigned")
        lasts = any(not until or not self.at or instant(self.at) <= instant(until) for until in ends)
        hold(lasts, f"comes from {self.person} acting as {self.acting} at {self.at}, after {max(ends)}")

    def check_at_table(self, assignments: Assignments) -> None:
        """Whoever acts here was assigned to this table, in whatever position, and still is."""
        ends = [until for (person, _), until in assignments.items() if person == self.person]
        lasts = any(not until or not self.at or instant(self.at) <= instant(until) for until in ends)
        hold(lasts, f"comes from {self.person}, who is not assigned to this table")

    def _means(self, person: str, position: str) -> bool:
        return position == self.acting and self.is_called(person)


def instant(text: str) -> datetime:
    """A moment of the record; one without an offset is UTC."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
