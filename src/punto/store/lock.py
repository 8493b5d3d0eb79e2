"""The lock of a database in a file: it is one process's house, and two would each let its clocks run."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy.engine import URL

from punto.kit import Refused


@contextmanager
def locked(url: URL) -> Iterator[None]:
    """The lock for as long as this lasts; nothing on a server, where processes share a house."""
    if url.get_backend_name() != "sqlite":
        yield
        return
    with lock(Path(str(url.database))):
        yield


def lock(file: Path) -> IO[str]:
    """The lock of a file, until it is closed; Refused if another process has it."""
    try:
        held = file.with_name(file.name + ".lock").open("a")
    except OSError as error:
        raise Refused(code="unreadable", message=f"{file} cannot be opened: {error.strerror}") from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        message = f"{file} is open in another process; PostgreSQL lets several share a house"
        raise Refused(code="house_is_open", message=message) from None
    return held
