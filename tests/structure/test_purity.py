"""The packages that decide and count touch no files, clock, chance, environment or network."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from structure.tree import PACKAGE

PURE = ("kit", "coup", "rulebook", "table", "chance", "view")
MAY_READ_FILES = ("rulebook/read/", "rulebook/library.py")
OUTSIDE = """
    asyncio concurrent ctypes fcntl ftplib getpass glob http importlib io locale logging mmap multiprocessing os pathlib
    platform random secrets select shutil signal smtplib socket sqlite3 ssl subprocess sys tempfile threading time
    urllib uuid zoneinfo
"""
CALLS = {"open", "input", "print", "eval", "exec", "__import__", "breakpoint"}
MOMENTS = {"now", "today", "utcnow"}


def impure(source: str) -> Iterator[str]:
    """What in a module reaches outside it."""
    outside = set(OUTSIDE.split())
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (f"import {name.name}" for name in names if name.name.split(".")[0] in outside)
            case ast.ImportFrom(module=str(module), level=0) if module.split(".")[0] in outside:
                yield f"from {module}"
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield f"{name}()"
            case ast.Call(func=ast.Attribute(attr=name, value=ast.Name(id="datetime" | "date"))) if name in MOMENTS:
                yield f"the clock: {name}()"
            case ast.Attribute(attr="random", value=ast.Name(id="np" | "numpy")):
                yield "numpy.random"


def pure_modules() -> list[Path]:
    files = (file for package in PURE for file in sorted((PACKAGE / package).rglob("*.py")))
    return [file for file in files if not file.relative_to(PACKAGE).as_posix().startswith(MAY_READ_FILES)]


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_reach_nothing_outside(package: str) -> None:
    files = [file for file in pure_modules() if file.relative_to(PACKAGE).parts[0] == package]
    assert files
    found = {file.name: list(impure(file.read_text(encoding="utf-8"))) for file in files}
    assert {name: reaches for name, reaches in found.items() if reaches} == {}


@pytest.mark.parametrize(
    ("source", "reaches"),
    [
        ("import os.path", "import os.path"),
        ("def f():\n    from time import time", "from time"),
        ("import random as kit", "import random"),
        ("text = open('rules.toml').read()", "open()"),
        ("from datetime import datetime\nat = datetime.now()", "the clock: now()"),
        ("import numpy as np\nnp.random.rand()", "numpy.random"),
    ],
)
def test_an_impure_module_is_seen(source: str, reaches: str) -> None:
    assert list(impure(source)) == [reaches]


def test_a_pure_module_is_left_alone() -> None:
    assert list(impure("from datetime import datetime\nimport re\nfrom punto.kit import Side\nbook.open()")) == []


def test_only_the_reader_of_files_is_exempt() -> None:
    exempt = {file.relative_to(PACKAGE).as_posix() for file in (PACKAGE / "rulebook").rglob("*.py")} - {
        file.relative_to(PACKAGE).as_posix() for file in pure_modules()
    }
    assert "rulebook/library.py" in exempt
    assert all(name.startswith(MAY_READ_FILES) for name in exempt)
