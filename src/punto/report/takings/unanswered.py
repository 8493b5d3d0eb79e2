"""Open questions about money: boxes without two counts that agree, slips made void after their chips were given out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeAlias

from punto.report.takings.span import Span
from punto.table import events as e

Answering: TypeAlias = e.BoxDropped | e.BoxCounted | e.SlipVoided
ANSWERING: Final = (e.BoxDropped, e.BoxCounted, e.SlipVoided)


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An open question about a drop box or a slip."""

    table: str
    at: datetime
    weight: float
    says: str


@dataclass(slots=True)
class _Box:
    """A drop box that left its table."""

    at: datetime
    dropped: e.BoxDropped
    counted_by: list[str] = field(default_factory=list)


class CountWatch:
    """Follows boxes from their tables to the second count that agrees, and slips that were made void."""

    def __init__(self) -> None:
        self._boxes: dict[tuple[str, int], _Box] = {}
        self._voids: list[Unanswered] = []

    def take(self, table: str, at: datetime, event: Answering) -> None:
        match event:
            case e.BoxDropped():
                self._boxes[table, event.drop_box] = _Box(at, event)
            case e.BoxCounted(agreed=True):
                self._boxes.pop((table, event.drop_box), None)
            case e.BoxCounted():
                box = self._boxes.get((table, event.drop_box))
                if box is not None and event.counted_by not in box.counted_by:
                    box.counted_by.append(event.counted_by)
            case e.SlipVoided(was="issued"):
                self._voids.append(Unanswered(table, at, 400.0, _void(event)))

    def within(self, span: Span) -> list[Unanswered]:
        """The open questions about boxes and slips of the span; a count after its end answers them too."""
        boxes = [_of(table, box) for (table, _), box in self._boxes.items()]
        return [entry for entry in (*boxes, *self._voids) if entry.at in span]


def _of(table: str, box: _Box) -> Unanswered:
    which = f"drop box {box.dropped.drop_box}, taken away by {box.dropped.dropped_by}"
    if not box.counted_by:
        return Unanswered(table, box.at, 600.0, f"{which}, has not been counted")
    if len(box.counted_by) == 1:
        return Unanswered(table, box.at, 500.0, f"{which}, was counted by {box.counted_by[0]} alone")
    people = " and ".join(box.counted_by)
    return Unanswered(table, box.at, 550.0, f"{which}, was counted by {people}, and no two agreed")


def _void(slip: e.SlipVoided) -> str:
    which = f"slip {slip.slip}, {slip.total:,}"
    return f"{which}, was made void by {slip.voided_by} after its chips were given out: {slip.reason}"
