"""What ARCHITECTURE and CONTRIBUTING name is there: modules, functions, classes, files and folders."""

import importlib
import re
from collections.abc import Iterator
from functools import reduce

import pytest

from structure.tree import PACKAGE, ROOT

PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md")

_QUOTED = re.compile(r"`([^`\n]+)`")
_DOTTED = re.compile(r"[a-z_]+(\.[A-Za-z_]+)+")
_FILES = (".py", ".js", ".json", ".toml", ".md")
_PATH = re.compile(r"[\w.-]*(/[\w.-]*)+")


def missing(text: str) -> Iterator[str]:
    """Dotted names that lead nowhere in the package, and paths that are neither in it nor in the tree."""
    for name in dict.fromkeys(_QUOTED.findall(text)):
        if _PATH.fullmatch(name) and not name.startswith("/"):
            if not any((folder / name).exists() for folder in (ROOT, PACKAGE)):
                yield name
        elif (
            _DOTTED.fullmatch(name) and not name.endswith((".py", ".js", ".json", ".toml", ".md")) and not _leads(name)
        ):
            yield name


def _leads(name: str) -> bool:
    parts = name.removeprefix("punto.").split(".")
    for length in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(["punto", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        try:
            reduce(getattr, parts[length:], module)
        except AttributeError:
            return False
        return True
    return False


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    assert set(missing((ROOT / page).read_text("utf-8"))) == set()


def test_a_name_that_leads_nowhere_is_seen() -> None:
    text = "`house.tables.live.LiveTable.do`, `house/tables/desk.py`, `/api/tables`, `server.stream.channel.Channnel`, "
    assert list(missing(text + "`house/view.py`, `table.turn.take_turns`")) == [
        "server.stream.channel.Channnel",
        "house/view.py",
        "table.turn.take_turns",
    ]
