"""The software that made a document, and when: its version, a hash of all its files, the moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

PROGRAM: Final = Path(__file__).parents[1]
"""The package itself."""


@dataclass(frozen=True, slots=True)
class Making:
    """The software that made a document, and the moment."""

    version: str
    manifest: str
    """One hash over the names and contents of all files of the software."""
    at: datetime

    @property
    def moment(self) -> str:
        utc = self.at.astimezone(UTC)
        return utc.strftime("%Y-%m-%d" if utc.time() == time() else "%Y-%m-%d %H:%M UTC")


def making(at: datetime | date | None = None) -> Making:
    """This software, at that moment or on that day; today by default, so that one day makes one document."""
    if at is None:
        at = datetime.now(UTC).date()
    if not isinstance(at, datetime):
        at = datetime.combine(at, time(), UTC)
    elif at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return Making(version("punto"), _manifest(), at)


@lru_cache(maxsize=1)
def _manifest() -> str:
    return digest(dict(file_hashes("program", PROGRAM)))


def digest(files: dict[str, str]) -> str:
    """One hash over names of files and the hashes of their contents."""
    return sha256("".join(f"{hash}  {name}\n" for name, hash in sorted(files.items())).encode()).hexdigest()


def file_hashes(word: str, folder: Path) -> Iterable[tuple[str, str]]:
    """Every file under a folder as `word/name`, with the SHA-256 of its contents."""
    for file in sorted(folder.rglob("*")):
        # Python's compiled files are made from the source at run time; they are no part of the software.
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc":
            yield f"{word}/{file.relative_to(folder).as_posix()}", sha256(file.read_bytes()).hexdigest()
