"""Rows that are of no more use: refused commands' ids, sessions that ended, links past their time.

Events, postings and the ids of commands that did something are never among them: the database itself refuses to delete
those. Each call is a transaction of its own over a few rows; one that takes rows of logs away locks the heads of these,
for as long as their seals take to be written anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Engine, and_, delete, or_, select, tuple_

from punto.store.engine import writing
from punto.store.links import LinkStore
from punto.store.log_seals import take_away
from punto.store.schema import keys, people, sessions
from punto.store.sealing import Sealing


class ExpiryStore:
    """Deletes rows that are of no more use, a few at a time; each method returns how many."""

    def __init__(self, engine: Engine, sealing: Sealing) -> None:
        self._engine = engine
        self._sealing = sealing
        self._links: Final = LinkStore(engine, sealing)

    def refused(self, before: str, most: int) -> int:
        """Ids of commands that were refused before a moment, as events write moments; the oldest first."""
        old = (keys.c.refused != "") & (keys.c.refused < before)
        some = select(keys.c.table_id, keys.c.key).where(old).order_by(keys.c.refused).limit(most)
        with writing(self._engine) as connection:
            ids = [tuple(row) for row in connection.execute(some)]
            these = tuple_(keys.c.table_id, keys.c.key).in_(ids)
            if (key := self._sealing.key_in(connection)) is not None:
                take_away(connection, key, keys, these, [str(log) for log, _ in ids])
            return connection.execute(delete(keys).where(these)).rowcount

    def sessions(self, before: float, most: int, lasting: Sequence[str]) -> int:
        """Sessions that ended before a moment or were not used since; with a role of `lasting` none ends by idling."""
        endless = select(people.c.name).where(people.c.role.in_(lasting))
        idle = and_(sessions.c.ended == 0, sessions.c.seen < before, sessions.c.name.not_in(endless))
        over = or_(and_(sessions.c.ended > 0, sessions.c.ended < before), idle)
        with self._sealing.changing(sessions) as rows:
            tokens = rows.connection.scalars(select(sessions.c.token).where(over).limit(most)).all()
            these = sessions.c.token.in_(tokens)
            return rows.run(sessions, these, delete(sessions).where(these)).rowcount

    def links(self, now: float, most: int) -> int:
        """Sign-in links that are no longer good."""
        past = [hash for hash, link in self._links.all().items() if now > link.until][:most]
        self._links.drop(*past)
        return len(past)
