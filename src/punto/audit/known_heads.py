"""Heads that somebody kept elsewhere: every one of them must still be in the books, those of the house's logs too.

Written from docs/heads.md: nothing here is shared with what signs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from punto.audit.finding import Finding, Wrong
from punto.store import Head, Record

EARLIER: Final = "an earlier audit saw"


@dataclass(frozen=True, slots=True)
class KnownHead:
    """One event that was in a log once, and who says so."""

    table: str
    version: int
    hash: str
    witness: str = EARLIER
    """As in "the event that an earlier audit saw"."""


def with_witness(head: Head | KnownHead) -> KnownHead:
    """A head with its witness; a bare head comes from an earlier audit."""
    return head if isinstance(head, KnownHead) else KnownHead(head.table, head.version, head.hash)


class KnownHeads:
    """What is known of one log: the hashes that its events had."""

    def __init__(self, log: str, heads: Iterable[KnownHead]) -> None:
        self._due: dict[int, dict[str, str]] = {}
        """By version, each hash with its witness: two that differ cannot both be right."""
        for head in heads:
            if head.table == log:
                self._due.setdefault(head.version, {}).setdefault(head.hash, head.witness)

    def take(self, record: Record) -> None:
        """Wrong if the next record is not the event that somebody saw there."""
        if not self._due:
            return
        for hash, witness in self._due.pop(record.version, {}).items():
            if hash != record.hash:
                raise Wrong(f"is not the event that {witness} here: the log was rewritten")

    def left_over(self) -> tuple[int, str] | None:
        """The first event that somebody saw and that is no longer there."""
        if not self._due:
            return None
        version = min(self._due)
        return version, f"ends before an event that {next(iter(self._due[version].values()))}"


def missing_log(logs: Collection[str], heads: Iterable[KnownHead]) -> Finding | None:
    """A log that somebody saw and that is not in the books at all."""
    missing = min((head for head in heads if head.table not in logs), key=lambda head: head.table, default=None)
    return Finding(missing.table, 0, "log", f"is not in the books, and {missing.witness} it") if missing else None


class _SignedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    heads: list[_HeadLine]
    key: str
    signature: str


class _HeadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    version: int
    hash: str


class BadStatement(Exception):
    """Why a line of a file of heads or receipts is not to be believed."""


_read: Final = msgspec.json.Decoder(_SignedLine).decode


def is_signed(line: bytes) -> bool:
    """Whether a line is one of a file of signed heads, rather than the beginning of an earlier audit's answer."""
    try:
        read = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return isinstance(read, dict) and "signature" in read


def signed_heads(line: bytes, trusted: Collection[str]) -> Iterator[KnownHead]:
    """The heads of one signed line; BadStatement unless one of these keys signed it. With none given any may have."""
    try:
        read = _read(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadStatement(f"is no line of signed heads: {error}") from None
    fields: list[str] = ["punto heads 1", read.at, str(len(read.heads))]
    for head in read.heads:
        fields += [head.table, str(head.version), head.hash]
    require_signature(read.key, read.signature, length_prefixed(*(field.encode() for field in fields)), trusted)
    for head in read.heads:
        yield KnownHead(head.table, head.version, head.hash, f"heads signed at {read.at} had")


def length_prefixed(*fields: bytes) -> bytes:
    """Fields one after another, each with its length in four bytes before it."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def require_signature(key: str, signature: str, message: bytes, trusted: Collection[str]) -> None:
    """BadStatement unless this is signed, and by a key that is trusted where any was named."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        raise BadStatement("its signature does not hold") from None
    if trusted and key not in trusted:
        raise BadStatement(f"is signed by {key[:64]}, and that is no key it may be signed by")
