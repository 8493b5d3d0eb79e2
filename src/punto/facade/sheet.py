"""What every bet and offer of a game is worth, from one shoe: exact fractions, each counted on its first use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from punto.chance import BetFigures, CellFigures, InsuranceUse, RemovalEffects, Sheet, removal_effects
from punto.chance.sheet import RowFigures
from punto.facade.arguments import unknown_bet
from punto.facade.by_bet import ByBet
from punto.facade.notebook import Listed, NotebookValue, Row
from punto.facade.refusing import refusing
from punto.kit import Rank, Refused
from punto.report.sheet_data import bet_worth, exact, offer_worth, percent, removal_worth, row_chance, sheet_figures


class PriceSheet(NotebookValue):
    """A game priced from one shoe: `bets` by id, `insurance` offer by offer."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self.rulebook = sheet.rulebook.name
        self.decks = sheet.decks
        self.cards_left = sheet.cards_left
        self.bets = PricedBets(sheet)

    @cached_property
    def insurance(self) -> Listed[PricedOffer]:
        """Every offer that can still be made, in the order of the pay tables."""
        return Listed("offers of insurance", map(PricedOffer, self._sheet.insurance))

    @property
    def insurance_uses(self) -> tuple[InsuranceUse, ...]:
        """What insuring each hand adds to the house's gain; empty within a coup."""
        return self._sheet.uses

    @property
    def notes(self) -> tuple[str, ...]:
        return self._sheet.notes

    @refusing
    def removal(self) -> RemovalTable:
        """What one card less of each rank does to every edge."""
        if self._sheet.dealt or self._sheet.places:
            raise Refused(code="removal_in_a_coup", message="removal is about the next coup: leave cards and known out")
        return RemovalTable(self._sheet.rulebook.name, removal_effects(self._sheet.rulebook, self._sheet.shoe))

    def covariance(self, one: str, other: str) -> Fraction:
        """Of what a unit on each of two bets gains in one coup."""
        for bet in (one, other):
            _ = self.bets[bet]
        return self._sheet.covariance.between(one, other)

    def __repr__(self) -> str:
        shoe = f"{self.decks} decks" if self.decks else "a shoe by its counts"
        return f"<{self.rulebook} priced from {shoe}, {self.cards_left} cards left: {len(self.bets)} bets>"

    def _json(self) -> object:
        return sheet_figures(self._sheet)

    def _rows(self) -> Sequence[Row]:
        return self.bets._rows()


