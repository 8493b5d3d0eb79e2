"""Files of one JSON object a line: read strictly, one line at a time, however long or broken they are."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from punto.kit import Refused

LINE_LIMIT = 64 * 1024
"""A longer line is no command and no settled coup."""

_BLOCK = 256 * 1024


def batches(file: Path) -> Iterator[list[bytes]]:
    """The lines of a file, or of standard input for `-`, without the blank ones: those that are there already together.

    Of an endless line only the start is kept, which `read_object` then refuses.
    """
    with _opened(file) as source:
        held = b""
        while block := source.read(_BLOCK):
            *lines, held = (held + block).split(b"\n")
            held = held[: LINE_LIMIT + 1]
            if given := [line for line in lines if line.strip()]:
                yield given
        if held.strip():
            yield [held]


def _opened(file: Path) -> io.FileIO:
    """The file without a buffer, so that a read gives what there is and does not wait for more."""
    try:
        if str(file) != "-":
            return io.FileIO(file)
        if sys.stdin is None:
            raise Refused(code="unreadable", message="standard input is closed")
        return io.FileIO(sys.stdin.fileno(), closefd=False)
    except OSError as error:
        what = "standard input" if str(file) == "-" else str(file)[:200]
        raise Refused(code="unreadable", message=f"{what} cannot be read: {error.strerror or error}") from None


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object on a line; Refused if it is anything else.

    The standard library's reader, because it shows every key: one that is given
    twice is refused, since nobody can say which was meant.
    """
    if len(line) > LINE_LIMIT:
        raise Refused(code="line_too_long", message=f"the line is longer than {LINE_LIMIT:,} bytes")
    try:
        # Decoded first: left to itself the reader would also take other encodings.
        given = json.loads(line.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise Refused(code="not_utf8", message=f"byte {error.start} of the line is not UTF-8") from None
    except RecursionError:
        raise Refused(code="not_json", message="the line is not JSON: it is nested too deep") from None
    except json.JSONDecodeError as error:
        raise Refused(code="not_json", message=f"the line is not JSON: {str(error)[:120]}") from None
    except ValueError:  # Python reads no number of thousands of digits.
        raise Refused(
            code="not_json", message="the line is not JSON that can be read: a number in it has too many digits"
        ) from None
    if not isinstance(given, dict):
        raise Refused(code="wrong_type", message="a line is one JSON object")
    return given


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Refused(code="duplicate_key", message=f"the key {twice[:40]!r} is given twice")
    return found


def _no_constant(word: str) -> None:
    raise Refused(code="not_json", message=f"the line is not JSON: {word} is no number")
