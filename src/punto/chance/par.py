"""The PAR sheet of a rulebook: the shoe asked for, every number of decks, and how the figures came about."""

from __future__ import annotations

from dataclasses import dataclass

from punto.chance.composition import Composition
from punto.chance.price import Sheet, price
from punto.chance.removal import removal_effects
from punto.chance.sheet import RemovalEffects
from punto.rulebook import Rulebook

EXACT = (
    "Every figure is an exact fraction: all ordered deals of the six cards a coup can use are counted in integers, "
    "and no figure is simulated or rounded before it is printed."
)
METHOD = (
    EXACT,
    "The edge is the house's average gain on a unit staked; it is negative where the patron gains.",
    "The return is what comes back of a unit staked, stake included, on average. A hit is a win; a push is not.",
    "Payouts are taken as exact fractions of the stake: what a table gains by rounding down is not in these figures.",
    "A card counts as unseen until it is dealt; burn and cut cards change no chance of the next coup.",
)
INSURANCE = (
    "The edge of an insurance offer is on a unit of insurance, given that the offer is made. What insurance adds is "
    "per coup and unit of the original bet, staking the most the cap allows on each offer taken, so that it would win "
    "one unit; who took it after four cards has used the cap up and takes none after Player's third card."
)


@dataclass(frozen=True, slots=True)
class ParSheet:
    """All a regulator files and a manager reads about one rulebook."""

    rulebook: Rulebook
    sheet: Sheet
    """For the number of decks, or the shoe, that was asked for."""
    by_decks: tuple[Sheet, ...]
    """A fresh shoe of each number of decks the rulebook allows, fewest first."""
    removal: RemovalEffects
    """From the shoe of `sheet`."""
    notes: tuple[str, ...]
    """How the figures were obtained."""


def par_sheet(book: Rulebook, sheet: Sheet, shoe: Composition) -> ParSheet:
    """A PAR sheet around the sheet of a shoe."""
    by_decks = tuple(
        price(book, Composition.fresh(decks), decks=decks) for decks in range(book.decks.least, book.decks.most + 1)
    )
    method = (*METHOD, INSURANCE) if book.insurance else METHOD
    return ParSheet(book, sheet, by_decks, removal_effects(book, shoe), method)
