"""What happened to a shoe: opened, mixed by the seats, cut, burned, closed."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.table.event import Event


class ShoeOpened(Event, frozen=True, kw_only=True, tag="shoe_opened"):
    number: int
    cards: Literal["virtual", "physical"]
    decks: int
    commitment: str
    """SHA-256 of the sealed order and its salt; empty for a physical shoe."""
    seeded: bool = False
    """Whether the order follows from a seed: a lesson or a test, not play."""
    entropy: bool = False
    """Whether the seats mix it."""
    table: str = ""
    """The table that the seats' bytes are bound to."""
    cut_seconds: float | msgspec.UnsetType = msgspec.UNSET
    """How long the house has said that seats may commit, and that whoever is asked may take to reveal."""
    reveal_seconds: float | msgspec.UnsetType = msgspec.UNSET


class ShoeCut(Event, frozen=True, kw_only=True, tag="shoe_cut"):
    patron: str
    place: int


class EntropyCommitted(Event, frozen=True, kw_only=True, tag="entropy_committed"):
    """A seat takes part in mixing the shoe."""

    patron: str
    box: int
    account: str
    commitment: str


class EntropyClosed(Event, frozen=True, kw_only=True, tag="entropy_closed"):
    """The list of the seats that take part."""

    seats: tuple[int, ...]


class EntropyRevealed(Event, frozen=True, kw_only=True, tag="entropy_revealed"):
    patron: str
    box: int
    entropy: str


class ShoeMixed(Event, frozen=True, kw_only=True, tag="shoe_mixed"):
    """The sealed order was shuffled by the seats' bytes; with no seats it is the house's alone."""

    seats: tuple[int, ...]
    left_out: tuple[str, ...]
    """Who committed and did not reveal in time."""
    commitment: str
    """SHA-256 of the order that is dealt, with the same salt."""


class CardsBurned(Event, frozen=True, kw_only=True, tag="cards_burned"):
    card: str
    unseen: int


class CutCardReached(Event, frozen=True, kw_only=True, tag="cut_card_reached"):
    cards_left: int


class CardsCondemned(Event, frozen=True, kw_only=True, tag="cards_condemned"):
    """The cards in use must go before another coup."""

    cite: str


class ShoeClosed(Event, frozen=True, kw_only=True, tag="shoe_closed"):
    number: int
    order: str | None = None
    salt: str | None = None
    reason: str = ""
    """Why it was closed before it was dealt out; empty where it was."""
    closer: str = ""
    """Who closed it early."""


class ShoeAbandoned(Event, frozen=True, kw_only=True, tag="shoe_abandoned"):
    """A sealed shoe whose order nobody can read any more is closed, and never revealed."""

    number: int
    cite: str
    note: str
    goes_on: bool = False
    """Whether its round is concluded, from the shoe that is opened next."""
