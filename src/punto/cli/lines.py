"""Files of one JSON object a line: read strictly, one line at a time, however long or broken they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from punto.kit import Refused

LINE_LIMIT = 64 * 1024
"""A longer line is no command and no settled coup."""


def json_lines(file: Path) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`, without the blank ones.

    Of an endless line only the start is kept, which `read_object` then refuses.
    """
    with _opened(file) as lines:
        while line := lines.readline(LINE_LIMIT + 2):
            if line.strip():
                yield line
            while len(line) > LINE_LIMIT and not line.endswith(b"\n") and (line := lines.readline(LINE_LIMIT + 2)):
                pass


def _opened(file: Path) -> BinaryIO:
    if str(file) == "-":
        return open(sys.stdin.fileno(), "rb", closefd=False)
    try:
        return file.open("rb")
    except OSError as error:
        raise Refused("unreadable", f"{file} cannot be read: {error.strerror}") from None


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object on a line; Refused if it is anything else.

    The standard library's reader, because it shows every key: one that is given
    twice is refused, since nobody can say which was meant.
    """
    if len(line) > LINE_LIMIT:
        raise Refused("line_too_long", f"the line is longer than {LINE_LIMIT:,} bytes")
    try:
        given = json.loads(line, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused("not_json", f"the line is not JSON: {str(error)[:120]}") from None
    if not isinstance(given, dict):
        raise Refused("wrong_type", "a line is one JSON object")
    return given


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Refused("duplicate_key", f"the key {twice[:40]!r} is given twice")
    return found


def _no_constant(word: str) -> None:
    raise Refused("not_json", f"the line is not JSON: {word} is no number")
