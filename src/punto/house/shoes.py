"""The shoe that was closed last, as anybody at the table saw it: enough to hold it to its commitment."""

from __future__ import annotations

from typing import Any

import msgspec

from punto.house.live import REMEMBERED, LiveTable, Told
from punto.table import events as e

_OF_A_SHOE = e.ShoeOpened | e.ShoeCut | e.CardsBurned | e.CardDrawn | e.CardsSetAside | e.CardsDiscarded | e.ShoeClosed


def closed_shoe(live: LiveTable) -> list[dict[str, Any]]:
    """Its events from opening to closing; nothing where none was closed or it began longer ago than is remembered."""
    told = live.seen().told
    found: list[Told] = []
    whole: list[Told] = []
    for one in live.since(max(0, told - REMEMBERED)):
        if one[0] > told or not isinstance(one[2], _OF_A_SHOE):
            continue
        if isinstance(one[2], e.ShoeOpened):
            found = []
        found.append(one)
        if isinstance(one[2], e.ShoeClosed):
            whole = found if isinstance(found[0][2], e.ShoeOpened) else []
            found = []
    return [{"version": version, **msgspec.to_builtins(event)} for version, _, event in whole]
