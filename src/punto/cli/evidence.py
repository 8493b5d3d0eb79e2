"""Evidence kept outside the books, which an audit holds them to: files of heads, receipts, and public keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from punto.audit.finding import Finding
from punto.audit.known_heads import BadStatement, KnownHead, is_signed, signed_heads
from punto.audit.receipts import KeptReceipt, read_receipt
from punto.kit import Refused
from punto.store import Head

_EARLIER_LIMIT: Final = 16 * 1024 * 1024
"""Bytes of an earlier audit, which has some two hundred for each table."""

_LINE_LIMIT: Final = 16 * 1024 * 1024


class Evidence(msgspec.Struct):
    """Heads and receipts that the books must hold, and the first of them with a wrong signature."""

    heads: list[KnownHead] = []
    statements: int = 0
    """Lines of signed heads among them."""
    receipts: list[KeptReceipt] = []
    finding: Finding | None = None
    """The first line that none of the given keys signed."""


def read_evidence(heads: Sequence[Path], receipts: Sequence[Path], keys: Sequence[str]) -> Evidence:
    """Everything in these files; Refused where one is no such file."""
    evidence, trusted = Evidence(), [_public_key(key) for key in keys]
    for file in heads:
        _read_heads(evidence, file, trusted)
    for file in receipts:
        for number, line in _lines(file):
            try:
                evidence.receipts.append(read_receipt(line, trusted))
            except BadStatement as error:
                evidence.finding = evidence.finding or Finding("", 0, "receipt", f"{file} line {number} {error}")
    return evidence


def _read_heads(evidence: Evidence, file: Path, trusted: Sequence[str]) -> None:
    lines = _lines(file)
    first = next(lines, None)
    if first is None or not is_signed(first[1]):
        evidence.heads += [KnownHead(head.table, head.version, head.hash) for head in _earlier(file)]
        return
    for number, line in (first, *lines):
        try:
            evidence.heads += signed_heads(line, trusted)
            evidence.statements += 1
        except BadStatement as error:
            evidence.finding = evidence.finding or Finding("", 0, "heads", f"{file} line {number} {error}")


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that say anything, with their numbers."""
    try:
        with file.open("rb") as source:
            number = 0
            while line := source.readline(_LINE_LIMIT):
                number += 1
                if line.strip():
                    yield number, line
    except OSError as error:
        raise _unreadable(file, error) from None


class _Earlier(msgspec.Struct):
    heads: list[Head]


def _earlier(file: Path) -> list[Head]:
    try:
        with file.open("rb") as source:
            content = source.read(_EARLIER_LIMIT + 1)
        if len(content) > _EARLIER_LIMIT:
            raise Refused(
                code="no_heads", message=f"{file} is not what `punto audit --json` prints: it is far too large"
            )
        return msgspec.json.decode(content, type=_Earlier).heads
    except OSError as error:
        raise _unreadable(file, error) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Refused(code="no_heads", message=f"{file} is not what `punto audit --json` prints: {error}") from None


def _public_key(text: str) -> str:
    """A public key in hex, or the file that holds one."""
    if len(text) != 64:
        try:
            text = Path(text).read_text("utf-8").strip()
        except OSError as error:
            raise _unreadable(Path(text), error) from None
        except UnicodeDecodeError:
            text = ""
    try:
        key = bytes.fromhex(text).hex()
    except ValueError:
        key = ""
    if len(key) != 64:
        message = "a public key is 64 hexadecimal digits, or a file with them, as punto heads --new-key makes it"
        raise Refused(code="no_key", message=message)
    return key


def _unreadable(file: Path, error: OSError) -> Refused:
    return Refused(code="unreadable", message=f"{file} cannot be read: {error.strerror or error}")
