"""The slow obvious count: deal every sequence of values, card by card, and add up the ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import perm

from punto.kernel import Masks, five_cell, four_cell, joint_cell

Then = Callable[[int, int], None]
DECK = (16, *(4,) * 9)


def mask(*bits: int) -> int:
    return sum(1 << bit for bit in bits)


STANDARD = Masks(
    player_draws=mask(0, 1, 2, 3, 4, 5),
    naturals=mask(8, 9),
    banker_draws_alone=mask(0, 1, 2, 3, 4, 5),
    banker_draws_on=(
        *(mask(*range(10)),) * 3,
        mask(0, 1, 2, 3, 4, 5, 6, 7, 9),
        mask(2, 3, 4, 5, 6, 7),
        mask(4, 5, 6, 7),
        mask(6, 7),
        *(0,) * 3,
    ),
)

# A tableau nobody plays: each of its masks would be missed if the core took it for the usual one.
STRANGE = Masks(
    player_draws=mask(1, 4, 7, 8),
    naturals=mask(3, 9),
    banker_draws_alone=mask(0, 2, 6, 9),
    banker_draws_on=tuple(mask(t, (3 * t + 1) % 10, (7 * t + 2) % 10) if t != 5 else 0 for t in range(10)),
)


def shoe(decks: int) -> list[int]:
    return [decks * count for count in DECK]


def deal(composition: list[int], masks: Masks) -> Counter[int]:
    """Counts by cell. Cards that a coup does not use may be any that remain, in any order."""
    cells: Counter[int] = Counter()
    left = list(composition)

    def finish(ways: int, player: list[int], banker: list[int], second_look: bool) -> None:
        used = len(player) + len(banker)
        ways *= perm(sum(composition) - used, 6 - used)
        p, b = sum(player) % 10, sum(banker) % 10
        outcome = 0 if p > b else 1 if p < b else 2
        cells[joint_cell(len(player), len(banker), p, b)] += ways
        if used > 4:
            cells[four_cell(sum(player[:2]) % 10, sum(banker[:2]) % 10, outcome)] += ways
        if second_look:
            cells[five_cell(p, sum(banker[:2]) % 10, outcome)] += ways

    def go_on(ways: int, player: list[int], banker: list[int]) -> None:
        p, b = sum(player) % 10, sum(banker) % 10
        if len(player) == len(banker) == 2:
            if masks.naturals >> p & 1 or masks.naturals >> b & 1:
                finish(ways, player, banker, False)
            elif masks.player_draws >> p & 1:
                for_each(ways, lambda more, card: go_on(more, [*player, card], banker))
            elif masks.banker_draws_alone >> b & 1:
                for_each(ways, lambda more, card: finish(more, player, [*banker, card], False))
            else:
                finish(ways, player, banker, False)
        elif masks.banker_draws_on[b] >> player[2] & 1:
            for_each(ways, lambda more, card: finish(more, player, [*banker, card], True))
        else:
            finish(ways, player, banker, False)

    def for_each(ways: int, then: Then) -> None:
        for card in range(10):
            if left[card]:
                more = ways * left[card]
                left[card] -= 1
                then(more, card)
                left[card] += 1

    def first_four(ways: int, cards: tuple[int, ...]) -> None:
        if len(cards) == 4:
            go_on(ways, [cards[0], cards[2]], [cards[1], cards[3]])
        else:
            for_each(ways, lambda more, card: first_four(more, (*cards, card)))

    if sum(composition) >= 6:
        first_four(1, ())
    return cells
