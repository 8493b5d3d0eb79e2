"""Shuffling: Fisher–Yates over any source of unbiased choices."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")

Below = Callable[[int], int]
"""Gives a number from 0 up to, not including, its argument, each equally likely."""


def shuffled(things: Sequence[T], below: Below) -> list[T]:
    """The things in an order that is as likely as any other, if `below` is fair."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def seeded(seed: int) -> Below:
    """Choices that follow from a seed alone: for lessons, scripts and tests, never for play.

    The stream is SHA-256 over the seed and a counter, so that anybody can make
    it again; a draw that would favour some numbers is thrown away.
    """
    return below_from(_bytes(seed))


def below_from(stream: Iterator[int]) -> Below:
    """Choices made of a stream of random bytes.

    A number takes as many whole bytes as its range needs, the most significant
    first, and of these the uppermost bits.
    """

    def below(n: int) -> int:
        size = (n - 1).bit_length()
        octets = (size + 7) // 8
        while True:
            drawn = int.from_bytes(bytes(next(stream) for _ in range(octets)), "big") >> (8 * octets - size)
            if drawn < n:
                return drawn

    return below


def _bytes(seed: int) -> Iterator[int]:
    for block in count():
        yield from hashlib.sha256(f"punto shuffle {seed} {block}".encode()).digest()
