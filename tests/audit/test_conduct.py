"""What a person's conduct counts: an event that is passed over by its kind must be one that no case asks for."""

from __future__ import annotations

import ast
from pathlib import Path

from punto.audit import conduct

EVENTS = "e"


def kinds_asked_for(source: str) -> set[str]:
    """Every kind of event that a case of this source names."""
    classes = (node.cls for node in ast.walk(ast.parse(source)) if isinstance(node, ast.MatchClass))
    return {
        name.attr
        for name in classes
        if isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name) and name.value.id == EVENTS
    }


def test_every_kind_that_a_case_names_is_looked_at() -> None:
    asked_for = kinds_asked_for(Path(conduct.__file__).read_text(encoding="utf-8"))
    assert "BoughtIn" in asked_for
    assert asked_for == {kind.__name__ for kind in conduct._COUNTED}


def test_a_case_is_found_alone_and_beside_others() -> None:
    assert kinds_asked_for("match x:\n  case e.A() | e.B(c=0):\n    y\n  case D():\n    y") == {"A", "B"}
