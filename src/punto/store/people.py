"""People and sessions in the database. What they may do is the house's business; here they are only kept.

Every change of an account is noted in a log of its own, chained like a table's, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, delete, func, insert, select, text, update

from punto.store.engine import writing
from punto.store.entry import Batch
from punto.store.error import Contended
from punto.store.links import LinkStore
from punto.store.rows import Lookup
from punto.store.schema import failures, people, sessions
from punto.store.signal import Signal, send
from punto.store.writing import append_within

LOG: Final = "house:people"
"""The log of accounts in the books; no table can have this name, for a table's id holds no colon."""

_ATTEMPTS: Final = 8

# Every request asks who sent it.
_PERSON: Final = Lookup(people, "bones")
_SESSION: Final = Lookup(sessions, "token")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person as kept; `bones` is the name with all taken off that the eye may miss, so that it is unique.

    `password` is its hash, or nothing where none was ever set.
    """

    bones: str
    name: str
    role: str
    password: str
    disabled: bool
    created: float


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as kept, under a hash of its token; `ended` is 0 while it goes on."""

    token: str
    name: str
    created: float
    last_used: float
    ended: float


@dataclass(frozen=True, slots=True)
class AccountChange:
    """What becomes of an account, all at once; what is None stays as it is."""

    disabled: bool | None = None
    password: str | None = None
    role: str | None = None
    ends_sessions: bool = False
    forgives: bool = False


class LastOfRole(Exception):
    """Nobody of this role would be left."""


class PeopleStore:
    """Rows in and out."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.links = LinkStore(engine)

    def add(self, person: PersonRow, note: Batch) -> bool:
        """Keep a person; False if somebody of that name, or of one that looks like it, is there already."""
        row = {
            "bones": person.bones,
            "name": person.name,
            "role": person.role,
            "password": person.password,
            "disabled": int(person.disabled),
            "created": person.created,
        }
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with writing(self._engine) as connection:
                    connection.execute(insert(people), row)
                    append_within(connection, LOG, note)
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

    def all(self) -> list[PersonRow]:
        with self._engine.connect() as connection:
            return [_person(row) for row in connection.execute(select(people).order_by(people.c.name))]

    def change(self, bones: str, change: AccountChange, at: float, note: Batch, keep: str = "") -> list[str]:
        """Change an account and note it; the hashes of the sessions that ended with it.

        LastOfRole if nobody of the role `keep` would be left who is not shut out.
        """
        with writing(self._engine) as connection:
            append_within(connection, LOG, note)  # First, because it locks: changes come one after the other.
            row = connection.execute(select(people).where(people.c.bones == bones)).one()
            values = {
                column: value
                for column, value in (
                    ("disabled", None if change.disabled is None else int(change.disabled)),
                    ("password", change.password),
                    ("role", change.role),
                )
                if value is not None
            }
            if values:
                connection.execute(update(people).where(people.c.bones == bones).values(**values))
            left = select(func.count()).select_from(people).where(people.c.role == keep, people.c.disabled == 0)
            if row.role == keep and not row.disabled and not connection.scalar(left):
                raise LastOfRole(keep)
            if change.forgives:
                connection.execute(delete(failures).where(failures.c.bones == bones))
            return _end_all(connection, row.name, at) if change.ends_sessions else []

    def open_session(self, session: SessionRow) -> None:
        with writing(self._engine) as connection:
            connection.execute(
                insert(sessions),
                {
                    "token": session.token,
                    "name": session.name,
                    "created": session.created,
                    "seen": session.last_used,
                    "ended": session.ended,
                },
            )

    def session(self, token: str) -> SessionRow | None:
        row = _SESSION.find(self._engine, token)
        return SessionRow(row.token, row.name, row.created, row.seen, row.ended) if row else None

    def touch(self, token: str, at: float) -> None:
        with writing(self._engine) as connection:
            connection.execute(update(sessions).where(sessions.c.token == token).values(seen=at))

    def end(self, token: str, at: float) -> None:
        with writing(self._engine) as connection:
            going = (sessions.c.token == token) & (sessions.c.ended == 0)
            connection.execute(update(sessions).where(going).values(ended=at))
            send(connection, [Signal("session", token)])

    def going(self, since: float, always: Collection[str] = ()) -> Iterator[SessionRow]:
        """Sessions not ended: those used since a moment, and those of certain people however long ago."""
        lately = (sessions.c.seen >= since) | sessions.c.name.in_(always)
        with self._engine.connect() as connection:
            query = select(sessions).where((sessions.c.ended == 0) & lately)
            for row in connection.execute(query.order_by(sessions.c.created)):
                yield SessionRow(row.token, row.name, row.created, row.seen, row.ended)

    def may_try(self, bones: str, at: float, since: float, most: int) -> bool:
        """Note one more try to sign in unless as many as may be failed since; noted before, so that none slips past.

        A try that succeeds is forgiven. One that is turned away is not noted: it makes nobody wait longer.
        """
        with writing(self._engine) as connection:
            if connection.dialect.name == "postgresql":  # SQLite's writers come one at a time.
                connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:bones))"), {"bones": bones})
            connection.execute(delete(failures).where(failures.c.at < since))
            query = select(func.count()).select_from(failures).where(failures.c.bones == bones)
            if int(connection.scalar(query) or 0) >= most:
                return False
            connection.execute(insert(failures), {"bones": bones, "at": at})
        return True

    def locked(self, since: float, most: int) -> set[str]:
        """The bones of those whose tries failed as often as may be since a moment."""
        query = select(failures.c.bones).where(failures.c.at >= since).group_by(failures.c.bones)
        with self._engine.connect() as connection:
            return set(connection.scalars(query.having(func.count() >= most)))

    def forgive(self, bones: str) -> None:
        with writing(self._engine) as connection:
            connection.execute(delete(failures).where(failures.c.bones == bones))


def _end_all(connection: Connection, name: str, at: float) -> list[str]:
    """End every session of a person; the tokens' hashes that were going on."""
    going = (sessions.c.name == name) & (sessions.c.ended == 0)
    tokens = list(connection.scalars(select(sessions.c.token).where(going)))
    connection.execute(update(sessions).where(going).values(ended=at))
    send(connection, [Signal("session", token) for token in tokens])
    return tokens


def _person(row: Any) -> PersonRow:
    return PersonRow(row.bones, row.name, row.role, row.password, bool(row.disabled), row.created)
