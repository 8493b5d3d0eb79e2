"""Signals: what one process of a house lets the others know the moment it is durable.

PostgreSQL only. SQLite is one house in one process, and there is nobody to signal to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine

from punto.store.error import StoreError
from punto.store.failure import failure
from punto.store.lock import share_house
from punto.store.rows import Driver

_CHANNEL: Final = "punto"

_NOTIFY: Final = "SELECT pg_notify(?, ?)"


@dataclass(frozen=True, slots=True)
class Signal:
    """A table's new version, a session that has ended (its hash), or a late bet (its coup)."""

    topic: str
    name: str
    version: int = 0

    def __str__(self) -> str:
        return f"{self.topic} {self.version} {self.name}"


def read_signal(payload: str) -> Signal | None:
    """A signal as it arrived; None for what is not one of ours."""
    topic, _, rest = payload.partition(" ")
    version, _, name = rest.partition(" ")
    return Signal(topic, name, int(version)) if name and version.isascii() and version.isdigit() else None


def send(connection: Connection, signals: Sequence[Signal]) -> None:
    """Signal to the other processes; it is delivered when this transaction commits, and not if it does not."""
    if signals and connection.dialect.name == "postgresql":
        Driver(connection).write(_NOTIFY, [(_CHANNEL, str(signal)) for signal in signals])


class Subscription:
    """A connection of its own on which signals arrive."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def wait(self, seconds: float) -> Iterator[Signal]:
        """Signals as they arrive, for this long."""
        with _driver_errors():
            for notification in self._driver.notifies(timeout=seconds):
                if (signal := read_signal(notification.payload)) is not None:
                    yield signal

    def listen(self) -> None:
        """Have signals arrive here; who does so must wait for them, or they pile up at the server."""
        with _driver_errors():
            self._driver.execute(f"LISTEN {_CHANNEL}")

    def close(self) -> None:
        with _driver_errors():
            self._driver.close()


def subscribe(engine: Engine) -> Subscription | None:
    """A subscription to the other processes' signals; None on SQLite, where there are none."""
    subscription = hold_open(engine)
    if subscription is not None:
        subscription.listen()
    return subscription


def hold_open(engine: Engine) -> Subscription | None:
    """A connection of its own that only holds the house open, and its locks; None on SQLite, where a file is locked."""
    if engine.dialect.name != "postgresql":
        return None
    pooled = engine.raw_connection()
    driver: Any = pooled.driver_connection
    pooled.detach()
    with _driver_errors():
        driver.autocommit = True
        if share_house(driver):
            return Subscription(driver)
        driver.close()
    raise StoreError(code="house_is_restored", message="the books of this house are being replaced from a backup")


@contextmanager
def _driver_errors() -> Iterator[None]:
    """The driver's failures as ours: this connection is not SQLAlchemy's any more."""
    from psycopg import Error

    try:
        yield
    except Error as error:
        raise failure(error) from error
