"""Seals: a MAC under the house's key over rows that no hash chain holds, so that none is changed, added or taken away.

Each row has a number that only the key gives (keyed BLAKE2b over the table's name and its values). A group of rows is
sealed by the sum of their numbers, which does not depend on their order and moves on by one row at a time, and by how
many they are. What is stored is that sum behind a mask that is another each time: whoever reads the database learns no
row's number from it. A row of a log is in the group of that log, with the log's head; others in that of their table.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec

MODULUS: Final = 1 << 256

LOG: Final = "log:"
"""What the name of a log's group begins with; a table's group is called as the table."""

LOGS: Final = "logs"
"""The group of all groups of logs, by their names: a log that was taken away whole is missed here."""

_encode: Final = msgspec.msgpack.Encoder().encode


class Seal(NamedTuple):
    """A group's seal as it is stored."""

    scope: str
    rows: int
    nonce: str
    masked: str


class RowSum(NamedTuple):
    """Rows of a group: how many, and the sum of their numbers."""

    rows: int = 0
    total: int = 0

    def plus(self, other: RowSum) -> RowSum:
        return RowSum(self.rows + other.rows, (self.total + other.total) % MODULUS)

    def minus(self, other: RowSum) -> RowSum:
        return RowSum(self.rows - other.rows, (self.total - other.total) % MODULUS)


class SealKey:
    """The secret of a house's seals; it stays the same when the house's key is exchanged for another."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def tally(self, table: str, rows: Iterable[Sequence[Any]]) -> RowSum:
        """The tally of rows of a table, each with its values in the order of the columns."""
        name = str(table)  # A column's or table's name may be a kind of text that is not encoded.
        count = total = 0
        for row in rows:
            total += self._number(("row", name, *row))
            count += 1
        return RowSum(count, total % MODULUS)

    def mac(self, table: str, row: Sequence[Any]) -> str:
        """A MAC of one row, to stand beside it."""
        return f"{self._number(('mac', str(table), *row)):064x}"

    def close(self, scope: str, tally: RowSum, about: Sequence[Any] = ()) -> Seal:
        """The seal of a group; `about` is what it covers besides the rows."""
        nonce = os.urandom(16).hex()
        masked = (tally.total + self._mask(scope, tally.rows, nonce, about)) % MODULUS
        return Seal(str(scope), tally.rows, nonce, f"{masked:064x}")

    def open(self, seal: Seal, about: Sequence[Any] = ()) -> RowSum:
        """The rows that a seal stands for. Of one that was tampered with the sum is that of no rows at all."""
        try:
            masked = int(seal.masked, 16)
        except ValueError:
            masked = 0
        return RowSum(seal.rows, (masked - self._mask(seal.scope, seal.rows, seal.nonce, about)) % MODULUS)

    def _mask(self, scope: str, rows: int, nonce: str, about: Sequence[Any]) -> int:
        return self._number(("seal", str(scope), rows, nonce, *about))

    def _number(self, content: Sequence[Any]) -> int:
        return int.from_bytes(blake2b(_encode(content), key=self._secret, digest_size=32).digest(), "big")
