"""A name says what it holds: no variable, parameter, attribute, function or class is called by a bare participle."""

import ast
import re
from collections.abc import Iterator
from typing import Final

import pytest

from structure.tree import ROOT, tracked_texts

WORDS: Final = """
    told seen asked found kept one said known given taken gone shown held wanted meant heard laid owed made named
    written lost
"""
PARTICIPLES: Final = frozenset(WORDS.split())
"""Words that say nothing of what they name; eslint.config.js has the same for the pages."""

FOLDERS: Final = ("src/", "bench/", "tools/")

FIXED: Final[dict[str, set[str]]] = {
    # A field of an event, as stored logs have it.
    "src/punto/table/report_events.py": {"CardsSetAside.known"},
    # Fields of a table's state, as stored snapshots have it.
    "src/punto/table/bank.py": {"Bank.held"},
    "src/punto/table/state.py": {"Waiting.asked", "Shoe.seen", "Shoe.known", "Table.asked"},
    # A word of rulebook files.
    "src/punto/rulebook/model.py": {"NewCards.KEPT"},
    # Fields of `--json` and of answers.
    "src/punto/audit/conduct.py": {"PersonConduct.asked"},
    "src/punto/audit/mixing.py": {"CutShort.said"},
    "src/punto/report/dispute.py": {"Dispute.told"},
    "src/punto/report/simulation_figures.py": {"InsuranceUseEdge.taken"},
    "src/punto/site/book_data.py": {"SiteIndex.made"},
    # Options of the command line: --known, --made.
    "src/punto/cli/odds.py": {"odds.known", "odds.made"},
    "src/punto/cli/site.py": {"site.made"},
    # Public parameters of the library.
    "src/punto/facade/game.py": {"Game.price.known"},
    "src/punto/facade/sheet.py": {"PriceSheet.covariance.one"},
    # A parameter of the interface, and the operation that the OpenAPI document names after its handler.
    "src/punto/server/routes/rulebooks.py": {"odds.known"},
    "src/punto/server/routes/heads.py": {"held"},
}
"""Names that something outside the program fixes, by their file."""


class _Bound(ast.NodeVisitor):
    """The names that a module binds, each after the classes and functions around it: `Shoe.seen`, `price.known`."""

    def __init__(self) -> None:
        self.names: list[tuple[str, int]] = []
        self._around: list[str] = []

    def _bind(self, name: str | None, node: ast.AST) -> None:
        if name is not None:
            self.names.append((".".join([*self._around, name]), getattr(node, "lineno", 0)))

    def _enter(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self._bind(node.name, node)
        self._around.append(node.name)
        self.generic_visit(node)
        self._around.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _enter

    def generic_visit(self, node: ast.AST) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                self._bind(name, node)
            case (
                ast.ExceptHandler(name=name)
                | ast.alias(asname=name)
                | ast.MatchAs(name=name)
                | ast.MatchStar(name=name)
            ):
                self._bind(name, node)
            case ast.MatchMapping(rest=name):
                self._bind(name, node)
        super().generic_visit(node)


def bare_participles(source: str) -> Iterator[tuple[str, int]]:
    """Names in a module that are participles, underscores and capital letters aside, and the lines of them."""
    bound = _Bound()
    bound.visit(ast.parse(source))
    for name, line in bound.names:
        if name.rpartition(".")[2].strip("_").lower() in PARTICIPLES:
            yield name, line


def sources() -> dict[str, str]:
    return {path: text for path, text in tracked_texts().items() if path.startswith(FOLDERS) and path.endswith(".py")}


def test_every_name_says_what_it_holds() -> None:
    bare = [
        f"{path}:{line}: {name}"
        for path, source in sources().items()
        for name, line in bare_participles(source)
        if name not in FIXED.get(path, ())
    ]
    assert not bare, "\n".join(bare)


def test_every_fixed_name_is_there() -> None:
    texts = sources()
    there = {path: {name for name, _ in bare_participles(texts[path])} for path in FIXED}
    assert {path: FIXED[path] - there[path] for path in FIXED if FIXED[path] - there[path]} == {}


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("for one in rows: ...", "one"),
        ("rows = [one.id for one in rows]", "one"),
        ("if (found := match(text)): ...", "found"),
        ("with opened() as (made, _): ...", "made"),
        ("async def price(cards, *, known=()): ...", "price.known"),
        ("def price(*given): ...", "price.given"),
        ("sort(rows, key=lambda one: one.id)", "one"),
        ("def told(event): ...", "told"),
        ("class Found: ...", "Found"),
        ("class Shoe:\n    seen: int = 0", "Shoe.seen"),
        ("class Desk:\n    def __init__(self):\n        self._kept = {}", "Desk.__init__._kept"),
        ("KEPT_ = 4\n_SAID: str = ''", "KEPT_ _SAID"),
        ("try: ...\nexcept OSError as lost: ...", "lost"),
        ("import json as written", "written"),
        ("match row:\n    case [held, *taken]: ...\n    case {'a': 1, **gone}: ...", "held taken gone"),
    ],
)
def test_a_bare_participle_is_seen(source: str, name: str) -> None:
    assert {bound for bound, _ in bare_participles(source)} == set(name.split())


def test_what_others_name_and_what_says_more_is_left_alone() -> None:
    source = (
        "from heads import held\nfound_rows = page.found + price(known=cards)\nrow = {'told': log.one}\ndone = left = 0"
    )
    assert list(bare_participles(source)) == []


def test_the_linter_of_the_pages_stops_the_same_words() -> None:
    config = (ROOT / "eslint.config.js").read_text(encoding="utf-8")
    words = config.partition("const PARTICIPLES = [")[2].partition("]")[0]
    assert frozenset(re.findall(r'"(\w+)"', words)) == PARTICIPLES
