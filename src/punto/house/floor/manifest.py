"""The manifest: a hash of every file this house runs on, so that one changed byte is seen.

Code, pages and rulebooks as they lie on the disk, and the settings as they were
read. Taken when the house starts, held against an approved one if the settings name
it, and taken again whenever the auditor asks.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from punto.house.settings import Settings, shown_settings
from punto.kit import Refused
from punto.report.making import PROGRAM, digest, file_hashes
from punto.view.house import FileChange

_LISTED: Final = 5


class Manifest(msgspec.Struct, frozen=True):
    """Names with the SHA-256 of what they hold."""

    files: dict[str, str]

    @property
    def digest(self) -> str:
        """One hash for all: the same names with the same contents, and nothing besides."""
        return digest(self.files)


def take_manifest(settings: Settings, program: Path = PROGRAM) -> Manifest:
    """The house as it lies on the disk now."""
    files = dict(file_hashes("program", program))
    for number, folder in enumerate(settings.rulebooks, 1):
        files |= dict(file_hashes(f"rulebooks-{number}", Path(folder)))
    files["settings"] = sha256(msgspec.json.encode(shown_settings(settings), order="sorted")).hexdigest()
    return Manifest(files)


def differences(then: Manifest, now: Manifest) -> list[FileChange]:
    """Files that differ: each name with both hashes, an empty one where there was or is no such file."""
    names = sorted(then.files.keys() | now.files.keys())
    both = ((name, then.files.get(name, ""), now.files.get(name, "")) for name in names)
    return [FileChange(name, was, is_now) for name, was, is_now in both if was != is_now]


def read_manifest(file: Path) -> Manifest:
    """An approved manifest, as GET /api/manifest gave it."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Manifest)
    except OSError as error:
        raise Refused(code="unreadable", message=f"{file} cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise Refused(code="bad_manifest", message=f"{file} is no manifest: {error}") from None


def require_approved(settings: Settings, now: Manifest) -> None:
    """Refused if the settings name an approved manifest and the house is not as it says.

    The settings themselves are left out of it where they are not in the file: they name the file.
    """
    if not settings.manifest:
        return
    approved = read_manifest(Path(settings.manifest))
    if "settings" not in approved.files:
        now = Manifest({name: hash for name, hash in now.files.items() if name != "settings"})
    if changed := differences(approved, now):
        names = ", ".join(change.name for change in changed[:_LISTED])
        more = f" and {len(changed) - _LISTED} more" if len(changed) > _LISTED else ""
        raise Refused(code="software_is_not_as_approved", message=f"not as in {settings.manifest}: {names}{more}")
