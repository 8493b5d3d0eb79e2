"""Takings on the screen: what was won, against what should have been."""

from __future__ import annotations

from punto.cli.terminal.columns import show_columns
from punto.cli.terminal.screen import Screen
from punto.report.takings import TakingsReport
from punto.report.takings.takings_words import HOW_COUNTED, row_words, span_words

HEADS = (
    "win", "theoretical", "±", "z", "handle", "win %", "drop", "counted win", "hold %", "rounds", "an hour",
    "by the trade", "by the moment", "commission", "rounding", "voids", "reversed",
)  # fmt: skip


def show_takings(screen: Screen, report: TakingsReport) -> None:
    """The rows, their total, and how to read them."""
    screen.title(f"Takings by {report.by}", span_words(report))
    rows = [row_words(row) for row in (*report.rows, report.total)]
    show_columns(screen, (report.by, *HEADS), rows)
    screen.line(
        "Theoretical: each stake times the exact edge of its bet in its edition. ±: one standard deviation. z: how "
        "many of these the win lies above the theoretical; beyond 2 in one of 22 reports, beyond 3 in one of 370. "
        "By the trade: average bet × hours × rounds an hour × the game's edge. By the moment: each stake times its "
        "exact value from the cards unseen when it was placed. " + HOW_COUNTED,
        style="dim",
        indent=0,
    )
