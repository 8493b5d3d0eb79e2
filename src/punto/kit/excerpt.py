"""What somebody gave, as a sentence can show it."""

from __future__ import annotations


def excerpt(value: object, most: int = 40) -> str:
    """The beginning of its repr, on one line; the kind of it where it cannot be written out.

    Python writes no whole number of more than 4,300 digits, and what others made may refuse as well.
    """
    try:
        text = repr(value)
    except Exception:
        return f"something of the kind {type(value).__name__[:most]}"
    return " ".join(text.split())[:most]
