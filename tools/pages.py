"""The gates of the pages: types, lint, unit tests.

./run python -m tools.pages                all of them
./run python -m tools.pages types          only the TypeScript compiler; `lint` and `test` the others
./run python -m tools.pages types dealer   only what it says of one folder

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
MADE: Final = ".types"
"""Types that are made and not kept."""

Said = tuple[int, str]
"""The exit status of a tool and what it said."""


def make_types(root: Path) -> None:
    """Writes the types of answers, commands, streams and words."""
    made = root / MADE
    made.mkdir(exist_ok=True)
    (made / "api.d.ts").write_text(api_types(openapi_document()), encoding="utf-8")
    (made / "words.d.ts").write_text(word_types(root / PAGES), encoding="utf-8")


def check_types(root: Path, folder: str) -> Said:
    """What the TypeScript compiler says of the pages, or of one folder of them."""
    make_types(root)
    project = root / "tsconfig.json"
    if folder:
        project = root / MADE / "tsconfig.json"
        include = [f"../{one}" for one in (f"{MADE}/*.d.ts", "types", f"{PAGES}/{folder}")]
        project.write_text(json.dumps({"extends": "../tsconfig.json", "include": include}), encoding="utf-8")
    return _script(root, "typescript/bin/tsc", "--project", str(project), "--pretty", "false")


def lint(root: Path, folder: str) -> Said:
    """What the linter says."""
    return _script(root, "eslint/bin/eslint.js", "--max-warnings=0", f"{PAGES}/{folder}", TESTS)


def run_tests(root: Path, folder: str) -> Said:
    """What the unit tests say, or those whose file begins so."""
    return node("--test", *map(str, sorted((root / TESTS).glob(f"{folder}*.test.js"))), cwd=root)


def _script(root: Path, name: str, *arguments: str) -> Said:
    return node(f"node_modules/{name}", *arguments, cwd=root)


GATES: Final[dict[str, Callable[[Path, str], Said]]] = {"types": check_types, "lint": lint, "test": run_tests}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gate", nargs="?", choices=GATES)
    parser.add_argument("folder", nargs="?", default="")
    given = parser.parse_args()
    install()
    failed = False
    for name in [given.gate] if given.gate else GATES:
        status, said = GATES[name](ROOT, given.folder)
        failed = failed or status != 0
        print(f"{name}: {'failed' if status else 'passed'}")
        if status:
            print(said)
    sys.exit(failed)


if __name__ == "__main__":
    main()
