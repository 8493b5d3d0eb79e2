"""A store on each engine; the PostgreSQL server is started once a test process."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from punto.store import Store, open_store
from store.server import NoServer, Server, postgresql

_names = count()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    try:
        # No test cuts the power, so the disk need not be waited for.
        with postgresql(fsync="off") as running:
            yield running
    except NoServer as reason:
        pytest.skip(f"PostgreSQL from the wheel does not run here: {reason}")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'books.db'}"
    server: Server = request.getfixturevalue("server")
    return server.make_database(f"test_{next(_names)}")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with open_store(url) as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a SQLite file may be made."""
    return tmp_path / "books.db"
