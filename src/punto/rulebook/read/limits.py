"""Limits in a rulebook file: whose stakes a maximum is held against, and what a sign must show."""

from __future__ import annotations

from punto.rulebook.model import LIMITS, LimitTerms, MaximumPer
from punto.rulebook.read.section import Section


def read_limits(root: Section) -> LimitTerms | None:
    """What the document says about limits; None where the file says nothing."""
    if not root.has("limits"):
        return None
    section = root.table("limits")
    needs = section.words("needs", LIMITS)
    terms = LimitTerms(
        maximum=section.word("maximum", MaximumPer) or MaximumPer.PATRON,
        maximum_cite=section.text("maximum_cite"),
        needs=needs,
        needs_cite=section.text("needs_cite", None if needs else ""),
    )
    section.done()
    return terms
