"""Where each key of a TOML text stands: its line, by the path that a mistake names.

The standard library's reader keeps no positions. This one follows a text that the reader has accepted, and looks at
nothing but keys, brackets and quotes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import suppress

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_PART = re.compile(r"[ \t]*(?:\"((?:[^\"\\\n]|\\.)*)\"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*(\.?)")
_STRING = re.compile(
    r'"""(?:[^\\]|\\[\s\S])*?"{3,5}|\'\'\'[\s\S]*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'',
)
_BARE = re.compile(r"[^,\]}#\n]*")


def lines_of(text: str) -> dict[str, int]:
    """The line of each table and key, from 1; what could not be followed is left out."""
    walk = _Walk(text)
    with suppress(RecursionError):  # Nested deeper than any rulebook: what was met before is known.
        walk.document()
    return walk.lines


def line_at(lines: dict[str, int], path: str) -> int:
    """The line of a path, or of the nearest thing around it; 0 for the file itself."""
    while path:
        for place in (path, f"{path}[0]"):
            if place in lines:
                return lines[place]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return 0


class _Walk:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._counts: dict[str, int] = {}
        """How many tables each list of tables has had so far."""
        self.lines: dict[str, int] = {}

    def document(self) -> None:
        table = ""
        while self._blank() and self._at < len(self._text):
            if self._text.startswith("[", self._at):
                table = self._header()
            elif not self._pair(table):
                return

    def _blank(self) -> bool:
        match = _BLANK.match(self._text, self._at)
        assert match is not None  # It matches nothing, too.
        self._at = match.end()
        return True

    def _keep(self, path: str, at: int) -> None:
        self.lines.setdefault(path, bisect_right(self._ends, at - 1) + 1)

    def _header(self) -> str:
        start, double = self._at, self._text.startswith("[[", self._at)
        self._at += 2 if double else 1
        *around, last = self._key() or [""]
        path = ""
        for part in around:
            path = self._newest(_joined(path, part))
        path = _joined(path, last)
        if double:
            count = self._counts[path] = self._counts.get(path, 0) + 1
            path = f"{path}[{count - 1}]"
        self._at = self._text.find("]", self._at) % (len(self._text) + 1) + (2 if double else 1)
        self._keep(path, start)
        return path

    def _newest(self, path: str) -> str:
        return f"{path}[{self._counts[path] - 1}]" if path in self._counts else path

    def _key(self) -> list[str]:
        """The parts of a key."""
        parts: list[str] = []
        while match := _PART.match(self._text, self._at):
            self._at = match.end()
            parts.append(next(part for part in match.groups() if part is not None))
            if not match[4]:
                break
        return parts

    def _pair(self, table: str) -> bool:
        """A key and its value; False where the text is not what it should be."""
        start = self._at
        parts = self._key()
        if not parts or not self._text.startswith("=", self._at):
            return False
        self._at += 1
        path = table
        for part in parts:
            path = _joined(path, part)
            self._keep(path, start)
        self._value(path)
        return True

    def _value(self, path: str) -> None:
        self._blank()
        if self._text.startswith("{", self._at):
            self._inline(path)
        elif self._text.startswith("[", self._at):
            self._list(path)
        else:
            match = _STRING.match(self._text, self._at) or _BARE.match(self._text, self._at)
            assert match is not None  # A bare value may be empty.
            self._at = match.end()

    def _inline(self, path: str) -> None:
        self._at += 1
        while self._blank() and self._pair(path):
            self._blank()
            self._at += self._text.startswith(",", self._at)
        self._at += 1

    def _list(self, path: str) -> None:
        self._at += 1
        index = 0
        while self._blank() and self._at < len(self._text) and not self._text.startswith("]", self._at):
            before = self._at
            self._keep(f"{path}[{index}]", before)
            self._value(f"{path}[{index}]")
            self._blank()
            self._at += self._text.startswith(",", self._at)
            if self._at == before:
                return
            index += 1
        self._at += 1


def _joined(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part
