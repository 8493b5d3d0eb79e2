"""People and sessions in the database. What people may do is decided in `house`; here they are only stored.

Every change of an account is noted in a log of its own, chained like a table's, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import Engine, delete, func, select, update

from punto.store.engine import snapshot
from punto.store.entry import Batch
from punto.store.error import Contended
from punto.store.links import LinkStore
from punto.store.rows import Lookup
from punto.store.schema import arrivals, factors, failures, people, recovery_codes, sessions
from punto.store.sealing import RowChange, Sealing
from punto.store.signal import Signal, send
from punto.store.tries import arrive

LOG: Final = "house:people"
"""The log of accounts in the books; no table can have this name, for a table's id holds no colon."""

SIGN_INS: Final = "house:sign-ins"
"""The log of who came in and who tried to."""

ENDED: Final = "session_was_ended"
"""Why sessions end with a change of their account."""

_ATTEMPTS: Final = 8

_AT_ONCE: Final = 500
"""Sessions asked for in one statement."""

_TOUCHED: Final = (sessions, failures, factors, recovery_codes)
"""Besides the account itself, what a change of it may touch."""

# Every request asks who sent it.
_PERSON: Final = Lookup(people, "bones")
_SESSION: Final = Lookup(sessions, "token")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person as kept; `bones` is the name with all taken off that the eye may miss, so that it is unique.

    `password` is its hash, or nothing where none was ever set; `temporary` says that it is to be replaced by one of
    their own before anything else.
    """

    bones: str
    name: str
    role: str
    password: str
    disabled: bool
    created: float
    temporary: bool = False


class SealedPerson(NamedTuple):
    """A person whose rows the house vouches for, and whether a second factor is asked of them."""

    row: PersonRow
    has_factor: bool


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as kept, under a hash of its token; `ended` is 0 and `why` empty while it goes on."""

    token: str
    name: str
    created: float
    last_used: float
    ended: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who comes in: who, and from where."""

    bones: str
    address: str


@dataclass(frozen=True, slots=True)
class AccountChange:
    """What becomes of an account, all at once; what is None stays as it is."""

    disabled: bool | None = None
    password: str | None = None
    role: str | None = None
    temporary: bool | None = None
    ends_sessions: bool = False
    forgives: bool = False
    removes_factor: bool = False


class LastOfRole(Exception):
    """Nobody of this role would be left."""


class PeopleStore:
    """Rows in and out."""

    def __init__(self, engine: Engine, sealing: Sealing) -> None:
        self._engine = engine
        self._sealing = sealing
        self.links = LinkStore(engine, sealing)

    def add(self, person: PersonRow, note: Batch) -> bool:
        """Keep a person; False if somebody of that name, or of one that looks like it, is there already."""
        row = {
            "bones": person.bones,
            "name": person.name,
            "role": person.role,
            "password": person.password,
            "disabled": int(person.disabled),
            "created": person.created,
            "temporary": int(person.temporary),
        }
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._sealing.changing(people) as rows:
                    rows.insert(people, row)
                    rows.note(LOG, note)
                return True
            except Contended:
                # The name, or the log's first entry, which another process wrote at the same moment.
                if self.find(person.bones) is not None:
                    return False
                if attempt == _ATTEMPTS:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def find(self, bones: str) -> PersonRow | None:
        row = _PERSON.find(self._engine, bones)
        return _person(row) if row else None

    def sealed(self, bones: str) -> SealedPerson | None:
        """A person as kept, if at the same moment everybody's rows are those that the house sealed."""
        with snapshot(self._engine) as connection:
            row = connection.execute(select(people).where(people.c.bones == bones)).one_or_none()
            confirmed = (factors.c.bones == bones) & (factors.c.confirmed == 1)
            has_factor = connection.execute(select(factors).where(confirmed)).first() is not None
            holds = self._sealing.holds(connection, people, factors, recovery_codes)
        return SealedPerson(_person(row), has_factor) if row and holds else None

    def all(self) -> list[PersonRow]:
        with self._engine.connect() as connection:
            return [_person(row) for row in connection.execute(select(people).order_by(people.c.name))]

    def change(self, bones: str, change: AccountChange, at: float, note: Batch, keep: str = "") -> list[str]:
        """Change an account and note it; the hashes of the sessions that ended with it.

        LastOfRole if nobody of the role `keep` would be left who is not shut out.
        """
        with self._sealing.changing(people, *_TOUCHED) as rows:
            rows.note(LOG, note)  # First, because it locks: changes come one after the other.
            theirs = people.c.bones == bones
            row = rows.connection.execute(select(people).where(theirs)).one()
            if values := _columns(change):
                rows.run(people, theirs, update(people).where(theirs).values(**values))
            left = select(func.count()).select_from(people).where(people.c.role == keep, people.c.disabled == 0)
            if row.role == keep and not row.disabled and not rows.connection.scalar(left):
                raise LastOfRole(keep)
            cleared = [failures] * change.forgives + [factors, recovery_codes] * change.removes_factor
            for table in cleared:
                rows.run(table, table.c.bones == bones, delete(table).where(table.c.bones == bones))
            return _end_all(rows, row.name, at) if change.ends_sessions else []

    def open_session(self, session: SessionRow, note: Batch | None = None, arrival: Arrival | None = None) -> None:
        """Keep a session, with the note of it in the log of sign-ins; where somebody came in with it, from where."""
        row = {
            "token": session.token,
            "name": session.name,
            "created": session.created,
            "seen": session.last_used,
            "ended": session.ended,
            "why": session.why,
        }
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._sealing.changing(sessions, arrivals, failures) as rows:
                    rows.insert(sessions, row)
                    if arrival is not None:
                        arrive(rows, arrival.bones, arrival.address, session.created)
                    if note is not None:
                        rows.note(SIGN_INS, note)
                return
            except Contended:  # The log's first entry, which another process wrote at the same moment.
                if attempt == _ATTEMPTS:
                    raise

    def session(self, token: str) -> SessionRow | None:
        row = _SESSION.find(self._engine, token)
        return _session(row) if row else None

    def touch(self, token: str, at: float) -> None:
        with self._sealing.changing(sessions) as rows:
            this_session = sessions.c.token == token
            rows.run(sessions, this_session, update(sessions).where(this_session).values(seen=at))

    def end(self, token: str, at: float, why: str) -> None:
        with self._sealing.changing(sessions) as rows:
            going = (sessions.c.token == token) & (sessions.c.ended == 0)
            rows.run(sessions, going, update(sessions).where(going).values(ended=at, why=why))
            send(rows.connection, [Signal("session", token)])

    def end_all(self, name: str, at: float) -> list[str]:
        """End every session of a person; the tokens' hashes that were going on."""
        with self._sealing.changing(sessions) as rows:
            return _end_all(rows, name, at)

    def going(self, tokens: Iterable[str]) -> Iterator[SessionRow]:
        """The sessions with these token hashes that have not ended."""
        left = iter(tokens)
        with self._engine.connect() as connection:
            while some := list(islice(left, _AT_ONCE)):
                query = select(sessions).where((sessions.c.ended == 0) & sessions.c.token.in_(some))
                for row in connection.execute(query):
                    yield _session(row)


def _end_all(rows: RowChange, name: str, at: float) -> list[str]:
    """End every session of a person; the tokens' hashes that were going on."""
    going = (sessions.c.name == name) & (sessions.c.ended == 0)
    tokens = list(rows.connection.scalars(select(sessions.c.token).where(going)))
    rows.run(sessions, going, update(sessions).where(going).values(ended=at, why=ENDED))
    send(rows.connection, [Signal("session", token) for token in tokens])
    return tokens


def _columns(change: AccountChange) -> dict[str, str | int]:
    """The columns of the account itself that a change sets."""
    flags = {"disabled": change.disabled, "temporary": change.temporary}
    words = {"password": change.password, "role": change.role}
    changed: dict[str, str | int] = {name: int(flag) for name, flag in flags.items() if flag is not None}
    return changed | {name: word for name, word in words.items() if word is not None}


def _person(row: Any) -> PersonRow:
    return PersonRow(row.bones, row.name, row.role, row.password, bool(row.disabled), row.created, bool(row.temporary))


def _session(row: Any) -> SessionRow:
    return SessionRow(row.token, row.name, row.created, row.seen, row.ended, row.why)
