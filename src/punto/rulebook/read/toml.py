"""The TOML of a rulebook file: its tables, or why it is none.

A line that is no TOML, a word without its quotes, is a mistake like any other: where it stands alone, reading goes on
without it, so that the mistakes behind it come in the same run.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any, Final

from punto.rulebook.mistake import BadRulebook, Mistake
from punto.rulebook.read.lines import lines_of

SIZE_LIMIT = 512 * 1024
"""A rulebook is a few dozen kilobytes; what is far larger is something else."""

DOTS_LIMIT = 200
"""In one line. Reading a key a.a.a.… takes tomllib the square of its length: hours, for the largest file."""

LINES_LEFT_OUT: Final = 20
"""Reading goes on without so many lines that are no TOML; a text with more of them is no rulebook."""

_PARTS: Final = {"id", "edition", "tableau", "bet", "paragraph"}
"""A damaged text is read as a rulebook if it still has most of these keys."""

_PAIR: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=(?!\s*['\"]{3})(.*)")
_ROW: Final = re.compile(r"\s*\{.*\}\s*,?\s*(?:#.*)?")


class Unreadable:
    """Stands for a value that is no TOML: its mistake is reported, and nothing else is said about it."""


UNREADABLE: Final = Unreadable()
_MARK: Final = "\x00 no TOML"


@dataclass(frozen=True, slots=True)
class Toml:
    """A text and the tables in it, with the mistakes that kept lines of it from being read."""

    text: str
    root: dict[str, Any]
    mistakes: tuple[Mistake, ...] = ()


def read_toml(content: bytes, file: str) -> Toml:
    """The tables of a file; BadRulebook if too little is left without the lines that are no TOML."""
    if len(content) > SIZE_LIMIT:
        what = f"it is larger than {SIZE_LIMIT // 1024} KiB"
        raise BadRulebook(file, [Mistake("too_large", "", what, "a rulebook file is far smaller")])
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is not UTF-8"
        raise BadRulebook(file, [Mistake("not_utf8", "", what, "save the file as UTF-8")]) from None
    if any(line.count(".") > DOTS_LIMIT for line in text.split("\n")):
        what = "a line has a key of too many parts"
        raise BadRulebook(file, [Mistake("nested_too_deep", "", what, "a rulebook has three levels")])
    read = _load(text)
    return Toml(text, read) if isinstance(read, dict) else _without_bad_lines(text, read, file)


def _load(text: str) -> dict[str, Any] | Mistake:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line ([0-9]+)", str(error))
        what = f"it is not TOML: {str(error)[:200]}"
        fix = "mend that place; a key may stand only once"
        return Mistake("not_toml", "", what, fix, line=int(line[1]) if line else 0)
    except ValueError as error:  # A date or number that TOML's grammar allows and Python does not.
        return Mistake("not_toml", "", f"it is not TOML: {str(error)[:200]}", "mend that value")
    except RecursionError:
        return Mistake("nested_too_deep", "", "its tables are nested too deep", "a rulebook has three levels")


def _without_bad_lines(text: str, first: Mistake, file: str) -> Toml:
    """The text with each line that is no TOML taken for a value that cannot be read."""
    lines = text.split("\n")
    mistakes: dict[int, Mistake] = {}
    read: dict[str, Any] | Mistake = first
    while isinstance(read, Mistake):
        line = read.line
        stands_in = _stand_in(lines[line - 1]) if 0 < line <= len(lines) else None
        if stands_in is None or line in mistakes or len(mistakes) == LINES_LEFT_OUT:
            raise BadRulebook(file, [*mistakes.values(), read] if line not in mistakes else mistakes.values())
        mistakes[line] = read
        lines[line - 1] = stands_in
        read = _load("\n".join(lines))
    if len(_PARTS & set(read)) < len(_PARTS) - 1:
        raise BadRulebook(file, [first])
    paths = {line: path for path, line in lines_of("\n".join(lines)).items()}
    placed = tuple(
        Mistake(bad.code, paths.get(line, ""), bad.what, bad.fix, line=line) for line, bad in mistakes.items()
    )
    return Toml("\n".join(lines), _marked(read), placed)


def _stand_in(line: str) -> str | None:
    """A line of TOML to put in the place of this one; None if its value goes on in other lines."""
    mark = '"' + _MARK.replace("\x00", "\\u0000") + '"'
    if pair := _PAIR.fullmatch(line):
        if pair[2].count("[") != pair[2].count("]") or pair[2].count("{") != pair[2].count("}"):
            return None
        return f"{pair[1]} = {mark}"
    return f"{mark}," if _ROW.fullmatch(line) else None


def _marked(value: Any) -> Any:
    """The same tables, with `UNREADABLE` for what was put in."""
    if isinstance(value, dict):
        return {key: _marked(inside) for key, inside in value.items()}
    if isinstance(value, list):
        return [_marked(inside) for inside in value]
    return UNREADABLE if value == _MARK else value
