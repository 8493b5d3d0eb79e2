"""Notices: what a table has to show to those who play there, by which paragraph, and whether it does."""

from __future__ import annotations

from typing import Any

from punto.house.live import LiveTable
from punto.house.reports import words_of


def notices(live: LiveTable) -> list[dict[str, Any]]:
    """What the documents want posted at this table.

    The limits are up as long as the table is open: the sign shows them. That no insurance is offered is
    put up where the document lets a table withhold it, and where it does not, that is said.
    """
    sign, book = live.state.table.sign, live.state.book
    if sign is None or book is None or live.state.table.phase == "closed":
        return []
    limits = book.procedure.get("limits", "")
    found = [{"what": "limits", "cite": limits, "says": words_of(book, limits), "up": True, "may": False}]
    if (terms := book.insurance_terms) is not None:
        # The paragraph that gives the right to withhold it, else the one by which it must be offered.
        cite = terms.notice_cite or terms.offered_cite
        found.append(
            {
                "what": "no_insurance",
                "cite": cite,
                "says": words_of(book, cite),
                "up": not sign.insurance,
                "may": bool(terms.notice_cite),
            }
        )
    return found
