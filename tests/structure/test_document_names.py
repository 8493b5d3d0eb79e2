"""Nothing outside the rulebook files knows the name of a document or of a side bet."""

import ast
from collections.abc import Iterator
from pathlib import Path

from punto.coup import FACTS
from punto.kit import Side
from rulebook.shelf import book, shipped
from structure.tree import PACKAGE

EXAMPLES = {
    "server/commands.py": "an example in the OpenAPI document",
    "server/routes/rulebooks.py": "an example in the OpenAPI document",
    "server/routes/tables.py": "an example in the OpenAPI document",
}
"""Modules that name one to show what a name looks like, and decide nothing by it."""


def names() -> set[str]:
    """Ids of documents and of bets; the hands and the facts a bet may ask about are words of the game."""
    bets = {bet for id in shipped() for bet in book(id).bets}
    return (set(shipped()) | bets) - {side.value for side in Side} - {"tie"} - set(FACTS)


def named(source: str, known: set[str]) -> Iterator[str]:
    """The names among a module's values."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.partition("@")[0] in known:
            yield node.value


def test_no_module_knows_a_document_or_a_side_bet() -> None:
    known = names()
    assert {"easy-six", "tiger", "easy_six"} <= known
    found = {
        file.relative_to(PACKAGE).as_posix(): list(named(file.read_text("utf-8"), known))
        for file in PACKAGE.rglob("*.py")
    }
    assert {name for name, values in found.items() if values} == set(EXAMPLES)


def test_a_module_that_does_is_seen() -> None:
    assert list(named('if book.id == "easy-six@2012-06-02":\n    pay(bets["tiger"])', names())) == [
        "easy-six@2012-06-02",
        "tiger",
    ]
    assert list(named('"""As easy-six does."""\nhand = "banker"', names())) == []


def test_pages_know_none_either() -> None:
    """A page draws whatever bets its rulebook has."""
    known = names() - {"display"}
    scripts = sorted((PACKAGE / "server" / "pages").rglob("*.js"))
    assert scripts
    found = {
        f"{file.name}: {name}" for file in scripts for name in known if f'"{name}"' in Path(file).read_text("utf-8")
    }
    assert found == set()
