"""Which readings a record was made under: today's, or the older ones in which no report waited for somebody of rank.

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


NAMES_WHAT_IT_REPLACES = 3
"""The shape in which a graver report says that it takes a lighter one's place; before, that was gone for good."""


def is_of_before(before: bool | None, kind: str, schema: int, book: Rulebook | None) -> bool | None:
    """Whether the record was made under the older readings; None while no event has decided that.

    `before` is the answer after the events in front of this one.

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
