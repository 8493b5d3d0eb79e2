"""Everything below the server is a library: using it loads no terminal, no web server and no database."""

import json
import subprocess
import sys

import pytest

from structure.tree import PACKAGE

LIBRARY = ("kit", "kernel", "coup", "rulebook", "table", "chance", "simulate", "report", "view", "facade")
WITHOUT = {"typer", "rich", "litestar", "uvicorn", "sqlalchemy", "alembic", "psycopg", "sqlite3", "distributed"}


def modules_of(packages: tuple[str, ...]) -> list[str]:
    files = (file.relative_to(PACKAGE) for package in packages for file in sorted((PACKAGE / package).rglob("*.py")))
    return ["punto." + ".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files]


def loaded(modules: list[str]) -> set[str]:
    """The top packages in a fresh interpreter that has imported these."""
    imports = "; ".join(f"import {module}" for module in modules)
    program = f"import json, sys; {imports}; json.dump(list(sys.modules), sys.stdout)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(done.stdout))


def unwanted(modules: set[str]) -> set[str]:
    ours = {name for name in modules if name.startswith("punto.") and name.split(".")[1] not in LIBRARY}
    return ({name.split(".")[0] for name in modules} & WITHOUT) | ours


def test_a_library_loads_no_terminal_no_server_and_no_database() -> None:
    modules = modules_of(LIBRARY)
    assert len(modules) > len(LIBRARY)
    found = loaded(modules)
    assert set(modules) <= found
    assert unwanted(found) == set()


@pytest.mark.parametrize(
    ("module", "package"),
    [("punto.store", "sqlalchemy"), ("punto.cli.main", "typer"), ("punto.server.app", "litestar")],
)
def test_what_a_library_does_without_is_seen(module: str, package: str) -> None:
    assert package in unwanted(loaded([module]))
