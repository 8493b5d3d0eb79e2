"""Locks of a whole database: of a file, which is one process's house, and of one on a server, which is open or not.

Two processes on one file would each let its clocks run. On a server they share a house, and what must not happen there
is that its books are replaced under one of them.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from punto.kit import Refused
from punto.store.private import append_private


def lock_number(name: str) -> int:
    """A name as PostgreSQL has its advisory locks: 64 bits."""
    return int.from_bytes(sha256(f"punto {name}".encode()).digest()[:8], "big", signed=True)


_OPEN: Final = lock_number("house is open")


def share_house(driver: Any) -> bool:
    """Hold the house open for as long as this connection lasts; False while its books are being replaced."""
    return bool(driver.execute("SELECT pg_try_advisory_lock_shared(%s)", (_OPEN,)).fetchone()[0])


def require_closed(connection: Connection) -> None:
    """Refused if a process has the house on this server open; none opens it before this transaction ends."""
    if not connection.scalar(text("SELECT pg_try_advisory_xact_lock(:number)"), {"number": _OPEN}):
        raise Refused(code="house_is_open", message="the house on this database is open; close all its processes first")


@contextmanager
def locked(url: URL) -> Iterator[None]:
    """The lock of a file for as long as this lasts; nothing on a server, where processes share a house."""
    if url.get_backend_name() != "sqlite":
        yield
        return
    with lock(Path(str(url.database))):
        yield


def lock(file: Path) -> IO[str]:
    """The lock of a file, until it is closed; Refused if another process has it."""
    try:
        lock_file = append_private(file.with_name(file.name + ".lock"))
    except OSError as error:
        raise Refused(code="unreadable", message=f"{file} cannot be opened: {error.strerror}") from None
    try:
        fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock_file.close()
        message = f"{file} is open in another process; PostgreSQL lets several share a house"
        raise Refused(code="house_is_open", message=message) from None
    return lock_file
