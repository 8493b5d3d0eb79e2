"""What every test of the tree shares: its surroundings, how hypothesis runs, and what mutmut needs."""

import gc
import os
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

# The same examples every time: a failure on one machine is a failure on all. Campaigns use `--hypothesis-profile`.
settings.register_profile("tree", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("campaign", deadline=None, max_examples=5000)
settings.load_profile("tree")

# What a terminal or somebody's own house may have set, and would change what a command prints or reads.
TERMINAL = ("COLORTERM", "FORCE_COLOR", "LINES", "NO_COLOR", "TERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
HOUSE = "PUNTO_"
OURS = ("PUNTO_CHROMIUM", "PUNTO_SHOES")


@pytest.fixture(scope="session", autouse=True)
def _surroundings() -> Iterator[None]:
    """80 columns, no terminal and no settings but a test's own, in this process and in those it starts."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name in TERMINAL or (name.startswith(HOUSE) and name not in OURS):
                patch.delenv(name)
        patch.setenv("COLUMNS", "80")
        yield


def pytest_sessionstart() -> None:
    # mutmut forks a process that has run the tests before: what that one remembers is not the mutant's answer.
    if "mutmut" in sys.modules:
        for one in gc.get_objects():
            if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("punto."):
                one.cache_clear()


def pytest_itemcollected(item: pytest.Item) -> None:
    # mutmut 3.8 asks a test for a private name that pytest 9.2 no longer has.
    if "mutmut" in sys.modules and not hasattr(item, "_nodeid"):
        item._nodeid = item.nodeid  # type: ignore[attr-defined]


HERE = Path(__file__).parent

SLOW_ON_POSTGRESQL = {
    HERE / "house" / "test_killed_mixing.py",
    HERE / "house" / "test_lost_key.py",
    HERE / "store" / "test_backup.py",
    HERE / "store" / "test_every_table.py",
    HERE / "store" / "test_kill_reversal.py",
    HERE / "store" / "test_upgrade.py",
}
"""Their half on PostgreSQL runs with every case there is; the contract tests run on both engines all the time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Half of the time is Chromium's; who works on something else need not wait for it.
    for item in items:
        if item.path.is_relative_to(HERE / "pages"):
            item.add_marker(pytest.mark.pages)
        if item.path in SLOW_ON_POSTGRESQL and "postgresql" in item.name:
            item.add_marker(pytest.mark.exhaustive)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    # A file of the pages' tests has a house and a browser: they are opened once, by the worker that runs the file.
    return LoadFileScheduling(config, log) if config.getoption("markexpr") == "pages" else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.config.getoption("markexpr").startswith("not exhaustive and"):
        terminalreporter.write_line(
            "Every case there is: `./run pytest -m exhaustive`; the pages in a browser: `./run pytest -m pages`; "
            "their gates: `./run pytest -m gates`."
        )
