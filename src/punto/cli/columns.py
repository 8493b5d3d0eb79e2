"""Figures in columns: names at the left, numbers lined up at the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from punto.cli.screen import Screen


def show_columns(screen: Screen, headings: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> None:
    """Prints a table whose first `names` columns are words and whose others are figures."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(
            Text(heading),
            justify="left" if number < names else "right",
            no_wrap=number > 0,
            min_width=0 if number else 11,
        )
    for row in rows:
        # Names come from rulebook files: their brackets are brackets, not markup.
        table.add_row(*(Text(cell) for cell in row))
    screen.console.print(table, width=min(screen.width, screen.console.width))
