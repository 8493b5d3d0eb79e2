"""The paths of a coup by value, as the core numbers them: what each says about totals, cards and offers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.kernel import BANKER_WINS, PLAYER_WINS, TIE, Masks
from punto.kernel.deal import PATHS

Flags: TypeAlias = NDArray[np.bool_]
Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """One entry a path, [10 000]; entries of paths that no coup takes mean nothing."""

    possible: Flags
    """Whether a coup can take the path at all."""
    opening: Integers
    """10 times Player's two-card total plus Banker's: the offer after four cards."""
    late: Integers
    """10 times Player's three-card total plus Banker's two-card total: the offer after Player's third card."""
    goes_on: Flags
    """Some hand draws after four cards."""
    both_draw: Flags
    """Banker draws after Player did."""
    player: Integers
    banker: Integers
    cards: Integers
    joint: Integers
    outcome: Integers
    """As the kernel numbers them: Player wins, Banker wins, tie."""


@lru_cache(maxsize=16)
def paths_of(masks: Masks) -> Paths:
    """What every path means under this tableau."""
    number = np.arange(PATHS)
    s, t, x, y = (number // unit % 10 for unit in (1000, 100, 10, 1))
    natural = _has(masks.naturals, s) | _has(masks.naturals, t)
    player_draws = ~natural & _has(masks.player_draws, s)
    alone = ~natural & ~player_draws & _has(masks.banker_draws_alone, t)
    both = player_draws & _has(np.array(masks.banker_draws_on)[t], x)
    five = player_draws | alone
    player = np.where(player_draws, (s + x) % 10, s)
    banker = np.where(both, (t + y) % 10, np.where(alone, (t + x) % 10, t))
    outcome = np.where(player > banker, PLAYER_WINS, np.where(player < banker, BANKER_WINS, TIE))
    hands = np.where(player_draws, 2 + both, alone)
    return Paths(
        possible=((x == 0) | five) & ((y == 0) | both),
        opening=s * 10 + t,
        late=player * 10 + t,
        goes_on=five,
        both_draw=both,
        player=player,
        banker=banker,
        cards=4 + five + both,
        joint=hands * 100 + player * 10 + banker,
        outcome=outcome,
    )


def _has(mask: int | Integers, place: Integers) -> Flags:
    return (np.asarray(mask) >> place & 1).astype(bool)
