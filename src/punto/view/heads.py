"""Heads that somebody kept, held against the books."""

from __future__ import annotations

import msgspec


class ContradictedHead(msgspec.Struct, frozen=True, kw_only=True):
    """A head that was shown once, and that the books do not hold; what they have there instead is not said."""

    table: str
    version: int
    hash: str


class HeldHeadsView(msgspec.Struct, frozen=True, kw_only=True):
    """Which of the heads that were asked about the books contradict; none where all is as it was shown."""

    contradicted: list[ContradictedHead]
