"""Signed heads: where every log of the books ended at one moment, under a key that need not lie beside them.

docs/heads.md has the exact bytes and test vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final

import msgspec

from punto.kit.fields import joined
from punto.store.entry import Head
from punto.store.signing import SigningKey
from punto.store.store import Store

FORM: Final = "punto heads 1"


class SignedHeads(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a file of heads, and what pages are shown."""

    at: str
    """When they were signed, in UTC."""
    heads: list[Head]
    """The heads of all logs, the house's own included, in the order of their names."""
    key: str
    """The public key, in hex."""
    signature: str

    @property
    def digest(self) -> str:
        """What a board shows, and what two people can compare at a glance: SHA-256 of what was signed."""
        return sha256(heads_message(self.at, self.heads)).hexdigest()


def heads_message(at: str, heads: Sequence[Head]) -> bytes:
    """The bytes that are signed."""
    parts = (part for head in heads for part in (head.table, head.version, head.hash))
    return joined(FORM, at, len(heads), *parts)


def sign_heads(store: Store, key: SigningKey, now: datetime, upto: Mapping[str, int] | None = None) -> SignedHeads:
    """The heads of all logs at one moment, signed; of some logs no event after a version may be told of yet."""
    heads, at = _shortened(store, upto or {}), now.isoformat()
    return SignedHeads(at=at, heads=heads, key=key.public, signature=key.sign(heads_message(at, heads)))


def _shortened(store: Store, upto: Mapping[str, int]) -> list[Head]:
    heads = store.heads()
    early = [
        Head(head.table, upto[head.table], "") for head in heads if upto.get(head.table, head.version) < head.version
    ]
    hashes = store.hashes_at(early)
    shorter = {head.table: Head(head.table, head.version, hashes.get((head.table, head.version), "")) for head in early}
    return [head for full in heads if (head := shorter.get(full.table, full)).hash]


def heads_line(signed: SignedHeads) -> bytes:
    """One line of a file of heads."""
    return msgspec.json.encode(signed) + b"\n"


def contradictions(store: Store, heads: Sequence[Head]) -> list[Head]:
    """The heads among these that the books no longer hold: a log is gone, shorter or another."""
    hashes = store.hashes_at(heads)
    return [head for head in heads if hashes.get((head.table, head.version)) != head.hash]
