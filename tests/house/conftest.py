"""What tests of accounts share: a clock that they set, and books of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.store import Store, open_store


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "people.db") as opened:
        yield opened
