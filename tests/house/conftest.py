"""What tests of accounts share: a clock that they set, and books of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from punto.house.people.people import AccessRules, People
from punto.store import Store, open_store

KEY = b"k" * 32


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def open_people(
    store: Store,
    clock: Clock,
    *,
    life: float = 12 * 3600.0,
    second_factor: bool = False,
    key: bytes = KEY,
    reserved: Collection[str] = (),
    passed: Callable[[], float] | None = None,
) -> People:
    """People with the idle times and the life of a session that a house has by default."""
    return People(store, clock, AccessRules(300, 1800, life, second_factor), key, reserved, passed)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "people.db") as opened:
        yield opened
