"""What a table plays with: a shoe, fresh or by its counts, and the commission of its sign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from punto.chance.composition import Composition, check_fits, check_whole, read_composition
from punto.kit import Card, Refused, read_percent
from punto.rulebook import Rulebook, decks_of


def shoe_of(book: Rulebook, decks: int | None, counts: str | None, without: Iterable[Card]) -> Composition:
    """What was in the shoe when the coup began; Refused if the rulebook's decks never held it."""
    if counts is None:
        shoe = Composition.fresh(decks_of(book, decks))
    else:
        shoe = read_composition(counts)
        most, whose = (book.decks.most, f"that {book.id} allows") if decks is None else (decks, "asked for")
        check_fits(shoe, most, whose)
        check_whole(counts, shoe)
    return shoe.without(without)


def at_commission(book: Rulebook, printed: str | None) -> Rulebook:
    """The rulebook as a table plays it whose sign shows this commission; Refused if it takes none."""
    if printed is None:
        return book
    if book.commission is None:
        raise Refused(code="bad_commission", message=f"{book.id} takes no commission, so it cannot be {printed[:20]!r}")
    try:
        read_percent(printed)
    except ValueError as error:
        raise Refused(code="bad_commission", message=f"commission: {error}", cite=book.commission.cite) from None
    return _with_commission(book, printed)


@lru_cache(maxsize=16)
def _with_commission(book: Rulebook, printed: str) -> Rulebook:
    """Cached, because the figures of a rulebook are cached by the rulebook value."""
    assert book.commission is not None
    return replace(book, commission=replace(book.commission, rate=read_percent(printed), printed=printed))
