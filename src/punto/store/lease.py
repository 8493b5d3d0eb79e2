"""Leases: one process moves a table on, says that it is still there, and is fenced off once another took over.

No clocks are compared: each process measures by its own for how long a heartbeat has stood still. Each time a lease
changes hands its epoch grows, and an append that carries an older one is not written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, select, text

from punto.store.engine import process_of
from punto.store.error import StoreError
from punto.store.schema import heartbeats, leases
from punto.store.sealing import Sealing

_BEAT: Final = text(
    "INSERT INTO heartbeats (holder, beats) VALUES (:holder, 1) "
    "ON CONFLICT (holder) DO UPDATE SET beats = heartbeats.beats + 1"
)
_LOOK: Final = text(
    "SELECT leases.table_id, leases.holder, leases.epoch, heartbeats.beats "
    "FROM leases LEFT JOIN heartbeats ON heartbeats.holder = leases.holder"
)
_TAKE: Final = text(
    "INSERT INTO leases (table_id, holder, epoch) VALUES (:table, :holder, :epoch + 1) "
    "ON CONFLICT (table_id) DO UPDATE SET holder = excluded.holder, epoch = excluded.epoch "
    "WHERE leases.epoch = :epoch"
)
_LOCK_HEAD: Final = text("SELECT version FROM heads WHERE table_id = :table FOR UPDATE")
_HANG_UP: Final = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = :holder AND pid <> pg_backend_pid()"
)
_FORGET: Final = text("DELETE FROM heartbeats WHERE holder = :holder AND beats = :beats")
_RELEASE: Final = text("UPDATE leases SET holder = '' WHERE holder = :holder")
_LEAVE: Final = text("DELETE FROM heartbeats WHERE holder = :holder")


@dataclass(frozen=True, slots=True)
class Lease:
    """Who moves a table on; a holder that was never heard of, or has left, has no beats."""

    holder: str
    epoch: int
    beats: int | None


class LeaseStore:
    """The leases of a house, as one process sees and takes them."""

    def __init__(self, engine: Engine, sealing: Sealing) -> None:
        self._engine = engine
        self._sealing = sealing
        self.holder = process_of(engine)

    def beat(self) -> None:
        """Say that this process is still there."""
        with self._sealing.changing(heartbeats) as rows:
            rows.run(heartbeats, heartbeats.c.holder == self.holder, _BEAT, {"holder": self.holder})

    def look(self) -> dict[str, Lease]:
        """Every table's lease."""
        with self._engine.connect() as connection:
            return {table: Lease(holder, epoch, beats) for table, holder, epoch, beats in connection.execute(_LOOK)}

    def take(self, table: str, lease: Lease | None) -> int | None:
        """Take a table's lease if it still is this one; its new epoch, or None where another process was first.

        A write to the table that is under way ends before this returns; from then on an older epoch writes nothing.
        """
        epoch = lease.epoch if lease else 0
        with self._sealing.changing(leases) as rows:
            if rows.connection.dialect.name == "postgresql":
                rows.connection.execute(_LOCK_HEAD, {"table": table})
            values = {"table": table, "holder": self.holder, "epoch": epoch}
            result = rows.run(leases, leases.c.table_id == table, _TAKE, values)
            return epoch + 1 if result.rowcount else None

    def hang_up(self, lease: Lease) -> None:
        """End the connections of a holder that is not heard of any more: a transaction it stopped in holds locks."""
        if self._engine.dialect.name != "postgresql":
            return
        try:
            with self._sealing.changing(heartbeats) as rows:
                rows.connection.execute(_HANG_UP, {"holder": lease.holder})
                silent = heartbeats.c.holder == lease.holder
                rows.run(heartbeats, silent, _FORGET, {"holder": lease.holder, "beats": lease.beats})
        except StoreError:
            return  # It connects as another database user. What it has not locked can be taken all the same.

    def release(self) -> None:
        """Give every lease of this process back."""
        mine = {"holder": self.holder}
        with self._sealing.changing(leases, heartbeats) as rows:
            tables = rows.connection.scalars(select(leases.c.table_id).where(leases.c.holder == self.holder)).all()
            rows.run(leases, leases.c.table_id.in_(tables), _RELEASE, mine)
            rows.run(heartbeats, heartbeats.c.holder == self.holder, _LEAVE, mine)
