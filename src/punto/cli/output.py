"""What every command writes with: JSON on standard output, and letters for a screen that lacks them."""

from __future__ import annotations

import codecs
import io
import sys

PLAIN = "punto_plain"
"""How a text stream is told to write letters it does not have."""

_PLAIN = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "→": "->", "–": "-", "…": "...", "·": "*", "’": "'"}


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """What a screen that is not Unicode shows instead, as wide as what it stands for where nothing is better."""
    from rich.cells import cell_len  # Rarely needed, and it takes a moment to load.

    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?" * max(1, cell_len(letter))) for letter in missing), error.end


def set_streams() -> None:
    """Have letters that a stream lacks written plainly."""
    codecs.register_error(PLAIN, plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where the descriptor is closed.
            stream.reconfigure(errors=PLAIN)


def print_json(value: object) -> None:
    """One line of JSON on standard output."""
    import msgspec  # Help and version need none.

    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
