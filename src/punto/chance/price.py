"""A sheet of figures read off an outlook."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Final, Literal

from punto.chance.completion import BANKER, PLAYER, TIE
from punto.chance.composition import Composition
from punto.chance.frame import Frame, FramedBet, cell_pays, frame_of
from punto.chance.insured import insurance_uses
from punto.chance.known import NOTHING_KNOWN, KnownPlaces
from punto.chance.outlook import Outlook, outlook_of
from punto.chance.sheet import BetFigures, CellFigures, Covariance, InsuranceUse, RowFigures
from punto.coup import Scope
from punto.kit import Card, Odds
from punto.rulebook import Cell, Rulebook, Window

WHAT = {Scope.RANKS: "ranks", Scope.SUITS: "suits"}

Fate = Literal["lost", "won", "returned"]

# Notes of a sheet; a page that prices in the browser writes the same.
UNPRICED: Final = "{bet} is not priced: it looks at {what}, which these counts do not tell."
DECIDED: Final[dict[Fate, str]] = {
    "lost": "{bet} has already lost, whatever cards come.",
    "won": "{bet} has already won, whatever cards come.",
    "returned": "{bet} will be returned, whatever cards come.",
}
NEVER_OFFERED: Final = {
    True: "{n} insurance offer is out of reach from these cards and left out.",
    False: "{n} insurance offers are out of reach from these cards and left out.",
}
"""For one offer alone, and for any other number."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """Every bet and every offer still open, from one shoe at one point of a coup.

    Each figure is counted on its first use, so that one edge takes the time of one.
    """

    rulebook: Rulebook
    decks: int | None
    """None for a shoe given by its counts alone."""
    shoe: Composition
    """When the coup began."""
    dealt: tuple[Card, ...]
    """Of the coup under way; empty before its first card."""
    places: KnownPlaces
    """What is known of cards that do not lie open."""
    outlook: Outlook

    @property
    def cards_left(self) -> int:
        return self.shoe.total - len(self.dealt)

    @cached_property
    def bets(self) -> tuple[BetFigures, ...]:
        return tuple(self.bet(id) for id in self.open)

    @cached_property
    def open(self) -> dict[str, FramedBet]:
        """The bets that these counts price and no card dealt has decided, by id."""
        return {framed.bet.id: framed for framed in self.outlook.bets if framed.bet.id not in self._decided}

    @cached_property
    def insurance(self) -> tuple[CellFigures, ...]:
        offers = (cell_figures(self.outlook, cell) for cell in self.outlook.frame.cells)
        return tuple(figures for figures in offers if figures is not None)

    @cached_property
    def uses(self) -> tuple[InsuranceUse, ...]:
        """One for each insurable hand, before a coup's first card."""
        if self.dealt or self.places or self.shoe.total < 6:
            return ()
        return insurance_uses(self.outlook, self.shoe, self.bets, self.insurance)

    @cached_property
    def covariance(self) -> Covariance:
        return _covariance(self.outlook, list(self.open.values()))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        never = _never_offered(self.outlook, self.insurance)
        return (*self._decided.values(), *_unpriced(self.outlook), *never)

    def bet(self, id: str) -> BetFigures:
        """One bet's figures; KeyError where it is not open."""
        return bet_figures(self.outlook, self.open[id])

    @cached_property
    def _decided(self) -> dict[str, str]:
        return _decided(self.outlook.frame, self.dealt, self.outlook) if self.dealt else {}


def price(
    book: Rulebook,
    shoe: Composition,
    dealt: tuple[Card, ...] = (),
    decks: int | None = None,
    places: KnownPlaces = NOTHING_KNOWN,
) -> Sheet:
    """Every bet and offer still open, from this shoe, once the `dealt` cards have left it.

    All figures are conditional on `places`.
    """
    return Sheet(book, decks, shoe, dealt, places, outlook_of(frame_of(book), shoe, dealt, places))


