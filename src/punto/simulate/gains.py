"""What a unit on each bet gains, coup by coup."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from punto.chance.frame import STATES, Frame, frame_of
from punto.kernel.deal import DealtCoups
from punto.rulebook import Rulebook
from punto.simulate.paths import Integers, paths_of


@dataclass(frozen=True, slots=True, eq=False)
class Gains:
    """[starts, finals] for each bet of a rulebook: look-up tables from a coup's classes to money."""

    frame: Frame
    tables: dict[str, NDArray[np.float64]]
    final_of_path: Integers
    start_of_pairing: Integers

    def of(self, bet: str, coups: DealtCoups) -> NDArray[np.float64]:
        """[n] what a unit on the bet gains in each coup."""
        gains: NDArray[np.float64] = self.tables[bet][
            self.start_of_pairing[coups.pairings], self.final_of_path[coups.paths]
        ]
        return gains


@lru_cache(maxsize=16)
def gains_of(book: Rulebook) -> Gains:
    """The rulebook's tables, made once."""
    frame = frame_of(book)
    tables = {framed.bet.id: np.array([float(pay) for pay in framed.pays])[framed.row_of] for framed in frame.bets}
    assert frame.start_of.shape == (STATES, STATES)
    return Gains(
        frame,
        tables,
        frame.final_of[paths_of(frame.masks).joint].astype(np.int64),
        frame.start_of.ravel().astype(np.int64),
    )
