"""The screen: headings, lines with their paragraph at the right, tables; JSON where that is asked for."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable

import msgspec
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

WIDEST = 96
"""Longer lines are hard to read, however wide the terminal is."""

_PLAIN = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "→": "->", "–": "-", "…": "...", "·": "*", "’": "'"}


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """What a screen that is not Unicode shows instead, as wide as what it stands for where nothing is better."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?" * max(1, cell_len(letter))) for letter in missing), error.end


PLAIN = "punto_plain"
"""How a text stream is told to write letters it does not have."""

codecs.register_error(PLAIN, plain_letters)


def print_json(told: object) -> None:
    """One line of JSON on standard output."""
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to `main`, which answers it alike for every kind of output."""
        raise BrokenPipeError


class Screen:
    """Prints for people; plain when the output is no terminal."""

    def __init__(self) -> None:
        # Names come from rulebook files: their brackets are brackets, not markup.
        self.console = _Console(highlight=False, markup=False, emoji=False)
        self.width = max(40, min(self.console.width, WIDEST))

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
        rows = list(Text(text).wrap(self.console, self.width - indent - 2))
        for number, row in enumerate(rows):
            row.rstrip()
            margin = indent if number == 0 else indent + 2
            rows[number] = Text(" " * margin).append(row.plain, style=style)
        room = self.width - cell_len(rows[-1].plain)
        if cite and cell_len(cite) + 2 <= room:
            rows[-1].append(" " * (room - cell_len(cite)) + cite, style="dim")
        elif cite:
            rows += [
                Text(" " * max(0, self.width - cell_len(part.plain.rstrip())) + part.plain.rstrip(), style="dim")
                for part in Text(cite).wrap(self.console, self.width - indent)
            ]
        for row in rows:
            self.console.print(row, soft_wrap=True)

    def grid(self, corner: str, across: Iterable[int], rows: Iterable[tuple[int, list[str]]]) -> None:
        """A table of totals: one hand's down, the other's across."""
        table = Table(Column(corner, style="bold"), box=box.ROUNDED, header_style="bold")
        for total in across:
            table.add_column(str(total), justify="center")
        for total, cells in rows:
            table.add_row(str(total), *cells)
        self.console.print(Padding(table, (0, 0, 0, 2), expand=False))
