"""A shoe as somebody asks about it: fresh, or by its counts, less the cards that are gone."""

from __future__ import annotations

from collections.abc import Iterable

from punto.chance.composition import Composition, check_fits, read_composition
from punto.kit import Card
from punto.rulebook import Rulebook, decks_of


def shoe_asked(book: Rulebook, decks: int | None, counts: str | None, gone: Iterable[Card]) -> Composition:
    """What was in the shoe when the coup began; Refused if the rulebook's decks never held it."""
    if counts is None:
        shoe = Composition.fresh(decks_of(book, decks))
    else:
        shoe = read_composition(counts)
        most, whose = (book.decks.most, f"that {book.id} allows") if decks is None else (decks, "asked for")
        check_fits(shoe, most, whose)
    return shoe.without(gone)
