"""A receipt: the house's signature under the bytes that a seat revealed, so that the house cannot deny having them.

It names the event that holds them by version and hash. docs/shoe.md has the exact bytes and test vectors.
"""

from __future__ import annotations

from typing import Final

import msgspec

from punto.kit.fields import joined

FORM: Final = "punto receipt 1"


class Receipt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to a `reveal_entropy`."""

    table: str
    version: int
    """Of the event in the table's log."""
    hash: str
    """Of the same event."""
    shoe: int
    sealed_as: str
    """The commitment to the shoe's sealed order."""
    box: int
    patron: str
    entropy: str
    """The bytes, in hex."""
    key: str
    """The public key, in hex."""
    signature: str


def receipt_message(receipt: Receipt) -> bytes:
    """The bytes that are signed."""
    r = receipt
    return joined(FORM, r.table, r.version, r.hash, r.shoe, r.sealed_as, r.box, r.patron, bytes.fromhex(r.entropy))
