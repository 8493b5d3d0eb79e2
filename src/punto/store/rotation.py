"""Another key for a house: whatever the old one has sealed in the books is sealed anew, all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from typing import Final

from sqlalchemy import Connection, Engine, select, update

from punto.kit import Refused
from punto.store.engine import make_engine, writing
from punto.store.error import StoreError
from punto.store.lock import locked, require_closed
from punto.store.migration import revision_of
from punto.store.moment import log_fault, moment
from punto.store.schema import SCHEMA, factors, shoes
from punto.store.seal import opens
from punto.store.sealed_order import SealedOrder, seal_order
from punto.store.sealing import Sealing, change_secret
from punto.store.seals import SealKey
from punto.store.secret import open_secret, seal_secret

WHY: Final = "the house was given another key"

_DONE: Final = "seal_has_another_key"


@dataclass(frozen=True, slots=True)
class Rotated:
    """How much was sealed anew."""

    shoes: int
    factors: int
    left: int
    """Shoes of an even older key, which are closed: their order is in the log."""


def rotate_key(
    where: str | PathLike[str], old: bytes, new: bytes, at: str, *, at_step: Callable[[str], None] = lambda step: None
) -> Rotated:
    """Seal what the old key has sealed with the new one, in one transaction; Refused while the house is open.

    StoreError, and nothing has changed, where the seals show that a row is not as the house wrote it.
    """
    engine = make_engine(where)
    try:
        with locked(engine.url), writing(engine) as connection:
            if connection.dialect.name == "postgresql":
                require_closed(connection)
            _require_books(connection)
            sealing = _sealing(engine, old, new)
            if sealing is None:  # An earlier try was interrupted after its end.
                return Rotated(0, 0, 0)
            _require_whole(connection, sealing.key)
            sealed, left = _shoes(connection, old, new)
            done = Rotated(sealed, _factors(connection, old, new), left)
            if sealing.key is not None:
                change_secret(connection, new, WHY, at)
            at_step("sealed")
        at_step("committed")
        return done
    finally:
        engine.dispose()


def _sealing(engine: Engine, old: bytes, new: bytes) -> Sealing | None:
    """The seals as the old key opens them; None where the new one does already."""
    sealing = Sealing(engine)
    try:
        sealing.look(old)
    except StoreError as error:
        if error.refusal.code != _DONE:
            raise
        Sealing(engine).look(new)
        return None
    return sealing


def _require_whole(connection: Connection, key: SealKey | None) -> None:
    """What was changed before must not be sealed as if it had always been so."""
    if key is None:
        return
    now = moment(connection, key)
    logs = (log_fault(connection, log, key) for log in now.heads)
    if fault := now.rows_fault or next(filter(None, logs), None):
        message = f"nothing was changed, because the books are at fault: {fault.table}: {fault.why}"
        raise StoreError(code="books_are_at_fault", message=message)


def _require_books(connection: Connection) -> None:
    revision = revision_of(connection)
    if revision is None:
        raise Refused(code="no_books", message="there are no books of a house here")
    if revision != SCHEMA:
        message = f"the database has schema {revision}, this program has {SCHEMA}; punto upgrade comes first"
        raise StoreError(code="schema_is_another", message=message)


def _shoes(connection: Connection, old: bytes, new: bytes) -> tuple[int, int]:
    """How many shoes were sealed anew, and how many are of another key."""
    sealed = left = 0
    for table, number in connection.execute(select(shoes.c.table_id, shoes.c.number)).all():
        this_shoe = (shoes.c.table_id == table) & (shoes.c.number == number)
        box = bytes(connection.execute(select(shoes.c.sealed).where(this_shoe)).scalar_one())
        if not opens(box, old):
            left += not opens(box, new)
            continue
        cards, salt = SealedOrder(box, old, table=table, number=number).whole()
        again = seal_order(cards, salt, new, table=table, number=number)
        connection.execute(update(shoes).where(this_shoe).values(sealed=again))
        sealed += 1
    return sealed, left


def _factors(connection: Connection, old: bytes, new: bytes) -> int:
    """How many secrets of second factors were sealed anew."""
    sealed = 0
    for bones, box in connection.execute(select(factors.c.bones, factors.c.sealed)).all():
        with suppress(StoreError):
            open_secret(bytes(box), new, owner=bones)
            continue  # An earlier try that was interrupted has come to it already.
        again = seal_secret(open_secret(bytes(box), old, owner=bones), new, owner=bones)
        connection.execute(update(factors).where(factors.c.bones == bones).values(sealed=again))
        sealed += 1
    return sealed
