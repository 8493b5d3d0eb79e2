"""Every wheel: one a platform, compiled for all of them here by the ziglang wheel.

`SOURCE_DATE_EPOCH=… ./run --group wheels python -m tools.wheels FOLDER` makes all seven, byte for byte the same each
time; names after FOLDER make those alone. Without SOURCE_DATE_EPOCH it is the moment of the last commit.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from punto.kernel.build import TARGETS

ROOT = Path(__file__).parents[1]


def make_wheel(name: str, folder: Path, epoch: str) -> Path:
    """The wheel of one target, made into a folder; where it cannot be built the exit message is hatchling's."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"PUNTO_TARGET": name, "SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory(dir=folder) as part:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(Path(part).absolute())]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stderr.strip() or done.stdout.strip())
        [wheel] = Path(part).glob("*.whl")
        return wheel.replace(folder / wheel.name)


def last_commit() -> str:
    """Seconds since 1970, as SOURCE_DATE_EPOCH has them."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    if len(sys.argv) < 2 or (unknown := set(sys.argv[2:]) - set(TARGETS)):
        complaint = f"; there is no {', '.join(sorted(unknown))}" if len(sys.argv) > 1 else ""
        sys.exit(f"python -m tools.wheels FOLDER [{' | '.join(TARGETS)}]...{complaint}")
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or last_commit()
    for name in sys.argv[2:] or TARGETS:
        wheel = make_wheel(name, Path(sys.argv[1]), epoch)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        print(f"{digest}  {wheel.name}  {wheel.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
