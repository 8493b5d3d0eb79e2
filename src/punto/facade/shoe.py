"""A whole shoe dealt out: what is burned, every coup until the cut card, and what is left behind it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from punto.facade.arguments import whole
from punto.facade.coup import GameCoup, settled_coup
from punto.facade.notebook import NotebookValue, Row
from punto.facade.road_map import RoadMap, road_map
from punto.kit import Card, Refused
from punto.kit.excerpt import excerpt
from punto.rulebook import Rulebook, terms_of


class DealtShoe(NotebookValue):
    """The coups of one shoe, in order."""

    def __init__(self, book: Rulebook, decks: int, burned: Sequence[Card], coups: tuple[GameCoup, ...], left: int):
        self.rulebook = book.name
        self.decks = decks
        self.burned = tuple(burned)
        """The turned card first, where one is turned."""
        self.coups = coups
        self.cards_left = left

    @cached_property
    def roads(self) -> RoadMap:
        return road_map([coup.winner for coup in self.coups])

    def __len__(self) -> int:
        return len(self.coups)

    def __repr__(self) -> str:
        counts = self.roads.counts
        wins = ", ".join(f"{name} {counts[name]}" for name in ("player", "banker", "tie"))
        return f"<{self.rulebook}, a shoe of {self.decks} decks: {len(self.coups)} coups, {wins}>"

    def _json(self) -> object:
        return [coup.to_dict() for coup in self.coups]

    def _rows(self) -> Sequence[Row]:
        return [
            {
                "coup": number,
                "cards": coup.cards,
                "winner": coup.winner,
                "player_points": coup.result.player_points,
                "banker_points": coup.result.banker_points,
            }
            for number, coup in enumerate(self.coups, 1)
        ]


def first_coup(book: Rulebook, order: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the coup that a shoe in this order begins with; fewer than a coup's where it runs out."""
    drawn: list[Card] = []
    points: list[int] = []
    while book.tableau.next_side(points) is not None and len(drawn) < len(order):
        drawn.append(order[len(drawn)])
        points.append(drawn[-1].points)
    return tuple(drawn)


def dealt_shoe(book: Rulebook, decks: int, order: Sequence[Card], cut: int, burn: int | None) -> DealtShoe:
    """Coups from a shuffled order until the cut card is out, and one more; `burn` None turns the first card.

    A coup for which the cards run out is void, and no part of it.
    """
    burn_count = burn if burn is not None else 1 + (order[0].points or 10)
    burned = order[: burn_count if burn is not None else 1]
    coups: list[GameCoup] = []
    place, last = burn_count, False
    while not last:
        last = place >= len(order) - cut  # The cut card is out: one more coup is dealt.
        drawn = first_coup(book, order[place : place + 6])
        if book.tableau.next_side([card.points for card in drawn]) is not None:
            break
        coups.append(settled_coup(book, drawn, {}, (), terms_of(book), decks))
        place += len(drawn)
    return DealtShoe(book, decks, burned, tuple(coups), len(order) - place)


def read_burn(burn: int | str | None) -> int | None:
    """A number of cards; None for `first`."""
    if burn is None or isinstance(burn, str):
        ways = {None: 0, "none": 0, "first": None}
        if burn in ways:
            return ways[burn]
    try:
        cards = whole(burn, "burn")
    except Refused:
        cards = -1
    if cards < 0:
        message = f"burn is 'first', 'none' or a number of cards, not {excerpt(burn)}"
        raise Refused(code="bad_burn", message=message)
    return cards
