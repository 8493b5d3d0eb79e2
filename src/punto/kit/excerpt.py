"""An excerpt: a value as a sentence can quote it."""

from __future__ import annotations


def excerpt(value: object, most: int = 40) -> str:
    """The beginning of the value's repr, on one line; its type where it has no repr.

    Python writes no whole number of more than 4,300 digits, and a class's own `__repr__` may raise.
    """
    try:
        text = repr(value)
    except Exception:
        return f"something of the kind {type(value).__name__[:most]}"
    return " ".join(text.split())[:most]
