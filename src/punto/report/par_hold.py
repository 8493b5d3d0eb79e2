"""The actual hold: confidence bands around each bet's edge by rounds played, the most it pays, its volatility."""

from __future__ import annotations

from fractions import Fraction

from punto.chance.par import ParSheet
from punto.chance.sheet import BetFigures
from punto.report.document import Row, SheetColumn, SheetSection, SheetTable, Text
from punto.report.figures import decimal, root, root_of, units
from punto.report.wording import bet_name

ROUNDS = (10**3, 10**4, 10**5, 10**6, 10**7)
CONFIDENCE = {95: Fraction(1_959_964, 10**6), 99: Fraction(2_575_829, 10**6)}
"""Standard deviations on either side that hold so many of 100 runs."""
VOLATILITY = Fraction(1_644_854, 10**6)
"""The same for 90 of 100 runs: the trade's volatility index."""


def hold_section(par: ParSheet) -> SheetSection | None:
    if not par.sheet.bets:
        return None
    intro = Text(
        "The hold of a bet is what the house actually keeps of what is staked on it. Over so many rounds at one stake "
        "it lies within these per cent of the stakes in 95, and in 99, of 100 runs. Rounds of a shoe share its cards, "
        "which changes little. The volatility index is 1.645 standard deviations of one round; the most a bet pays is "
        "on top of a unit staked."
    )
    spread = SheetTable(
        (
            SheetColumn("Bet"),
            SheetColumn("Most it pays", "digits"),
            SheetColumn("SD", "digits"),
            SheetColumn("Volatility index", "digits"),
        ),
        tuple(_spread(figures) for figures in par.sheet.bets),
        size="small",
    )
    columns = (SheetColumn("Hold %, by rounds"), *(SheetColumn(f"{rounds:,}", "digits") for rounds in ROUNDS))
    tables = [
        SheetTable(
            columns,
            tuple((bet_name(figures.bet), *_bands(figures, deviations)) for figures in par.sheet.bets),
            f"In {share} of 100 runs",
            size="small",
        )
        for share, deviations in CONFIDENCE.items()
    ]
    return SheetSection("Confidence bands of the actual hold", (intro, spread, *tables))


def _spread(figures: BetFigures) -> Row:
    most = max((row.pays for row in figures.rows), default=Fraction(0))
    index = root(figures.variance * VOLATILITY**2, 4)
    return bet_name(figures.bet), units(most), root(figures.variance, 4), index


def _bands(figures: BetFigures, deviations: Fraction) -> list[str]:
    bands = []
    for rounds in ROUNDS:
        half = root_of(figures.variance * deviations**2 / rounds, 8)
        low, high = (decimal(100 * (figures.edge + sign * half), 3) for sign in (-1, 1))
        bands.append(f"{low} to {high}")
    return bands
