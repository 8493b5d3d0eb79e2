"""Sealing: seals move on in the transaction that changes their rows, so that one never stands without the other."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    Executable,
    Table,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.sql import ColumnElement

from punto.store.column_kinds import foreign_value
from punto.store.engine import snapshot, writing
from punto.store.entry import Batch, NewEvent
from punto.store.error import StoreError
from punto.store.log_seals import about, names_tally
from punto.store.reading import head
from punto.store.rows import Driver
from punto.store.schema import (
    house,
    metadata,
    seals,
    snapshots,
)
from punto.store.seal_groups import (
    OF_A_LOG,
    OF_A_ROW,
    OF_A_TABLE,
    Rows,
    is_sealed,
    key_places,
    log_tally,
    logs_with_rows,
    rows_by_scope,
    stored_seals,
    table_tally,
)
from punto.store.seal_of_seals import SEALS as SEALS_SCOPE
from punto.store.seal_of_seals import move_seal_of_seals, seals_tally
from punto.store.seals import LOG, LOGS, RowSum, Seal, SealKey
from punto.store.secret import open_secret, seal_secret
from punto.store.writing import append_within

SECRET: Final = "seal"
"""The word under which the house keeps the secret of its seals, encrypted under its key."""

SEALS: Final = "house:seals"
"""The log of when rows were sealed as they stood: at an upgrade, or because a key was lost."""

_OWNER: Final = "seals of the house"
_SECRET_OCTETS: Final = 32
_STANDSTILL: Final = "10s"
"""A process that stands still for so long in a transaction loses it, on a server, and with it the seals it locked."""

_MOVE: Final = text("UPDATE seals SET rows = :rows, nonce = :nonce, masked = :masked WHERE scope = :scope")


class Sealing:
    """The key with which a store seals its rows; None where the books carry no seals."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.key: SealKey | None = None

    def use(self, house_key: bytes) -> None:
        """Seal from now on with the house's key, where these books are sealed with it, or are still empty."""
        self.look(house_key)
        if self.key is not None:
            return
        with writing(self._engine) as connection:
            secret = _secret(connection, house_key)  # Another process may have been first.
            if secret is None:
                if not _is_empty(connection):
                    message = "the books carry no seals of the house's key; `punto upgrade` writes them"
                    raise StoreError(code="books_are_not_sealed", message=message)
                self.key, _ = new_seals(connection, house_key)
            else:
                self.key = SealKey(secret)

    def look(self, house_key: bytes) -> None:
        """Take the key for reading alone; books that carry no seals are read without."""
        with snapshot(self._engine) as connection:
            secret = _secret(connection, house_key)
        self.key = SealKey(secret) if secret else None

    def seal_anew(self, house_key: bytes, why: str, at: str) -> None:
        """Seal every row as it stands under another key, and note it: what was changed before is not found after."""
        with writing(self._engine) as connection:
            self.key, _ = seal_as_it_stands(connection, house_key, why, at)

    def key_in(self, connection: Connection) -> SealKey | None:
        """The key for a write; StoreError where the books are sealed and it is not here."""
        if self.key is None and is_sealed(connection):
            raise StoreError(
                code="key_is_needed",
                message="the books are sealed with the house's key, and without it nothing is written to them",
            )
        return self.key

    def holds(self, connection: Connection, *tables: Table) -> bool:
        """Whether the rows of these tables are those that the house sealed; true where nothing is sealed here."""
        if (key := self.key) is None:
            return True
        stored = stored_seals(connection, *(str(table.name) for table in tables))
        opened = {name: key.open(seal) for name, seal in stored.items()}
        return all(opened.get(str(table.name)) == table_tally(connection, key, table) for table in tables)

    @contextmanager
    def changing(self, *tables: Table) -> Iterator[RowChange]:
        """A transaction that changes rows of these tables, and their seals with them."""
        with writing(self._engine) as connection:
            change = RowChange(connection, self.key_in(connection), tables)
            yield change
            change.finish()


