"""What somebody kept elsewhere and holds books against: files of heads, receipts, and the keys that signed them."""

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
"""An earlier audit has some two hundred bytes for each table."""

_LINE_LIMIT: Final = 16 * 1024 * 1024


class Kept(msgspec.Struct):
    """What books are held against, and what of it is not to be believed."""

    heads: list[KnownHead] = []
    statements: int = 0
    """Lines of signed heads among them."""
    receipts: list[KeptReceipt] = []
    finding: Finding | None = None
    """The first line that nobody may have signed."""


def read_kept(heads: Sequence[Path], receipts: Sequence[Path], keys: Sequence[str]) -> Kept:
    """Everything in these files; Refused where one is no such file."""
    kept, trusted = Kept(), [_public_key(key) for key in keys]
    for file in heads:
        _read_heads(kept, file, trusted)
    for file in receipts:
        for number, line in _lines(file):
            try:
                kept.receipts.append(read_receipt(line, trusted))
            except BadStatement as error:
                kept.finding = kept.finding or Finding("", 0, "receipt", f"{file} line {number} {error}")
    return kept


def _read_heads(kept: Kept, file: Path, trusted: Sequence[str]) -> None:
    lines = _lines(file)
    first = next(lines, None)
    if first is None or not is_signed(first[1]):
        kept.heads += [KnownHead(head.table, head.version, head.hash) for head in _earlier(file)]
        return
    for number, line in (first, *lines):
        try:
            kept.heads += signed_heads(line, trusted)
            kept.statements += 1
        except BadStatement as error:
            kept.finding = kept.finding or Finding("", 0, "heads", f"{file} line {number} {error}")


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


def _public_key(written: str) -> str:
    """A public key in hex, or the file that holds one."""
    if len(written) != 64:
        try:
            written = Path(written).read_text("utf-8").strip()
        except OSError as error:
            raise _unreadable(Path(written), error) from None
        except UnicodeDecodeError:
            written = ""
    try:
        key = bytes.fromhex(written).hex()
    except ValueError:
        key = ""
    if len(key) != 64:
        message = "a public key is 64 hexadecimal digits, or a file with them, as punto heads --new-key makes it"
        raise Refused(code="no_key", message=message)
    return key


def _unreadable(file: Path, error: OSError) -> Refused:
    return Refused(code="unreadable", message=f"{file} cannot be read: {error.strerror or error}")
