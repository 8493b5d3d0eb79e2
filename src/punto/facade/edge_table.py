"""Edges of many shoes at once, as floats: for searches and charts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from punto.chance import Composition, Edges, price
from punto.facade.arguments import unknown_bet, whole
from punto.facade.notebook import NotebookValue, Row
from punto.kit import Refused
from punto.kit.excerpt import excerpt


class EdgeTable(NotebookValue):
    """The house's edge of every bet (columns) from every shoe (lines); NaN where the shoe is too small to say."""

    def __init__(self, edges: Edges, shoes: NDArray[np.int64]) -> None:
        self._edges = edges
        self._shoes = shoes

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
        column: NDArray[np.float64] = self._edges.bets[:, self._column(bet)]
        return column

    def exact(self, shoe: int, bet: str) -> Fraction:
        """One bet's edge from one shoe, as a fraction."""
        at = whole(shoe, "shoe", "unknown_shoe")
        if not 0 <= at < len(self):
            raise Refused(code="unknown_shoe", message=f"there is no shoe {at}: they are numbered 0 to {len(self) - 1}")
        if np.isnan(self._edges.bets[at, self._column(bet)]):
            message = f"the counts of shoe {at} do not say what {bet} is worth: too few cards, or no ranks or suits"
            raise Refused(code="bet_not_open", message=message, cite=self._edges.book.bets[bet].cite)
        counts = self._shoes[at].tolist()
        read = {10: Composition.of_values, 13: Composition.of_ranks, 52: Composition.of_cards}[len(counts)]
        return price(self._edges.book, read(counts)).bet(bet).edge

    def _column(self, bet: str) -> int:
        if not isinstance(bet, str) or bet not in self.bets:
            raise unknown_bet(self._edges.book.id, bet, self.bets)
        return self.bets.index(bet)

    def __len__(self) -> int:
        return len(self._edges.bets)

    def __repr__(self) -> str:
        return f"<{self._edges.book.name}: edges of {len(self.bets)} bets from {len(self):,} shoes>"

    def _json(self) -> object:
        return [dict(zip(self.bets, line, strict=True)) for line in self.values.tolist()]

    def _rows(self) -> Sequence[Row]:
        return [dict(zip(self.bets, line, strict=True)) for line in self.values.tolist()]


def whole_rows(shoes: object) -> NDArray[np.int64]:
    """[shoes, kinds of cards] counts from rows of them, or from one row."""
    try:
        counts = np.asarray(shoes)
    except ValueError:  # Rows of several lengths.
        counts = np.asarray(None)
    if counts.dtype.kind not in "iu" or not counts.size:
        rows = "rows of whole numbers: 13 by rank (the ace first), 52 by card or 10 by value"
        raise Refused(code="bad_composition", message=f"shoes are {rows}; {excerpt(shoes, 60)} is not that")
    return counts[None, :] if counts.ndim == 1 else counts
