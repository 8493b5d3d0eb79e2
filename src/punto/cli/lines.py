"""Files of one line a command or coup, read as they come."""

from __future__ import annotations

import io
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NoReturn

from punto.kit import Refused
from punto.kit.json_line import LINE_LIMIT, read_object

_BLOCK = 256 * 1024


class Lines(list[bytes]):
    """Lines read in one block, without the blank ones, and their numbers in the file, counted from one."""

    def __init__(self, lines: list[bytes], first: int) -> None:
        numbered_lines = [(number, line) for number, line in enumerate(lines, first) if line.strip()]
        super().__init__(line for _, line in numbered_lines)
        self.numbers = [number for number, _ in numbered_lines]


def log_batches(file: Path, keys: Collection[str]) -> Iterator[Lines]:
    """The lines of a log; Refused at once if none of the first block's lines is an object, or if all of them are
    objects of another kind, with none of these keys.
    """
    for at, lines in enumerate(batches(file)):
        if at == 0 and len(lines) > 1:
            what = "standard input" if str(file) == "-" else str(file)[:200]
            if not any(map(_is_braced, lines)):
                _refuse(f"{what} is no log: a log has a JSON object a line", f"{len(lines):,} lines is one")
            if all(_has_none(line, keys) for line in lines):
                some = ", ".join(list(keys)[:4])
                _refuse(f"{what} is another kind of log: here a line has {some}", f"{len(lines):,} lines has any")
        yield lines


def _refuse(what: str, lines: str) -> NoReturn:
    raise Refused(code="not_a_log", message=f"{what}, and none of its first {lines}")


def _has_none(line: bytes, keys: Collection[str]) -> bool:
    """Whether a line is an object without any of these keys; one that cannot be read is somebody's mistake."""
    try:
        return not any(key in keys for key in read_object(line))
    except Refused:
        return False


def _is_braced(line: bytes) -> bool:
    """Whether a line is meant as an object; an opening brace alone may begin one of many lines, or stand anywhere."""
    return line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}")


def batches(file: Path) -> Iterator[Lines]:
    """The lines of a file, or of standard input for `-`, without the blank ones, in blocks as they can be read.

    Of an endless line only the start is kept, which `read_object` then refuses.
    """
    with _opened(file) as source:
        rest, first = b"", 1
        while block := source.read(_BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            rest = rest[: LINE_LIMIT + 1]
            if batch := Lines(lines, first):
                yield batch
            first += len(lines)
        if batch := Lines([rest], first):
            yield batch


def _opened(file: Path) -> io.FileIO:
    """The file without a buffer, so that a read returns what is available and does not wait for more."""
    try:
        if str(file) != "-":
            return io.FileIO(file)
        if sys.stdin is None:
            raise Refused(code="unreadable", message="standard input is closed")
        return io.FileIO(sys.stdin.fileno(), closefd=False)
    except OSError as error:
        what = "standard input" if str(file) == "-" else str(file)[:200]
        raise Refused(code="unreadable", message=f"{what} cannot be read: {error.strerror or error}") from None
