"""Shoes shuffled and dealt by the core: many into tallies, or coup by coup into lists.

Shoes come in tasks of `TASK_SHOES`. A task's random numbers follow from the seed and the task's number alone, so sums
over tasks are the same in whatever order, on however many threads or machines they are dealt.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from punto.kernel.counts import Masks
from punto.kernel.library import TableauStruct, library

TASK_SHOES = 64
PATHS = 10_000
PAIRINGS = 27
JOINTS = 400
LONGEST = 256
MOST_DECKS = 16
BURN_BY_FIRST_CARD = -1
MOST_TASKS = 2**16
"""In one call of the core, so that its 32-bit tallies cannot run over."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """How shoes are dealt: the tableau, the decks, where the cut card lies and what is burned."""

    masks: Masks
    decks: int = 8
    cut: int = 14
    """Cards behind the cut card. It is out once the card before it is; that coup is finished, and one more is dealt."""
    burn: int = BURN_BY_FIRST_CARD
    """Cards taken away before the first coup; by default the first is turned and as many burned as it counts."""

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= MOST_DECKS:
            raise ValueError(f"{self.decks} decks cannot be dealt: 1 to {MOST_DECKS} can")
        if self.burn != BURN_BY_FIRST_CARD and not 0 <= self.burn <= self.cards - 6:
            raise ValueError(f"{self.burn} cards cannot be burned from a shoe of {self.cards}: a coup needs six")
        room = self.cards - (11 if self.burn == BURN_BY_FIRST_CARD else self.burn) - 6
        if not 0 <= self.cut <= room:
            raise ValueError(
                f"the cut card cannot lie {self.cut} cards from the end of a shoe of {self.cards}: 0 to {room} leave "
                f"room for the burned cards and a coup"
            )

    @property
    def cards(self) -> int:
        return 52 * self.decks

    @property
    def prepared(self) -> ctypes.Array[ctypes.c_char]:
        """The dealing as the core works with it."""
        return _prepared(self)


@dataclass(frozen=True, slots=True)
class Tallies:
    """Counts over many shoes. Two tallies of one dealing add up cell by cell."""

    paths: NDArray[np.int64]
    """[10 000] coups by two-card totals and third cards, as deal.h numbers them."""
    paired: NDArray[np.int64]
    """[27, 27, 400] coups with a pair, by Player's and Banker's pairing and joint cell."""
    lengths: NDArray[np.int64]
    """[256] shoes by their number of coups."""
    voids: NDArray[np.int64]
    """[1] coups that ran out of cards; they are in no other count."""

    @property
    def coups(self) -> int:
        return int(self.paths.sum())

    @property
    def shoes(self) -> int:
        return int(self.lengths.sum())

    def add(self, other: Tallies) -> None:
        """Adds the other's counts to these."""
        for name in Tallies.__slots__:
            total: NDArray[np.int64] = getattr(self, name)
            total += getattr(other, name)

    def same(self, other: Tallies) -> bool:
        return all(bool((getattr(self, name) == getattr(other, name)).all()) for name in Tallies.__slots__)


@dataclass(frozen=True, slots=True)
class DealtCoups:
    """Coups one by one, shoe after shoe."""

    paths: NDArray[np.uint16]
    pairings: NDArray[np.uint16]
    """27 times Player's pairing plus Banker's."""
    places: NDArray[np.uint16]
    """How many cards of the shoe were gone when the coup began."""
    lengths: NDArray[np.int32]
    """Coups of each shoe."""
    orders: NDArray[np.uint8] | None
    """[shoes, cards], each card a byte: 16 value + 4 kind + suit. Only cards that can be dealt are shuffled."""


def no_tallies() -> Tallies:
    return Tallies(
        np.zeros(PATHS, np.int64),
        np.zeros((PAIRINGS, PAIRINGS, JOINTS), np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(1, np.int64),
    )


def tasks_of(shoes: int) -> int:
    """How many tasks a run of so many shoes has; the last may be a part of one."""
    return -(-shoes // TASK_SHOES)


def deal(dealing: Dealing, seed: int, first: int, end: int, shoes: int) -> Tallies:
    """The tallies of the tasks `first` to `end - 1` of a run of so many shoes."""
    tallies = no_tallies()
    for start in range(first, end, MOST_TASKS):
        arrays = (tallies.paths, tallies.paired, tallies.lengths, tallies.voids)
        fault = _functions().punto_deal(
            dealing.prepared, seed, start, min(start + MOST_TASKS, end), shoes, *(array.ctypes.data for array in arrays)
        )
        if fault:
            raise MemoryError("the core could not get memory for its tallies")
    return tallies


def record(dealing: Dealing, seed: int, first: int, end: int, shoes: int, orders: bool = False) -> DealtCoups:
    """The coups of these tasks one by one, and on request the orders of their shoes."""
    number = max(0, min(end * TASK_SHOES, shoes) - first * TASK_SHOES)
    longest = dealing.cards // 4 + 1
    lists = [np.empty(number * longest, np.uint16) for _ in range(3)]
    lengths = np.empty(number, np.int32)
    order = np.empty((number, dealing.cards), np.uint8) if orders else None
    coups = _functions().punto_record(
        dealing.prepared,
        seed,
        first,
        end,
        shoes,
        *(array.ctypes.data for array in lists),
        None if order is None else order.ctypes.data,
        lengths.ctypes.data,
    )
    paths, pairings, places = (array[:coups].copy() for array in lists)
    return DealtCoups(paths, pairings, places, lengths, order)


def words(seed: int, task: int, number: int) -> NDArray[np.uint64]:
    """The first random words of a task's stream."""
    out = np.empty(number, np.uint64)
    _functions().punto_words(seed, task, number, out.ctypes.data)
    return out


@cache
def _functions() -> ctypes.CDLL:
    core = library()
    address, size, word, number = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64, ctypes.c_int
    core.punto_dealing_size.argtypes = []
    core.punto_dealing.argtypes = [address, number, number, number, address]
    core.punto_dealing.restype = None
    core.punto_deal.argtypes = [address, word, size, size, size, address, address, address, address]
    core.punto_record.argtypes = [address, word, size, size, size, *(address,) * 5]
    core.punto_record.restype = size
    core.punto_words.argtypes = [word, word, size, address]
    core.punto_words.restype = None
    return core


@cache
def _prepared(dealing: Dealing) -> ctypes.Array[ctypes.c_char]:
    masks = dealing.masks
    on = (ctypes.c_int32 * 10)(*masks.banker_draws_on)
    tableau = TableauStruct(masks.naturals, masks.player_draws, masks.banker_draws_alone, on)
    prepared = ctypes.create_string_buffer(_functions().punto_dealing_size())
    _functions().punto_dealing(ctypes.byref(tableau), dealing.decks, dealing.cut, dealing.burn, prepared)
    return prepared
