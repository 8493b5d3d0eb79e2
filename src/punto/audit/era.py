"""Which readings a record was made under: those of today, or those of before reports waited for somebody of rank.

This is the only place that tells them apart. An event is written in a numbered shape, and the kinds in `ADDED` have
said who reported, dealt and decided since the readings hold. What the readings forbid is a fault of a record in
today's shape; of one in the shape of before it is only listed, as what would be called otherwise today.
"""

from __future__ import annotations

from punto.audit.finding import hold
from punto.rulebook import Rulebook
from punto.table.upcast import ADDED

MARK = "round-lasts"
"""A reading that every file has since then, where it is about a document with such readings."""


def is_of_before(before: bool | None, kind: str, schema: int, book: Rulebook | None) -> bool | None:
    """Whether the record is one of before, given what those in front of it showed; None while nothing has shown it.

    Once a table has written in today's shape it never goes back, and a file with today's readings was not there before.
    """
    if kind not in ADDED:
        return before
    old = schema < 2
    if old:
        hold(before is not False, "is written in the shape of an older version, after events in today's")
        today = book is not None and any(reading.id == MARK for reading in book.readings)
        hold(not today, "is written in a shape older than the rulebook file it was played by")
    return old
