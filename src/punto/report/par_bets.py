"""Bets on a PAR sheet: a line for each, their pay rows, and how they move together."""

from __future__ import annotations

from fractions import Fraction

from punto.chance.par import ParSheet
from punto.chance.sheet import BetFigures, Covariance
from punto.kit import Odds
from punto.report.document import Row, SheetCell, SheetColumn, SheetSection, SheetTable, Text
from punto.report.figures import combinations, decimal, fraction, percent, ratio_of_roots, root, units
from punto.report.wording import bet_edge, bet_name, when
from punto.rulebook import PayRow

FEW = 12
"""So many bets have room for their covariances in digits."""


def bets_section(par: ParSheet) -> SheetSection | None:
    if not par.sheet.bets:
        return None
    columns = (
        SheetColumn("Bet"),
        SheetColumn("Edge %", "digits"),
        SheetColumn("Return %", "digits"),
        SheetColumn("Hit %", "digits"),
        SheetColumn("Push %", "digits"),
        SheetColumn("SD", "digits"),
        SheetColumn("Edge, exactly", "fraction"),
        SheetColumn("Combinations that win", "digits"),
        SheetColumn("Paragraph"),
    )
    intro = Text(
        "Edge: the house's average gain on a unit staked. Return: what comes back of a unit, stake included. Hit: the "
        "chance to win. SD: the standard deviation of what a unit gains, in units."
    )
    return SheetSection(
        "Bets", (intro, SheetTable(columns, tuple(_bet(figures, par.sheet.outlook.ways) for figures in par.sheet.bets)))
    )


def _bet(figures: BetFigures, ways: int) -> Row:
    return (
        bet_name(figures.bet),
        bet_edge(figures, percent(figures.edge)),
        percent(figures.returned),
        percent(figures.hit),
        percent(figures.push) if figures.push else "–",
        root(figures.variance, 4),
        fraction(figures.edge),
        combinations(figures.hit, ways),
        figures.bet.cite,
    )


def rows_section(par: ParSheet) -> SheetSection | None:
    if not par.sheet.bets:
        return None
    columns = (
        SheetColumn("Bet"),
        SheetColumn("When"),
        SheetColumn("Odds", "digits"),
        SheetColumn("Unit wins", "digits"),
        SheetColumn("Chance %", "digits"),
        SheetColumn("Chance, exactly", "fraction"),
        SheetColumn("Combinations", "digits"),
        SheetColumn("Paragraph"),
    )
    lines = tuple(line for figures in par.sheet.bets for line in _rows(figures, par.sheet.outlook.ways))
    intro = Text(
        "Rows are tried in order and the first that fits pays; a chance is that of being paid by this row, and its "
        "combinations are the deals that come to it, of all that are equally likely. What a unit wins is after "
        "commission."
    )
    return SheetSection("Pay tables", (intro, SheetTable(columns, lines, size="small")))


def _rows(figures: BetFigures, ways: int) -> list[Row]:
    lines: list[Row] = []
    for at, figure in enumerate(figures.rows):
        name = SheetCell("") if at else bet_name(figures.bet)
        pays = units(figure.pays) if isinstance(figure.row.odds, Odds) else "returned"
        chances = percent(figure.chance), fraction(figure.chance), combinations(figure.chance, ways)
        lines.append((name, when(figure.row.when), _odds(figure.row), pays, *chances, figure.row.cite))
    loses = 1 - figures.hit - figures.push
    chances = percent(loses), fraction(loses), combinations(loses, ways)
    losing = ("otherwise", "loses", units(Fraction(-1)), *chances, figures.bet.lose_cite)
    return [*lines, (SheetCell("") if lines else bet_name(figures.bet), *losing)]


def _odds(row: PayRow) -> str:
    return f"{row.odds.text}{', less commission' if row.commission else ''}"


def correlation_section(par: ParSheet) -> SheetSection | None:
    """How the gains of two bets in one coup go together."""
    covariance, names = par.sheet.covariance, {f.bet.id: f.bet.name.en for f in par.sheet.bets}
    if len(covariance.bets) < 2:
        return None
    few = len(covariance.bets) <= FEW
    intro = Text(
        "Between what two bets gain in the same coup: 1 where they always win together, −1 where one wins as the other "
        "loses, 0 where one tells nothing about the other."
    )
    if few:
        tables = [
            _matrix(covariance, names, "Correlation", _correlations(covariance, 3)),
            _matrix(covariance, names, "Covariance of what a unit on each gains", _covariances(covariance)),
        ]
    else:
        tables = [_matrix(covariance, names, "Correlation, in hundredths", _correlations(covariance, 0))]
    return SheetSection("How bets move together", (intro, *tables))


def _matrix(covariance: Covariance, names: dict[str, str], caption: str, cells: list[list[str]]) -> SheetTable:
    """The lower half: the upper would say the same again."""
    numbers = range(1, len(covariance.bets) + 1)
    columns = (SheetColumn(""), *(SheetColumn(str(number), "digits") for number in numbers))
    blank = len(covariance.bets)
    rows = tuple(
        (f"{number} {names[bet]}", *line, *[""] * (blank - len(line)))
        for number, bet, line in zip(numbers, covariance.bets, cells, strict=True)
    )
    return SheetTable(columns, rows, caption, size="small" if blank <= FEW else "tiny")


def _covariances(covariance: Covariance) -> list[list[str]]:
    return [[decimal(value, 4) for value in line[: at + 1]] for at, line in enumerate(covariance.matrix)]


def _correlations(covariance: Covariance, digits: int) -> list[list[str]]:
    """To so many digits, or in hundredths where there are none."""
    matrix, scale = covariance.matrix, 1 if digits else 100
    return [
        [
            ratio_of_roots(value * scale, square, digits) if (square := matrix[i][i] * matrix[j][j]) else "–"
            for j, value in enumerate(line[: i + 1])
        ]
        for i, line in enumerate(matrix)
    ]
