"""Figures in columns: names at the left, numbers lined up at the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from punto.cli.terminal.screen import Screen
from punto.cli.terminal.stacked import Column, Look

_LOOK = Look(lambda: Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False), edges=2, gap=3)


def show_columns(screen: Screen, headings: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> None:
    """Prints a table whose first `names` columns are words and whose others are figures."""
    columns = list(zip(*rows, strict=True)) or [()] * len(headings)
    # Names come from rulebook files: their brackets are brackets, not markup.
    drawn = [
        Column(Text(heading), [Text(cell) for cell in cells], "left" if number < names else "right", wraps=number == 0)
        for number, (heading, cells) in enumerate(zip(headings, columns, strict=True))
    ]
    screen.table(drawn, _LOOK)
