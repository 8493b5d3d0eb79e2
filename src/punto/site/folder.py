"""The folder that the site is written into: an empty one, a new one, or one that holds a site made before."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from punto.kit import Refused
from punto.site.book_data import MARK
from punto.site.contents import INDEX


class EarlierSite(msgspec.Struct):
    """The fields read from the index of an earlier site, whichever version wrote it."""

    site: str
    files: list[str]


def check_folder(folder: Path) -> EarlierSite | None:
    """The earlier site in the folder; Refused, before any work is done, if no site could be written there."""
    if not folder.exists():
        if not folder.absolute().parent.is_dir():
            raise _unwritable(folder, f"{folder.absolute().parent} is not a folder")
        return None
    if not folder.is_dir():
        raise Refused(code="out_not_empty", message=f"{folder} is a file; a site is a folder of files")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _unwritable(folder, "this account may not write there")
    earlier = _earlier(folder)
    if earlier is None and any(folder.iterdir()):
        message = f"{folder} is not empty and holds no site made before: name an empty or a new folder"
        raise Refused(code="out_not_empty", message=message)
    return earlier


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes the files and removes those of an earlier site; any other file in the folder stays."""
    earlier = check_folder(folder)
    try:
        folder.mkdir(exist_ok=True)
        for name, octets in files.items():
            if name != INDEX:
                _put(folder / name, octets)
        for name in earlier.files if earlier else ():
            if name not in files and _is_inside(name):
                _take_away(folder, name)
        # The index last: a site is one that has all its files.
        _put(folder / INDEX, files[INDEX])
    except OSError as error:
        raise _unwritable(folder, error.strerror or str(error)) from None


def _earlier(folder: Path) -> EarlierSite | None:
    try:
        earlier = msgspec.json.decode((folder / INDEX).read_bytes(), type=EarlierSite)
    except (OSError, msgspec.DecodeError):
        return None
    return earlier if earlier.site == MARK else None


def _put(file: Path, octets: bytes) -> None:
    """Replaces a file in one step, so that no reader finds half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    number, part = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as out:
            out.write(octets)
        Path(part).chmod(0o644)
        Path(part).replace(file)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def _take_away(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    for above in PurePosixPath(name).parents[:-1]:
        if (folder / above).is_dir() and not any((folder / above).iterdir()):
            (folder / above).rmdir()


def _unwritable(folder: Path, why: str) -> Refused:
    return Refused(code="unwritable", message=f"{folder} cannot be written: {why}")
