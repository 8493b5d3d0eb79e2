"""Bringing old events forward as they are read; the log itself is never rewritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from punto.table.upcast import STEPS

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EventShape:
    """An event's body and how it is to be understood."""

    kind: str
    schema: int
    body: Body


Step = Callable[[Body], EventShape]
"""Brings a body one shape forward."""


@dataclass(frozen=True, slots=True)
class Upcasters:
    """For each kind and schema number that is no longer written, the step out of it."""

    steps: Mapping[tuple[str, int], Step] = field(default_factory=dict)

    def forward(self, shape: EventShape) -> EventShape:
        """The event as it would be written today."""
        passed = set()
        while (old := (shape.kind, shape.schema)) in self.steps:
            assert old not in passed, f"the upcasters of {old} run in a circle"
            passed.add(old)
            shape = self.steps[old](shape.body)
        return shape


def _of_a_table(kind: str, schema: int) -> Step:
    return lambda body: EventShape(kind, schema + 1, STEPS[kind, schema](body))


TABLE_EVENTS: Final = Upcasters({old: _of_a_table(*old) for old in STEPS})
"""What a table's events have been through."""
