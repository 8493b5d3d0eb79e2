"""A sheet as a value: sections of text, facts, tables and pictures. Renderers know only these types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Literal, TypeAlias

from punto.report.picture import Picture


class Tone(Enum):
    """How a cell is shaded: five steps for the house, three for the patron."""

    PLAIN = "plain"
    HOUSE_1 = "h1"
    HOUSE_2 = "h2"
    HOUSE_3 = "h3"
    HOUSE_4 = "h4"
    HOUSE_5 = "h5"
    PATRON_1 = "p1"
    PATRON_2 = "p2"
    PATRON_3 = "p3"


MARK = "◆"
"""Stands in every cell that favours the patron, so that nothing rests on colour alone."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One cell of a table."""

    text: str
    aside: str = ""
    """Beside it, quieter: a name in the other language."""
    above: str = ""
    """Over it, smaller."""
    tone: Tone = Tone.PLAIN
    marked: bool = False
    """Whether it favours the patron: framed, bold and with the mark."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column's head, and what stands under it: words, digits to be aligned, or exact fractions."""

    head: str
    kind: Literal["words", "digits", "fraction", "centre"] = "words"


LONGEST = 32
"""Letters that a table sets on one line."""

Row: TypeAlias = tuple[SheetCell | str, ...]


def row(*cells: SheetCell | str) -> Row:
    return cells


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows under heads; the first column names the row."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    size: Literal["normal", "small", "tiny"] = "normal"
    grid: bool = False
    """Whether cells form a picture, each of one width, rather than lines to be read."""

    def long(self, place: int) -> bool:
        """Whether a column's text is too long for one line."""
        texts = (cell if isinstance(cell, str) else cell.text for cell in (row[place] for row in self.rows))
        return any(len(text) > LONGEST for text in texts)

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; in small type where it explains what stands above it."""

    text: str
    small: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph nobody should miss; `alarm` where it is about a loss to the house."""

    text: str
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list; a lead stands out before its text."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Named facts: the title lines of a sheet."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Legend:
    """What each tone means."""

    entries: tuple[tuple[Tone, bool, str], ...]


@dataclass(frozen=True, slots=True)
class Gallery:
    """Small pictures of one kind, side by side."""

    pictures: tuple[Picture, ...]
    across: int = 3


Block: TypeAlias = Text | Note | Items | Facts | SheetTable | Legend | Gallery


@dataclass(frozen=True, slots=True)
class SheetSection:
    title: str
    blocks: Sequence[Block] = field(default=())
    appendix: bool = False
    """Lettered after the numbered ones, and started on a new page."""


@dataclass(frozen=True, slots=True)
class Document:
    kind: str
    """What sort of sheet it is: `PAR sheet`."""
    title: str
    other_title: str
    """In the other language."""
    facts: Facts
    sections: tuple[SheetSection, ...]
    stamp: str
    """Names the sheet on every page."""
    dated: datetime
    """The file's own date, so that the same document gives the same bytes."""
    seal: str
    """A hash printed on every page."""

    def numbered(self) -> list[tuple[str, SheetSection]]:
        """Sections with their numbers, appendices with their letters."""
        plain = [section for section in self.sections if not section.appendix]
        back = [section for section in self.sections if section.appendix]
        return [(str(at), section) for at, section in enumerate(plain, 1)] + [
            (chr(ord("A") + at), section) for at, section in enumerate(back)
        ]
