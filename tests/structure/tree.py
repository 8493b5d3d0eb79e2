"""Where the tree is, and the files in it that are kept."""

import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "punto"


@cache
def tracked_texts() -> dict[str, str]:
    """The text files that git keeps, by their path from the root."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: what is kept cannot be told from what lies about")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    texts = {}
    for name in filter(None, listed.decode().split("\0")):
        file = ROOT / name
        if file.is_file():
            try:
                texts[name] = file.read_bytes().decode("utf-8")
            except UnicodeDecodeError:
                continue
    return texts
