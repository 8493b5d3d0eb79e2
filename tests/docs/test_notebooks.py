"""The notebooks run, cell by cell, and every value that a cell ends with shows itself."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from structure.tree import ROOT

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def code_of(notebook: Path) -> list[str]:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> object:
    """Runs a cell; what its last line is worth, where that is an expression."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "cell", "exec"), names)
        return None
    tree.body.pop()
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_there_are_two() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["beat-a-shoe", "price-a-bet-of-your-own"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_to_its_end(notebook: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = 0
    for source in code_of(notebook):
        value = run_cell(source, names)
        if hasattr(value, "_repr_html_"):
            assert value._repr_html_().startswith("<table>")
            shown += 1
    assert shown >= 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_kept_without_what_it_printed(notebook: Path) -> None:
    whole = json.loads(notebook.read_text("utf-8"))
    assert whole["nbformat"] == 4
    for cell in whole["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_a_cell_that_fails_is_seen() -> None:
    with pytest.raises(AssertionError):
        run_cell("assert 1 == 2", {})
