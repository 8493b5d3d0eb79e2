"""Tries to sign in, counted by account and address, and the addresses from which each person came in before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine, delete, func, select, text

from punto.store.schema import arrivals, failures
from punto.store.sealing import RowChange, Sealing

REMEMBERED: Final = 50
"""So many addresses are remembered of each person, the latest."""

_ARRIVED: Final = text(
    "INSERT INTO arrivals (bones, address, at) VALUES (:bones, :address, :at) "
    "ON CONFLICT (bones, address) DO UPDATE SET at = excluded.at"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How often a try may fail since a moment: at one address, and at all that the person never came from."""

    since: float
    at_address: int
    anywhere: int


class TryStore:
    """Tries in and out."""

    def __init__(self, engine: Engine, sealing: Sealing) -> None:
        self._engine = engine
        self._sealing = sealing

    def may_try(self, bones: str, address: str, at: float, limits: Limits) -> bool:
        """Note one more try unless as many as may be failed since; noted before, so that none slips past.

        A try that succeeds is forgiven. One that is turned away is not noted: it makes nobody wait longer. Whoever
        came in from this address before may always try.
        """
        with self._sealing.changing(failures) as rows:
            connection = rows.connection
            if _came_from(connection, bones, address):
                return True
            if connection.dialect.name == "postgresql":  # SQLite's writers come one at a time.
                connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:bones))"), {"bones": bones})
            old = failures.c.at < limits.since
            rows.run(failures, old, delete(failures).where(old))
            counts = select(failures.c.address, func.count()).where(failures.c.bones == bones)
            failed: dict[str, int] = dict(connection.execute(counts.group_by(failures.c.address)).all())
            if failed.get(address, 0) >= limits.at_address or sum(failed.values()) >= limits.anywhere:
                return False
            rows.insert(failures, {"bones": bones, "address": address, "at": at})
        return True

    def came_from(self, bones: str, address: str) -> bool:
        """Whether somebody came in from an address before."""
        with self._engine.connect() as connection:
            return _came_from(connection, bones, address)

    def failed(self, since: float) -> dict[tuple[str, str], int]:
        """By bones and address: how many tries failed since a moment."""
        both = (failures.c.bones, failures.c.address)
        query = select(*both, func.count()).where(failures.c.at >= since).group_by(*both).order_by(*both)
        with self._engine.connect() as connection:
            return {(bones, address): count for bones, address, count in connection.execute(query)}

    def forgive(self, bones: str, *addresses: str) -> None:
        with self._sealing.changing(failures) as rows:
            _forgive(rows, bones, addresses)


def arrive(rows: RowChange, bones: str, address: str, at: float) -> None:
    """Remember that somebody came in from an address, and forgive what failed there."""
    here = (arrivals.c.bones == bones) & (arrivals.c.address == address)
    rows.run(arrivals, here, _ARRIVED, {"bones": bones, "address": address, "at": at})
    theirs = select(arrivals.c.address).where(arrivals.c.bones == bones)
    latest = theirs.order_by(arrivals.c.at.desc(), arrivals.c.address).limit(REMEMBERED)
    old = (arrivals.c.bones == bones) & arrivals.c.address.not_in(latest)
    rows.run(arrivals, old, delete(arrivals).where(old))
    _forgive(rows, bones, [address])


def _came_from(connection: Connection, bones: str, address: str) -> bool:
    here = (arrivals.c.bones == bones) & (arrivals.c.address == address)
    return connection.scalar(select(func.count()).select_from(arrivals).where(here)) == 1


def _forgive(rows: RowChange, bones: str, addresses: tuple[str, ...] | list[str]) -> None:
    here = (failures.c.bones == bones) & failures.c.address.in_(addresses)
    rows.run(failures, here, delete(failures).where(here))
