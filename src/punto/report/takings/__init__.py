"""Takings: what tables won, what they should have won, and how far the two may lie apart; folded from events.

Public: `HouseTakings` (fed with events, gives a report), `TakingsReport` and `TakingsRow` (its figures), `Span`.
"""

from punto.report.takings.figures import TakingsReport, TakingsRow
from punto.report.takings.keys import By
from punto.report.takings.span import Span
from punto.report.takings.takings import HouseTakings

__all__ = ["By", "HouseTakings", "Span", "TakingsReport", "TakingsRow"]
