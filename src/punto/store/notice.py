"""Notices: what one process of a house tells the others the moment it is durable, and who holds which lock.

PostgreSQL only. SQLite is one house in one process, which has nobody to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, Engine, text

from punto.store.error import StoreError

_CHANNEL: Final = "punto"

_TELL: Final = text("SELECT pg_notify(:channel, :word)")


@dataclass(frozen=True, slots=True)
class Notice:
    """News of a table (its new version), of a session that has ended (its hash), or of a late bet (its coup)."""

    topic: str
    name: str
    version: int = 0

    def __str__(self) -> str:
        return f"{self.topic} {self.version} {self.name}"


def read_notice(word: str) -> Notice | None:
    """A notice as it came over the line; None for what is not one of ours."""
    topic, _, rest = word.partition(" ")
    version, _, name = rest.partition(" ")
    return Notice(topic, name, int(version)) if name and version.isascii() and version.isdigit() else None


def tell(connection: Connection, notices: Sequence[Notice]) -> None:
    """Tell the other processes; it is delivered when this transaction commits, and not if it does not."""
    if notices and connection.dialect.name == "postgresql":
        connection.execute(_TELL, [{"channel": _CHANNEL, "word": str(one)} for one in notices])


class Line:
    """A connection of its own on which notices arrive and which holds locks; who loses it holds none."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def wait(self, seconds: float) -> Iterator[Notice]:
        """Notices as they come in, for so long."""
        with _told():
            for word in self._driver.notifies(timeout=seconds):
                if (notice := read_notice(word.payload)) is not None:
                    yield notice

    def take(self, name: str) -> bool:
        """Take a lock if nobody has it; it goes back when this line ends, however it ends."""
        number = int.from_bytes(sha256(f"punto {name}".encode()).digest()[:8], "big", signed=True)
        with _told():
            row = self._driver.execute("SELECT pg_try_advisory_lock(%s)", (number,)).fetchone()
        return bool(row[0])

    def close(self) -> None:
        with _told():
            self._driver.close()


def open_line(engine: Engine) -> Line | None:
    """A line to the other processes; None on SQLite, where there are none."""
    if engine.dialect.name != "postgresql":
        return None
    pooled = engine.raw_connection()
    driver: Any = pooled.driver_connection
    pooled.detach()
    with _told():
        driver.autocommit = True
        driver.execute(f"LISTEN {_CHANNEL}")
    return Line(driver)


@contextmanager
def _told() -> Iterator[None]:
    """The driver's failures as ours: this connection is not SQLAlchemy's any more."""
    from psycopg import Error

    try:
        yield
    except Error as error:
        raise StoreError(code="store_failed", message=f"the database failed: {error}") from error
