"""The loaded C core: found beside this file or in the user's cache, built where it is missing or out of date."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path

from punto.kernel.build import SOURCES, KernelUnavailable, build, library_name

HERE = Path(__file__).parent


class Route(IntEnum):
    """Which numbers the core counts in. All give the same counts; a shoe too big for doubles is counted in integers."""

    BEST = -1
    INTEGER = 0
    DOUBLE = 1
    TWO_LANES = 2
    FOUR_LANES = 3
    EIGHT_LANES = 4


class TableauStruct(ctypes.Structure):
    """`struct tableau` of core.h."""

    _fields_ = (
        ("naturals", ctypes.c_int32),
        ("player_draws", ctypes.c_int32),
        ("banker_draws_alone", ctypes.c_int32),
        ("banker_draws_on", ctypes.c_int32 * 10),
    )


class ProgramTable(ctypes.Structure):
    """`struct program` of core.c; the pointers are addresses of arrays that the owner keeps alive."""

    _fields_ = (
        ("rows", ctypes.c_int64),
        ("functionals", ctypes.c_int64),
        ("row_start", ctypes.c_void_p),
        ("cell", ctypes.c_void_p),
        ("entry_start", ctypes.c_void_p),
        ("entry_row", ctypes.c_void_p),
        ("entry_payoff", ctypes.c_void_p),
        ("denominator", ctypes.c_void_p),
        ("base", ctypes.c_void_p),
    )


def user_cache() -> Path:
    """Where this user's built libraries are kept when the package's own folder cannot be written."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        root = "~/Library/Caches"
    else:
        root = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(root).expanduser() / "punto"


def library_path(home: Path = HERE, sources: Path = SOURCES) -> Path:
    """The library made from these very sources: the one that lies there, else a new one."""
    return built_in((home, user_cache()), library_name(sources), lambda folder: build(folder, sources))


def built_in(homes: Sequence[Path], name: str, build: Callable[[Path], Path]) -> Path:
    """A file of this name in one of these folders; a missing one is made in the first that can be written."""
    for folder in homes:
        if (folder / name).exists():
            return folder / name
    trouble: OSError | None = None
    for folder in homes:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return build(folder)
        except OSError as error:
            trouble = error
    nowhere = f"neither {' nor '.join(map(str, homes))} can" if len(homes) > 1 else f"{homes[0]} cannot"
    raise KernelUnavailable("nowhere_to_build", f"Punto's C core is not built and {nowhere} be written: {trouble}.")


def open_library(home: Path = HERE, sources: Path = SOURCES) -> ctypes.CDLL:
    """The library with its signatures declared; a file that cannot be loaded is built once more."""
    path = library_path(home, sources)
    try:
        library = ctypes.CDLL(str(path))
    except OSError:
        path.unlink(missing_ok=True)
        library = ctypes.CDLL(str(library_path(home, sources)))
    address, size = ctypes.c_void_p, ctypes.c_int64
    library.punto_paths.argtypes = []
    library.punto_plan_size.argtypes = []
    library.punto_plan.argtypes = [address, address]
    library.punto_plan.restype = None
    library.punto_counts.argtypes = [address, address, size, ctypes.c_int, address]
    library.punto_counts.restype = size
    library.punto_price.argtypes = [address, address, address, size, ctypes.c_int, address, address, address, address]
    library.punto_price.restype = size
    return library


@cache
def library() -> ctypes.CDLL:
    """The core of this process."""
    return open_library()


def routes() -> tuple[Route, ...]:
    """The routes this processor can take, without `BEST`."""
    return tuple(Route(number) for number in range(int(library().punto_paths()) + 1))
