"""Files that only their owner reads: databases, locks, backups."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from sqlalchemy.engine import URL

MODE: Final = 0o600


def make_private(file: Path) -> None:
    """Make an empty file that is its owner's alone, unless there is a file already."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))


def append_private(file: Path) -> IO[str]:
    """Open a file to append to, its owner's alone if this makes it."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, MODE), "a")


def make_database_private(url: URL) -> None:
    """Make the file of a SQLite database its owner's alone; its write-ahead log gets the same mode from SQLite.

    Where the file cannot be made SQLite says so itself when it is opened.
    """
    if url.get_backend_name() == "sqlite" and url.database and "uri" not in url.query:
        with suppress(OSError, ValueError):
            make_private(Path(url.database))


def sync(file: Path) -> None:
    """Have what was written to a file, or which names a folder holds, outlive a crash."""
    opened = os.open(file, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
