"""Text in rows: broken between words only, and never inside a figure."""

from __future__ import annotations

import re

from rich.cells import cell_len

# A space inside a figure: `0.25 ± 0.01 %`, `8 to 1`, `5 v 6`, `3 of 24`, `A +0.3`, a date with its time.
_INSIDE = "|".join(
    (
        r" (?=[%±]|[+-]\d)",
        r"(?<=±) ",
        r"(?<=\d) (?=\d|(?:to|v|of) \d)",
        *(rf"(?<=\d {word}) (?=\d)" for word in ("to", "v", "of")),
    )
)
_PIECE = re.compile(rf"\s*(?:\S|{_INSIDE})+")


def pieces(text: str) -> list[str]:
    """Words and whole figures, each with the spaces before it."""
    return _PIECE.findall(text)


def wrapped(text: str, width: int) -> list[str]:
    """The text in rows of this width; a piece that is longer than a row sticks out."""
    rows: list[str] = []
    for line in text.split("\n"):
        rows.append("")
        for piece in pieces(line):
            if rows[-1] and cell_len(rows[-1] + piece) > width:
                rows.append(piece.lstrip())
            else:
                rows[-1] += piece
    return rows