class RowChange:
    """Rows changed in one transaction. Seals are locked first and in one order: changes come one after the other."""

    def __init__(self, connection: Connection, key: SealKey | None, tables: Sequence[Table]) -> None:
        self.connection = connection
        self._key = key
        self._changes: dict[str, RowSum] = {}
        self._seals: dict[str, Seal] = {}
        if key is not None:
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SET LOCAL idle_in_transaction_session_timeout = '{_STANDSTILL}'"))
            self._seals = _locked(connection, sorted(str(table.name) for table in tables if table not in OF_A_ROW))

    def run(
        self, table: Table, where: ColumnElement[bool], statement: Executable, values: Mapping[str, Any] | None = None
    ) -> CursorResult[Any]:
        """Run a statement that changes no rows of a table but those for which `where` holds before or after it."""
        if self._key is None:
            return self.connection.execute(statement, values)
        # Locked, else two processes that delete the row of a third at once would both subtract it from the seal.
        before = self._rows(table, where, locked=table in OF_A_ROW)
        result: CursorResult[Any] = self.connection.execute(statement, values)
        if keys := [tuple(row[place] for place in key_places(table)) for row in before]:
            where = or_(where, tuple_(*table.primary_key.columns).in_(keys)) if table.primary_key.columns else where
        after = self._rows(table, where)
        if table in OF_A_ROW:
            self._seal_each(self._key, table, before, after)
        else:
            self._gain(table, self._key.tally(table.name, after).minus(self._key.tally(table.name, before)))
        return result

    def _gain(self, table: Table, gained: RowSum) -> None:
        self._changes[table.name] = self._changes.get(table.name, RowSum()).plus(gained)

    def _seal_each(self, key: SealKey, table: Table, before: Rows, after: Rows) -> None:
        old, new = rows_by_scope(table, before), rows_by_scope(table, after)
        seals_there = _locked(self.connection, sorted(old.keys() | new.keys()))
        for scope in sorted(old.keys() | new.keys()):
            was, now = key.tally(table.name, old.get(scope, ())), key.tally(table.name, new.get(scope, ()))
            seal = seals_there.get(scope)
            self._gain(table, names_tally(key, [scope] * (now.rows > was.rows)))
            self._gain(table, RowSum().minus(names_tally(key, [scope] * (now.rows < was.rows))))
            if seal is None:
                if not was.rows:
                    self.connection.execute(insert(seals), key.close(scope, now)._asdict())
            elif not now.rows and key.open(seal) == was:
                self.connection.execute(delete(seals).where(seals.c.scope == scope))
            else:  # A seal of a row that is gone is wrong from now on: it was wrong before.
                self.connection.execute(_MOVE, key.close(scope, key.open(seal).plus(now.minus(was)))._asdict())
        if self._changes.get(table.name, RowSum()) != RowSum() and table.name not in self._seals:
            self._seals |= _locked(self.connection, [str(table.name)])

    def insert(self, table: Table, row: Mapping[str, Any]) -> None:
        """Add one row."""
        places = list(table.primary_key.columns) or list(table.columns)
        where = tuple_(*places).in_([tuple(row[column.name] for column in places)])
        self.run(table, where, insert(table), row)

    def note(self, log: str, batch: Batch) -> None:
        """Write events to a log of the house's own, at whatever version it stands."""
        append_within(self.connection, log, batch, self._key)

    def mac(self, table: Table, values: Sequence[Any]) -> str:
        """A MAC to stand beside a row's other values; nothing where the books carry no seals."""
        return self._key.mac(table.name, values) if self._key else ""

    def roll_back(self) -> None:
        """Take back all that was changed."""
        self._changes.clear()
        self.connection.rollback()

    def finish(self) -> None:
        """Move the seals on. One that somebody took away is not made again, so that the audit misses it."""
        if self._key is None:
            return
        old = [
            self._seals[name] for name, gained in self._changes.items() if name in self._seals and gained != RowSum()
        ]
        new = [self._key.close(seal.scope, self._key.open(seal).plus(self._changes[seal.scope])) for seal in old]
        if new:
            self.connection.execute(_MOVE, [seal._asdict() for seal in new])
            move_seal_of_seals(Driver(self.connection), self._key, old, new)

    def _rows(self, table: Table, where: ColumnElement[bool], locked: bool = False) -> Rows:
        rows = select(table).where(where)
        return [tuple(row) for row in self.connection.execute(rows.with_for_update() if locked else rows)]


def has_secret(connection: Connection) -> bool:
    """Whether the books hold the secret that seals are made with."""
    return connection.scalar(select(house.c.word).where(house.c.word == SECRET)) is not None


