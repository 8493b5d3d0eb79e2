"""Exact chances: what every bet and every insurance offer is worth, from any shoe, at any point of a coup.

Public: `Composition`, `price` (a `Sheet` of fractions), `price_many` (arrays, microseconds a shoe), `removal_effects`,
`par_sheet`. `brute` is the slow obvious version that tests hold the fast one to.
"""

from punto.chance.composition import Composition, check_fits, read_composition
from punto.chance.known import KnownPlaces, read_known, read_known_words
from punto.chance.many import Edges, price_many
from punto.chance.par import ParSheet, par_sheet
from punto.chance.price import Sheet, price
from punto.chance.removal import removal_effects
from punto.chance.sheet import (
    BetFigures,
    CellFigures,
    Covariance,
    InsuranceUse,
    RemovalEffects,
    RowFigures,
)
from punto.chance.table_terms import at_commission, shoe_of
from punto.chance.unusual import UnusualEdge, unusual_edges

__all__ = [
    "BetFigures",
    "CellFigures",
    "Composition",
    "Covariance",
    "Edges",
    "InsuranceUse",
    "KnownPlaces",
    "ParSheet",
    "RemovalEffects",
    "RowFigures",
    "Sheet",
    "UnusualEdge",
    "at_commission",
    "check_fits",
    "par_sheet",
    "price",
    "price_many",
    "read_composition",
    "read_known",
    "read_known_words",
    "removal_effects",
    "shoe_of",
    "unusual_edges",
]
