"""The two sides of a coup, and one value for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Side(Enum):
    """A hand on the felt, and the bet on it; never a person."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> Side:
        return Side.BANKER if self is Side.PLAYER else Side.PLAYER


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side."""

    player: T
    banker: T

    def __getitem__(self, side: Side) -> T:
        return self.player if side is Side.PLAYER else self.banker

    def __iter__(self) -> Iterator[T]:
        yield self.player
        yield self.banker

    def map(self, change: Callable[[T], U]) -> BySide[U]:
        return BySide(change(self.player), change(self.banker))

    def with_side(self, side: Side, value: T) -> BySide[T]:
        return BySide(value, self.banker) if side is Side.PLAYER else BySide(self.player, value)
