"""Output of every command: JSON on standard output, and substitutes for letters that a screen cannot show."""

from __future__ import annotations

import codecs
import io
import sys

PLAIN = "punto_plain"
"""The name of the codec error handler for letters that a stream cannot write."""

_PLAIN = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "→": "->", "–": "-", "…": "...", "·": "*", "’": "'"}


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """A substitute for letters that a stream cannot write, of the same width where there is no better one."""
    from rich.cells import cell_len  # Rarely needed, and it takes a moment to load.

    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?" * max(1, cell_len(letter))) for letter in missing), error.end


def set_streams() -> None:
    """Have substitutes written for letters that a stream cannot write."""
    codecs.register_error(PLAIN, plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where the descriptor is closed.
            stream.reconfigure(errors=PLAIN)


def print_json(value: object) -> None:
    """One line of JSON on standard output."""
    import msgspec  # Help and version need none.

    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
