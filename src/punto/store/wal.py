"""SQLite's write-ahead log as a process left it that was killed: how much of it the engine will not take up.

The engine follows its frames as long as their checksums hold and goes on from the last whole transaction. After a
crash in mid-write that is right; of a log that was cut or damaged afterwards it loses, without a word, what had been
acknowledged. So the house looks before it opens the file, and says what it sees.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

_HEADER, _FRAME_HEADER = 32, 24
_MAGIC: Final = (0x377F0682, 0x377F0683)
"""The second stands for checksums of big-endian words."""

_WORD: Final = 0xFFFFFFFF

Sums = tuple[int, int]


def left_over(database: Path) -> int:
    """Octets at the end of the write-ahead log that are no whole transaction; 0 where it is whole, or not there."""
    try:
        log = memoryview(database.with_name(database.name + "-wal").read_bytes())
    except OSError:
        return 0
    if len(log) < _HEADER:
        return len(log)
    magic, _, page = struct.unpack(">3I", log[:12])
    order = ">" if magic == _MAGIC[1] else "<"
    sums = _sums(log[:24], (0, 0), order)
    if magic not in _MAGIC or sums != struct.unpack(">2I", log[24:32]):
        return len(log)
    salts, frame = bytes(log[16:24]), _FRAME_HEADER + page
    whole = at = _HEADER
    while at + frame <= len(log):
        sums = _sums(log[at + _FRAME_HEADER : at + frame], _sums(log[at : at + 8], sums, order), order)
        if sums != struct.unpack(">2I", log[at + 16 : at + 24]):
            break
        at += frame
        if struct.unpack(">I", log[at - frame + 4 : at - frame + 8])[0]:  # The last frame of a transaction.
            whole = at
    # The log is begun anew without being cut: frames of before have other salts, and nobody misses those.
    ours = at + 16 > len(log) or bytes(log[at + 8 : at + 16]) == salts
    return (len(log) if ours else at) - whole


def _sums(octets: memoryview, sums: Sums, order: str) -> Sums:
    """The log's own checksum of some octets, going on from another."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(octets) // 4}I", octets))
    for word in words:
        first = (first + word + second) & _WORD
        second = (second + next(words) + first) & _WORD
    return first, second
