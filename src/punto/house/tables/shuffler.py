"""The house's shuffler: the operating system's randomness straight into an unbiased shuffle."""

from __future__ import annotations

import secrets

from punto.kit.cards import ALL_CARDS
from punto.kit.shuffle import seeded, shuffled
from punto.table.sealed import Sealed


def seal_shoe(decks: int, seed: int | None = None) -> Sealed:
    """A shuffled and salted shoe.

    No seed, however long, reaches every order of eight decks, so for play each
    choice is drawn on its own; a seed is for lessons, scripts and tests.
    """
    below = secrets.randbelow if seed is None else seeded(seed)
    salt = secrets.token_hex(32) if seed is None else f"seed {seed}"
    return Sealed(tuple(shuffled(ALL_CARDS * decks, below)), salt)
