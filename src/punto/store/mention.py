"""The people an event is about, so that a log can be looked through for one of them without reading all of it."""

from __future__ import annotations


def mentioned(body: object) -> set[str]:
    """Every patron or account that a body names, in itself and in its lines."""
    names: set[str] = set()
    _collect(body, names)
    return names


def _collect(value: object, names: set[str]) -> None:
    """Every event that is written goes through here, so it is one pass that builds nothing on the way."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if isinstance(inside, str):
                if inside and key in ("patron", "person"):  # A report about nobody names nobody.
                    names.add(inside)
            elif isinstance(inside, (dict, list, tuple)):
                if key == "patrons" and not isinstance(inside, dict):
                    names.update(name for name in inside if isinstance(name, str))
                else:
                    _collect(inside, names)
        # A switch names what it switches by its kind.
        if value.get("what") == "patron" and isinstance(name := value.get("id"), str):
            names.add(name)
    elif isinstance(value, list | tuple):
        for inside in value:
            _collect(inside, names)
