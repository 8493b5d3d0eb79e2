"""The cards of a round, drawn as they lay: Player's hand and Banker's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from punto.coup import Tableau, WrongCards, hands
from punto.kit import Card
from punto.report.picture import Bar, Label, Picture, Role, Shape

WIDE, HIGH, GAP = 44.0, 60.0, 8.0
LEFT: Final = 74.0
WIDTH, HEIGHT = 520.0, 78.0
_RED: Final = "♥♦"


def card_picture(tableau: Tableau, cards: Sequence[Card]) -> Picture:
    """Both hands side by side, each card by rank and suit, with the totals."""
    try:
        dealt = hands(tableau, cards)
        both = (("Player", dealt.player), ("Banker", dealt.banker))
    except WrongCards:
        both = (("Cards drawn", tuple(cards)), ("", ()))
    shapes: list[Shape] = []
    for at, (name, hand) in enumerate(both):
        shapes += _hand(name, hand, at * WIDTH / 2)
    description = "; ".join(f"{name} {' '.join(card.picture for card in hand)}" for name, hand in both if hand)
    return Picture(
        "Cards", "in the order they were played", description or "No card was drawn.", WIDTH, HEIGHT, tuple(shapes)
    )


def _hand(name: str, hand: Sequence[Card], left: float) -> list[Shape]:
    if not hand:
        return []
    shapes: list[Shape] = [
        Label(left, HEIGHT / 2 - 6, name, "value", "start"),
        Label(left, HEIGHT / 2 + 12, str(sum(card.points for card in hand) % 10), "black", "start"),
    ]
    for at, card in enumerate(hand):
        x = left + LEFT + at * (WIDE + GAP)
        role: Role = "red" if card.picture[-1:] in _RED else "black"
        shapes.append(Bar(x, 8, WIDE, HIGH, "card"))
        shapes.append(Label(x + WIDE / 2, 8 + HIGH / 2 + 6, card.picture, role))
    return shapes
