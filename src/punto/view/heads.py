"""Heads kept outside the books, compared with them."""

from __future__ import annotations

import msgspec


class ContradictedHead(msgspec.Struct, frozen=True, kw_only=True):
    """A head that the books do not hold; what they hold at that version is not shown."""

    table: str
    version: int
    hash: str


class HeldHeadsView(msgspec.Struct, frozen=True, kw_only=True):
    """The heads of the request that the books contradict; none where the books hold them all."""

    contradicted: list[ContradictedHead]
