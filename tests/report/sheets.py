"""PAR sheets to print, and HTML read back as tables."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser

from punto.chance.composition import Composition
from punto.chance.par import ParSheet, par_sheet
from punto.chance.price import price
from punto.report.making import Making
from punto.report.par import par_html, par_pdf
from punto.rulebook import Library, Rulebook
from punto.rulebook.model import Name

MADE = Making("9.9.9", "0123456789abcdef" * 4, datetime(2026, 11, 18, 12, 30, tzinfo=UTC))
HOSTILE = Name('<script>alert("en")</script> &amp; \\u{41} #panic() */', '"閒]#import "/x": y // \\ $x$ 老虎')


def par_of(book: Rulebook, decks: int = 8) -> ParSheet:
    shoe = Composition.fresh(decks)
    return par_sheet(book, price(book, shoe, decks=decks), shoe)


@cache
def par(id: str) -> ParSheet:
    return par_of(Library().find(id))


@cache
def html(id: str) -> str:
    return par_html(par(id), MADE)


@cache
def pdf(id: str) -> bytes:
    return par_pdf(par(id), MADE)


def hostile() -> ParSheet:
    """The simplest game under names that try to be markup."""
    book = Library().find("punto-banco")
    bets = {id: replace(bet, name=HOSTILE, cite="<b>&") for id, bet in book.bets.items()}
    return par_of(replace(book, title=HOSTILE, bets=bets, version='"><img src=x>'), 6)


@dataclass
class Read(HTMLParser):
    """Tables as rows of texts, and what else tests look at."""

    tables: list[list[list[str]]] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    """The text of each cell that is marked as the patron's."""
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self._in_cell = self._is_marked = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._in_cell = True
            self._is_marked = "marked" in (dict(attrs).get("class") or "").split()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._in_cell = False
            if self._is_marked:
                self.marked.append(self.tables[-1][-1][-1])

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_cell:
            self.tables[-1][-1][-1] += data

    def table(self, *heads: str) -> list[list[str]]:
        """The body of the first table whose heads begin so."""
        return next(table[1:] for table in self.tables if table[0][: len(heads)] == list(heads))


def read(text: str) -> Read:
    reader = Read()
    reader.feed(text)
    reader.close()
    return reader
