"""Where the tree is, and the files in it that are kept."""

import os
import subprocess
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "punto"


@cache
def tracked_texts() -> dict[str, str]:
    """The text files that git keeps, by their path from the root."""
    texts = {}
    for name in kept(ROOT):
        file = ROOT / name
        if file.is_file():
            try:
                texts[name] = file.read_bytes().decode("utf-8")
            except UnicodeDecodeError:
                continue
    return texts


def kept(root: Path) -> list[str]:
    """What git keeps of a tree; of an unpacked archive, or where there is no git, all that it would not ignore."""
    if (root / ".git").exists():  # Else it would answer for a checkout around this one.
        try:
            listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
            return list(filter(None, listed.decode().split("\0")))
        except (OSError, subprocess.CalledProcessError):  # Not installed, or the tree is somebody else's.
            pass
    return _unignored(root)


def _unignored(root: Path) -> list[str]:
    patterns = (root / ".gitignore").read_text(encoding="utf-8").split()
    names: list[str] = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name != ".git" and not _matches(f"{name}/", patterns)]
        names += [(Path(folder) / name).relative_to(root).as_posix() for name in files if not _matches(name, patterns)]
    return sorted(names)


def _matches(name: str, patterns: list[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)
