"""A lost key: open shoes that nobody can read, and how a house goes on without them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from punto.house.tables.desk import Desk
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal, Refused
from punto.rulebook import FindRulebook
from punto.store import Store, StoreError
from punto.store.seal import find_key, opens, shoe_key
from punto.table import commands as c
from punto.table.authority import HOUSE

_OF_A_SHOE: Final = ("shoe_opened", "shoe_closed", "shoe_abandoned")

_ANOTHER_KEY: Final = ("seal_has_another_key", "seals_are_gone", "books_are_not_sealed")

NOTE: Final = "its key is lost, and the house was started without it"
"""Why a shoe is abandoned, as the record says it."""


class ShoeInUse(NamedTuple):
    """A sealed shoe on a table."""

    table: str
    number: int

    def __str__(self) -> str:
        return f"shoe {self.number} of table {self.table}"


def house_key(store: Store, file: Path, only: str | None = None) -> bytes:
    """The key of a house, or of one table, made where no shoe needs an older one; Refused where one has another."""
    key = find_key(file)
    if locked := [shoe for shoe in locked_shoes(store, key) if only in (None, shoe.table)]:
        shoes = ", ".join(map(str, locked))
        raise Refused(
            code="key_is_lost",
            message=f"the key of {shoes} is not here: put it back ({file.name}, or PUNTO_SHOE_KEY), or start with "
            "--without-key, which closes what cannot be read as unrevealed and decides its round by the rulebook",
        )
    if key is None and store.is_sealed:
        raise Refused(
            code="key_is_lost",
            message=f"the key that these books are sealed with is not here: put it back ({file.name}, or "
            "PUNTO_SHOE_KEY), or start with --without-key, which seals them as they stand with a new one",
        )
    return key or shoe_key(file)


def key_in_place(store: Store, file: Path, at: str) -> bytes:
    """The key that is there, or a new one; where the books are sealed with one that is lost, they are sealed anew."""
    key = shoe_key(file)
    try:
        store.use_key(key)
    except StoreError as error:
        if error.refusal.code not in _ANOTHER_KEY:
            raise
        store.seal_anew(key, NOTE, at)
    return key


def locked_shoes(store: Store, key: bytes | None) -> list[ShoeInUse]:
    """The open shoes that this key does not open; all of them where there is none."""
    return [shoe for shoe in _open_shoes(store) if key is None or not opens(_sealed(store, shoe), key)]


def abandon_shoes(store: Store, key: bytes, find: FindRulebook, now: Callable[[], str]) -> list[ShoeInUse]:
    """Close every shoe that this key does not open, unrevealed, and decide its round; those that were closed."""
    locked = locked_shoes(store, key)
    for shoe in locked:
        desk = Desk(store, shoe.table, find, key=key, seal_shoe=seal_shoe, now=now)
        answer = desk.do(c.AbandonShoe(note=NOTE, by=HOUSE))
        if isinstance(answer, Refusal) and shoe in locked_shoes(store, key):  # Else another process was first.
            raise Refused(code=answer.code, message=f"table {shoe.table}: {answer.message}", cite=answer.cite)
    return locked


def _open_shoes(store: Store) -> list[ShoeInUse]:
    return [ShoeInUse(table, number) for table, number in store.last_shoes() if _is_open(store, table, number)]


def _is_open(store: Store, table: str, number: int) -> bool:
    """Whether a shoe was not closed since; one that is not sealed may have followed it."""
    last = store.last(table, _OF_A_SHOE, store.head(table).version)
    return last is not None and last.kind == "shoe_opened" and msgspec.json.decode(last.body)["number"] == number


def _sealed(store: Store, shoe: ShoeInUse) -> bytes:
    return store.shoe(shoe.table, shoe.number) or b""
