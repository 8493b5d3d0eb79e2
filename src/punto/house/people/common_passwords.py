"""Passwords that are tried first: those that leaked most often, rows of keys, and what repeats itself.

The list is shipped as a Bloom filter that `tools/common_passwords.py` makes: it never misses one of the list, and takes
one in some thousands of others for one of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("common_passwords.bloom")

HASHES: Final = 14
"""Bits that each entry sets."""

BITS_AN_ENTRY: Final = 20

_AROUND: Final = 8
"""So many figures and signs around a common word do not make it less common."""

_ROWS: Final = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklm",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujmikolp",
)

_SPELT: Final = str.maketrans("013457$@!", "oleastsai")
"""Figures and signs that stand for letters."""


def is_common(password: str) -> bool:
    """Whether a password is among the first that somebody tries."""
    folded = unicodedata.normalize("NFKC", password).casefold()
    bare = re.sub(r"[\W_]+", "", folded)
    if len(set(bare)) < 5 or _repeats(bare) or _is_row(bare):
        return True
    return any(word in _list() for word in _words(folded, bare))


def _words(folded: str, bare: str) -> Iterator[str]:
    """What a password is made of: itself, and the word in it without what stands around it, also spelt in figures."""
    yield folded
    yield bare
    core = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", folded)
    if core and len(folded) - len(core) <= _AROUND:
        yield core
        yield core.translate(_SPELT)
    spelt = re.sub(r"[\W_]+", "", folded.translate(_SPELT))
    yield spelt
    for length in range(1, min(_AROUND, len(bare)) + 1):
        # "p4ssw0rd2024": the figures at the end stand for no letters.
        if not bare[-length].isdigit():
            break
        yield bare[:-length].translate(_SPELT)


def _repeats(text: str) -> bool:
    """Whether it is one piece again and again: monkeymonkey."""
    return len(text) > 1 and text in (text + text)[1:-1]


def _is_row(text: str) -> bool:
    """Whether it is keys or letters in their order, or back."""
    return any(text in row or text[::-1] in row for row in _ROWS)


class Filter:
    """A set of strings that can be tested for a member, and whose members cannot be listed."""

    def __init__(self, bits: bytes) -> None:
        self._bits = bits

    @classmethod
    def of(cls, entries: Iterable[str]) -> Filter:
        entries = set(entries)
        bits = bytearray((len(entries) * BITS_AN_ENTRY + 7) // 8)
        for entry in entries:
            for place in _places(entry, len(bits)):
                bits[place // 8] |= 1 << place % 8
        return cls(bytes(bits))

    def __contains__(self, entry: str) -> bool:
        return all(self._bits[place // 8] >> place % 8 & 1 for place in _places(entry, len(self._bits)))

    @property
    def octets(self) -> bytes:
        return self._bits


def _places(entry: str, octets: int) -> Iterator[int]:
    """The bits of an entry, from two halves of one hash."""
    hashed = blake2b(entry.encode(), digest_size=16).digest()
    first, step = int.from_bytes(hashed[:8], "big"), int.from_bytes(hashed[8:], "big") | 1
    return ((first + number * step) % (octets * 8) for number in range(HASHES))


@cache
def _list() -> Filter:
    return Filter(FILE.read_bytes())
