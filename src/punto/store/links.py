"""Sign-in links in the database, under hashes of their secrets, so that a link is good at every process of a house."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Engine, delete, select, text

from punto.store.schema import house
from punto.store.sealing import Sealing

WORD: Final = "link:"
"""Links are among the things a house remembers, each under this word and its hash."""

_KEEP: Final = text(
    "INSERT INTO house (word, value) VALUES (:word, :value) ON CONFLICT (word) DO UPDATE SET value = excluded.value"
)


class Link(msgspec.Struct, frozen=True):
    """Whom a link signs in, until when, and whether only once."""

    name: str
    until: float
    once: bool


class LinkStore:
    """Links in and out."""

    def __init__(self, engine: Engine, sealing: Sealing) -> None:
        self._engine = engine
        self._sealing = sealing

    def keep(self, links: dict[str, Link]) -> None:
        """Keep links by their hashes, or prolong them."""
        rows = [{"word": WORD + hash, "value": msgspec.json.encode(link)} for hash, link in links.items()]
        if rows:
            with self._sealing.changing(house) as change:
                for row in rows:
                    change.run(house, house.c.word == row["word"], _KEEP, row)

    def all(self) -> dict[str, Link]:
        with self._engine.connect() as connection:
            rows = connection.execute(select(house).where(house.c.word.startswith(WORD))).all()
        return {row.word.removeprefix(WORD): msgspec.json.decode(row.value, type=Link) for row in rows}

    def find(self, hash: str) -> Link | None:
        with self._engine.connect() as connection:
            value = connection.scalar(select(house.c.value).where(house.c.word == WORD + hash))
        return msgspec.json.decode(value, type=Link) if value else None

    def drop(self, *hashes: str) -> bool:
        """Forget links; whether any was still there."""
        if not hashes:
            return False
        with self._sealing.changing(house) as change:
            these = house.c.word.in_([WORD + hash for hash in hashes])
            return change.run(house, these, delete(house).where(these)).rowcount > 0
