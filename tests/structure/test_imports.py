"""Imports go down only: the contract holds, and a wrong import breaks it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from structure.tree import PACKAGE, ROOT

LINT = Path(sys.executable).parent / "lint-imports"


def lint(root: Path) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(root / "src")}
    command = [str(LINT), "--no-cache"]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(PACKAGE, tmp_path / "src" / "punto", ignore=lambda folder, names: [
        name for name in names if not name.endswith(".py") and not (Path(folder) / name).is_dir()
    ])  # fmt: skip
    return tmp_path


def test_imports_go_down_only() -> None:
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_wrong_import_breaks_the_contract(copied: Path) -> None:
    with (copied / "src" / "punto" / "coup" / "tableau.py").open("a") as file:
        file.write("\nfrom punto.rulebook.mistake import Mistake\n")
    found = lint(copied)
    assert found.returncode == 1
    assert "punto.coup.tableau -> punto.rulebook.mistake" in found.stdout


def test_neighbours_do_not_import_each_other(copied: Path) -> None:
    with (copied / "src" / "punto" / "kit" / "sides.py").open("a") as file:
        file.write("\nimport punto.kernel\n")
    found = lint(copied)
    assert found.returncode == 1
    assert "punto.kit.sides -> punto.kernel" in found.stdout


def test_every_package_is_in_the_contract() -> None:
    contract = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[[tool.importlinter.contracts]]")[2]
    packages = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    assert {name for name in packages if f"punto.{name}" not in contract} == set()
