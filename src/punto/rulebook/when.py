"""`when`: the condition of a pay row, as values that facts of the coup must have."""

from __future__ import annotations

from dataclasses import dataclass

from punto.coup import FACTS, Result, Scope
from punto.coup.facts import Value


@dataclass(frozen=True, slots=True)
class Condition:
    """Every named fact must have one of its values. No facts at all is always true."""

    asks: tuple[tuple[str, tuple[Value, ...]], ...]

    def holds(self, result: Result) -> bool:
        return all(FACTS[name].ask(result) in values for name, values in self.asks)

    @property
    def scope(self) -> Scope:
        """The most that must be known of the cards to answer."""
        return max((FACTS[name].scope for name, _ in self.asks), default=Scope.TOTALS)

    def __str__(self) -> str:
        """The condition in words: `winner banker, points 6, banker cards 2`."""
        return ", ".join(f"{name.replace('_', ' ')} {_either(values)}" for name, values in self.asks) or "always"


def _either(values: tuple[Value, ...]) -> str:
    return " or ".join({True: "yes", False: "no"}[v] if isinstance(v, bool) else str(v) for v in values)
