"""What waits at a table for somebody of the house, and since when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Literal

import msgspec

from punto.table import State
from punto.table import events as e
from punto.view.recorded import LogLine


class WaitView(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits: a report, choices, a request to squeeze, a box beyond its limit, chips, a sign."""

    what: Literal["decision", "choice", "squeeze", "excess", "chips", "sign"]
    since: str | None
    """Null where it began longer ago than is remembered."""
    patron: str | None = None
    box: int | None = None


def waits(state: State, reported_at: datetime | None, beyond: Iterable[int], recent: list[LogLine]) -> list[WaitView]:
    """All that waits at a table; `beyond` are the boxes over their differential."""
    table, coup = state.table, state.table.coup
    views: list[WaitView] = []
    if table.pending:
        views.append(WaitView(what="decision", since=reported_at.isoformat() if reported_at else None))
    if coup and coup.choosing:
        views.append(WaitView(what="choice", since=_last(recent, lambda event: isinstance(event, e.OptionsGiven))))
    if coup and not coup.ended:
        views += _squeezes(state, recent)
    for box in beyond:
        views.append(WaitView(what="excess", since=_last(recent, _into(box)), box=box))
    if table.chips_due:
        views.append(WaitView(what="chips", since=_last(recent, lambda event: isinstance(event, e.SettlementReversed))))
    if table.prepared:
        views.append(WaitView(what="sign", since=_last(recent, lambda event: isinstance(event, e.SignPrepared))))
    return views


def _squeezes(state: State, recent: list[LogLine]) -> Iterator[WaitView]:
    for patron in dict.fromkeys(request.patron for request in state.coup.requests if not request.answer):
        yield WaitView(what="squeeze", since=_last(recent, _request_by(patron)), patron=patron)


def _request_by(patron: str) -> Callable[[e.Event], bool]:
    return lambda event: isinstance(event, e.SqueezeRequested) and event.patron == patron


def _into(box: int) -> Callable[[e.Event], bool]:
    return lambda event: isinstance(event, e.BetPlaced) and event.box == box


def _last(recent: list[LogLine], fits: Callable[[e.Event], bool]) -> str | None:
    """When the last event that fits was written."""
    return next((line.at for line in reversed(recent) if fits(line.event)), None)
