"""The page of what once failed: each has a test that notices, and each test it names is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "failures.md").read_text("utf-8")

FAILURES = 16


def named(page: str) -> dict[int, list[str]]:
    """By the number of a failure, the tests that are named for it."""
    parts = re.split(r"^(\d+)\. ", page, flags=re.M)
    return {
        int(number): re.findall(r"`(tests/[^`\s]+)`", text)
        for number, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def missing(page: str) -> Iterator[str]:
    for tests in named(page).values():
        for test in tests:
            file, _, name = test.partition("::")
            if name not in _tests_in(file):
                yield test


@cache
def _tests_in(file: str) -> frozenset[str]:
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    return frozenset(node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef))


def test_every_failure_has_a_test_that_is_there() -> None:
    tests = named(PAGE)
    assert list(tests) == list(range(1, FAILURES + 1))
    assert all(tests.values())
    assert list(missing(PAGE)) == []


def test_a_test_that_is_not_there_is_noticed() -> None:
    page = "1. **It stood still**: `tests/docs/test_failures.py::test_it_stands_still`, `tests/none.py::test_none`.\n"
    assert list(missing(page)) == ["tests/docs/test_failures.py::test_it_stands_still", "tests/none.py::test_none"]
