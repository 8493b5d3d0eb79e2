"""The C core and its bindings: exact outcome counts from any composition, and payoffs priced over them.

`counts` gives every cell of a composition, `Program` prices many payoffs of many compositions in one call. The core
knows a tableau only as `Masks`, and cards only by value.
"""

from punto.kernel.build import KernelUnavailable
from punto.kernel.counts import (
    BANKER_WINS,
    CELLS,
    MOST_CARDS,
    PLAYER_WINS,
    TIE,
    Masks,
    counts,
    five_cell,
    four_cell,
    joint_cell,
    sequences,
)
from punto.kernel.library import Route, routes
from punto.kernel.program import ALL_SEQUENCES, Functional, Numerators, Prices, Program

__all__ = [
    "ALL_SEQUENCES",
    "BANKER_WINS",
    "CELLS",
    "MOST_CARDS",
    "PLAYER_WINS",
    "TIE",
    "Functional",
    "KernelUnavailable",
    "Masks",
    "Numerators",
    "Prices",
    "Program",
    "Route",
    "counts",
    "five_cell",
    "four_cell",
    "joint_cell",
    "routes",
    "sequences",
]
