"""The people an event is about, so that a log can be looked through for one of them without reading all of it."""

from __future__ import annotations

from collections.abc import Iterator


def mentioned(body: object) -> set[str]:
    """Every patron or account that a body names, in itself and in its lines."""
    return set(_names(body))


def _names(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inside in value.items():
            if key in ("patron", "person") and isinstance(inside, str):
                yield inside
            elif key == "patrons" and isinstance(inside, list | tuple):
                yield from (name for name in inside if isinstance(name, str))
            elif isinstance(inside, dict | list | tuple):
                yield from _names(inside)
        # A switch names what it switches by its kind.
        if value.get("what") == "patron" and isinstance(name := value.get("id"), str):
            yield name
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from _names(inside)