def seal_books(connection: Connection, key: SealKey) -> dict[str, int]:
    """Seal every row as it stands; by table, how many."""
    connection.execute(delete(seals))
    all_seals, sealed = [], {}
    for table in OF_A_TABLE:
        tally = table_tally(connection, key, table)
        all_seals.append(key.close(table.name, tally))
        sealed[str(table.name)] = tally.rows
    for table in OF_A_ROW:
        rows = rows_by_scope(table, [tuple(row) for row in connection.execute(select(table))])
        all_seals += [key.close(scope, key.tally(table.name, row)) for scope, row in rows.items()]
        all_seals.append(key.close(table.name, names_tally(key, sorted(rows))))
        sealed[str(table.name)] = len(rows)
    logs = logs_with_rows(connection)
    for log in logs:
        all_seals.append(key.close(LOG + log, log_tally(connection, key, log), about(head(connection, log))))
    for table in OF_A_LOG:
        sealed[str(table.name)] = int(connection.scalar(select(func.count()).select_from(table)) or 0)
    all_seals.append(key.close(LOGS, names_tally(key, logs)))
    all_seals.append(key.close(SEALS_SCOPE, seals_tally(key, all_seals)))
    connection.execute(insert(seals), [seal._asdict() for seal in all_seals])
    return sealed


def new_seals(connection: Connection, house_key: bytes) -> tuple[SealKey, dict[str, int]]:
    """Seal every row as it stands with a secret of its own; the key, and how many rows by table."""
    connection.execute(delete(seals))
    key = SealKey(_new_secret(connection, house_key))
    return key, seal_books(connection, key)


def seal_and_note(connection: Connection, house_key: bytes, why: str, at: str) -> tuple[SealKey, dict[str, int]]:
    """Seal every row as it stands, and write in a log of its own that this was done and how many rows there were."""
    key, rows = new_seals(connection, house_key)
    append_within(connection, SEALS, Batch((NewEvent("books_sealed", {"why": why, "rows": rows}),), at, "", ""), key)
    return key, rows


def seal_as_it_stands(connection: Connection, house_key: bytes, why: str, at: str) -> tuple[SealKey, dict[str, int]]:
    """Seal rows that nobody has checked, and note it; snapshots are dropped, because they follow from the logs."""
    connection.execute(delete(snapshots))
    return seal_and_note(connection, house_key, why, at)


def change_secret(connection: Connection, house_key: bytes, why: str, at: str) -> None:
    """Seal every row with a secret of its own under another key of the house; snapshots keep counting."""
    key, _ = seal_and_note(connection, house_key, why, at)
    for row in connection.execute(select(snapshots)).all():
        mac = key.mac(snapshots.name, (row.table_id, row.version, bytes(row.body), row.hash))
        connection.execute(update(snapshots).where(snapshots.c.table_id == row.table_id).values(mac=mac))
    seal_books(connection, key)


def _secret(connection: Connection, house_key: bytes) -> bytes | None:
    """The secret of the seals; None where there are none, StoreError where the key does not open it."""
    if foreign := foreign_value(connection, house):
        raise StoreError(code="seals_are_gone", message=str(foreign))
    wrapped = connection.scalar(select(house.c.value).where(house.c.word == SECRET))
    if wrapped is None and not is_sealed(connection):
        return None
    if wrapped is None or not is_sealed(connection):
        message = "the seals of these books, or the secret they were made with, were taken away"
        raise StoreError(code="seals_are_gone", message=message)
    try:
        return open_secret(bytes(wrapped), house_key, owner=_OWNER)
    except StoreError:
        message = "the books were sealed with another key of the house, or the secret of their seals was changed"
        raise StoreError(code="seal_has_another_key", message=message) from None


def _new_secret(connection: Connection, house_key: bytes) -> bytes:
    secret = os.urandom(_SECRET_OCTETS)
    connection.execute(delete(house).where(house.c.word == SECRET))
    connection.execute(insert(house), {"word": SECRET, "value": seal_secret(secret, house_key, owner=_OWNER)})
    return secret


def _is_empty(connection: Connection) -> bool:
    return all(connection.execute(select(table).limit(1)).first() is None for table in metadata.sorted_tables)


def _locked(connection: Connection, scopes: Sequence[str]) -> dict[str, Seal]:
    query = select(seals).where(seals.c.scope.in_(scopes)).order_by(seals.c.scope)
    if connection.dialect.name == "postgresql":
        query = query.with_for_update()
    return {row.scope: Seal(row.scope, row.rows, row.nonce, row.masked) for row in connection.execute(query)}
