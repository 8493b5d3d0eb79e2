"""Edges of many shoes at once, as numbers with a decimal point: what a search or a chart is made from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from punto.chance import Edges
from punto.facade.notebook import NotebookValue, Row


class EdgeTable(NotebookValue):
    """The house's edge of every bet (columns) from every shoe (lines); NaN where the shoe is too small to say."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges

    @property
    def bets(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(self._edges.book.bets)

    @property
    def values(self) -> NDArray[np.float64]:
        """[shoes, bets]"""
        return self._edges.bets

    @property
    def insurance(self) -> NDArray[np.float64]:
        """[shoes, offers] in the order of the pay tables; NaN where the shoe cannot come to the offer."""
        return self._edges.cells

    def __getitem__(self, bet: str) -> NDArray[np.float64]:
        """[shoes] one bet's edges."""
        column: NDArray[np.float64] = self._edges.bets[:, self.bets.index(bet)]
        return column

    def exact(self, shoe: int, bet: str) -> Fraction:
        """One of them as a fraction."""
        return self._edges.exact(shoe, bet)

    def __len__(self) -> int:
        return len(self._edges.bets)

    def __repr__(self) -> str:
        return f"<{self._edges.book.name}: edges of {len(self.bets)} bets from {len(self):,} shoes>"

    def _json(self) -> object:
        return [dict(zip(self.bets, line, strict=True)) for line in self.values.tolist()]

    def _rows(self) -> Sequence[Row]:
        return [dict(zip(self.bets, line, strict=True)) for line in self.values.tolist()]
