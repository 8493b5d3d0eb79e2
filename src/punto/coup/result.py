"""A coup: its cards in the order drawn, and the result when they are all there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from punto.coup.tableau import Ruling, Tableau
from punto.kit import BySide, Card, Rank, Side

Winner = Literal["player", "banker", "tie"]


@dataclass(frozen=True, slots=True)
class Result:
    """What a bet may ask about a finished coup; two coups with equal results pay alike."""

    winner: Winner
    player_points: int
    banker_points: int
    player_cards: int
    banker_cards: int
    player_pair: Rank | None = None
    """The rank of Player's first two cards, if they are of one rank."""
    banker_pair: Rank | None = None
    player_suited: bool | None = False
    """Whether that pair is also of one suit; None when a suit was not written down."""
    banker_suited: bool | None = False

    def points(self, side: Side) -> int:
        return self.player_points if side is Side.PLAYER else self.banker_points


class WrongCards(ValueError):
    """Cards that the tableau does not deal; `ruling` is the decision they break, if one was made."""

    def __init__(self, *, code: str, message: str, ruling: Ruling | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.ruling = ruling


def hands(tableau: Tableau, cards: Sequence[Card]) -> BySide[tuple[Card, ...]]:
    """The cards of each hand, complete or not; cards beyond the tableau belong to nobody."""
    owners = tableau.owners([card.points for card in cards])
    dealt = list(zip(owners, cards, strict=False))
    return BySide(*(tuple(card for owner, card in dealt if owner is side) for side in Side))


def result_of(tableau: Tableau, cards: Sequence[Card]) -> Result:
    """The result of a complete coup; WrongCards if there is a card too few or too many."""
    drawn = len(cards)
    if drawn < 4:
        raise WrongCards(code="too_few_cards", message=f"a coup starts with four cards and {_number(drawn)} given")
    if drawn > 6:
        raise WrongCards(code="too_many_cards", message=f"a coup has at most six cards and {_number(drawn)} given")
    points = [card.points for card in cards]
    rulings = tableau.third_cards(points)
    due = 4 + sum(ruling.draws for ruling in rulings)
    if drawn < due:
        raise _missing(next(ruling for ruling in reversed(rulings) if ruling.draws), drawn)
    if drawn > due:
        raise _surplus(rulings[-1], cards[due])
    player_drew = len(rulings) == 2 and rulings[0].draws
    player = points[0] + points[2] + (points[4] if player_drew else 0)
    banker = points[1] + points[3] + (points[-1] if rulings[-1].side is Side.BANKER and rulings[-1].draws else 0)
    return finished(
        player % 10,
        banker % 10,
        3 if player_drew else 2,
        due - (3 if player_drew else 2),
        _pair(cards[0], cards[2]),
        _pair(cards[1], cards[3]),
    )


def finished(
    player_points: int,
    banker_points: int,
    player_cards: int,
    banker_cards: int,
    player_pair: tuple[Rank | None, bool | None],
    banker_pair: tuple[Rank | None, bool | None],
) -> Result:
    """The result with these final totals."""
    winner: Winner = "player" if player_points > banker_points else "banker" if banker_points > player_points else "tie"
    return Result(
        winner,
        player_points,
        banker_points,
        player_cards,
        banker_cards,
        player_pair[0],
        banker_pair[0],
        player_pair[1],
        banker_pair[1],
    )


def _pair(first: Card, second: Card) -> tuple[Rank | None, bool | None]:
    if first.rank is not second.rank:
        return None, False
    if first.suit is None or second.suit is None:
        return first.rank, None
    return first.rank, first.suit is second.suit


def _number(drawn: int) -> str:
    return "1 is" if drawn == 1 else f"{drawn} are"


def _missing(ruling: Ruling, drawn: int) -> WrongCards:
    message = f"{ruling.sentence()}, but only {drawn} cards are given"
    return WrongCards(code="too_few_cards", message=message, ruling=ruling)


def _surplus(ruling: Ruling, card: Card) -> WrongCards:
    message = f"{ruling.sentence()}; the coup is complete and {card} is one card too many"
    return WrongCards(code="too_many_cards", message=message, ruling=ruling)
