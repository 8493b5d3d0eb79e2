"""Which bets are already certainly won or lost on a part-dealt coup, whatever cards come."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from punto.coup import results_from
from punto.kit import PUSH, Card
from punto.rulebook.model import Rulebook
from punto.rulebook.settlement import paying_row

Fate = Literal["win", "lose"]


@lru_cache(maxsize=4096)
def decided(book: Rulebook, cards: tuple[Card, ...]) -> dict[str, Fate]:
    """The bets on the layout, placed or not, that every continuation wins, or every one loses.

    A bet that some continuation returns is neither: a push is not a win or a loss.
    """
    results = results_from(book.tableau, cards)
    certain: dict[str, Fate] = {}
    for bet in book.bets:
        fates: set[str] = set()
        for result in results:
            row = paying_row(book, bet, result)
            fates.add("lose" if row is None else "push" if row.odds is PUSH else "win")
            if len(fates) > 1:
                break
        if fates == {"win"}:
            certain[bet] = "win"
        elif fates == {"lose"}:
            certain[bet] = "lose"
    return certain


def established(book: Rulebook, cards: tuple[Card, ...]) -> bool:
    """Whether an outcome has been established, as the irregularity clauses ask."""
    return bool(decided(book, cards))
