"""Files of one line a command or coup, read as they come."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from punto.kit import Refused
from punto.kit.json_line import LINE_LIMIT

_BLOCK = 256 * 1024


class Lines(list[bytes]):
    """Lines that were there together, without the blank ones, and where each stands in its file, counted from one."""

    def __init__(self, lines: list[bytes], first: int) -> None:
        kept = [(number, line) for number, line in enumerate(lines, first) if line.strip()]
        super().__init__(line for _, line in kept)
        self.numbers = [number for number, _ in kept]


def log_batches(file: Path) -> Iterator[Lines]:
    """The lines of a log; Refused at once if the file is plainly something else: none of many lines is an object."""
    for at, lines in enumerate(batches(file)):
        if at == 0 and len(lines) > 1 and not any(map(_is_braced, lines)):
            what = "standard input" if str(file) == "-" else str(file)[:200]
            message = (
                f"{what} is no log: a log has a JSON object a line, and none of its first {len(lines):,} lines is one"
            )
            raise Refused(code="not_a_log", message=message)
        yield lines


def _is_braced(line: bytes) -> bool:
    """Whether a line would be an object, right or wrong; a brace alone begins one of many lines, or stands anywhere."""
    return line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}")


def batches(file: Path) -> Iterator[Lines]:
    """The lines of a file, or of standard input for `-`, without the blank ones: those that are there already together.

    Of an endless line only the start is kept, which `read_object` then refuses.
    """
    with _opened(file) as source:
        held, first = b"", 1
        while block := source.read(_BLOCK):
            *lines, held = (held + block).split(b"\n")
            held = held[: LINE_LIMIT + 1]
            if given := Lines(lines, first):
                yield given
            first += len(lines)
        if given := Lines([held], first):
            yield given


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
