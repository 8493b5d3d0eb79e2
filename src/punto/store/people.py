"""People and sessions in the database. What they may do is the house's business; here they are only kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, delete, func, insert, select, text, update

from punto.store.engine import writing
from punto.store.error import Contended
from punto.store.notice import Notice, tell
from punto.store.schema import failures, people, sessions


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person as kept; `bones` is the name with all taken off that the eye may miss, so that it is unique."""

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
    seen: float
    ended: float


class PeopleStore:
    """Rows in and out."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, person: PersonRow) -> bool:
        """Keep a person; False if somebody of that name, or of one that looks like it, is there already."""
        row = {
            "bones": person.bones,
            "name": person.name,
            "role": person.role,
            "password": person.password,
            "disabled": int(person.disabled),
            "created": person.created,
        }
        try:
            with writing(self._engine) as connection:
                connection.execute(insert(people), row)
        except Contended:
            return False
        return True

    def find(self, bones: str) -> PersonRow | None:
        with self._engine.connect() as connection:
            row = connection.execute(select(people).where(people.c.bones == bones)).one_or_none()
        return _person(row) if row else None

    def all(self) -> list[PersonRow]:
        with self._engine.connect() as connection:
            return [_person(row) for row in connection.execute(select(people).order_by(people.c.name))]

    def change(self, bones: str, *, disabled: bool | None = None, password: str | None = None) -> bool:
        values: dict[str, object] = {}
        if disabled is not None:
            values["disabled"] = int(disabled)
        if password is not None:
            values["password"] = password
        with writing(self._engine) as connection:
            return connection.execute(update(people).where(people.c.bones == bones).values(**values)).rowcount > 0

    def open_session(self, session: SessionRow) -> None:
        with writing(self._engine) as connection:
            connection.execute(
                insert(sessions),
                {
                    "token": session.token,
                    "name": session.name,
                    "created": session.created,
                    "seen": session.seen,
                    "ended": session.ended,
                },
            )

    def session(self, token: str) -> SessionRow | None:
        with self._engine.connect() as connection:
            row = connection.execute(select(sessions).where(sessions.c.token == token)).one_or_none()
        return SessionRow(row.token, row.name, row.created, row.seen, row.ended) if row else None

    def touch(self, token: str, seen: float) -> None:
        with writing(self._engine) as connection:
            connection.execute(update(sessions).where(sessions.c.token == token).values(seen=seen))

    def end(self, token: str, at: float) -> None:
        with writing(self._engine) as connection:
            going = (sessions.c.token == token) & (sessions.c.ended == 0)
            connection.execute(update(sessions).where(going).values(ended=at))
            tell(connection, [Notice("session", token)])

    def end_all(self, name: str, at: float) -> list[str]:
        """End every session of a person; the tokens' hashes that were going on."""
        going = (sessions.c.name == name) & (sessions.c.ended == 0)
        with writing(self._engine) as connection:
            tokens = list(connection.scalars(select(sessions.c.token).where(going)))
            connection.execute(update(sessions).where(going).values(ended=at))
            tell(connection, [Notice("session", token) for token in tokens])
        return tokens

    def going(self, since: float, always: Collection[str] = ()) -> Iterator[SessionRow]:
        """Sessions not ended: those seen since a moment, and those of certain people however long ago."""
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

    def forgive(self, bones: str) -> None:
        with writing(self._engine) as connection:
            connection.execute(delete(failures).where(failures.c.bones == bones))


def _person(row: Any) -> PersonRow:
    return PersonRow(row.bones, row.name, row.role, row.password, bool(row.disabled), row.created)
