"""Reconstruction: misplaced cards put back into the order they were drawn, by the tableau."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from punto.coup.tableau import Tableau
from punto.kit import BySide, Card, Side


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """Where the cards belong, and what that changes on the felt."""

    hands: BySide[tuple[Card, ...]]
    moved: tuple[tuple[Card, Side], ...]
    """Cards that lay in the other hand's area, with the hand they belong to."""
    surplus: tuple[Card, ...]
    """Drawn in excess: they begin the next coup."""
    next_side: Side | None
    """Whose card is drawn next once the hands are right; None when the coup is complete."""


def reconstruct(tableau: Tableau, drawn: Sequence[tuple[Card, Side | None]]) -> Reconstruction:
    """Deal the cards again in the order they left the shoe.

    Each card comes with the area it was put in (None for a card beside the layout).
    """
    points = [card.points for card, _ in drawn]
    owners = tableau.owners(points)
    dealt = list(zip(owners, drawn, strict=False))
    return Reconstruction(
        hands=BySide(*(tuple(card for owner, (card, _) in dealt if owner is side) for side in Side)),
        moved=tuple((card, owner) for owner, (card, lay) in dealt if lay is not owner),
        surplus=tuple(card for card, _ in drawn[len(owners) :]),
        next_side=None if len(owners) < len(drawn) else tableau.next_side(points),
    )
