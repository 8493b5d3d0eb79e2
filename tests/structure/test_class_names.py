"""One class name is one class in the whole tree."""

import ast
from collections import defaultdict
from collections.abc import Mapping

from structure.tree import PACKAGE


def named_twice(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Public names of classes that several modules have, and which modules those are."""
    modules: defaultdict[str, list[str]] = defaultdict(list)
    for module, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].append(module)
    return {name: sorted(places) for name, places in modules.items() if len(places) > 1}


def test_a_class_name_is_one_class() -> None:
    files = {file.relative_to(PACKAGE).as_posix(): file.read_text("utf-8") for file in PACKAGE.rglob("*.py")}
    assert named_twice(files) == {}


def test_a_name_with_two_classes_is_seen() -> None:
    sources = {
        "house/desk.py": "class Desk: ...\nclass _Row: ...",
        "cli/desk.py": "class Desk:\n    class Line: ...\nclass _Row: ...",
        "table/events.py": "class Line(Struct): ...",
    }
    assert named_twice(sources) == {
        "Desk": ["cli/desk.py", "house/desk.py"],
        "Line": ["cli/desk.py", "table/events.py"],
    }
