"""Sign-ins: every session that gave a command was begun by its person, in the rank that they had then.

A row of a session, a name or a role that somebody puts into the database and takes away again leaves no row behind.
The session stands under the hash of what was done in it; here it is held against the logs of sign-ins and accounts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from punto.audit.finding import Finding
from punto.audit.giver import instant
from punto.store import Record

LOG: Final = "house:sign-ins"

_BEGINS: Final = frozenset({"signed_in", "session_renewed"})

_SLACK: Final = timedelta(minutes=1)
"""A moment is read before it is written, by one process or another: a change so near may have come before or after."""


class SessionUse(NamedTuple):
    """Somebody with a rank in a session, and the first event that names them so."""

    session: str
    person: str
    rank: str
    """Empty where the event says none."""
    version: int
    kind: str


class SessionBegin(NamedTuple):
    """Who began a session, and when."""

    person: str
    at: datetime


class RankGiven(NamedTuple):
    """What an account could act as from a moment on."""

    at: datetime
    role: str
    """Empty while it is shut out."""


Ranks = Mapping[str, list[RankGiven]]
"""By name, in the order of the log of accounts."""


class SessionUses:
    """Who acted in which session, along a log."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, str, str], SessionUse] = {}

    def take(self, record: Record) -> None:
        if record.session and (key := (record.session, record.person, record.by)) not in self._first:
            self._first[key] = SessionUse(*key, record.version, record.kind)

    def all(self) -> list[SessionUse]:
        return list(self._first.values())


class SignIns:
    """Sessions by their public id, along the log of sign-ins."""

    def __init__(self) -> None:
        self.of: dict[str, SessionBegin] = {}

    def take(self, record: Record) -> None:
        if record.kind in _BEGINS:
            person = str(msgspec.json.decode(record.body).get("person", ""))
            self.of.setdefault(record.session, SessionBegin(person, instant(record.at)))


def not_begun(
    uses: Mapping[str, Iterable[SessionUse]], sign_ins: Mapping[str, SessionBegin], ranks: Ranks
) -> Finding | None:
    """The first event, log by log, that comes from a session nobody began, or not as who or what it says."""
    may_be: defaultdict[str, set[str]] = defaultdict(set)
    for session, (person, at) in sign_ins.items():
        may_be[session] = _ranks_at(ranks.get(person, []), at)
    for table, of_table in uses.items():
        for use in of_table:
            if why := _fault(use, sign_ins.get(use.session), may_be[use.session]):
                return Finding(table, use.version, use.kind, why)
    return None


def _fault(use: SessionUse, begun: SessionBegin | None, ranks: set[str]) -> str | None:
    if begun is None:
        return f"comes from {use.person} in session {use.session}, and nobody signed in to it"
    if begun.person != use.person:
        return f"comes from {use.person} in session {use.session}, to which {begun.person} had signed in"
    if use.rank and use.rank not in ranks:
        was = " or ".join(sorted(rank.replace("_", " ") for rank in ranks if rank)) or "shut out"
        rank = use.rank.replace("_", " ")
        return f"comes from {use.person} as {rank} in session {use.session}, and the log of accounts has them as {was}"
    return None


def _ranks_at(history: list[RankGiven], at: datetime) -> set[str]:
    """What somebody could be at a moment, or as near to it as two clocks may differ.

    A role that changes ends the sessions, so it is one's own in all of a session. An account that was made after the
    moment had its first: the machine's clock was set back.
    """
    before = [rank for rank in history if rank.at <= at - _SLACK][-1:]
    near = [rank for rank in history if at - _SLACK < rank.at <= at + _SLACK]
    return {rank.role for rank in before + near or history[:1]}
