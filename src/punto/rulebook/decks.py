"""How many decks a table may be asked for."""

from __future__ import annotations

from punto.kit import Refused
from punto.rulebook.model import Rulebook


def decks_of(book: Rulebook, decks: int | None) -> int:
    """A number of decks this rulebook allows; its usual one where none is asked for."""
    if decks is None:
        return book.decks.usual
    if not book.decks.least <= decks <= book.decks.most:
        message = f"{book.id} is played with {book.decks.least} to {book.decks.most} decks, not {decks}"
        raise Refused(code="wrong_number_of_decks", message=message, cite=book.decks.cite)
    return decks
