"""The bytes of the shoe's protocol: what a seat commits to, the seed of its bytes, and the order that follows.

Every text is UTF-8 and every field has its length before it, four bytes with the
most significant first, so that no two messages run into one. docs/shoe.md has
the same with test vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple, TypeVar

from punto.kit.fields import joined
from punto.kit.shuffle import below_from, shuffled

T = TypeVar("T")

ENTROPY_OCTETS: Final = 32
"""How many random bytes a seat gives."""


class ShoeName(NamedTuple):
    """Which shoe: its table, its number there, and the commitment to the order that was sealed."""

    table: str
    number: int
    commitment: str


def entropy_commitment(shoe: ShoeName, seat: int, account: str, entropy: bytes) -> str:
    """A seat's commitment to its bytes: good for this shoe, this seat and this account alone."""
    return _digest("punto entropy 1", *_name_fields(shoe), str(seat), account, entropy).hex()


def entropy_seed(shoe: ShoeName, revealed: Iterable[tuple[int, bytes]]) -> bytes:
    """The seed of the bytes that were revealed, by seat."""
    parts = (part for seat, entropy in sorted(revealed) for part in (str(seat), entropy))
    return _digest("punto seed 1", *_name_fields(shoe), *parts)


def mixed(order: Sequence[T], seed: bytes) -> list[T]:
    """The sealed order shuffled by the seats' seed."""
    return shuffled(order, below_from(_stream(seed)))


def house_cut(salt: str, cards: int) -> int:
    """Where the house cuts when no patron does: it follows from the salt, so it was fixed with the commitment."""
    return 1 + below_from(_stream(_digest("punto house cut 1", salt)))(cards - 1)


def _stream(seed: bytes) -> Iterator[int]:
    """SHA-256 in counter mode."""
    for block in count():
        yield from _digest("punto stream 1", seed, block.to_bytes(8, "big"))


def _name_fields(shoe: ShoeName) -> tuple[str, str, str]:
    return shoe.table, str(shoe.number), shoe.commitment


def _digest(*fields: str | bytes) -> bytes:
    return hashlib.sha256(joined(*fields)).digest()
