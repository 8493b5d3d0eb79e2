"""The words of the pages, read from their modules: which a page has, and which it asks for."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal

from structure.tree import PACKAGE

PAGES: Final = PACKAGE / "server" / "pages"

Language = Literal["en", "zh"]

_TOKEN: Final = re.compile(
    r"""//[^\n]*|/\*.*?\*/ | (?P<text>"(?:\\.|[^"\\])*") | `(?:\\.|[^`\\])*` | (?P<word>[\w$]+) | (?P<sign>[^\s\w])""",
    re.VERBOSE | re.DOTALL,
)


def words_of(script: str) -> dict[Language, dict[str, str]]:
    """What a module adds with `add({en: {key: "words"}, zh: {…}})`."""
    found: dict[Language, dict[str, str]] = {"en": {}, "zh": {}}
    for block in re.finditer(r"^add\(", script, re.MULTILINE):
        tokens = [one for one in _TOKEN.finditer(script, block.end()) if one["text"] or one["word"] or one["sign"]]
        depth, language, key = 0, "", ""
        for at, token in enumerate(tokens):
            said = token.group()
            depth += (said in "({") - (said in ")}")
            if depth < 0:
                break
            name = said.strip('"')
            if tokens[at + 1].group() == ":" and tokens[at - 1].group() in ("{", ","):
                language, key = (name, key) if depth == 1 else (language, name)
            elif token["text"] and depth == 2:
                kept = found["en" if language == "en" else "zh"]
                kept[key] = kept.get(key, "") + name
    return found


def asked_in(script: str) -> tuple[set[str], set[str]]:
    """Keys that a module asks for with `t("…")`, and beginnings of those it puts together."""
    keys, beginnings = set(), set()
    for call in re.finditer(r"\bt\(", script):
        argument = _first_argument(script, call.end())
        keys.update(re.findall(r'(?:^|[?:] )"([^"]+)"', argument))
        beginnings.update(re.findall(r"(?:^|[?:] )`([^`$]+)\$", argument))
    return keys, beginnings


def _first_argument(script: str, start: int) -> str:
    depth = 0
    for token in _TOKEN.finditer(script, start):
        said = token.group()
        if depth == 0 and said in (",", ")"):
            return script[start : token.start()]
        depth += (said in "([{") - (said in ")]}")
    raise AssertionError("a call that does not end")


@cache
def loaded_by(page: Path) -> tuple[Path, ...]:
    """Every module that a page loads, itself or by another."""
    html = page.read_text(encoding="utf-8")
    waiting = [_found(page, name) for name in re.findall(r'<script type="module" src="([^"]+)"', html)]
    seen: dict[Path, None] = {}
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen[file] = None
            waiting += _imports(file)
    return tuple(seen)


def _imports(file: Path) -> Iterator[Path]:
    text = file.read_text(encoding="utf-8")
    for name in re.findall(r'^import (?:[^"\n]+ from )?"([^"]+)"|\bimport\("([^"]+)"\)', text, re.MULTILINE):
        yield _found(file, "".join(name))


def _found(beside: Path, name: str) -> Path:
    return PAGES / name.removeprefix("/assets/") if name.startswith("/") else (beside.parent / name).resolve()


def asked_of(page: Path) -> tuple[set[str], set[str]]:
    """All that a page asks for, by its HTML and its modules."""
    keys = set(re.findall(r'data-t(?:-label)?="([^"]+)"', page.read_text(encoding="utf-8")))
    beginnings: set[str] = set()
    for file in loaded_by(page):
        more, begun = asked_in(file.read_text(encoding="utf-8"))
        keys |= more
        beginnings |= begun
    return keys, beginnings


def known_to(page: Path, language: Language) -> set[str]:
    """The keys that a page's modules bring along."""
    return {key for file in loaded_by(page) for key in words_of(file.read_text(encoding="utf-8"))[language]}
