"""What can be beaten: each bet, and each insurance offer once its cards lie open, with its worth at every coup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.chance.frame import cell_pays, frame_of
from punto.chance.many import count_many, mean_squares
from punto.kit import Side
from punto.rulebook import Bet, Cell, Rulebook, Window
from punto.simulate.paths import Flags, Integers, Paths, paths_of
from punto.simulate.sitting import POINTS_OF_RANK, Sitting

Reals: TypeAlias = NDArray[np.float64]
VALUES = np.eye(10, dtype=np.int64)[POINTS_OF_RANK]
"""[13, 10] turns counts by rank into counts by value."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A bet or an offer, and what one card less of each rank does to the patron's gain on it."""

    what: Bet | Cell
    stake: float
    """Units staked each time: one on a bet; on insurance what would win one unit, which is all the cap allows."""
    effects: Reals
    """[13] positive where a card's leaving is good for the patron."""


@dataclass(frozen=True, slots=True, eq=False)
class Occasions:
    """The k times a sitting lets a target be bet on."""

    coup: Integers
    gain: Reals
    """[k] the patron's exact gain on a unit, given every card seen."""
    square: Reals
    """[k] the mean square of what that unit wins or loses; NaN for a bet on suits, or on pairs and totals at once."""
    unseen: Integers
    """[k, 13] by rank when the bet is made."""


def targets_of(book: Rulebook, decks: int) -> list[Target]:
    """Every bet and every offer that can be reached."""
    fresh = np.full((1, 13), 4 * decks)
    less = fresh - np.eye(13, dtype=np.int64)
    shoes = np.concatenate([fresh, less])
    worth = bet_gains(book, shoes)
    bets = [Target(bet, 1.0, worth[1:, at] - worth[0, at]) for at, bet in enumerate(book.bets.values())]
    paths = paths_of(frame_of(book).masks)
    offers = []
    for cell in book.insurance.values():
        if not _reached(cell, paths).any():
            continue
        gains = offer_gains(cell, paths, shoes @ VALUES)
        offers.append(Target(cell, float(1 / cell.odds.to), gains[1:] - gains[0]))
    return bets + offers


def bet_gains(book: Rulebook, unseen: Integers) -> Reals:
    """[n, bets] what a unit on each bet gains on average from these shoes [n, 13]; NaN where nothing can be said."""
    return bet_worths(book, unseen)[0]


def bet_worths(book: Rulebook, unseen: Integers) -> tuple[Reals, Reals]:
    """As `bet_gains`, and the mean squares of what a unit wins or loses."""
    edges = count_many(_bets_only(book), unseen)
    return -edges.bets, mean_squares(edges)


@lru_cache(maxsize=16)
def _bets_only(book: Rulebook) -> Rulebook:
    """The rulebook without insurance: offers are priced when their cards lie open, not before."""
    return replace(book, insurance={})


def offer_gains(cell: Cell, paths: Paths, unseen: Integers, power: int = 1) -> Reals:
    """[n] what a unit of this insurance gains on average, its cards lying open, from unseen cards [n, 10] by value.

    With `power` 2 the mean square of that.
    """
    m = unseen.astype(np.float64)
    n = m.sum(axis=1)
    worth = _worth(cell, paths) ** power
    with np.errstate(invalid="ignore", divide="ignore"):
        if cell.window is Window.AFTER_PLAYER_THIRD_CARD:
            gains: Reals = m @ worth[0] / n
        else:
            # The same card cannot be both the fifth and the sixth.
            gains = (((m @ worth) * m).sum(axis=1) - m @ np.diag(worth)) / (n * (n - 1))
    return gains


@lru_cache(maxsize=1024)
def _worth(cell: Cell, paths: Paths) -> Reals:
    """What a unit gains by [fifth card, sixth card]; after Player's third card by [any, Banker's third]."""
    pays = np.array([float(pay) for pay in cell_pays(cell)])
    if cell.window is Window.AFTER_FOUR_CARDS:
        place = 1000 * cell.player + 100 * cell.banker
        return pays[paths.outcome[place : place + 100].reshape(10, 10)]
    end = (cell.banker + np.arange(10)) % 10
    outcome = np.where(cell.player > end, 0, np.where(cell.player < end, 1, 2))
    return np.broadcast_to(pays[outcome], (10, 10)).copy()


def _reached(cell: Cell, paths: Paths) -> Flags:
    """The paths on which this is offered."""
    place = cell.player * 10 + cell.banker
    early = cell.window is Window.AFTER_FOUR_CARDS
    offered = paths.goes_on & (paths.opening == place) if early else paths.both_draw & (paths.late == place)
    reached: Flags = paths.possible & offered
    return reached


def occasions(book: Rulebook, targets: Iterable[Target], sitting: Sitting) -> list[Occasions]:
    """When each target can be bet on in these coups."""
    every = np.arange(len(sitting.shoe))
    targets = list(targets)
    paths = paths_of(frame_of(book).masks)
    places = {bet: at for at, bet in enumerate(book.bets)}
    nothing = np.empty((0, 0)), np.empty((0, 0))
    some = any(isinstance(target.what, Bet) for target in targets)
    worth, squares = bet_worths(book, sitting.unseen) if some else nothing
    open_ = _open_cards(sitting)
    by_target = []
    for target in targets:
        if isinstance(target.what, Bet):
            at = places[target.what.id]
            by_target.append(Occasions(every, worth[:, at], squares[:, at], sitting.unseen))
            continue
        coup = np.flatnonzero(_reached(target.what, paths)[sitting.paths])
        unseen = open_[target.what.window.cards - 4][coup]
        by_value = unseen @ VALUES
        gains, square = (offer_gains(target.what, paths, by_value, power) for power in (1, 2))
        by_target.append(Occasions(coup, gains, square, unseen))
    return by_target


def _open_cards(sitting: Sitting) -> tuple[Integers, Integers]:
    """Unseen cards once four, and once five, cards of the coup lie open."""
    four = sitting.unseen.copy()
    line = np.arange(len(four))
    for card in range(4):
        four[line, sitting.cards[:, card]] -= 1
    five = four.copy()
    five[line, sitting.cards[:, 4]] -= 1
    return four, five


def insured_hands(targets: Iterable[Target]) -> list[Side]:
    """The hands that some offer insures."""
    sides = {target.what.insures for target in targets if isinstance(target.what, Cell)}
    return [side for side in Side if side in sides]
