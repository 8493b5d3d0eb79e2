"""The worth of stakes when they were placed: rounds of one game priced many at a time from the cards then unseen."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np

from punto.chance import price_many
from punto.chance.offer_value import offer_edge
from punto.kit import read_cards
from punto.report.takings.finished import Finished
from punto.report.takings.pricing import Pricing, Staked
from punto.rulebook import Cell


class MomentEdges:
    """The house's edge on each bet and offer of one round; from a fresh shoe where the log does not say its cards."""

    def __init__(self, pricing: Pricing, finished: Finished, bets: Sequence[float] | None) -> None:
        self._pricing, self._finished, self._bets = pricing, finished, bets
        self._cells: dict[Cell, float] = {}

    def edge(self, on: Staked) -> float:
        if isinstance(on, Cell):
            if on not in self._cells:
                self._cells[on] = self._offer(on)
            return self._cells[on]
        edge = float("nan") if self._bets is None else self._bets[self._pricing.places[on]]
        return float(self._pricing.edge(on)) if isnan(edge) else edge

    def _offer(self, cell: Cell) -> float:
        """The offer's edge, with the cards of the round that lay open when it was made."""
        left, settlement = self._finished.left, self._finished.settlement
        edge = None
        if left is not None and settlement is not None:
            cards = read_cards(settlement.cards)[: cell.window.cards]
            third = cards[4].points if len(cards) > 4 else 0
            unseen = _values(left)
            for card in cards:
                unseen[card.points] -= 1
            if min(unseen) >= 0:
                edge = offer_edge(self._pricing.book.tableau, cell, third, unseen)
        return float(self._pricing.edge(cell) if edge is None else edge)


def _values(left: Sequence[int]) -> list[int]:
    """Counts by value, from counts by rank or by card."""
    ranks = [sum(left[at : at + 4]) for at in range(0, 52, 4)] if len(left) == 52 else list(left)
    return [sum(ranks[9:]), *ranks[:9]]


def moment_edges(pricing: Pricing, rounds: Sequence[Finished]) -> list[MomentEdges]:
    """The edges of rounds of one game, in one call of the kernel for each way their cards were counted."""
    by_round: list[list[float] | None] = [None] * len(rounds)
    for width in {len(finished.left) for finished in rounds if finished.left is not None and finished.lines}:
        places = [
            at
            for at, finished in enumerate(rounds)
            if finished.left is not None and len(finished.left) == width and finished.lines
        ]
        shoes = np.array([rounds[at].left for at in places], dtype=np.int64)
        for at, edges in zip(places, price_many(pricing.book, shoes).bets.tolist(), strict=True):
            by_round[at] = edges
    return [MomentEdges(pricing, finished, edges) for finished, edges in zip(rounds, by_round, strict=True)]
