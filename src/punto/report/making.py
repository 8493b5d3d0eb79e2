"""What made a document, and when: the software's version, a hash of all its files, the moment."""

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
    """By which software a document was made, and when."""

    version: str
    manifest: str
    """One hash of every file of the software: the same names with the same contents, and nothing besides."""
    made: datetime

    @property
    def moment(self) -> str:
        made = self.made.astimezone(UTC)
        return made.strftime("%Y-%m-%d" if made.time() == time() else "%Y-%m-%d %H:%M UTC")


def making(made: datetime | date | None = None) -> Making:
    """This software, at that moment or on that day; today if none is named, so that a day has one such document."""
    if made is None:
        made = datetime.now(UTC).date()
    if not isinstance(made, datetime):
        made = datetime.combine(made, time(), UTC)
    elif made.tzinfo is None:
        made = made.replace(tzinfo=UTC)
    return Making(version("punto"), _manifest(), made)


@lru_cache(maxsize=1)
def _manifest() -> str:
    return digest(dict(file_hashes("program", PROGRAM)))


def digest(files: dict[str, str]) -> str:
    """One hash for names with the hashes of what they hold."""
    return sha256("".join(f"{hash}  {name}\n" for name, hash in sorted(files.items())).encode()).hexdigest()


def file_hashes(word: str, folder: Path) -> Iterable[tuple[str, str]]:
    """Every file under a folder, by its name behind a word, with the SHA-256 of what it holds."""
    for file in sorted(folder.rglob("*")):
        # What Python compiles for itself is made again from the source, by its date; it is no file of ours.
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc":
            yield f"{word}/{file.relative_to(folder).as_posix()}", sha256(file.read_bytes()).hexdigest()
