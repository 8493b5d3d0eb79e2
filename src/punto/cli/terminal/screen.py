"""The screen: headings, lines with their paragraph at the right, tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from punto.cli.terminal.stacked import Column, Look, stacked
from punto.cli.terminal.wrapping import wrapped

WIDEST = 96
"""Longer lines are hard to read, however wide the terminal is."""

_ENDLESS = 100_000
"""How wide rich takes the screen to be: it would cut off what does not fit."""

_GRID = Look(lambda: Table(box=box.ROUNDED, header_style="bold"), edges=4, gap=3)


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Raise it again: `main` handles it alike for every kind of output."""
        raise BrokenPipeError


class Screen:
    """Prints for people; plain when the output is no terminal."""

    def __init__(self) -> None:
        # Names come from rulebook files: their brackets are brackets, not markup.
        self.console = _Console(highlight=False, markup=False, emoji=False)
        self.columns = self.console.width
        self.console.width = _ENDLESS
        self.width = max(40, min(self.columns, WIDEST))

    def title(self, text: str, below: str = "") -> None:
        self.line(text, style="bold", indent=0)
        if below:
            self.line(below, style="dim", indent=0)

    def gap(self) -> None:
        self.console.print()

    def head(self, text: str) -> None:
        self.gap()
        self.line(text, style="bold cyan", indent=0)

    def line(self, text: str, cite: str = "", style: str = "", indent: int = 2) -> None:
        """A line, wrapped where it must be, with its paragraph at the right edge of its last line."""
        self._rows(wrapped(text, self.width - indent - 2), cite, style, indent)

    def verdict(self, text: str, cite: str = "", style: str = "", indent: int = 2) -> None:
        """A result or finding: wrapped on a terminal only, so that a search in a file finds it on one line."""
        on_terminal = self.console.file.isatty()
        self._rows(wrapped(text, self.width - indent - 2) if on_terminal else [text], cite, style, indent)

    def table(self, columns: Sequence[Column], look: Look, indent: int = 0) -> None:
        """A table, or several where it is wider than the screen."""
        for number, table in enumerate(stacked(columns, self.columns - indent, look)):
            if number and not table.show_edge:
                self.gap()
            self.console.print(Padding(table, (0, 0, 0, indent), expand=False))

    def grid(self, corner: str, across: Iterable[int], rows: Iterable[tuple[int, list[str]]]) -> None:
        """A table of totals: one hand's down, the other's across."""
        down, cells = zip(*rows, strict=True)
        first = Column(Text(corner), [Text(str(total), style="bold") for total in down], "left", wraps=True)
        others = [
            Column(Text(str(total)), [Text(cell) for cell in column], "center")
            for total, column in zip(across, zip(*cells, strict=True), strict=True)
        ]
        self.table([first, *others], _GRID, indent=2)

    def _rows(self, texts: Sequence[str], cite: str, style: str, indent: int) -> None:
        """Prints rows, those after the first indented further, and the paragraph."""
        margins = [indent, *[indent + 2] * (len(texts) - 1)]
        rows = [Text(" " * margin).append(text, style=style) for margin, text in zip(margins, texts, strict=True)]
        room = self.width - cell_len(rows[-1].plain)
        if cite and cell_len(cite) + 2 <= room:
            rows[-1].append(" " * (room - cell_len(cite)) + cite, style="dim")
        elif cite:
            parts = wrapped(cite, self.width - indent)
            rows += [Text(" " * max(0, self.width - cell_len(part)) + part, style="dim") for part in parts]
        for row in rows:
            self.console.print(row, soft_wrap=True)
