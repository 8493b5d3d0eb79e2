"""The tableau (the documents' Table of Play) as a value: which hand takes a third card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from punto.kit import Side


class Why(Enum):
    """The part of the tableau that decides a draw; a rulebook cites a paragraph for each."""

    OPENING = "opening"
    NATURAL = "natural"
    PLAYER = "player"
    BANKER_ALONE = "banker_alone"
    BANKER = "banker"


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a hand takes a third card, and what that was decided on."""

    side: Side
    draws: bool
    why: Why
    total: int
    """Of the hand's own two cards; for a natural, of the hand that has it."""
    third: int | None = None
    """What Player's third card counts, where Banker's decision looks at it."""

    def sentence(self) -> str:
        """The decision in a sentence."""
        name = self.side.value.capitalize()
        verb = "draws" if self.draws else "stands"
        match self.why:
            case Why.NATURAL:
                return f"a natural {self.total}: no hand draws"
            case Why.BANKER_ALONE:
                return f"{name} has {self.total} and Player stood: {name} {verb}"
            case Why.BANKER:
                return f"{name} has {self.total} and Player's third card counts {self.third}: {name} {verb}"
            case _:
                return f"{name} has {self.total}: {name} {verb}"


@dataclass(frozen=True, slots=True)
class Tableau:
    """Totals and third cards on which each hand draws. All numbers are points, 0 to 9."""

    player_draws: frozenset[int]
    naturals: frozenset[int]
    banker_draws_alone: frozenset[int]
    """Banker's totals that draw when Player stood."""
    banker_draws_on: tuple[frozenset[int], ...]
    """For each Banker total, the values of Player's third card on which Banker draws."""

    def third_cards(self, points: Sequence[int]) -> list[Ruling]:
        """The decisions that the first four cards, and a fifth if it is there, allow to be made.

        `points` are the cards' values in the order drawn: the first and third are
        Player's, the second and fourth Banker's.
        """
        player, banker = (points[0] + points[2]) % 10, (points[1] + points[3]) % 10
        if player in self.naturals or banker in self.naturals:
            holder, total = (Side.PLAYER, player) if player in self.naturals else (Side.BANKER, banker)
            return [Ruling(holder, False, Why.NATURAL, total)]
        first = Ruling(Side.PLAYER, player in self.player_draws, Why.PLAYER, player)
        if not first.draws:
            alone = banker in self.banker_draws_alone
            return [first, Ruling(Side.BANKER, alone, Why.BANKER_ALONE, banker)]
        if len(points) < 5:
            return [first]
        third = points[4]
        return [first, Ruling(Side.BANKER, third in self.banker_draws_on[banker], Why.BANKER, banker, third)]

    def next_side(self, points: Sequence[int]) -> Side | None:
        """Whose card is drawn next; None when the coup is complete (or has too many cards)."""
        drawn = len(points)
        if drawn < 4:
            return Side.BANKER if drawn % 2 else Side.PLAYER
        takers = [ruling.side for ruling in self.third_cards(points) if ruling.draws]
        return takers[drawn - 4] if drawn - 4 < len(takers) else None

    def owners(self, points: Sequence[int]) -> tuple[Side, ...]:
        """The hand each drawn card belongs to, as far as the tableau has a place for it."""
        owners: list[Side] = []
        for drawn in range(len(points)):
            side = self.next_side(points[:drawn])
            if side is None:
                break
            owners.append(side)
        return tuple(owners)

    def may_still_draw(self, points: Sequence[int]) -> frozenset[Side]:
        """After four or five cards, the hands that are sure to take, or may take, another card."""
        if len(points) < 4:
            return frozenset(Side)
        if (side := self.next_side(points)) is None:
            return frozenset()
        if side is Side.PLAYER and self.banker_draws_on[(points[1] + points[3]) % 10]:
            return frozenset(Side)
        return frozenset({side})


STANDARD = Tableau(
    player_draws=frozenset(range(6)),
    naturals=frozenset({8, 9}),
    banker_draws_alone=frozenset(range(6)),
    banker_draws_on=(
        *(frozenset(range(10)) for _ in range(3)),
        frozenset(range(10)) - {8},
        frozenset(range(2, 8)),
        frozenset(range(4, 8)),
        frozenset({6, 7}),
        *(frozenset[int]() for _ in range(3)),
    ),
)
"""The tableau that all five documents print, for tests and for starting a new file."""
