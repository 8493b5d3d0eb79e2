"""The place of a mistake for somebody who has the file open: its line, and the name of what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from punto.rulebook.mistake import Mistake, nearest
from punto.rulebook.read.lines import line_at, lines_of
from punto.rulebook.read.section import KEYS
from punto.rulebook.read.toml import Toml

_NAMED_BY = {
    "bet": ("id",),
    "irregularity": ("what",),
    "paragraph": ("n",),
    "reading": ("id",),
    "layout": ("id",),
    "insurance": ("window", "insures", "on"),
    "insurance_area": ("insures",),
}
"""The keys by which a table of each list is known."""

_LISTED = re.compile(r"([\w-]+)\[([0-9]+)\]")
_SORTED = re.compile(r"([a-z_]+) \(([a-z_ ]+)\)")
"""The path of a mistake about several tables together: `insurance (after_four_cards player)`."""


def placed(mistakes: Iterable[Mistake], toml: Toml) -> list[Mistake]:
    """The mistakes with their lines and names, in the order of the file; those about all of it first."""
    mistakes = list(mistakes)
    if not mistakes:
        return []
    lines = lines_of(toml.text)
    return sorted((_placed(mistake, toml.root, lines) for mistake in mistakes), key=lambda mistake: mistake.line)


def _placed(mistake: Mistake, root: dict[str, Any], lines: dict[str, int]) -> Mistake:
    path = mistake.path
    if joined := _SORTED.match(path):
        index = next(_matching(root, joined[1], joined[2]), 0)
        path = f"{joined[1]}[{index}]{path[joined.end() :]}"
    return replace(mistake, line=mistake.line or line_at(lines, path), name=_name(root, path))


def _matching(root: dict[str, Any], key: str, words: str) -> Iterator[int]:
    """The tables of a list that have these words."""
    tables = root.get(key)
    for index, table in enumerate(tables if isinstance(tables, list) else ()):
        if isinstance(table, dict) and all(word in table.values() for word in words.split()):
            yield index


def _name(root: dict[str, Any], path: str) -> str:
    listed = _LISTED.match(path)
    if listed is None:
        return ""
    tables, index = root.get(listed[1]), int(listed[2])
    table = tables[index] if isinstance(tables, list) and index < len(tables) else None
    kind = _intended_word(listed[1], _NAMED_BY)
    if kind is None or not isinstance(table, dict):
        return ""
    words = [table.get(_spelling(table, key)) for key in _NAMED_BY[kind]]
    names = [word[:60] for word in words if isinstance(word, str) and word and word.isprintable()]
    return " ".join([kind.replace("_", " "), *names]) if names else ""


def _intended_word(word: str, known_words: Iterable[str]) -> str | None:
    """The word itself if it is known, else the known word that it misspells."""
    known_words = list(known_words)
    return word if word in known_words else nearest(word.lower(), known_words)


def _spelling(table: dict[str, Any], key: str) -> str:
    """The key as the table spells it, right or wrong."""
    return key if key in table else nearest(key, [word for word in table if word not in KEYS]) or key
