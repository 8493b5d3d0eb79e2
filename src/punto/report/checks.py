"""Checks of a PAR sheet on itself: figures are worked out again from others on the same sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from punto.chance.par import ParSheet
from punto.chance.sheet import BetFigures, CellFigures
from punto.kit import Odds, Side


@dataclass(frozen=True, slots=True)
class Check:
    what: str
    agreeing: int
    of: int

    @property
    def verdict(self) -> str:
        return f"{self.agreeing} of {self.of} agree" + (
            "" if self.agreeing == self.of else ": DO NOT RELY ON THIS SHEET"
        )


def checks_of(par: ParSheet) -> list[Check]:
    sheet = par.sheet
    covariance = sheet.covariance
    checks = [
        _check("The edge of each bet, worked out again from its rows", map(_edge_holds, sheet.bets)),
        _check("Hits, pushes and the variance of each bet, likewise", map(_spread_holds, sheet.bets)),
        _check(
            "The variance of each bet, against its covariance with itself",
            (covariance.between(f.bet.id, f.bet.id) == f.variance for f in sheet.bets),
        ),
    ]
    if sheet.insurance:
        checks.append(_check("The three ends of each insurance offer add up to one", map(_ends_hold, sheet.insurance)))
        checks.append(_check("The edge of each offer, worked out again from those", map(_offer_holds, sheet.insurance)))
    fresh = [other for other in par.by_decks if other.decks == sheet.decks and other.cards_left == sheet.cards_left]
    if fresh:
        pairs = zip(sheet.bets, fresh[0].bets, strict=True)
        checks.append(
            _check("Each bet, against the sheet by number of decks", (bet == fresh_bet for bet, fresh_bet in pairs))
        )
    return checks


def _check(what: str, results: Iterable[bool]) -> Check:
    outcomes = list(results)
    return Check(what, sum(outcomes), len(outcomes))


def _edge_holds(figures: BetFigures) -> bool:
    loss = 1 - sum((row.chance for row in figures.rows), Fraction(0))
    return figures.edge == loss - sum((row.chance * row.pays for row in figures.rows), Fraction(0))


def _spread_holds(figures: BetFigures) -> bool:
    hit = sum((row.chance for row in figures.rows if isinstance(row.row.odds, Odds)), Fraction(0))
    push = sum((row.chance for row in figures.rows if not isinstance(row.row.odds, Odds)), Fraction(0))
    square = sum((row.chance * row.pays**2 for row in figures.rows), 1 - hit - push)
    return (figures.hit, figures.push, figures.variance) == (hit, push, square - figures.edge**2)


def _ends_hold(figures: CellFigures) -> bool:
    return figures.player_wins + figures.banker_wins + figures.tie == 1


def _offer_holds(figures: CellFigures) -> bool:
    cell = figures.cell
    holds, beaten = figures.player_wins, figures.banker_wins
    if cell.insures is Side.BANKER:
        holds, beaten = beaten, holds
    gains = -holds + beaten * (cell.on_loss.to if cell.on_loss else -1)
    gains += figures.tie * (cell.on_tie.to if isinstance(cell.on_tie, Odds) else 0)
    return figures.edge == -gains
