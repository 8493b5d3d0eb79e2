"""Compiling the C core: which compiler, which name, and a file that is written whole or not at all.

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
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).parent / "c"
# The SIMD lanes enable their own instructions; everything else must run on any processor of the family.
FLAGS = ("-std=c99", "-O3", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden")
# Left to itself, the compiler of the ziglang wheel would compile for this very processor.
ZIG_FLAGS = ("-mcpu=baseline", "-fno-sanitize=undefined")
# For a page: no operating system, no imports, its functions exported by name. Browsers got these lanes in 2021 to 2023.
WASM_FLAGS = (
    "-std=c99", "-O3", "-ffp-contract=off", "-fno-sanitize=undefined",
    "-target", "wasm32-freestanding", "-mcpu=generic+simd128", "-nostdlib", "-s", "-Wl,--no-entry",
    *(f"-Wl,--export={name}" for name in ("punto_plan_size", "punto_plan", "punto_counts", "__heap_base")),
)  # fmt: skip
WASM_UNIT = "core.c"
SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}
SUFFIX = SUFFIXES.get(sys.platform, ".so")


@dataclass(frozen=True, slots=True)
class Platform:
    """A kind of machine that a wheel is made for, by the compiler of the ziglang wheel."""

    name: str
    tag: str
    """The platform of the wheel's tag."""
    triple: str
    """What the compiler calls it."""
    system: str
    """What Python calls it there: `sys.platform`, and `platform.machine()` in small letters."""
    machine: str
    flags: tuple[str, ...] = ()

    @property
    def wheel_tag(self) -> str:
        return f"py3-none-{self.tag}"


_ELF = ("-s", "-Wl,--build-id=none")
# Without a name of its own a library of macOS carries the path it was first written to.
_MACHO = ("-s", "-Wl,-install_name,@rpath/_core.dylib")
TARGETS = {
    target.name: target
    for target in (
        Platform("linux-x86_64", "manylinux_2_17_x86_64.manylinux2014_x86_64", "x86_64-linux-gnu.2.17", "linux",
                 "x86_64", _ELF),
        Platform("linux-arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64", "aarch64-linux-gnu.2.17", "linux",
                 "aarch64", _ELF),
        Platform("musl-x86_64", "musllinux_1_1_x86_64", "x86_64-linux-musl", "linux", "x86_64", _ELF),
        Platform("musl-arm64", "musllinux_1_1_aarch64", "aarch64-linux-musl", "linux", "aarch64", _ELF),
        Platform("macos-x86_64", "macosx_11_0_x86_64", "x86_64-macos.11.0-none", "darwin", "x86_64", _MACHO),
        Platform("macos-arm64", "macosx_11_0_arm64", "aarch64-macos.11.0-none", "darwin", "arm64", _MACHO),
        Platform("windows-x86_64", "win_amd64", "x86_64-windows-gnu", "win32", "amd64", ("-s",)),
    )
}  # fmt: skip


class KernelUnavailable(RuntimeError):
    """The C core is not there and could not be made: a code for programs, a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def library_name(sources: Path = SOURCES, target: Platform | None = None) -> str:
    """The file name of the library made from these sources, here or elsewhere; any change to them changes it."""
    system, machine = (target.system, target.machine) if target else (sys.platform, platform.machine().lower())
    return f"_core-{system}-{machine}-{_digest(sources, FLAGS)}{SUFFIXES.get(system, '.so')}"


def wasm_name(sources: Path = SOURCES) -> str:
    """The file name of the WebAssembly module made from these sources."""
    return f"_core-wasm32-{_digest(sources, WASM_FLAGS)}.wasm"


def _digest(sources: Path, flags: tuple[str, ...]) -> str:
    digest = hashlib.sha256(" ".join(flags).encode())
    for path in sorted(sources.iterdir()):
        if path.suffix in {".c", ".h", ".inc"}:
            digest.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def system_compiler() -> list[str] | None:
    """The command of a C compiler on PATH, `CC` first."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        command = shlex.split(name)
        if command and shutil.which(command[0]):
            return command
    return None


def ziglang() -> list[str] | None:
    """The command of the compiler in the ziglang wheel, if that is installed."""
    return [sys.executable, "-m", "ziglang", "cc"] if importlib.util.find_spec("ziglang") is not None else None


def compiler(target: Platform | None = None) -> list[str]:
    """The command that compiles C: the system's, else the one in the ziglang wheel; for other machines always that."""
    command = None if target else system_compiler()
    if command is not None:
        return command
    if (zig := ziglang()) is not None:
        for_it = ("-target", target.triple, *target.flags) if target else ()
        return [*zig, *ZIG_FLAGS, *for_it]
    raise KernelUnavailable(
        "no_compiler",
        "Punto's C core is not built and there is no C compiler: install one so that `cc` is on PATH, "
        "or run `pip install ziglang`.",
    )


def build(directory: Path, sources: Path = SOURCES, target: Platform | None = None) -> Path:
    """The library in this directory, compiled now unless another process just did; for this machine, or a target."""
    library = directory / library_name(sources, target)
    command = compiler(target)
    with _only_one(directory):
        if not library.exists():
            units = sorted(path.name for path in sources.glob("*.c"))
            _compile([*command, *FLAGS], sources, units, library)
            # A user's cache may serve several versions, and a folder of wheels several machines; this one serves one.
            if directory == sources.parent and target is None:
                _remove_stale(library)
    return library


def build_wasm(directory: Path, sources: Path = SOURCES) -> Path:
    """The module for pages in this directory, compiled now unless it is there; the ziglang wheel alone can."""
    module = directory / wasm_name(sources)
    command = ziglang()
    if command is None:
        raise KernelUnavailable(
            "no_compiler",
            "Punto's core for pages (WebAssembly) is not built and the compiler for it is not installed: "
            "run `pip install ziglang`.",
        )
    with _only_one(directory):
        if not module.exists():
            _compile([*command, *WASM_FLAGS], sources, [WASM_UNIT], module)
    return module


def _remove_stale(target: Path) -> None:
    for path in target.parent.glob(f"_core-{sys.platform}-{platform.machine().lower()}-*{SUFFIX}"):
        if path != target:
            with contextlib.suppress(OSError):  # Somebody else was quicker, or still has it open.
                path.unlink()


def _compile(command: list[str], sources: Path, units: list[str], target: Path) -> None:
    # Under its final name: some formats write the name of the output into the file.
    with tempfile.TemporaryDirectory(prefix="_part-", dir=target.parent, ignore_cleanup_errors=True) as folder:
        output = Path(folder) / target.name
        # Units by relative path, so that no path of this machine gets into the file.
        whole = [*command, "-o", str(output.absolute()), *units]
        done = subprocess.run(whole, capture_output=True, text=True, check=False, cwd=sources)
        if done.returncode != 0:
            raise KernelUnavailable(
                "build_failed",
                f"Punto's C core did not compile with `{command[0]}` (exit {done.returncode}): {done.stderr.strip()}",
            )
        output.chmod(0o755)
        os.replace(output, target)


@contextlib.contextmanager
def _only_one(directory: Path) -> Iterator[None]:
    """Lets one process at a time compile here. Two would do no harm, only the same work twice."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    # The folder itself is locked: a lock file would be left behind.
    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