def bet_figures(outlook: Outlook, framed: FramedBet) -> BetFigures:
    rows = outlook.rows(framed)
    edge = mean_loss(framed.pays, rows, outlook.ways)
    square = -mean_loss(framed.squares, rows, outlook.ways)
    paid = list(zip(framed.bet.pays, rows, strict=False))
    return BetFigures(
        bet=framed.bet,
        edge=edge,
        hit=Fraction(sum(count for row, count in paid if isinstance(row.odds, Odds)), outlook.ways),
        push=Fraction(sum(count for row, count in paid if not isinstance(row.odds, Odds)), outlook.ways),
        variance=square - edge * edge,
        rows=tuple(
            RowFigures(row, Fraction(count, outlook.ways), pay)
            for (row, count), pay in zip(paid, framed.pays, strict=False)
        ),
    )


def mean_loss(pays: tuple[Fraction, ...], counts: list[int], ways: int) -> Fraction:
    """What is lost on average where each of these is won so many times; added up in integers, reduced once."""
    numerators, denominator = _integers(pays)
    return Fraction(-sum(pay * count for pay, count in zip(numerators, counts, strict=True)), denominator * ways)


@lru_cache(maxsize=4096)
def _integers(pays: tuple[Fraction, ...]) -> tuple[tuple[int, ...], int]:
    """Numerators over a common denominator, and that denominator."""
    denominator = lcm(1, *(pay.denominator for pay in pays))
    return tuple(int(pay * denominator) for pay in pays), denominator


def cell_figures(outlook: Outlook, cell: Cell) -> CellFigures | None:
    """An offer's figures; None where these cards can no longer lead to it."""
    table = outlook.four if cell.window is Window.AFTER_FOUR_CARDS else outlook.five
    ends: list[int] = table[cell.player, cell.banker].tolist()
    offered = sum(ends)
    if offered == 0:
        return None
    return CellFigures(
        cell=cell,
        offered=Fraction(offered, outlook.ways),
        player_wins=Fraction(ends[PLAYER], offered),
        banker_wins=Fraction(ends[BANKER], offered),
        tie=Fraction(ends[TIE], offered),
        edge=mean_loss(cell_pays(cell), ends, offered),
    )


def _covariance(outlook: Outlook, open_: list[FramedBet]) -> Covariance:
    denominator, sums, products = outlook.gains
    at = [outlook.bets.index(framed) for framed in open_]
    scale = (denominator * outlook.ways) ** 2
    matrix = [[Fraction(0)] * len(at) for _ in at]
    for i, first in enumerate(at):
        for j, second in enumerate(at[: i + 1]):
            covariance = Fraction(outlook.ways * products[first][second] - sums[first] * sums[second], scale)
            matrix[i][j] = matrix[j][i] = covariance
    return Covariance(tuple(framed.bet.id for framed in open_), tuple(map(tuple, matrix)))


def _decided(frame: Frame, dealt: tuple[Card, ...], outlook: Outlook) -> dict[str, str]:
    """For each bet that no further card can change, the sentence that says so.

    Judged from a full shoe: the documents ask what is certain whatever cards come, not
    what the cards left in this one allow.
    """
    could = outlook_of(frame, Composition.fresh(8), dealt)
    sentences = {}
    for framed in outlook.bets:
        fates = {_fate(framed, row) for row, count in enumerate(could.rows(framed)) if count}
        if len(fates) == 1:
            sentences[framed.bet.id] = DECIDED[fates.pop()].format(bet=framed.bet.name.en)
    return sentences


def _fate(framed: FramedBet, row: int) -> Fate:
    if row == len(framed.bet.pays):
        return "lost"
    return "won" if isinstance(framed.bet.pays[row].odds, Odds) else "returned"


def _unpriced(outlook: Outlook) -> list[str]:
    """Bets that ask more of the cards than is known."""
    priced = {framed.bet.id for framed in outlook.bets}
    return [
        UNPRICED.format(bet=framed.bet.name.en, what=WHAT[framed.bet.scope])
        for framed in outlook.frame.bets
        if framed.bet.id not in priced
    ]


def _never_offered(outlook: Outlook, cells: tuple[CellFigures, ...]) -> list[str]:
    never = len(outlook.frame.cells) - len(cells)
    return [NEVER_OFFERED[never == 1].format(n=never)] if never else []
