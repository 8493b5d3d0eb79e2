"""A command whose extra is not installed says so in one sentence, with the line to type."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NoReturn

import pytest

from cli.calling import Punto
from punto.kit.extras import EXTRAS
from structure.tree import ROOT

PACKAGES = {
    "alembic": "alembic", "argon2-cffi": "argon2", "cryptography": "cryptography", "rich": "rich",
    "sqlalchemy": "sqlalchemy", "typer": "typer", "tzdata": "tzdata", "httptools": "httptools",
    "litestar": "litestar", "segno": "segno",
    "uvicorn": "uvicorn", "uvloop": "uvloop", "noto-cjk-sans-otc": "noto_cjk_sans_otc", "typst": "typst",
    "psycopg[binary]": "psycopg", "cupy-cuda13x": "cupy", "distributed": "distributed", "pyarrow": "pyarrow",
}  # fmt: skip
"""Names in the index, and those that are imported."""

BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCK:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocked())
sys.argv = ["punto", *ARGUMENTS]
from punto.__main__ import main
main()
"""


def without(extra: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command where the packages of one extra are not installed."""
    program = f"BLOCK = {EXTRAS[extra]!r}\nARGUMENTS = {arguments!r}\n{BLOCKED}"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)


def declared() -> dict[str, list[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {"": project["dependencies"], **project["optional-dependencies"]}


def test_the_core_needs_numpy_and_msgspec_alone() -> None:
    assert sorted(line.partition(">")[0] for line in declared()[""]) == ["msgspec", "numpy"]


def test_every_package_of_every_extra_is_known() -> None:
    found = declared()
    assert set(found) - {""} == {*EXTRAS, "all"}
    for extra, packages in EXTRAS.items():
        names = {line.partition(">")[0] for line in found[extra] if not line.startswith("punto")}
        assert {PACKAGES[name] for name in names} == set(packages)


CALLS = [
    ("cli", ["odds", "easy-six"], "the command line needs typer, which is not installed: pip install 'punto[cli]'"),
    ("serve", ["serve"], "`punto serve` needs "),
    ("sheets", ["odds", "easy-six", "--pdf", "x.pdf"], "a PDF needs typst, which is not installed"),
    (
        "postgres",
        ["log", "list", "--db", "postgresql://nobody@127.0.0.1/none"],
        "needs psycopg, which is not installed",
    ),
    ("gpu", ["simulate", "easy-six", "--on", "gpu"], "pip install 'punto[gpu]'"),
    ("cluster", ["simulate", "easy-six", "--on", "dask"], "pip install 'punto[cluster]'"),
]


@pytest.mark.parametrize(("extra", "arguments", "sentence"), CALLS, ids=lambda value: str(value)[:12])
def test_a_missing_extra_is_one_sentence(
    extra: str, arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = without(extra, *arguments)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert sentence in done.stderr
    assert f"pip install 'punto[{extra}]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_house_takes_one_line_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `cli` alone it would only say next that `serve` is missing."""
    monkeypatch.chdir(tmp_path)
    done = without("cli", "serve")
    assert done.stderr == "punto: the command line needs typer, which is not installed: pip install 'punto[serve]'\n"


@pytest.mark.parametrize(
    ("command", "work", "missing", "extra"),
    [
        ("simulate easy-six --out {out}", "punto.cli.simulate.simulate", "typst", "sheets"),
        ("simulate easy-six --out {out} --parquet", "punto.cli.simulate.simulate", "pyarrow.parquet", "parquet"),
        ("counts easy-six --out {out}", "punto.cli.counts.counting", "noto_cjk_sans_otc", "sheets"),
    ],
)
def test_a_missing_extra_is_known_before_any_work_is_done(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, work: str, missing: str, extra: str
) -> None:
    """A billion coups are not dealt for documents that cannot be made."""

    def nothing(*_: object, **__: object) -> NoReturn:
        raise AssertionError("work was done")

    monkeypatch.setattr(work, nothing)
    monkeypatch.setitem(sys.modules, missing, None)
    called = punto(*command.format(out=tmp_path / "run").split())
    assert called.status == 2
    assert f"pip install 'punto[{extra}]'" in called.err
    assert called.err.count("\n") == 1


def test_parquet_says_so_too(tmp_path: Path) -> None:
    done = without("parquet", "simulate", "easy-six", "--coups", "1000", "--out", str(tmp_path / "run"), "--parquet")
    assert "pip install 'punto[parquet]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_other_commands_do_without() -> None:
    done = without("serve", "odds", "easy-six", "--json")
    assert done.returncode == 0
    assert done.stdout.startswith('{"rulebook":"easy-six"')
