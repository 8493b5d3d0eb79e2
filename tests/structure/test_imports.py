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


BROKEN = {
    "coup/tableau.py": ("from punto.rulebook.mistake import Mistake", "punto.coup.tableau -> punto.rulebook.mistake"),
    "kit/sides.py": ("import punto.kernel", "punto.kit.sides -> punto.kernel"),
    "table/state.py": ("import punto.chance", "punto.table.state -> punto.chance"),
    "store/chain.py": ("import punto.simulate", "punto.store.chain -> punto.simulate"),
    "simulate/run.py": ("import punto.report", "punto.simulate.run -> punto.report"),
    "report/roads.py": ("import punto.view.table", "punto.report.roads -> punto.view.table"),
    "view/table.py": ("import punto.house.settings", "punto.view.table -> punto.house.settings"),
    "facade/game.py": ("import punto.house.settings", "punto.facade.game -> punto.house.settings"),
    "audit/felt.py": ("import punto.view.log", "punto.audit.felt -> punto.view.log"),
    "audit/walk.py": ("import punto.house.listener", "punto.audit.walk -> punto.house.listener"),
    "house/tables/desk.py": ("import punto.house.floor.floor", "punto.house.tables.desk -> punto.house.floor.floor"),
    "house/people/names.py": (
        "import punto.house.tables.late",
        "punto.house.people.names -> punto.house.tables.late",
    ),
    "server/stream/channel.py": ("import punto.server.service", "punto.server.stream.channel -> punto.server.service"),
    "house/listener.py": ("import rich.text", "punto.house.listener -> rich"),
    "audit/shoe.py": ("import litestar", "punto.audit.shoe -> litestar"),
    "report/par.py": ("import sqlalchemy", "punto.report.par -> sqlalchemy"),
    "view/log.py": ("import punto.store", "punto.view.log -> punto.store"),
}
"""For each contract a wrong import, and how it is named."""


@pytest.mark.parametrize("module", BROKEN)
def test_a_wrong_import_breaks_a_contract(copied: Path, module: str) -> None:
    line, named = BROKEN[module]
    with (copied / "src" / "punto" / module).open("a") as file:
        file.write(f"\n{line}\n")
    found = lint(copied)
    assert found.returncode == 1
    assert named in found.stdout


def test_every_contract_has_a_wrong_import_of_its_own(copied: Path) -> None:
    """All of them at once break every contract there is."""
    for module, (line, _) in BROKEN.items():
        with (copied / "src" / "punto" / module).open("a") as file:
            file.write(f"\n{line}\n")
    found = lint(copied)
    assert "0 kept" in found.stdout, found.stdout


def test_every_package_is_in_the_contract() -> None:
    contract = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[[tool.importlinter.contracts]]")[2]
    packages = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    assert {name for name in packages if f"punto.{name}" not in contract} == set()
