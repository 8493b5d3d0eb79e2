"""Files of one line a command or coup, read as they come."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from punto.kit import Refused
from punto.kit.json_line import LINE_LIMIT

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
