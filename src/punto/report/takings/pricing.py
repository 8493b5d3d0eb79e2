"""The exact figures of one edition with one number of decks and one commission: edges, and how bets vary together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from punto.chance import Composition, Sheet, at_commission, price
from punto.chance.frame import frame_of
from punto.chance.offer_spread import offer_spread
from punto.coup import Scope
from punto.kit import Odds, Side, read_cards, read_odds
from punto.rulebook import Cell, FindRulebook, Rulebook, Window
from punto.table import Sign
from punto.table import events as e

Staked: TypeAlias = str | Cell
"""What a stake is on: a bet by its id, or an insurance offer."""

WINDOWS: Final = list(Window)


class Pricing:
    """The worth of every bet and offer from a fresh shoe, cached."""

    def __init__(self, book: Rulebook, decks: int) -> None:
        self.book, self.decks = book, decks
        self._pays: dict[tuple[str, str, str], Fraction] = {}
        self._covariances: dict[tuple[Staked, Staked], Fraction] = {}

    @cached_property
    def sheet(self) -> Sheet:
        return price(self.book, Composition.fresh(self.decks), decks=self.decks)

    @cached_property
    def _edges(self) -> Mapping[Staked, Fraction]:
        edges: dict[Staked, Fraction] = {figures.bet.id: figures.edge for figures in self.sheet.bets}
        return edges | {figures.cell: figures.edge for figures in self.sheet.insurance}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Each bet's place among the rulebook's."""
        return {bet: at for at, bet in enumerate(self.book.bets)}

    @cached_property
    def by_suits(self) -> bool:
        """Whether a bet looks at suits: then cards are counted one by one, else by rank."""
        return frame_of(self.book).scope is Scope.SUITS

    @cached_property
    def nominal(self) -> Fraction:
        """The trade's one edge for a whole game: the mean of the bets on the hands."""
        hands = [figures.edge for figures in self.sheet.bets if figures.bet.hand is not None]
        edges = hands or [figures.edge for figures in self.sheet.bets]
        return sum(edges, Fraction(0)) / len(edges)

    def edge(self, on: Staked) -> Fraction:
        return self._edges[on]

    def covariance(self, on: Staked, other: Staked) -> Fraction:
        """Of what a unit on each gains in one coup; with an offer, given that it is made."""
        covariance = self._covariances.get((on, other))
        if covariance is None:
            covariance = self._covariances[on, other] = self._find_covariance(on, other)
        return covariance

    def _find_covariance(self, on: Staked, other: Staked) -> Fraction:
        if isinstance(on, str) and isinstance(other, str):
            return self.sheet.covariance.between(on, other)
        if isinstance(on, str) and isinstance(other, Cell):
            return offer_spread(self.book, self.decks, other).bets[on]
        if isinstance(on, Cell) and isinstance(other, str):
            return offer_spread(self.book, self.decks, on).bets[other]
        assert isinstance(on, Cell)
        assert isinstance(other, Cell)
        first, last = sorted((on, other), key=lambda cell: WINDOWS.index(cell.window))
        return offer_spread(self.book, self.decks, last).with_offer(first)

    def pays(self, line: e.Line) -> Fraction:
        """What a unit of a winning line wins before anything is rounded."""
        key = (line.bet, line.odds, line.cite)
        pays = self._pays.get(key)
        if pays is None:
            pays = self._pays[key] = self._find_pays(line)
        return pays

    def _find_pays(self, line: e.Line) -> Fraction:
        odds = read_odds(line.odds)
        if line.bet == e.INSURANCE or self.book.commission is None:
            return odds.to
        rows = (row for row in self.book.bets[line.bet].pays if isinstance(row.odds, Odds) and row.odds.to == odds.to)
        takes = any(row.commission for row in rows if row.cite == line.cite)
        return odds.to * (1 - self.book.commission.rate) if takes else odds.to

    def cell(self, line: e.Line, cards: str) -> Cell | None:
        """The offer that a line of insurance was settled by; None where the settled cards have no such offer."""
        window, side = Window(line.window), Side(line.insures)
        points = [card.points for card in read_cards(cards)]
        third = points[4] if window is Window.AFTER_PLAYER_THIRD_CARD else 0
        player, banker = (points[0] + points[2] + third) % 10, (points[1] + points[3]) % 10
        return self.book.insurance.get((window, side, player, banker))


class Pricings:
    """Pricings by the sign a round was played under; one for each edition, number of decks and commission."""

    def __init__(self, find: FindRulebook) -> None:
        self._find = find
        self._pricings: dict[tuple[str, int, str | None], Pricing] = {}

    def of(self, sign: Sign) -> Pricing:
        key = (sign.sha256, sign.decks, sign.commission)
        pricing = self._pricings.get(key)
        if pricing is None:
            book = at_commission(self._find(sign.rulebook, sha256=sign.sha256), sign.commission)
            pricing = self._pricings[key] = Pricing(book, sign.decks)
        return pricing
