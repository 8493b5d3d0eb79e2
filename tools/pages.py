"""The gates of the pages: types, lint, unit tests.

./run python -m tools.pages                all of them
./run python -m tools.pages types          only the TypeScript compiler; `lint` and `test` the others
./run python -m tools.pages types dealer   the compiler on one folder

Installs what package.json names when that has changed, and makes the types of answers and words anew each time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from punto.server.app import openapi_document
from tools.api_types import api_types
from tools.node import ROOT, install, node
from tools.word_types import word_types

PAGES: Final = "src/punto/server/pages"
TESTS: Final = "tests/js"
HIDDEN_SHAPES: Final = "tools/hidden_shapes.js"
TYPES: Final = ".types"
"""The folder of the types that are generated; git ignores it."""

Outcome = tuple[int, str]
"""The exit status of a tool and its output."""


def make_types(root: Path) -> None:
    """Writes the types of answers, commands, streams and words."""
    types = root / TYPES
    types.mkdir(exist_ok=True)
    (types / "api.d.ts").write_text(api_types(openapi_document()), encoding="utf-8")
    (types / "words.d.ts").write_text(word_types(root / PAGES), encoding="utf-8")


def check_types(root: Path, folder: str) -> Outcome:
    """Runs the TypeScript compiler on the pages, or on one folder of them, then looks for what it knows no type of."""
    make_types(root)
    project = root / "tsconfig.json"
    if folder:
        project = root / TYPES / "tsconfig.json"
        include = [f"../{path}" for path in (f"{TYPES}/*.d.ts", "types", f"{PAGES}/{folder}")]
        project.write_text(json.dumps({"extends": "../tsconfig.json", "include": include}), encoding="utf-8")
    status, output = _script(root, "typescript/bin/tsc", "--project", str(project), "--pretty", "false")
    return (status, output) if status else node(str(ROOT / HIDDEN_SHAPES), str(project), cwd=root)


def lint(root: Path, folder: str) -> Outcome:
    """Runs the linter on the pages, or on one folder of them, and on the unit tests."""
    return _script(root, "eslint/bin/eslint.js", "--max-warnings=0", f"{PAGES}/{folder}", TESTS)


def run_tests(root: Path, folder: str) -> Outcome:
    """Runs the unit tests, or those whose file begins so."""
    return node("--test", *map(str, sorted((root / TESTS).glob(f"{folder}*.test.js"))), cwd=root)


def _script(root: Path, name: str, *arguments: str) -> Outcome:
    return node(f"node_modules/{name}", *arguments, cwd=root)


GATES: Final[dict[str, Callable[[Path, str], Outcome]]] = {"types": check_types, "lint": lint, "test": run_tests}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gate", nargs="?", choices=GATES)
    parser.add_argument("folder", nargs="?", default="")
    options = parser.parse_args()
    install()
    failed = False
    for name in [options.gate] if options.gate else GATES:
        status, output = GATES[name](ROOT, options.folder)
        failed = failed or status != 0
        print(f"{name}: {'failed' if status else 'passed'}")
        if status:
            print(output)
    sys.exit(failed)


if __name__ == "__main__":
    main()
