"""Connections: SQLite for one house on one machine, PostgreSQL for many processes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from threading import Lock
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError

from punto.store.error import Contended, StoreError
from punto.store.failure import failure

_BUSY_SECONDS: Final = 30

_WRITER_CACHE_KIB: Final = 16 * 1024
"""The pages that a hundred tables write to at their logs' ends, with their indexes."""

_CHECKPOINT_PAGES: Final = 4000
"""16 MiB of write-ahead log between two checkpoints. The same pages are written to again and again: the fewer
checkpoints, the less often each is copied, and a command waits for one of them."""


def make_engine(where: str | PathLike[str]) -> Engine:
    """An engine for a path, a `sqlite:///` URL or a `postgresql://` URL."""
    url = _url(fspath(where))
    if url.get_backend_name() == "sqlite":
        engine, writer = _sqlite(url, "BEGIN"), _sqlite(url, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        event.listen(writer, "connect", _settle_writer)
        event.listen(engine, "engine_disposed", lambda _: writer.dispose())
        _writers[engine] = _Writer(writer, Lock())
    else:
        engine = create_engine(url, pool_pre_ping=True)
        event.listen(engine, "connect", lambda connection, _: _settle_postgresql(connection, process_of(engine)))
        event.listen(engine, "handle_error", _raise_ours)
    return engine


def _sqlite(url: URL, begin: str, **pool: int) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False}, **pool)
    event.listen(engine, "connect", _settle_sqlite)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    event.listen(engine, "handle_error", _raise_ours)
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that will write: on SQLite it has the write lock from the start.

    A lock taken only at the first write could not be had once another process
    wrote in between, and what had been read would no longer be true.
    """
    if (writer := _writers.get(engine)) is None:
        with engine.begin() as connection:
            yield connection
    else:
        with writer.turn, writer.engine.begin() as connection:
            yield connection


class _Writer(NamedTuple):
    """The one connection of a process on which it writes to a SQLite file, and whose turn it is.

    SQLite forgets what it has read of a file when another connection has written to it: one that writes everything
    reads hardly anything. Its own way of waiting for the write lock is to sleep and try again, which starves somebody
    among many; so the threads of a process wait for each other here, and only processes for each other there.
    """

    engine: Engine
    turn: Lock


_writers: Final[WeakKeyDictionary[Engine, _Writer]] = WeakKeyDictionary()


def process_of(engine: Engine) -> str:
    """The unique name of the process that uses this engine, for leases and for the server."""
    return _processes.setdefault(engine, f"punto {secrets.token_hex(8)}")


_processes: Final[WeakKeyDictionary[Engine, str]] = WeakKeyDictionary()


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A transaction whose queries all see the same moment, whatever others commit meanwhile."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":  # SQLite's transactions are so by nature.
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


def _url(where: str) -> URL:
    if "://" not in where:
        url = URL.create("sqlite", database=where)
    else:
        try:
            url = make_url(where)
        except ArgumentError as error:
            raise StoreError(
                code="store_has_no_such_url", message=f"{where.split('://')[0]}://… is not a database: {error}"
            ) from None
    backend = url.get_backend_name()
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise StoreError(
                code="store_needs_a_file", message="a store is a file or a server; memory would not outlive a crash"
            )
        return url.set(drivername="sqlite+pysqlite")
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(
        code="store_has_no_such_url", message=f"{backend} is not a store; give a file or a postgresql:// URL"
    )


def _settle_sqlite(connection: Any, _: object) -> None:
    # The driver would begin transactions where it thinks fit; the listener of `begin` begins ours.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _settle_writer(connection: Any, _: object) -> None:
    for pragma in (f"cache_size=-{_WRITER_CACHE_KIB}", f"wal_autocheckpoint={_CHECKPOINT_PAGES}"):
        connection.execute(f"PRAGMA {pragma}").close()


def _settle_postgresql(connection: Any, process: str) -> None:
    # An acknowledged append is on the disk whatever the server's own default is.
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")
        cursor.execute(f"SET application_name = '{process}'")
    connection.commit()


def _raise_ours(context: ExceptionContext) -> None:
    """Every failure of the database becomes ours, with the driver's sentence but not the statement's values."""
    if context.is_pre_ping:
        return
    integrity = isinstance(context.sqlalchemy_exception, IntegrityError)
    raise as_ours(context.original_exception, integrity=integrity) from context.original_exception


def as_ours(error: BaseException, *, integrity: bool) -> StoreError:
    """A failure of the driver as one of ours; `integrity` where a key or a check of the database stood against it."""
    deadlock = getattr(error, "sqlstate", None) in ("40001", "40P01")
    if deadlock or integrity:
        return Contended(code="store_is_contended", message=f"the database failed: {error}".strip())
    return failure(error)
