"""Whatever leaves the process as JSON is a struct: no function that answers builds a dict of anything."""

import ast
from collections.abc import Iterator

import pytest

from structure.tree import PACKAGE

ANSWERING = (
    "view",
    "server/routes",
    "audit",
    "cli",
    "table/script.py",
    "report/rule_changes.py",
    "report/dispute.py",
    "report/simulation_data.py",
    "report/count_data.py",
)


def untyped(source: str) -> Iterator[str]:
    """Functions that give back a dict of anything, or something with one in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            returned = ast.unparse(node.returns)
            if "dict[str, Any]" in returned or "dict[str, object]" in returned:
                yield f"{node.name} -> {returned}"


@pytest.mark.parametrize("folder", ANSWERING)
def test_answers_are_structs(folder: str) -> None:
    place = PACKAGE / folder
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    assert files
    found = {file.name: list(untyped(file.read_text("utf-8"))) for file in files}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_a_dict_of_anything_is_seen() -> None:
    source = (
        "def row(scene) -> dict[str, Any]: ...\n"
        "async def rows(scene) -> list[dict[str, object]]: ...\n"
        "def counts(scene) -> dict[str, int]: ...\n"
    )
    assert list(untyped(source)) == ["row -> dict[str, Any]", "rows -> list[dict[str, object]]"]
