"""A QR code as the path of an SVG, which a page draws in its own colours."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import segno

from punto.view.house import QrView

MARGIN: Final = 4
"""Light squares around it, as the standard asks for."""


def qr_of(text: str) -> QrView:
    """The QR code of a text: a rectangle for each run of dark squares in a row."""
    rows = segno.make_qr(text, error="m").matrix
    path = []
    for y, row in enumerate(rows, MARGIN):
        x = MARGIN
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return QrView(size=len(rows) + 2 * MARGIN, path="".join(path))
