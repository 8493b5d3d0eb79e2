"""Compiling the C core: which compiler, which name, and a file that is either whole or not there.

The install hook loads this file by itself, before the package exists: it imports the standard library only.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parent / "c"
# Lanes ask for their own instructions; everything else must run on any processor of the family.
FLAGS = ("-std=c99", "-O3", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden")
# Left to itself, the compiler of the ziglang wheel would compile for this very processor.
ZIG_FLAGS = ("-mcpu=baseline", "-fno-sanitize=undefined")
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


class KernelUnavailable(RuntimeError):
    """The C core is not there and could not be made: a code for programs, a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def library_name(sources: Path = SOURCES) -> str:
    """The file name of the library made from these sources; any change to them changes it."""
    digest = hashlib.sha256(" ".join(FLAGS).encode())
    for path in sorted(sources.iterdir()):
        if path.suffix in {".c", ".h", ".inc"}:
            digest.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return f"_core-{sys.platform}-{platform.machine().lower()}-{digest.hexdigest()[:16]}{SUFFIX}"


def system_compiler() -> list[str] | None:
    """The command of a C compiler on PATH, `CC` first."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        command = shlex.split(name)
        if command and shutil.which(command[0]):
            return command
    return None


def compiler() -> list[str]:
    """The command that compiles C here: the system's, else the one in the ziglang wheel."""
    found = system_compiler()
    if found is not None:
        return found
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc", *ZIG_FLAGS]
    raise KernelUnavailable(
        "no_compiler",
        "Punto's C core is not built and there is no C compiler: install one so that `cc` is on PATH, "
        "or run `pip install ziglang`.",
    )


def build(directory: Path, sources: Path = SOURCES) -> Path:
    """The library in this directory, compiled now unless another process just did."""
    target = directory / library_name(sources)
    command = compiler()
    with _only_one(directory):
        if not target.exists():
            _compile(command, sources, target)
            if directory == sources.parent:  # A user's cache may serve several versions; this folder serves one.
                _remove_stale(target)
    return target


def _remove_stale(target: Path) -> None:
    for path in target.parent.glob(f"_core-{sys.platform}-{platform.machine().lower()}-*{SUFFIX}"):
        if path != target:
            with contextlib.suppress(OSError):  # Somebody else was quicker, or still has it open.
                path.unlink()


def _compile(command: list[str], sources: Path, target: Path) -> None:
    handle, name = tempfile.mkstemp(prefix="_part-", suffix=SUFFIX, dir=target.parent)
    os.close(handle)
    try:
        units = [str(path) for path in sorted(sources.glob("*.c"))]
        done = subprocess.run([*command, *FLAGS, "-o", name, *units], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise KernelUnavailable(
                "build_failed",
                f"Punto's C core did not compile with `{command[0]}` (exit {done.returncode}): {done.stderr.strip()}",
            )
        os.chmod(name, 0o755)
        os.replace(name, target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


@contextlib.contextmanager
def _only_one(directory: Path) -> Iterator[None]:
    """Lets one process at a time compile here. Two would do no harm, only the same work twice."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    # The folder itself is locked: a lock file would be one more thing to leave lying about.
    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
