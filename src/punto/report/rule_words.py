"""Rules in words, alike on every screen and in every document."""

from __future__ import annotations

from collections.abc import Iterable

from punto.kit import Odds
from punto.rulebook import Authority, Options, PayRow, Rulebook
from punto.rulebook.model import Irregularity, NewCards

SOURCES = {"document": "a casino's own document", "trade": "the trade's common rules"}


def decks(book: Rulebook) -> str:
    """How many decks, in words."""
    if book.decks.least == book.decks.most:
        return f"{book.decks.least} decks"
    return f"{book.decks.least}–{book.decks.most} decks"


def since(book: Rulebook) -> str:
    """The moment an edition came into force, with its offset."""
    return book.effective.isoformat(" ", "minutes")


def row_pays(row: PayRow) -> str:
    """What a pay row pays, in words."""
    if not isinstance(row.odds, Odds):
        return "returned"
    return f"pays {row.odds}{' less commission' if row.commission else ''}"


def clause_leads(clause: Irregularity) -> str:
    """What a clause leads to, in words."""
    text = words(clause.leads_to.value)
    if clause.decides is not Authority.DEALER:
        text += f"; {words(clause.decides.word)} decides"
    if clause.options is not Options.NEVER:
        text += f"; options {words(clause.options.value)}"
    if clause.cards is not NewCards.KEPT:
        text += f"; cards {words(clause.cards.value)}"
    return text


def words(name: str) -> str:
    """A name of the files as words."""
    return name.replace("_", " ")


def numbers(values: Iterable[int]) -> str:
    """Numbers in words: `0 to 5`, `8 or 9`, or one by one."""
    ordered = sorted(values)
    if not ordered:
        return "nothing"
    if len(ordered) > 2 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]} to {ordered[-1]}"
    return ", ".join(map(str, ordered[:-1])) + (" or " if ordered[1:] else "") + str(ordered[-1])
