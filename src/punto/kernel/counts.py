"""Exact outcome counts of a coup from any composition by card value."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.kernel.library import Route, TableauStruct, library

Integers: TypeAlias = NDArray[np.int64]
Compositions: TypeAlias = Integers | Sequence[Sequence[int]]

CELLS = 1000
MOST_CARDS = 1450
TOTALS = 0x3FF

PLAYER_WINS, BANKER_WINS, TIE = range(3)

# Where the three tables lie among the cells, and their shapes.
JOINT, FOUR, FIVE = 0, 400, 700
TABLES = {"joint": (JOINT, (2, 2, 10, 10)), "four": (FOUR, (10, 10, 3)), "five": (FIVE, (10, 10, 3))}


@dataclass(frozen=True, slots=True)
class Masks:
    """A tableau as bit masks: bit t of a mask over totals is the total t."""

    player_draws: int
    naturals: int
    banker_draws_alone: int
    """Totals on which Banker draws after Player stood."""
    banker_draws_on: tuple[int, ...]
    """For each total of Banker, the values of Player's third card on which Banker draws."""

    def __post_init__(self) -> None:
        if len(self.banker_draws_on) != 10:
            raise ValueError(f"banker_draws_on has {len(self.banker_draws_on)} masks, one for each total 0 to 9 needed")
        for mask in (self.player_draws, self.naturals, self.banker_draws_alone, *self.banker_draws_on):
            if not 0 <= mask <= TOTALS:
                raise ValueError(f"a mask is {mask:#x}: only bits 0 to 9 mean anything")


@lru_cache(maxsize=64)
def plan_of(masks: Masks) -> ctypes.Array[ctypes.c_char]:
    """The tableau as the core works with it."""
    on = (ctypes.c_int32 * 10)(*masks.banker_draws_on)
    tableau = TableauStruct(masks.naturals, masks.player_draws, masks.banker_draws_alone, on)
    plan = ctypes.create_string_buffer(library().punto_plan_size())
    library().punto_plan(ctypes.byref(tableau), plan)
    return plan


def joint_cell(player_cards: int, banker_cards: int, player: int, banker: int) -> int:
    """The cell of coups that end with these numbers of cards and these totals."""
    return JOINT + ((player_cards - 2) * 2 + banker_cards - 2) * 100 + player * 10 + banker


def four_cell(player: int, banker: int, outcome: int) -> int:
    """The cell of coups that go on after four cards with these totals, and end so."""
    return FOUR + (player * 10 + banker) * 3 + outcome


def five_cell(player: int, banker: int, outcome: int) -> int:
    """The cell of coups in which Player's three cards make this total, Banker's two that, Banker draws, and end so."""
    return FIVE + (player * 10 + banker) * 3 + outcome


def sequences(cards: int) -> int:
    """How many ordered six-card sequences there are: what the counts of a composition add up to."""
    total = 1
    for k in range(6):
        total *= max(cards - k, 0)
    return total


def counts(compositions: Compositions, masks: Masks, route: Route = Route.BEST) -> Integers:
    """All cells of each composition [n, 10] by card value (tens and pictures are value 0), as [n, CELLS].

    A shoe of fewer than six cards has no six-card sequence: its counts are all zero, and whether a coup can be
    completed from it has to be found by dealing.
    """
    array = checked(compositions)
    out = np.empty((len(array), CELLS), dtype=np.int64)
    fault = library().punto_counts(plan_of(masks), array.ctypes.data, len(array), route.value, out.ctypes.data)
    if fault:
        raise refusal(fault, array, route)
    return out


def checked(compositions: Compositions) -> Integers:
    """The compositions as the contiguous integers the core reads."""
    array = np.asarray(compositions)
    if array.ndim != 2 or array.shape[1] != 10:
        raise ValueError(f"compositions have shape {array.shape}: ten counts each, [n, 10], are needed")
    if array.dtype.kind not in "iu":
        raise ValueError(f"compositions are {array.dtype}: counts of cards are whole numbers")
    return np.ascontiguousarray(array, dtype=np.int64)


def refusal(report: int, compositions: Integers, route: Route) -> Exception:
    """The error for a report of the core: which composition is wrong, and how. The codes are those of core.c."""
    bad, fault = divmod(report, 8)
    if fault == 1:
        value = int(np.flatnonzero(compositions[bad] < 0)[0])
        return ValueError(
            f"composition {bad} has {compositions[bad][value]} cards of value {value}: a count is never negative"
        )
    if fault == 2:
        cards = sum(map(int, compositions[bad]))
        return ValueError(f"composition {bad} has {cards} cards: at most {MOST_CARDS} can be counted in 64 bits")
    if fault == 3:
        return MemoryError("the core could not get memory for its rows")
    return ValueError(f"this processor cannot take the route {route.name}")
