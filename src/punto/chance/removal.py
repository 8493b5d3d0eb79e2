"""What one card less of a rank does to every bet and every offer."""

from __future__ import annotations

from fractions import Fraction

from punto.chance.composition import Composition
from punto.chance.frame import frame_of
from punto.chance.outlook import Outlook, outlook_of
from punto.chance.price import bet_figures, cell_figures
from punto.chance.sheet import RemovalEffects
from punto.kit import Card, Rank, Refused
from punto.rulebook import Cell, Rulebook


def removal_effects(book: Rulebook, shoe: Composition) -> RemovalEffects:
    """The change of each edge, for one card of each rank that the shoe still has.

    The suit of that card is left open, so a bet on suits is not among them.
    """
    frame = frame_of(book)
    ranked = shoe if shoe.ranks is None else Composition.of_ranks(shoe.ranks)
    before = outlook_of(frame, ranked)
    bets: dict[str, dict[Rank, Fraction]] = {framed.bet.id: {} for framed in before.bets}
    cells: dict[int, tuple[Cell, dict[Rank, Fraction]]] = {at: (cell, {}) for at, cell in enumerate(frame.cells)}
    bets_before, cells_before = _edges(before)
    for rank in Rank:
        after = _without(before, ranked, rank)
        if after is None:
            continue
        bets_after, cells_after = _edges(after)
        for bet, edge in bets_after.items():
            bets[bet][rank] = edge - bets_before[bet]
        for at, edge in cells_after.items():
            cells[at][1][rank] = edge - cells_before[at]
    return RemovalEffects(bets, tuple(cells.values()))


def _without(before: Outlook, shoe: Composition, rank: Rank) -> Outlook | None:
    """The outlook with one card of this rank less; None where there is none, or too little would be left."""
    try:
        return outlook_of(before.frame, shoe.without([Card(rank)]))
    except Refused:
        return None


def _edges(outlook: Outlook) -> tuple[dict[str, Fraction], dict[int, Fraction]]:
    """Edges of bets, and of offers by their place."""
    bets = {framed.bet.id: bet_figures(outlook, framed).edge for framed in outlook.bets}
    offers = ((at, cell_figures(outlook, cell)) for at, cell in enumerate(outlook.frame.cells))
    return bets, {at: figures.edge for at, figures in offers if figures is not None}