class PricedBets(ByBet["PricedBet"]):
    """The bets still open, by id; each is counted on its first use."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._priced: dict[str, PricedBet] = {}
        super().__init__(sheet.rulebook.id, self._priced)

    @refusing
    def __getitem__(self, bet: str) -> PricedBet:
        if bet not in self:
            raise self._unknown(bet)
        if bet not in self._priced:
            self._priced[bet] = PricedBet(self._sheet.bet(bet))
        return self._priced[bet]

    def __contains__(self, bet: object) -> bool:
        return isinstance(bet, str) and bet in self._sheet.open

    def _unknown(self, bet: object) -> Refused:
        book = self._sheet.rulebook
        if isinstance(bet, str) and bet in book.bets:
            name = book.bets[bet].name.en
            message = next((note for note in self._sheet.notes if note.startswith(name)), f"{name} is not open")
            return Refused(code="bet_not_open", message=message, cite=book.bets[bet].cite)
        return unknown_bet(book.id, bet, book.bets)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sheet.open)

    def __len__(self) -> int:
        return len(self._sheet.open)

    def _rows(self) -> Sequence[Row]:
        return [bet.row for bet in self.values()]


class RemovalTable(NotebookValue):
    """How every edge moves when one card of a rank is gone; above nothing is good for the house."""

    def __init__(self, rulebook: str, effects: RemovalEffects) -> None:
        self.rulebook = rulebook
        self.figures = effects
        self.bets = {
            bet: {rank.sign: change for rank, change in changes.items()} for bet, changes in effects.bets.items()
        }
        """For each bet the change of its edge by rank, `A` to `K`, as fractions."""

    def __repr__(self) -> str:
        return f"<{self.rulebook}: what one card less of each rank does to {len(self.bets)} bets>"

    def _json(self) -> object:
        return removal_worth(self.figures)

    def _rows(self) -> Sequence[Row]:
        return [
            {"bet": bet} | {rank.sign: percent(changes[rank.sign]) if rank.sign in changes else None for rank in Rank}
            for bet, changes in self.bets.items()
        ]


@dataclass(frozen=True)
class PricedRow(NotebookValue):
    """One pay row of a bet."""

    figures: RowFigures

    @property
    def odds(self) -> str:
        return self.figures.odds

    @property
    def chance(self) -> Fraction:
        """Of being paid by this row."""
        return self.figures.chance

    @property
    def pays(self) -> Fraction:
        """What a unit then wins, after commission; nothing for a push."""
        return self.figures.pays

    @property
    def cite(self) -> str:
        return self.figures.row.cite

    def __repr__(self) -> str:
        return f"<{self.odds}: {float(100 * self.chance):.4f} %>"

    def _json(self) -> object:
        return row_chance(self.figures)

    def _rows(self) -> Sequence[Row]:
        return [
            {
                "odds": self.odds,
                "chance_pct": percent(self.chance),
                "chance": exact(self.chance),
                "pays": exact(self.pays),
                "cite": self.cite,
            }
        ]


@dataclass(frozen=True)
class PricedBet(NotebookValue):
    """One bet, per unit staked. Edges are the house's: negative where the patron gains."""

    figures: BetFigures

    @property
    def id(self) -> str:
        return self.figures.bet.id

    @property
    def name(self) -> str:
        return self.figures.bet.name.en

    @property
    def edge(self) -> Fraction:
        return self.figures.edge

    @property
    def returns(self) -> Fraction:
        """What comes back of a unit on average, stake included."""
        return self.figures.returned

    @property
    def hit(self) -> Fraction:
        """The chance that it wins; a push is not a win."""
        return self.figures.hit

    @property
    def push(self) -> Fraction:
        return self.figures.push

    @property
    def variance(self) -> Fraction:
        return self.figures.variance

    @property
    def sd(self) -> float:
        return self.figures.sd

    @property
    def rows(self) -> Listed[PricedRow]:
        """The pay rows: `odds`, `chance`, and what a unit then wins (`pays`)."""
        return Listed("pay rows", map(PricedRow, self.figures.rows))

    @property
    def row(self) -> Row:
        """The bet as a line of a table."""
        return {
            "bet": self.id,
            "name": self.name,
            "edge_pct": percent(self.edge),
            "edge": exact(self.edge),
            "hit_pct": percent(self.hit),
            "push_pct": percent(self.push),
            "return_pct": percent(self.returns),
            "sd": self.sd,
        }

    def __repr__(self) -> str:
        return f"<{self.id}: edge {float(100 * self.edge):.4f} %, hit {float(100 * self.hit):.4f} %, sd {self.sd:.4f}>"

    def _json(self) -> object:
        return bet_worth(self.figures)

    def _rows(self) -> Sequence[Row]:
        return self.rows._rows()


@dataclass(frozen=True)
class PricedOffer(NotebookValue):
    """One offer of insurance, per unit of insurance, given that it is made."""

    figures: CellFigures

    @property
    def window(self) -> str:
        return self.figures.cell.window.value

    @property
    def insures(self) -> str:
        return self.figures.cell.insures.value

    @property
    def player(self) -> int:
        """Player's total when it is offered."""
        return self.figures.cell.player

    @property
    def banker(self) -> int:
        return self.figures.cell.banker

    @property
    def odds(self) -> str:
        return self.figures.cell.odds.text

    @property
    def offered(self) -> Fraction:
        """The chance that a coup comes to this offer."""
        return self.figures.offered

    @property
    def edge(self) -> Fraction:
        return self.figures.edge

    @property
    def cite(self) -> str:
        return self.figures.cell.cite

    def __repr__(self) -> str:
        place = f"{self.insures} {self.window}, {self.player} v {self.banker} at {self.odds}"
        return f"<insurance of {place}: edge {float(100 * self.edge):.4f} %>"

    def _json(self) -> object:
        return offer_worth(self.figures)

    def _rows(self) -> Sequence[Row]:
        row: dict[str, object] = self.to_dict()
        return [row]
