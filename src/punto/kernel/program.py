"""Many payoffs over the outcome counts of many compositions, exact, in one call of the core."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from punto.kernel.counts import CELLS, FIVE, FOUR, Compositions, Integers, Masks, checked, plan_of, refusal
from punto.kernel.library import ProgramTable, Route, library

ALL_SEQUENCES = -1
# Sums of payoffs stay below this, so that a numerator always fits 128 bits.
MOST = 2**62


@dataclass(frozen=True, slots=True)
class Functional:
    """The sum of payoff times row count, over denominator times the count of the base row (or of all sequences)."""

    payoffs: tuple[tuple[int, int], ...]
    """(row, payoff numerator)"""
    denominator: int = 1
    base: int = ALL_SEQUENCES


@dataclass(frozen=True, slots=True)
class Prices:
    """Row counts [n, rows], exact, and values [n, functionals], each rounded once; NaN where the base is empty."""

    rows: Integers
    values: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Numerators:
    """Row counts [n, rows] and the exact numerators [n, functionals] in two halves."""

    rows: Integers
    high: Integers
    low: NDArray[np.uint64]

    def numerator(self, composition: int, functional: int) -> int:
        """The sum of payoff times count, before any division."""
        return (int(self.high[composition, functional]) << 64) + int(self.low[composition, functional])


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Rows (sets of cells of one table) and functionals of them, laid out for the core.

    It may be used by several threads at once.
    """

    masks: Masks
    rows: Sequence[Iterable[int]]
    functionals: Sequence[Functional]
    _arrays: tuple[NDArray[np.int32] | Integers, ...] = field(init=False, repr=False)
    _table: ProgramTable = field(init=False, repr=False)
    # The arguments of a call, made once: making them takes nearly as long as pricing one composition.
    _plan: ctypes.Array[ctypes.c_char] = field(init=False, repr=False)
    _where: object = field(init=False, repr=False)
    _call: Callable[..., int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rows = tuple(tuple(sorted(cells)) for cells in self.rows)
        for number, cells in enumerate(rows):
            _check_row(number, cells)
        for number, functional in enumerate(self.functionals):
            _check_functional(number, functional, len(rows))
        payoffs = [functional.payoffs for functional in self.functionals]
        arrays = (
            _starts(rows),
            np.array([cell for cells in rows for cell in cells], dtype=np.int32),
            _starts(payoffs),
            np.array([row for entries in payoffs for row, _ in entries], dtype=np.int32),
            np.array([payoff for entries in payoffs for _, payoff in entries], dtype=np.int64),
            np.array([functional.denominator for functional in self.functionals], dtype=np.int64),
            np.array([functional.base for functional in self.functionals], dtype=np.int32),
        )
        table = ProgramTable(len(rows), len(self.functionals), *(array.ctypes.data for array in arrays))
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "functionals", tuple(self.functionals))
        object.__setattr__(self, "_arrays", arrays)
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_plan", plan_of(self.masks))
        object.__setattr__(self, "_where", ctypes.byref(table))
        object.__setattr__(self, "_call", library().punto_price)

    def price(self, compositions: Compositions, route: Route = Route.BEST) -> Prices:
        """Rows and values of each composition [n, 10]."""
        array = checked(compositions)
        rows = np.empty((len(array), len(self.rows)), dtype=np.int64)
        values = np.empty((len(array), len(self.functionals)))
        self._run(array, route, rows.ctypes.data, values.ctypes.data, None, None)
        return Prices(rows, values)

    def exact(self, compositions: Compositions, route: Route = Route.BEST) -> Numerators:
        """Rows and exact numerators of each composition [n, 10]."""
        array = checked(compositions)
        rows = np.empty((len(array), len(self.rows)), dtype=np.int64)
        high = np.empty((len(array), len(self.functionals)), dtype=np.int64)
        low = np.empty((len(array), len(self.functionals)), dtype=np.uint64)
        self._run(array, route, rows.ctypes.data, None, high.ctypes.data, low.ctypes.data)
        return Numerators(rows, high, low)

    def values(self, compositions: Compositions, route: Route = Route.BEST) -> NDArray[np.float64]:
        """Values alone, [n, functionals]: no memory is taken for rows."""
        array = checked(compositions)
        values = np.empty((len(array), len(self.functionals)))
        self._run(array, route, None, values.ctypes.data, None, None)
        return values

    def _run(
        self, array: Integers, route: Route, rows: int | None, values: int | None, high: int | None, low: int | None
    ) -> None:
        fault = self._call(self._plan, self._where, array.ctypes.data, len(array), route.value, rows, values, high, low)
        if fault:
            raise refusal(fault, array, route)


def _starts(lists: Sequence[Sequence[object]]) -> NDArray[np.int32]:
    return np.cumsum([0, *map(len, lists)], dtype=np.int32)


def _check_row(number: int, cells: tuple[int, ...]) -> None:
    if not cells:
        return
    if cells[0] < 0 or cells[-1] >= CELLS:
        raise ValueError(f"row {number} names a cell outside 0 to {CELLS - 1}")
    if len(set(cells)) != len(cells):
        raise ValueError(f"row {number} names a cell twice")
    # Tables overlap: a row over two of them could count more than there are sequences, and lose its last digits.
    if len({(cell >= FOUR) + (cell >= FIVE) for cell in (cells[0], cells[-1])}) > 1:
        raise ValueError(f"row {number} mixes cells of two tables")


def _check_functional(number: int, functional: Functional, rows: int) -> None:
    if not 0 < functional.denominator < MOST:
        raise ValueError(f"functional {number} has the denominator {functional.denominator}: 1 to 2^62 - 1 is possible")
    if not -1 <= functional.base < rows or any(not 0 <= row < rows for row, _ in functional.payoffs):
        raise ValueError(f"functional {number} names a row that the program does not have")
    if sum(abs(payoff) for _, payoff in functional.payoffs) >= MOST:
        raise ValueError(f"functional {number} has payoffs of 2^62 or more together")
