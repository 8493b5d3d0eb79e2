"""Tables on a narrow screen: words wrap first, then columns go below each other, and no cell is ever cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from punto.cli.terminal.wrapping import pieces, wrapped

_NARROWEST = 11
"""Words in a narrower column are hard to read: another table is better."""


@dataclass(frozen=True)
class Look:
    """How a table is drawn, and what its frame takes."""

    empty: Callable[[], Table]
    edges: int
    """Signs and spaces beside the first and the last column, together."""
    gap: int
    """Signs and spaces between two columns."""


@dataclass(frozen=True)
class Column:
    """A heading and the cells under it."""

    heading: Text
    cells: Sequence[Text]
    justify: JustifyMethod = "right"
    wraps: bool = False
    """Whether its words may go on below; else its lines stay whole."""

    @property
    def natural(self) -> int:
        return max(cell_len(line) for cell in self._cells for line in cell.plain.split("\n"))

    @property
    def least(self) -> int:
        if not self.wraps:
            return self.natural
        longest = max(cell_len(piece.strip()) for cell in self._cells for piece in ["", *pieces(cell.plain)])
        return max(longest, min(self.natural, _NARROWEST))

    def within(self, width: int) -> list[Text]:
        """Heading and cells in rows of this width."""
        if not self.wraps:
            return self._cells
        return [Text("\n".join(wrapped(cell.plain, width)), style=cell.style) for cell in self._cells]

    @property
    def _cells(self) -> list[Text]:
        return [self.heading, *self.cells]


def stacked(columns: Sequence[Column], room: int, look: Look) -> Iterator[Table]:
    """The table if it fits the room, else several with the first column in each.

    A column that alone is wider than the room sticks out.
    """
    first, *others = columns
    left = room - look.edges - first.least
    for places in _fitting([column.least + look.gap for column in others], left):
        yield _table([first, *(others[place] for place in places)], room, look)


def _table(columns: Sequence[Column], room: int, look: Look) -> Table:
    table = look.empty()
    widths = _narrowed(columns, room - look.edges - look.gap * (len(columns) - 1))
    headings, *rows = zip(*map(Column.within, columns, widths), strict=True)
    for column, heading, width in zip(columns, headings, widths, strict=True):
        table.add_column(heading, justify=column.justify, no_wrap=True, width=width)
    for row in rows:
        table.add_row(*row)
    return table


def _narrowed(columns: Sequence[Column], room: int) -> list[int]:
    """A width for each column: its own, the widest of those that wrap made narrower until all fit the room."""
    widths, least = [column.natural for column in columns], [column.least for column in columns]
    while sum(widths) > room and widths != least:
        widest = max(range(len(widths)), key=lambda at: widths[at] if widths[at] > least[at] else 0)
        widths[widest] -= 1
    return widths


def _fitting(widths: Sequence[int], room: int) -> list[list[int]]:
    """Places of columns this wide, in as few groups as fit the room, none much wider than the others."""
    groups = _filled(widths, room)
    for less in range(room - 1, 0, -1):
        narrower = _filled(widths, less)
        if len(narrower) > len(groups):
            break
        groups = narrower
    return groups


def _filled(widths: Sequence[int], room: int) -> list[list[int]]:
    """Places of columns in groups filled one after the other."""
    groups: list[list[int]] = [[]]
    used = 0
    for place, width in enumerate(widths):
        if groups[-1] and used + width > room:
            groups.append([])
            used = 0
        groups[-1].append(place)
        used += width
    return groups
