"""Filing: whom each event is about stands in an index beside the log, and the index says what the events say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from punto.audit.finding import Wrong
from punto.store import Record


def people_in(value: Any) -> set[str]:
    """Everybody an event names: patrons, accounts, and whom a switch takes out of play."""
    people: set[str] = set()
    waiting = [value] if isinstance(value, dict | list) else []
    while waiting:  # No recursion: this is asked of every event, and most of what is in one is plain.
        part = waiting.pop()
        if isinstance(part, dict):
            for key in ("patron", "person"):
                if isinstance(name := part.get(key), str):
                    people.add(name)
            people.update(name for name in part.get("patrons") or () if isinstance(name, str))
            if part.get("what") == "patron" and isinstance(part.get("id"), str):
                people.add(part["id"])
        parts = part.values() if isinstance(part, dict) else part
        waiting += [inside for inside in parts if type(inside) is dict or type(inside) is list]
    people.discard("")
    return people


class Mentions:
    """The index of one log, in the order of its events; None where there is none, as in an exported log."""

    def __init__(self, rows: Iterator[tuple[int, str]] | None) -> None:
        self._rows = rows
        self._next = next(rows, None) if rows is not None else None

    def take(self, record: Record) -> None:
        """Hold what is filed under an event against what it says; Wrong where they differ."""
        if self._rows is None:
            return
        filed: set[str] = set()
        while self._next is not None and self._next[0] <= record.version:
            version, name = self._next
            if version < record.version:
                raise Wrong(f"comes after {name} filed under event {version}, which does not name them")
            filed.add(name)
            self._next = next(self._rows, None)
        # Canonical text spells every key out: without these words it names nobody, and most events are cards.
        names = "patron" in record.body or "person" in record.body
        people = people_in(msgspec.json.decode(record.body)) if names else set()
        if filed != people:
            apart = ", ".join(sorted(filed ^ people))
            raise Wrong(f"is not filed under those whom it names: {apart}")

    def left_over(self) -> str | None:
        """Why the index has more than the log: a mention whose event is not there."""
        return f"{self._next[1]} is filed under event {self._next[0]}, which is not in the log" if self._next else None
